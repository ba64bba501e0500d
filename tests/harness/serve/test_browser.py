"""The pages in a real browser: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="serve needs FastAPI (the extra `serve`)")
pytest.importorskip("uvicorn", reason="serve needs uvicorn (the extra `serve`)")

from coindex.harness.serve.answers import answer
from coindex.reasoner.jobs.workers import Settings
from tests.harness.serve.serving import Served, serving

sync_api = pytest.importorskip(
    "playwright.sync_api", reason="there is no Playwright on this machine"
)
CHROMIUM = shutil.which("chromium")
pytestmark = [
    pytest.mark.model,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium on this machine"),
]
WAIT = 90_000
"""Milliseconds; other processes may use the machine."""


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving(seconds=60.0, settings=Settings(), job=answer) as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        made = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        yield made
        made.close()


class Visitor:
    """Somebody at a browser. Whatever the console says, or another host is asked for, is a fault."""

    def __init__(self, browser: Any, served: Served, **options: Any) -> None:
        self.base = f"http://127.0.0.1:{served.port}"
        self.context = browser.new_context(base_url=self.base, **options)
        self.context.set_default_timeout(WAIT)
        self.page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("console", lambda m: self.faults.append(m.text))
        self.page.on("pageerror", lambda e: self.faults.append(str(e)))
        self.page.on(
            "request",
            lambda r: None if r.url.startswith((self.base, "data:")) else self.faults.append(r.url),
        )

    def sees(self, text: str) -> None:
        sync_api.expect(self.page.locator("main")).to_contain_text(text, timeout=WAIT)

    def fits(self) -> None:
        width = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert width <= 0

    def done(self) -> None:
        # A question without an answer is a reply with status 422, which Chromium's console mentions, as it does
        # a field that is not focused because somebody was quicker.
        said = ("status of 422", "Autofocus processing was blocked")
        assert [f for f in self.faults if not any(words in f for words in said)] == []
        self.context.close()


def test_on_a_phone_in_the_dark_by_keyboard(browser: Any, served: Served) -> None:
    someone = Visitor(
        browser, served, viewport={"width": 390, "height": 844}, color_scheme="dark", has_touch=True
    )
    page = someone.page
    page.goto("/")
    assert page.evaluate("document.activeElement.id") == "text"
    page.keyboard.type("The gardener could not lift the crate because it was too heavy.")
    page.keyboard.press("Enter")
    someone.sees("it = the crate")
    assert page.evaluate("document.activeElement.id") == "answer"
    assert page.locator("mark.answer").inner_text() == "the crate"
    assert page.locator("#answer li").count() > 0
    assert page.evaluate("document.querySelector('#answer img').naturalWidth") > 0
    drawn = page.locator(".graph img").bounding_box()
    assert drawn["x"] + drawn["width"] <= page.evaluate("innerWidth")
    proof = page.locator("#answer details").first
    assert not proof.evaluate("d => d.open")
    for _ in range(10):  # from the answer to the proof
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.tagName") == "SUMMARY":
            break
    page.keyboard.press("Enter")
    assert proof.evaluate("d => d.open")
    someone.fits()
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert dark == "rgb(22, 25, 30)"
    assert "pronoun=" not in page.url
    someone.done()


def test_examples_pronouns_and_what_has_no_answer(browser: Any, served: Served) -> None:
    someone = Visitor(browser, served, viewport={"width": 1200, "height": 900})
    page = someone.page
    page.goto("/")
    page.get_by_role("link", name="The gardener could not lift the crate because he").click()
    someone.sees("he = the gardener")
    page.get_by_label("sentence with").fill("Ann thanked Beth because she had helped her.")
    page.get_by_label("Pronoun").fill("her")
    page.get_by_role("button", name="Answer").click()
    someone.sees("her = ")
    page.go_back()
    someone.sees("he = the gardener")
    page.get_by_label("sentence with").fill("The rain fell on the roof.")
    page.get_by_role("button", name="Answer").click()
    someone.sees("The text has no pronoun to ask about")
    assert page.get_by_label("sentence with").input_value() == "The rain fell on the roof."
    someone.fits()
    someone.done()


def test_what_is_pasted(browser: Any, served: Served) -> None:
    someone = Visitor(browser, served)
    page = someone.page
    page.goto("/")
    page.evaluate(
        """() => {
            const data = new DataTransfer();
            data.setData("text", "x".repeat(10_000_000));
            const paste = new ClipboardEvent("paste", { clipboardData: data, bubbles: true });
            document.getElementById("text").dispatchEvent(paste);
        }"""
    )
    someone.sees("The page takes 1000 characters: the rest of what was pasted is left out.")
    page.get_by_label("sentence with").fill(
        "The gardener\ncould not lift\n\nit; [the crate] was heavy."
    )
    page.get_by_role("button", name="Answer").click()
    someone.sees("'the crate' is in brackets, and is no pronoun.")
    page.get_by_label("sentence with").fill(
        "The gardener\ncould not lift\n\nthe crate because it was too heavy."
    )
    page.get_by_role("button", name="Answer").click()
    someone.sees("it = the crate")
    someone.sees("If things cannot be lifted")
    assert "U+000D" not in page.locator("#answer").inner_text()
    someone.done()


@pytest.mark.parametrize("width", [390, 1200])
def test_the_documentation_sends_its_examples(browser: Any, served: Served, width: int) -> None:
    someone = Visitor(browser, served, viewport={"width": width, "height": 844})
    page = someone.page
    page.goto("/docs")
    someone.fits()
    form = page.locator("form.try[data-path='/solve']").nth(1)
    form.get_by_role("button", name="Send").click()
    sync_api.expect(form.locator("output pre")).to_contain_text("status 200", timeout=WAIT)
    assert '"candidate": "Ruth"' in form.locator("output").inner_text()
    area = form.locator("textarea")
    area.fill('{"text": 7}')
    form.get_by_role("button", name="Send").click()
    sync_api.expect(form.locator("output pre")).to_contain_text("status 422", timeout=WAIT)
    someone.done()


def test_without_scripts(browser: Any, served: Served) -> None:
    someone = Visitor(browser, served, java_script_enabled=False)
    page = someone.page
    page.goto("/")
    page.get_by_label("sentence with").fill("Ada comforted Ruth because she was sad.")
    page.get_by_role("button", name="Answer").click()
    someone.sees("she = Ruth")
    page.goto("/docs")
    assert page.get_by_role("button", name="Send").count() == 0
    assert page.locator("textarea").count() == 5
    someone.done()
