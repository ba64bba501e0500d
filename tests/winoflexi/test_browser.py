"""The stories of the application in a real browser: Debian's Chromium, driven by Playwright.

``python -m pytest tests/winoflexi/test_browser.py --update-golden`` writes the pictures of the documentation.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from coindex.harness.schemas.files import LIBRARY, load
from tests.winoflexi.running import ROOT, Running

CHROMIUM = shutil.which("chromium")
sync_api = pytest.importorskip(
    "playwright.sync_api", reason="there is no Playwright on this machine"
)
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium on this machine")

PICTURES = ROOT / "docs" / "winoflexi"
PASSWORD = "a long and quiet evening"
RIGHT = {
    half.text: half.answers[half.right]
    for schema in load([LIBRARY]).schemas
    for half in schema.halves
}
SCHEMA = {
    "First target": "the sailor",
    "Second target": "the fisherman",
    "first": (
        "The sailor gave the fisherman a rope because [he] had a spare one.",
        "Who had a spare one?",
    ),
    "second": (
        "The sailor gave the fisherman a rope because [he] had lost his own one.",
        "Who had lost his own one?",
    ),
}
COPY = {
    "First target": "Ingrid",
    "Second target": "Hedda",
    "first": ("Ingrid gave Hedda a rope because [she] had a spare one.", "Who had a spare one?"),
    "second": (
        "Ingrid gave Hedda a rope because [she] had lost her own one.",
        "Who had lost her own one?",
    ),
}


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(tmp_path_factory.mktemp("site"), "--solvers", "1")
    yield running
    assert running.stop() == 0
    assert not any("Traceback" in line for line in running.lines), "".join(running.lines)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = (
        "1"  # Playwright has an event loop in this thread; Django need not care
    )
    with sync_api.sync_playwright() as playwright:
        made = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        yield made
        made.close()
    if before is None:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


class Someone:
    """Somebody at a browser of their own. Whatever the console says, or another host is asked for, is a fault."""

    def __init__(self, browser: Any, site: Running, **options: Any) -> None:
        self.context = browser.new_context(base_url=site.url, locale="en-GB", **options)
        self.context.set_default_timeout(30_000)
        self.page = self.context.new_page()
        self.faults: list[str] = []
        self.name = ""
        self.page.on(
            "console",
            lambda m: self.faults.append(m.text) if m.type in ("error", "warning") else None,
        )
        self.page.on("pageerror", lambda e: self.faults.append(str(e)))
        self.page.on(
            "request", lambda r: None if r.url.startswith(site.url) else self.faults.append(r.url)
        )

    def done(self) -> None:
        # A refused form is a reply with status 422, which Chromium's console mentions.
        assert [f for f in self.faults if "status of 4" not in f] == []
        self.context.close()

    def go(self, address: str) -> None:
        self.page.goto(address)
        accessible(self.page)

    def press(self, name: str, **options: Any) -> None:
        self.page.get_by_role("button", name=name, exact=True, **options).first.click()
        accessible(self.page)

    def follow(self, name: str) -> None:
        self.page.get_by_role("link", name=name).first.click()
        accessible(self.page)

    def sees(self, text: str) -> None:
        sync_api.expect(self.page.locator("main")).to_contain_text(text)

    # ------------------------------------------------------------------------------------- stories

    def become(self, address: str = "/register/") -> None:
        self.go(address)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_label("The same once more").fill(PASSWORD)
        self.press("Set" if "/link/" in address else "Join")
        self.sees("Write it down")
        self.name = self.page.locator("#name").inner_text()
        self.follow("I have written it down")

    def log_in(self) -> None:
        self.go("/login/")
        self.page.get_by_label("Name").fill(self.name)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.press("Log in")

    def answer(self, *, rightly: bool = True) -> None:
        sentence = self.page.locator(".sentence").first.inner_text()
        right = RIGHT.get(sentence)
        options = self.page.locator(".choice")
        texts = [t.strip() for t in options.all_inner_texts()]
        index = next(n for n, t in enumerate(texts) if (t == right) == rightly)
        options.nth(index).locator("input").check()
        self.press("Answer")

    def train(self) -> None:
        self.go("/training/")
        while not self.page.get_by_text("Your training is done").is_visible():
            self.answer()
            self.follow("Go on")

    def fill(self, schema: dict[str, Any], **changes: str) -> None:
        page = self.page
        for label in ("First target", "Second target"):
            page.get_by_label(label, exact=True).fill(changes.get(label, schema[label]))
        for number, half in enumerate(("first", "second"), 1):
            box = page.locator("fieldset.half").nth(number - 1)
            sentence, question = schema[half]
            box.get_by_label("Sentence").fill(sentence)
            box.get_by_label("Question").fill(question)
            box.locator(f"input[type=radio][value='{number - 1}']").check()

    def write(self, schema: dict[str, Any]) -> str:
        self.go("/schemas/new/")
        self.fill(schema)
        self.press("Save")
        self.sees("Saved. It awaits review now.")
        return str(re.search(r"crowd-\d+", self.page.locator("h1").inner_text())[0])  # type: ignore[index]

    def work_as(self, role: str) -> None:
        self.go("/role/")
        self.press(role)

    def review(self, name: str, *, no: tuple[str, ...] = (), yes: tuple[str, ...] = ()) -> None:
        self.go("/reviews/")
        self.follow(f"Review {name}")
        for box in self.page.locator("main form fieldset").all():
            question = box.locator("legend").inner_text()
            affirmed = any(y in question for y in yes) or not (
                "Is it a copy" in question or any(n in question for n in no)
            )
            box.get_by_label("yes" if affirmed else "no", exact=True).check()
        if no or yes:
            self.page.get_by_label("What the writer should know").fill(
                "The word does not change the answer."
            )
        self.press("Send the review")
        self.sees("Thank you")


def accessible(page: Any) -> None:
    """All controls have names, the page has one main heading, and nothing exceeds its width."""
    page.wait_for_load_state()
    found = page.evaluate(
        """() => {
          const all = (what) => [...document.querySelectorAll(what)];
          const fields = all('input:not([type=hidden]),textarea,select,button,a');
          const labels = (e) => e.labels && [...e.labels].map(l => l.innerText).join(' ');
          const name = (e) => labels(e) || e.getAttribute('aria-label')
            || e.innerText || [...e.querySelectorAll('img')].map(i => i.alt).join(' ');
          const ids = [...document.querySelectorAll('[id]')].map(e => e.id);
          return {
            nameless: fields.filter(e => !name(e).trim()).map(e => e.outerHTML.slice(0, 200)),
            headings: document.querySelectorAll('h1').length,
            twice: ids.filter((id, n) => ids.indexOf(id) !== n),
            over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
            lang: document.documentElement.lang, title: document.title,
          };
        }"""
    )
    assert found["nameless"] == []
    assert found["headings"] == 1, page.url
    assert found["twice"] == [], page.url
    assert found["over"] <= 0, page.url
    assert found["lang"]
    assert found["title"]


@pytest.fixture(scope="session")
def picture(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    kept = request.config.getoption("--update-golden")
    place = PICTURES if kept else tmp_path_factory.mktemp("pictures")
    place.mkdir(exist_ok=True)

    def take(page: Any, name: str, **options: Any) -> Path:
        file = place / f"{name}.png"
        page.screenshot(path=file, **options)
        assert 2_000 < file.stat().st_size < 400_000
        return file

    take.kept = kept  # type: ignore[attr-defined]
    return take


def test_the_whole_story(browser: Any, site: Running, picture: Any) -> None:
    size = {"viewport": {"width": 960, "height": 760}}
    admin, ada, ben, cora = (Someone(browser, site, **size) for _ in range(4))

    # The administrator comes by the link, which works once, and sets the parameters.
    admin.become(site.link)
    admin.sees("Overview")
    assert "does not work any more" in admin.context.request.get(site.link).text()
    admin.go("/manage/parameters/")
    settings = {
        "Questions to be resolved rightly": "2",
        "Number of valid schemas": "1",
        "Score under which somebody is banned": "-4",
        "Probability after login": "0",
    }
    for label, value in settings.items():
        admin.page.get_by_label(label).fill(value)
    admin.page.locator("[name=promote_score]").fill("2")
    admin.press("Save")
    admin.sees("Changed.")
    assert admin.page.get_by_label("Number of valid schemas").input_value() == "1"

    # Somebody registers, is trained, writes; the checks come while she types.
    ada.become()
    ada.sees("Training comes first")
    ada.go("/training/")
    picture(ada.page, "training")
    ada.answer(rightly=False)
    ada.sees("Not this time")
    ada.train()
    ada.go("/schemas/new/")
    ada.fill(SCHEMA, **{"Second target": ""})
    sync_api.expect(ada.page.locator("#checked")).to_contain_text("Missing: the second target")
    ada.press("Save")
    ada.sees("It was not saved")
    ada.fill(SCHEMA)
    sync_api.expect(ada.page.locator("#checked")).to_contain_text(
        "What the computer answers", timeout=90_000
    )
    picture(ada.page, "writing", full_page=True)
    ada.press("Save")
    ada.sees("Saved.")
    first = str(re.search(r"crowd-\d+", ada.page.locator("h1").inner_text())[0])  # type: ignore[index]

    # She is paid: the code is shown once, and is good once.
    ada.go("/codes/")
    ada.press("Show")
    code = ada.page.locator("#code").inner_text()
    ada.page.reload()
    ada.go("/codes/")
    assert code not in ada.page.content()
    admin.go("/manage/payments/")
    for button, message in (
        ("Look", "not redeemed yet"),
        ("Redeem", "redeemed now"),
        ("Redeem", "Redeemed before"),
    ):
        admin.page.get_by_label("Code").fill(code)
        admin.press(button)
        admin.sees(message)

    # At the start the administrator decides alone; the writer becomes an evaluator.
    admin.work_as("evaluator")
    admin.review(first)
    ada.go("/work/")
    ada.sees("valid")
    ada.page.get_by_role("button", name="Log out").click()
    ada.log_in()
    ada.sees("As what do you want to work?")
    ada.press("evaluator")

    # Another copies her schema; the evaluators disagree, a third decides, the score falls, he is banned.
    ben.become()
    ben.train()
    copied = ben.write(COPY)
    cora.become()
    ada.go("/reviews/")
    ada.follow(f"Review {copied}")
    sync_api.expect(ada.page.locator(".match.leak")).to_contain_text(first)
    picture(ada.page, "review", full_page=True)
    ada.review(copied)
    admin.review(copied, yes=("Is it a copy",))
    admin.work_as("administrator")
    admin.sees("disputed")
    admin.go(f"/manage/people/?q={cora.name}")
    admin.follow(cora.name)
    admin.page.get_by_label("Why").first.fill("knows schemas well")
    admin.press("Make an evaluator")
    admin.sees("became an evaluator")
    ben.go("/work/")
    ben.sees("disputed")
    cora.work_as("evaluator")
    cora.review(copied, yes=("Is it a copy",))
    ben.page.goto("/work/")
    ben.sees("This account is closed")
    ben.log_in()
    ben.sees("This account is closed")

    # A test question after login, once the administrator wants it.
    admin.go("/manage/parameters/")
    admin.page.get_by_label("Probability after login").fill("1")
    admin.press("Save")
    ada.page.get_by_role("button", name="Log out").click()
    ada.log_in()
    ada.press("contributor")
    ada.sees("A question first")
    ada.go("/schemas/new/")
    ada.sees("A question first")
    ada.page.locator(".choice input").first.check()
    ada.press("Answer")
    ada.go("/ledger/")
    ada.sees("a test question was answered")

    # What is valid goes out; both libraries are compared.
    admin.go("/manage/library/")
    with admin.page.expect_download() as waiting:
        admin.page.locator("a[href='/manage/library/crowd.yaml']").click()
    text = Path(waiting.value.path()).read_text("utf-8")
    assert "fisherman" in text
    assert "Hedda" not in text
    admin.go("/manage/analysis/")
    admin.press("Analyse what is missing")
    admin.sees("are being analysed")
    before = int(admin.page.locator("#analysed").get_attribute("value"))
    sync_api.expect(admin.page.locator(f"#analysed[value='{before + 2}']")).to_be_attached(
        timeout=90_000  # it fills in without being touched
    )
    picture(admin.page, "analysis", full_page=picture.kept)
    admin.go("/manage/")
    picture(admin.page, "overview")
    for someone in (admin, ada, ben, cora):
        someone.done()


def test_on_a_phone_in_the_dark_without_a_mouse(browser: Any, site: Running, picture: Any) -> None:
    someone = Someone(
        browser, site, viewport={"width": 360, "height": 720}, color_scheme="dark", has_touch=True
    )
    someone.go("/")
    page = someone.page
    assert (
        page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        == "rgb(20, 23, 27)"
    )
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    someone.become()
    for address in ("/work/", "/training/", "/ledger/", "/codes/", "/account/"):
        someone.go(address)
    someone.go("/training/")
    page.locator(".choice input").first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    sync_api.expect(page.locator("h1")).to_have_text(re.compile("Right|Not this time"))
    picture(page, "phone")
    someone.done()


def test_without_scripts_everything_works(browser: Any, site: Running) -> None:
    someone = Someone(browser, site, java_script_enabled=False)
    page = someone.page
    page.goto("/register/")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("The same once more").fill(PASSWORD)
    page.get_by_role("button", name="Join").click()
    page.goto("/training/")
    while not page.get_by_text("Your training is done").is_visible():
        sentence = page.locator(".sentence").first.inner_text()
        page.locator(".choice").filter(
            has_text=re.compile(rf"^\s*{re.escape(RIGHT[sentence])}\s*$")
        ).locator("input").check()
        page.get_by_role("button", name="Answer").click()
        page.get_by_role("link", name="Go on").click()
    page.goto("/schemas/new/")
    someone.fill(SCHEMA, **{"First target": "the pilot"})
    page.get_by_role("button", name="Only check").click()
    someone.sees("Not in the sentence: the pilot")
    someone.done()


def test_the_policy_refuses_what_is_not_the_sites_own(browser: Any, site: Running) -> None:
    someone = Someone(browser, site)
    someone.go("/")
    someone.page.evaluate(
        "document.body.append(Object.assign(document.createElement('img'), {src: 'https://evil.example/x.png'}))"
    )
    with pytest.raises(sync_api.Error, match="Trusted"):
        someone.page.evaluate("document.body.innerHTML = '<b>x</b>'")
    assert any("Content Security Policy" in fault for fault in someone.faults)
    someone.context.close()
