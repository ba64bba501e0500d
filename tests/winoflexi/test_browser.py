"""The stories of the application in a real browser: Debian's Chromium, driven by Playwright.

``python -m pytest tests/winoflexi/test_browser.py --update-golden`` writes the pictures of the documentation.
"""

from __future__ import annotations

import itertools
import json
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
SCHEMA: dict[str, Any] = {
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
COPY: dict[str, Any] = {
    "First target": "Ingrid",
    "Second target": "Hedda",
    "first": ("Ingrid gave Hedda a rope because [she] had a spare one.", "Who had a spare one?"),
    "second": (
        "Ingrid gave Hedda a rope because [she] had lost her own one.",
        "Who had lost her own one?",
    ),
}

for _schema in (SCHEMA, COPY):
    for _half, _target in (("first", "First target"), ("second", "Second target")):
        RIGHT[_schema[_half][0].replace("[", "").replace("]", "")] = str(_schema[_target])


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
        self.page.get_by_label("The same again").fill(PASSWORD)
        self.press("Set the password" if "/link/" in address else "Join")
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
        index = next(n for n, t in enumerate(texts[:2]) if (t == right) == rightly)
        options.nth(index).locator("input").check()
        self.press("Answer")

    def train(self) -> None:
        self.go("/training/")
        while not self.page.get_by_text("You have finished your training").is_visible():
            self.answer()
            self.follow("Continue")

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
        self.sees("Saved. It is now awaiting review.")
        return str(re.search(r"crowd-\d+", self.page.locator("h1").inner_text())[0])  # type: ignore[index]

    def work_as(self, role: str) -> None:
        self.go("/role/")
        self.press(role)

    def review(
        self,
        name: str,
        *,
        no: tuple[str, ...] = (),
        yes: tuple[str, ...] = (),
        rightly: bool = True,
    ) -> None:
        self.go("/reviews/")
        self.follow(f"Review {name}")
        for _ in range(2):
            if self.page.locator("h1").inner_text() == "Answer first":
                assert "marked as right" not in self.page.content()
                self.answer(rightly=rightly)
        for box in self.page.locator("main form fieldset").all():
            question = box.locator("legend").inner_text()
            affirmed = any(y in question for y in yes) or not (
                "Is it a copy" in question or any(n in question for n in no)
            )
            box.get_by_label("yes" if affirmed else "no", exact=True).check()
        if no or yes:
            self.page.get_by_label("Comment for the writer").fill(
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


def legible(page: Any) -> None:
    """No label of a chart overlaps another one, is outside of the page, or is smaller than ten pixels."""
    found = page.evaluate(
        """() => [...document.querySelectorAll('.bars .name, .bars small, .chart text')].map(e => {
          const box = e.getBoundingClientRect();
          const scale = e.getScreenCTM ? e.getScreenCTM().d || Math.abs(e.getScreenCTM().b) : 1;
          return {text: e.textContent, size: parseFloat(getComputedStyle(e).fontSize) * scale,
            left: box.left, right: box.right, top: box.top, bottom: box.bottom};
        })"""
    )
    assert len(found) > 30
    wide = page.evaluate("document.documentElement.clientWidth")
    for label in found:
        assert label["size"] >= 10, label
        assert label["left"] >= 0, label
        assert label["right"] <= wide, label
    for one, other in itertools.combinations(found, 2):
        across = min(one["right"], other["right"]) - max(one["left"], other["left"])
        down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
        assert across <= 1 or down <= 3, (one, other)  # boxes of lines are taller than letters


@pytest.fixture(scope="session")
def picture(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    kept = request.config.getoption("--update-golden")
    place = PICTURES if kept else tmp_path_factory.mktemp("pictures")
    place.mkdir(exist_ok=True)

    def take(page: Any, name: str, **options: Any) -> Path:
        file = place / f"{name}.png"
        page.screenshot(path=file, **options)
        if kept:  # 256 colours are enough, and make a small file
            from PIL import Image

            with Image.open(file) as whole:
                whole.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(
                    file, optimize=True
                )
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
    assert "This link does not work" in admin.context.request.get(site.link).text()
    admin.go("/manage/parameters/")
    settings = {
        "Questions to be answered correctly": "2",
        "Number of schemas approved": "1",
        "Score below which an account is closed": "-4",
        "Probability after login": "0",
        "Refuse similar schemas from": "1",  # evaluators are to find a copy
    }
    for label, value in settings.items():
        admin.page.get_by_label(label).fill(value)
    admin.page.locator("[name=promote_score]").fill("2")
    admin.press("Save")
    admin.sees("Saved.")
    assert admin.page.get_by_label("Number of schemas approved").input_value() == "1"

    # Somebody reads how it works, registers, is trained, writes; the checks come while she types.
    ada.go("/")
    ada.follow("How it works")
    ada.sees("As a bonus, 10.00\N{NO-BREAK SPACE}EUR")
    ada.go("/register/")
    ada.sees("You need very good English.")
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
        ("Only check", "Not redeemed yet"),
        ("Redeem", "redeemed now"),
        ("Redeem", "Already redeemed"),
    ):
        admin.page.get_by_label("Code").fill(code)
        admin.press(button)
        admin.sees(message)
        if button == "Redeem":
            picture(admin.page, "payment")

    # At the start the administrator decides alone; the writer becomes an evaluator.
    admin.work_as("evaluator")
    admin.review(first)
    ada.go("/work/")
    ada.sees("valid")
    ada.page.get_by_role("button", name="Log out").click()
    ada.log_in()
    ada.sees("What would you like to work as?")
    ada.press("evaluator")

    # Another copies her schema; the evaluators disagree, a third decides, the score falls, he is banned.
    ben.become()
    ben.train()
    copied = ben.write(COPY)
    cora.become()
    ada.go("/reviews/")
    ada.follow(f"Review {copied}")
    picture(ada.page, "blind")
    ada.answer(rightly=False)
    ada.answer()
    ada.sees("You read it differently from the writer.")
    sync_api.expect(ada.page.locator(".match.leak")).to_contain_text(first)
    picture(ada.page, "review", full_page=True)
    ada.review(copied)
    admin.review(copied, yes=("Is it a copy",))
    admin.work_as("organiser")
    admin.sees("disputed")
    admin.sees("read 1 schema differently")
    admin.page.get_by_role("link", name="read 1 schema differently").click()
    admin.follow(copied)
    admin.sees("as the writer marked")
    admin.sees("; the writer marked")
    picture(admin.page, "disagreement")
    admin.go(f"/manage/people/?q={cora.name}")
    admin.follow(cora.name)
    admin.page.get_by_label("Reason").first.fill("knows schemas well")
    admin.press("Make an evaluator")
    admin.sees("became an evaluator")
    ben.go("/work/")
    ben.sees("disputed")
    cora.work_as("evaluator")
    cora.review(copied, yes=("Is it a copy",))
    ben.page.goto("/work/")
    ben.sees("This account is closed")
    admin.go("/manage/people/")
    admin.follow(ben.name)
    admin.sees("was banned")
    picture(admin.page, "ban", full_page=True)
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
    picture(ada.page, "test")
    ada.go("/schemas/new/")
    ada.sees("A question first")
    ada.page.locator(".choice input").first.check()
    ada.press("Answer")
    ada.go("/ledger/")
    ada.sees("test question answered")

    # What is valid goes out; both libraries are compared.
    admin.go("/manage/library/")
    with admin.page.expect_download() as waiting:
        admin.page.locator("a[href='/manage/library/crowd.yaml']").click()
    text = Path(waiting.value.path()).read_text("utf-8")
    assert "fisherman" in text
    assert "Hedda" not in text
    table = admin.context.request.get("/manage/tables/reviews.csv").text()
    assert table.count("otherwise") == 1
    admin.go("/manage/analysis/")
    admin.press("Analyse what is missing")
    admin.sees("are being analysed")
    done = 12 if picture.kept else 3
    for _ in range(300):  # it fills in without being touched
        if int(admin.page.locator("#analysed").get_attribute("value")) >= done:
            break
        admin.page.wait_for_timeout(1_000)
    assert int(admin.page.locator("#analysed").get_attribute("value")) >= done
    questions = admin.context.request.get("/manage/analysis/halves.jsonl").text().splitlines()
    numbers = [json.loads(line)["id"] for line in questions]
    for name, modulus in (("always the first", 1), ("every second", 2), ("every third", 3)):
        lines = (json.dumps({"id": n, "answer": int(n % modulus > 0)}) for n in numbers)
        admin.page.get_by_label("Name of the system").fill(name)
        admin.page.get_by_label("File of answers").set_input_files(
            {
                "name": "answers.jsonl",
                "mimeType": "text/plain",
                "buffer": "\n".join(lines).encode(),
            }
        )
        admin.press("Upload a system’s answers")
        admin.sees("answers were added")
    for width in (1200, 1100, 390):
        admin.page.set_viewport_size({"width": width, "height": 760})
        admin.go("/manage/analysis/")
        legible(admin.page)
        if width == 1200:
            cut_off = "[...document.querySelectorAll('.scroll')].filter(e => e.scrollWidth > e.clientWidth).length"
            assert admin.page.evaluate(cut_off) == 0
        elif width == 390:
            top = admin.page.get_by_role("heading", name="Systems").bounding_box()["y"]
            admin.page.evaluate(f"scrollTo(0, {top - 12})")
            picture(admin.page, "analysis-phone")
        else:
            picture(admin.page, "analysis", full_page=picture.kept)
    admin.page.set_viewport_size(size["viewport"])
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
    someone.go("/about/")
    page.locator("h2").nth(1).scroll_into_view_if_needed()
    picture(page, "about-phone")
    someone.become()
    for address in ("/about/", "/work/", "/training/", "/ledger/", "/codes/", "/account/"):
        someone.go(address)
    someone.go("/training/")
    page.locator(".choice input").first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    sync_api.expect(page.locator("h1")).to_have_text(re.compile("Correct|Not this time"))
    picture(page, "phone")
    someone.done()


def test_without_scripts_everything_works(browser: Any, site: Running) -> None:
    someone = Someone(browser, site, java_script_enabled=False)
    page = someone.page
    page.goto("/register/")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("The same again").fill(PASSWORD)
    page.get_by_role("button", name="Join").click()
    page.goto("/training/")
    while not page.get_by_text("You have finished your training").is_visible():
        sentence = page.locator(".sentence").first.inner_text()
        page.locator(".choice").filter(
            has_text=re.compile(rf"^\s*{re.escape(RIGHT[sentence])}\s*$")
        ).locator("input").check()
        page.get_by_role("button", name="Answer").click()
        page.get_by_role("link", name="Continue").click()
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
