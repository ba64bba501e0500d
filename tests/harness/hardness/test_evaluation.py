"""An evaluation as record, text, page and plots."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from pathlib import Path

import html5lib
import pytest

from coindex.harness.hardness.labels import Labels
from coindex.harness.hardness.measured import Measured
from coindex.harness.hardness.report.evaluation import (
    CROSSED,
    EXPLAINED,
    PUBLISHED,
    SMOOTH,
    Options,
    Record,
    record,
    rows_of,
    rows_of_labels,
)
from coindex.harness.hardness.report.page import render, write_page
from coindex.harness.hardness.report.plots import plots, write_plots
from coindex.harness.hardness.report.tables import items, text
from tests.harness.hardness.made import SIZES, golds, measured
from tests.harness.hardness.test_model import coefficients

pytest.importorskip("scipy")
pytest.importorskip("matplotlib")
OPTIONS = Options(SIZES, samples=99)
SOME = [measured(n) for n in range(40)]
HUMANS = {m.id: round(0.5 + 0.5 * (int(m.id) * 7 % 40) / 40, 3) for m in SOME}


def made(
    some: list[Measured] = SOME, humans: dict[str, float] = HUMANS, options: Options = OPTIONS
) -> Record:
    rows = rows_of(some, humans, coefficients(), options)
    return record(rows, options, {"command": "x < y", "schemas": "a&b.xml"})


@pytest.fixture(scope="module")
def whole() -> Record:
    return made()


def row(found: Record, index: str, which: str) -> Record:
    return next(c for c in found["correlations"] if (c["index"], c["items"]) == (index, which))


def test_all_items_and_those_with_an_index() -> None:
    none = [measured(n, labels=[None] * 3) for n in range(6)]
    found = made([*none, *SOME[6:]])
    assert row(found, PUBLISHED, "with an index")["pearson"]["items"] <= 34
    assert row(found, PUBLISHED, "all")["pearson"]["items"] == 40
    assert row(found, EXPLAINED, "all")["pearson"]["items"] == 40
    assert row(found, CROSSED, "all")["pearson"]["items"] == 40
    assert json.loads(json.dumps(found)) is not None


def test_an_index_that_is_right_correlates(whole: Record) -> None:
    humans = {m.id: 1 - (m.labels.count(1 - (m.answer or 0)) / 3) for m in SOME}
    labelled = [m for m in SOME if None not in m.labels]
    found = made(labelled, {m.id: humans[m.id] for m in labelled})
    assert row(found, SMOOTH, "all")["pearson"]["r"] == pytest.approx(1.0, abs=1e-3)
    assert found["classes"]["human"]["easy"] > found["classes"]["human"]["hard"]
    assert found["classes"]["easy_and_hard"]["p"] < 0.2
    order = next(o for o in found["twins"]["order"] if o["index"] == SMOOTH)
    assert order["as_people"] == order["differing"]
    assert row(whole, SMOOTH, "all")["pearson"]["r"] < 0.9


def test_classes_have_means_with_deviations(whole: Record) -> None:
    easy = [HUMANS[m.id] for m in SOME if whole_class(whole, m.id) == "easy"]
    mean = sum(easy) / len(easy)
    deviation = (sum((x - mean) ** 2 for x in easy) / (len(easy) - 1)) ** 0.5
    assert whole["classes"]["human"]["easy"] == pytest.approx(mean, abs=1e-4)
    assert whole["classes"]["deviation"]["easy"] == pytest.approx(deviation, abs=1e-4)
    assert f"easy {mean:.2f} ± {deviation:.2f}" in text(whole)


def whole_class(found: Record, item: str) -> str:
    return str(next(each["class"] for each in found["items"] if each["id"] == item))


def test_no_line_says_that_there_is_no_correlation() -> None:
    same = made([measured(n, labels=[0, 0, 0]) for n in range(0, 40, 2)])
    assert same["reliability"]["halves"][0]["r"] is None
    assert "r = -" not in text(same)


def test_abstention(whole: Record) -> None:
    strict = made(options=replace(OPTIONS, least=3))
    few = row(strict, PUBLISHED, "with an index")["pearson"]["items"]
    some = [c for c in whole["correlations"] if c["index"] == PUBLISHED]
    assert few < max(c["pearson"]["items"] for c in some)


def test_shares_and_errors(whole: Record) -> None:
    for at, each in enumerate(whole["by_size"]):
        labels = [(m.labels[at], m.answer) for m in SOME]
        assert each["answered"]["items"] == sum(label is not None for label, _ in labels)
        assert each["right"]["items"] == sum(label == answer for label, answer in labels)
        share = each["right"]["share"]
        assert each["right"]["error"] == pytest.approx((share * (1 - share) / 40) ** 0.5, abs=1e-3)


def test_reliability(whole: Record) -> None:
    rounds, sizes = whole["reliability"]["halves"]
    assert rounds["r"] == pytest.approx(1.0)
    assert rounds["ceiling"] == pytest.approx(1.0)
    assert abs(sizes["r"]) < 1
    fewer = made(options=replace(OPTIONS, subjects=20))
    assert fewer["reliability"]["people"] < 1
    assert fewer["reliability"]["halves"][0]["ceiling"] < 1


@pytest.mark.parametrize(
    ("some", "humans"),
    [
        (SOME[:1], {"0": 0.9}),
        (SOME[:2], {"0": 0.9}),
        (SOME, {}),
        (SOME, dict.fromkeys(HUMANS, 0.9)),
        ([replace(m, course=None, features={}, error="nothing") for m in SOME], HUMANS),
        ([replace(SOME[0], course=None), *SOME[1:]], HUMANS),
    ],
)
def test_little_data_is_told_all_the_same(some: list[Measured], humans: dict[str, float]) -> None:
    found = made(some, humans)
    assert "nan" not in json.dumps(found).lower()
    assert text(found)
    html5lib.HTMLParser(strict=True).parse(render(found))
    assert len(items(found["items"]).splitlines()) == len(some) + 1


def test_other_systems_answers() -> None:
    some = golds()
    labels = Labels((1,), {g.item.id: (0,) for g in some})
    options = Options((1,), samples=20)
    rows = rows_of_labels(some, labels, {"0": 1.0, "1": 0.5, "2": 0.4, "3": 0.9}, options)
    found = record(rows, options, {})
    assert [i["class"] for i in found["items"]] == ["easy", "hard", "hard", "easy"]
    assert [i["indexes"][SMOOTH] for i in found["items"]] == [0.0, 1.0, 1.0, 0.0]
    assert "explained" not in text(found)
    html5lib.HTMLParser(strict=True).parse(render(found))


def test_text_tells_all(whole: Record) -> None:
    page = text(whole)
    for words in ("Spearman", "permutation", "ANOVA", "pairs of twins", "Spearman-Brown", "±"):
        assert words in page


def test_the_page_is_valid_and_escaped(whole: Record, tmp_path: Path) -> None:
    page = render(whole)
    html5lib.HTMLParser(strict=True).parse(page)
    assert page == render(whole)
    assert "<b>is</b>" not in page
    assert "&lt;b&gt;is&lt;/b&gt;" in page
    assert "<script" not in page
    assert page.count("<img") == len(list(plots(whole)))
    write_page(whole, tmp_path / "p.html")
    assert (tmp_path / "p.html").read_text() == page


def test_plots_are_written_the_same_each_time(whole: Record, tmp_path: Path) -> None:
    names = [plot.name for plot in plots(whole)]
    assert {"sizes", "map", "stack", "people-1"} <= set(names)
    first = {path.name: path.read_bytes() for path in write_plots(whole, tmp_path / "plots")}
    assert sorted(first) == sorted(f"{name}.{kind}" for name in names for kind in ("png", "svg"))
    assert first["map.png"].startswith(b"\x89PNG")
    for name in names:
        root = ElementTree.fromstring(first[f"{name}.svg"])
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
    again = {path.name: path.read_bytes() for path in write_plots(whole, tmp_path / "plots")}
    assert again == first
