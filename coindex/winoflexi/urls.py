"""The addresses of the pages."""

from __future__ import annotations

from django.urls import path

from coindex.winoflexi.views import accounts, contributor, evaluator, library, manage, public

urlpatterns = [
    path("", public.home, name="home"),
    path("static/<str:name>", public.asset, name="asset"),
    path("about/", public.about, name="about"),
    path("health/", public.health, name="health"),
    path("register/", accounts.register, name="register"),
    path("welcome/", accounts.welcome, name="welcome"),
    path("login/", accounts.log_in, name="login"),
    path("role/", accounts.role, name="role"),
    path("logout/", accounts.log_out, name="logout"),
    path("link/<str:token>/", accounts.link, name="link"),
    path("account/", accounts.account, name="account"),
    path("work/", contributor.work, name="work"),
    path("training/", contributor.training, name="training"),
    path("test/", contributor.test, name="test"),
    path("schemas/new/", contributor.write, name="write"),
    path("schemas/check/", contributor.check, name="check"),
    path("schemas/<int:number>/", contributor.schema, name="schema"),
    path("schemas/<int:number>/withdraw/", contributor.withdraw, name="withdraw"),
    path("analysis/<str:key>/", contributor.analysis, name="analysis"),
    path("ledger/", contributor.ledger, name="ledger"),
    path("codes/", contributor.codes, name="codes"),
    path("codes/<int:number>/show/", contributor.show_code, name="show-code"),
    path("reviews/", evaluator.reviews, name="reviews"),
    path("reviews/<int:number>/", evaluator.review, name="review"),
    path("similar/", evaluator.similar, name="similar"),
    path("manage/", manage.manage, name="manage"),
    path("manage/parameters/", manage.setup, name="setup"),
    path("manage/people/", manage.people, name="people"),
    path("manage/people/<int:number>/", manage.person, name="person"),
    path("manage/people/<int:number>/<str:action>/", manage.act, name="act"),
    path("manage/schemas/", manage.schemas, name="schemas"),
    path("manage/schemas/<int:number>/", manage.any_schema, name="any-schema"),
    path("manage/library/", library.library, name="library"),
    path("manage/library/shipped/", library.shipped, name="shipped"),
    path("manage/library/offers/forget/", library.forget_offers, name="forget-offers"),
    path("manage/library/<str:which>.<str:form>", library.export, name="export"),
    path("manage/payments/", library.payments, name="payments"),
    path("manage/tables/<str:name>.csv", library.table, name="table"),
    path("manage/analysis/", library.analyses, name="analyses"),
    path("manage/analysis/figures/", library.figures, name="figures"),
    path("manage/analysis/ask/", library.analyse, name="analyse"),
    path("manage/analysis/rules/", library.ask_for_rules, name="ask-for-rules"),
    path("manage/analysis/halves.jsonl", library.halves, name="halves"),
    path("manage/analysis/answers/", library.answers, name="answers"),
    path("manage/analysis/<int:number>/forget/", library.forget, name="forget"),
]

handler400 = "coindex.winoflexi.views.errors.bad"
handler403 = "coindex.winoflexi.views.errors.refused"
handler404 = "coindex.winoflexi.views.errors.missing"
handler500 = "coindex.winoflexi.views.errors.broken"
