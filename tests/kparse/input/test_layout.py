"""The layout of pasted texts: markup, wrapped lines, headings, lists, tables, heads of e-mails."""

from __future__ import annotations

import textwrap

import pytest

from kparse.input.layout import lay_out, unwrapped


def words(text: str) -> list[str]:
    return [" ".join(line.split()) for line in lay_out(text).text.split("\n") if line.strip()]


def apart(text: str) -> list[tuple[str, str]]:
    laid = lay_out(text)
    return [(" ".join(laid.text[start:end].split()), kind) for start, end, kind in laid.apart]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("<p>Nora <em>saw</em> Ida.</p><p>She left.</p>", ["Nora saw Ida.", "She left."]),
        ("<ul><li>a pan</li><li class='x'>a lid</li></ul>", ["a pan", "a lid"]),
        ("salt &amp; pepper&nbsp;mill 2 &lt; 3", ["salt & pepper mill 2 < 3"]),
        ("<script>var she = 1;</script>Ida <!-- she -->slept.", ["Ida slept."]),
        ("2 < 3 and <ida@example.org> > 1", ["2 < 3 and <ida@example.org> > 1"]),
        ("**Nora** saw _Ida_ and [the *old* mill](https://example.org/m).", ["Nora saw Ida and the old mill ."]),
        ("![a map](map.png)Ida has `two` pans.", ["Ida has two pans."]),
        ("- a pan\n- a lid", ["a pan", "a lid"]),
        ("1. Nora baked.\n2. Ida slept.", ["Nora baked.", "Ida slept."]),
        ("> Nora baked\n> a cake.\n\nIda slept.", ["Nora baked a cake.", "Ida slept."]),
        ("Nora: Where is the pan?\nIda: It broke.", ["Nora: Where is the pan?", "Ida: It broke."]),
        ("The Mill and Its Miller\nNora owns the mill.", ["The Mill and Its Miller", "Nora owns the mill."]),
        ("Nora owns\nthe mill.", ["Nora owns the mill."]),
        ("Nora owns the mill and\nIda a barn.", ["Nora owns the mill and Ida a barn."]),
        ("The pans:\n- he says - are old.", ["The pans:", "he says - are old."]),
    ],
)  # fmt: skip
def test_text_without_its_marks(text: str, lines: list[str]) -> None:
    assert words(text) == lines


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("## Known faults ##\n\nIt leaks.", [("Known faults", "heading")]),
        ("Known faults\n------------\nIt leaks.", [("Known faults", "heading")]),
        ("<h2>Known faults</h2>It leaks.", [("Known faults", "heading")]),
        ("| pan | lid |\n|---|---|\n| 1 | 2 |", [("pan lid", "row"), ("1 2", "row")]),
        ("pan\tlid\tcup\n1\t2\t3\n", [("pan lid cup", "row"), ("1 2 3", "row")]),
        ("<tr><td>pan</td><td>lid</td></tr>", [("pan", "row"), ("lid", "row")]),
        (
            "From: Ida Kern <ida@example.org>\nSubject: Pans\n\nThey leak.",
            [("From: Ida Kern <ida@example.org>", "header"), ("Subject: Pans", "header")],
        ),
        ("Figure 2: The mill\n\nIt fell.", [("Figure 2: The mill", "caption")]),
        ("#pans are back", []),
        ("Nora: Hello.\nIda: Hello.\nNora: Bye.", []),
        ("She paid: 3 coins\tand left.", []),
    ],
)
def test_lines_that_are_no_running_text(text: str, found: list[tuple[str, str]]) -> None:
    assert apart(text) == found


PROSE = (
    "Nora Beck baked a loaf for Ida Kern, who had come from Basel in May. She cut it - it was still warm - and "
    "gave her 12 slices. Then Karl came in, and they sat down. He had brought a jar of honey from his hives in Bern."
)


@pytest.mark.parametrize("width", range(30, 90))
def test_a_wrapped_text_is_joined(width: int) -> None:
    wrapped = textwrap.fill(PROSE, width)
    assert lay_out(wrapped).text == PROSE
    assert unwrapped(wrapped) == PROSE


@pytest.mark.parametrize(
    "text",
    ["", "\n", "a\r\nb", "#", "|", "---", "<", "<p", "&", "- ", "**", "\t\t\t", "a:\n"],
)
def test_nothing_moves(text: str) -> None:
    laid = lay_out(text)
    assert len(laid.text) == len(text)
    assert lay_out(laid.text).text == laid.text


def test_sentences_begin_at_lines_that_are_no_running_text() -> None:
    text = "# Pans\n\nIda has\ntwo pans.\n\nThey leak.\n- one\n- two\n\nNora left."
    begun = [text[place:].split("\n")[0] for place in lay_out(text).breaks]
    assert begun == ["Pans", "Ida has", "one", "two"]
