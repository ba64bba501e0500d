"""Registration, login, roles, passwords. No page reveals whether a name exists."""

from __future__ import annotations

import secrets

from django.contrib.auth import authenticate, login, logout, update_session_auth_hash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from coindex.winoflexi.crowd import parameters, questions
from coindex.winoflexi.models import Person, Setting
from coindex.winoflexi.site import names, one_time_links, rate_limits
from coindex.winoflexi.views.base import (
    ROLES,
    STARTS,
    Request,
    add_message,
    needs,
    page,
    role_of,
    too_often,
)
from coindex.winoflexi.views.forms import ChangePassword, Label, Login, NewPassword, Register

_QUARTER = 900  # seconds
_HOUR = 3600  # seconds
_TRIES = 10
"""Login attempts per name in a quarter of an hour."""
_TRIES_FROM = 200
"""Login attempts per address in a quarter of an hour; a whole class may share an address."""


def registration_code() -> str:
    """Return the code for registration, created at first use."""
    new = secrets.token_hex(4)
    return str(
        Setting.objects.get_or_create(name="registration_code", defaults={"value": new})[0].value
    )


@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def register(request: HttpRequest) -> HttpResponse:
    """Register. The site chooses the name and shows it once."""
    values = parameters.load()
    if values["registration"] == "closed":
        return page(request, "closed", status=403)
    form = Register(request.POST or None)
    if values["registration"] != "code":
        del form.fields["code"]
    if request.method == "POST":
        most = values["registrations_per_hour"]
        if not rate_limits.allowed("register", rate_limits.address(request), most, _HOUR):
            return too_often(request)
        if form.is_valid() and _code_fits(form, values["registration"]):
            data = form.cleaned_data
            name = names.new_name()
            person = Person.objects.make(name, data["password"], label=data["label"])
            login(request, person)
            request.session["role"] = "contributor"
            request.session["new"] = True
            return redirect("welcome")
    return page(request, "register", {"form": form}, status=422 if form.errors else 200)


def _code_fits(form: Register, registration: str) -> bool:
    if registration != "code" or secrets.compare_digest(
        form.cleaned_data["code"].encode(), registration_code().encode()
    ):
        return True
    form.add_error("code", _("That is not the right code. Ask the organiser of this site."))
    return False


@needs(tested=False)
def welcome(request: Request) -> HttpResponse:
    """Show a new person's name, once."""
    if not request.session.pop("new", False):
        return redirect("home")
    return page(request, "welcome")


@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def log_in(request: HttpRequest) -> HttpResponse:
    """Log in. Every failure gives the same message."""
    form = Login(request.POST or None)
    after = str(request.POST.get("next") or request.GET.get("next") or "")
    if request.method == "POST" and form.is_valid():
        name, where = form.cleaned_data["name"].lower(), rate_limits.address(request)
        few = rate_limits.allowed("login", name, _TRIES, _QUARTER)
        if not rate_limits.allowed("login from", where, _TRIES_FROM, _QUARTER) or not few:
            return too_often(request)
        person = authenticate(request, username=name, password=form.cleaned_data["password"])
        if isinstance(person, Person):
            if person.is_banned:
                return page(request, "banned", status=403)
            login(request, person)
            request.session["after"] = after
            return (
                _start(request, person, person.roles[0])
                if len(person.roles) == 1
                else redirect("role")
            )
        form.add_error(None, _("The name or the password is wrong."))
    return page(request, "login", {"form": form, "next": after}, status=422 if form.errors else 200)


def _start(request: HttpRequest, person: Person, role: str) -> HttpResponse:
    """Start work in a role. The first start after login may bring a test question."""
    request.session["role"] = role
    if not request.session.get("tested"):
        request.session["tested"] = True
        questions.maybe_test(person, role, after_login=True)
    after = request.session.pop("after", "")
    safe = url_has_allowed_host_and_scheme(after, {request.get_host()}, request.is_secure())
    return redirect(after if after and safe else STARTS[role])


@require_http_methods(["GET", "POST"])
def role(request: HttpRequest) -> HttpResponse:
    """Choose a role."""
    if not isinstance(request.user, Person):
        return redirect("login")
    chosen = request.POST.get("role")
    if request.method == "POST" and chosen in request.user.roles:
        return _start(request, request.user, str(chosen))
    roles = [(name, ROLES[name]) for name in request.user.roles]
    return page(request, "role", {"roles": roles, "current": role_of(request)})


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    """Log out."""
    logout(request)
    return redirect("home")


@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def link(request: HttpRequest, token: str) -> HttpResponse:
    """Set a password through a one-time link, which creates the account if it is for an administrator."""
    if not rate_limits.allowed("link", rate_limits.address(request), 60, _HOUR):
        return too_often(request)
    found = one_time_links.find(token)
    if found is None:
        return page(request, "link_used", status=404)
    form = NewPassword(request.POST or None)
    if request.method == "POST" and form.is_valid() and one_time_links.spend(found):
        person = found.person
        if person is None:
            name = names.new_name()
            person = Person.objects.make(name, form.cleaned_data["password"], is_admin=True)
        else:
            person.set_password(form.cleaned_data["password"])
            person.save(update_fields=["password"])
        login(request, person)
        request.session["role"] = person.roles[-1]
        request.session["new"] = True
        return redirect("welcome")
    return page(
        request, "link", {"form": form, "person": found.person}, status=422 if form.errors else 200
    )


@sensitive_post_parameters()
@needs(tested=False)
@require_http_methods(["GET", "POST"])
def account(request: Request) -> HttpResponse:
    """Change the password, or the label for the organiser."""
    person = request.user
    change = ChangePassword(request.POST if "old" in request.POST else None)
    label = Label(
        request.POST if "label" in request.POST else None, initial={"label": person.label}
    )
    if label.is_bound and label.is_valid():
        person.label = label.cleaned_data["label"]
        person.save(update_fields=["label"])
        add_message(request, _("Saved."))
        return redirect("account")
    if change.is_bound and change.is_valid():
        if not rate_limits.allowed("password", str(person.pk), _TRIES, _QUARTER):
            return too_often(request)
        if person.check_password(change.cleaned_data["old"]):
            person.set_password(change.cleaned_data["password"])
            person.save(update_fields=["password"])
            update_session_auth_hash(request, person)
            add_message(
                request, _("Your password has been changed. You are logged out everywhere else.")
            )
            return redirect("account")
        change.add_error("old", _("That is not your current password."))
    status = 422 if change.errors or label.errors else 200
    return page(request, "account", {"change": change, "label": label}, status=status)


def reset_address(request: HttpRequest, person: Person) -> str:
    """Return the address of a new one-time link for a new password."""
    return request.build_absolute_uri(reverse("link", args=[one_time_links.make(person)]))
