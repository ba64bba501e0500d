"""The report of a run: its content, that texts are escaped everywhere, and that it is valid HTML."""

from __future__ import annotations

import base64
import hashlib
import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import html5lib
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coindex.files.templates import seen
from coindex.harness.report.page import TEMPLATES, render, write_report
from coindex.harness.report.plots import Frame
from coindex.harness.scores.run import Run, SetInfo, item_from, to_json
from coindex.harness.scores.tally import scores_of_sets
from kparse.errors import InputError

Record = dict[str, Any]

ITEMS: Any = TEMPLATES.get_template("items.html").module
PLOTS: Any = TEMPLATES.get_template("plots.html").module

PEOPLE = "Ada Bea Cleo Dora Edda Fay Gwen Hope Iris June".split()
DEEDS = [
    ("thanked", "had mended the old gate"),
    ("blamed", "had lost the key to the barn"),
    ("followed", "knew the way over the moor"),
    ("envied", "had won the rowing race"),
    ("comforted", "was sad about the broken lamp"),
]
CLASSES = ["parse", "link", "row", "axiom", "both", "outweighed", "preference"]


def explanation(text: str, first: str, second: str) -> str:
    """A tree about as large as those of real answers."""
    steps = "".join(
        f"│  ├─ step {step}: it is said of {first} that she did it, as its subject\n│  │     [from the text]\n"
        for step in range(9)
    )
    return (
        f"{text}\n\n“she” is read as “{first}” [confidence 0.83, margin 5 (knowledge)]\n"
        f"├─ decided by knowledge (rules and rows written by people)\n└─ because {first} did it\n"
        f"   │  [knowledge/axioms/deeds.lp:12 · deed_by_cause · weight 5 · source authored]\n{steps}\n"
        f"the other reading: “{second}” [costs 5 more (knowledge); cost: knowledge 5]\n"
        "└─ no rule spoke for this reading or against it"
    )


def an_item(number: int, chance: random.Random, name: str) -> Record:
    """A made-up question; numbers 2k and 2k+1 are twins."""
    first, second = chance.sample(PEOPLE, 2)
    verb, cause = DEEDS[number // 2 % len(DEEDS)]
    text = f"{first} {verb} {second} because she {cause}."
    start = text.index(" she ") + 1
    by = chance.choice(["knowledge", "knowledge", "mined", "preference", "tie"])
    confidence = 0.5 if by == "tie" else round(0.5 + chance.random() / 2, 4)
    gold = number % 2
    answer = gold if chance.random() < confidence else 1 - gold
    miss = None if answer == gold and by == "knowledge" else chance.choice(CLASSES)
    rule = {
        "id": "deed_by_cause",
        "weight": 5,
        "sign": 1,
        "text": f"{first} did it, and who does such a thing is {verb}",
        "file": "knowledge/axioms/deeds.lp",
        "line": 12,
    }
    return {
        "set": name,
        "id": str(number),
        "pair": f"{name}:{number // 2}",
        "part": ("tune", "held")[number // 2 % 2],
        "tags": [["social", "deed"], ["social"], []][number % 3],
        "kind": "pronoun",
        "text": text,
        "pronoun": "she",
        "start": start,
        "end": start + 3,
        "candidates": [first, second],
        "gold": gold,
        "answer": answer,
        "right": answer == gold,
        "decided_by": by,
        "confidence": confidence,
        "margin": 0 if by == "tie" else round(20 * (confidence - 0.5)) + 1,
        "level": "" if by == "tie" else by,
        "costs": [0, 5] if answer == 0 else [5, 0],
        "rules": [[rule] if at == answer and by == "knowledge" else [] for at in (0, 1)],
        "baselines": {"first": 0, "recency": 1, "parallelism": 0, "subject": None},
        "human": round(0.6 + 0.4 * chance.random(), 2) if number % 5 == 0 else None,
        "miss": miss if answer != gold else None,
        "hole": miss,
        "about": [verb] if miss == "row" else [],
        "why": f"no row for “{verb}”" if miss else "",
        "missing": [verb] if miss == "row" else [],
        "graph": f"# ::snt {text}\n(d1 / text :kind text\n   :snt1 (e1 / {verb.rstrip('d')}~1 :kind event))",
        "explanation": explanation(text, first, second),
        "ms": 12.5,
        "error": None,
        "sentences": [],
        "alone": None,
    }


def a_run(sizes: Mapping[str, int], seed: int = 1, **changes: Any) -> Record:
    """A run over made-up sets of those sizes."""
    chance = random.Random(seed)
    items = [
        an_item(number, chance, name) for name, size in sizes.items() for number in range(size)
    ]
    return finished(items, **changes)


def finished(items: Sequence[Record], **changes: Any) -> Record:
    """A run of these items."""
    names = list(dict.fromkeys(item["set"] for item in items))
    asked = [item_from(json.dumps(item)) for item in items]
    count = Counter(item["set"] for item in items)
    run = Run(
        command="python cli.py evaluate yard=yard.jsonl farm=farm.jsonl",
        seed="1",
        program={"version": "0.1.0", "knowledge": "3f" * 20},
        sets={name: SetInfo(f"{name}.jsonl", "ab" * 32, "jsonl", count[name]) for name in names},
        scores=scores_of_sets(asked, names),
        items=tuple(asked),
    )
    return {**to_json(run), **changes}


# --------------------------------------------------------------------------------------- reading it


def parsed(page: str) -> Element:
    """The page as a tree; anything that is not valid HTML raises."""
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    return parser.parse(page)


def words(node: Element) -> str:
    return "".join(node.itertext())


def lines(tree: Element) -> list[Element]:
    """The items."""
    return tree.findall(".//*[@id='list']/details")


def by_id(tree: Element, name: str) -> Element:
    found = tree.find(f".//*[@id='{name}']")
    assert found is not None, name
    return found


def addresses(tree: Element) -> Iterator[tuple[str, str]]:
    """Each link: where it leads, and its words."""
    for node in tree.iter("a"):
        yield node.attrib["href"], words(node)


@pytest.fixture(scope="module")
def run() -> Record:
    made = a_run({"yard": 60, "farm": 44})
    made["comparison"] = {
        "run": "before.json",
        "items": 104,
        "first_only": 1,
        "second_only": 2,
        "p": 1.0,
        "newly_right": [[i["set"], i["id"]] for i in made["items"] if i["right"]][-2:],
        "newly_wrong": [[i["set"], i["id"]] for i in made["items"] if not i["right"]][:1],
    }
    return made


@pytest.fixture(scope="module")
def page(run: Record) -> str:
    return render(run)


@pytest.fixture(scope="module")
def tree(page: str) -> Element:
    return parsed(page)


def test_the_same_run_gives_the_same_bytes(run: Record, page: str) -> None:
    assert render(json.loads(json.dumps(run))) == page


def test_nothing_is_fetched_and_no_script_or_style_hides_in_an_attribute(
    page: str, tree: Element
) -> None:
    for node in tree.iter():
        for name, value in node.attrib.items():
            assert not str(name).startswith("on"), name
            assert name not in ("src", "srcset", "style", "action", "data"), name
            assert name != "href" or value.startswith("#")
    style = words(tree.find(".//style"))  # type: ignore[arg-type]
    assert "url(" not in style
    assert "@import" not in style


def test_the_policy_lets_in_this_style_and_this_script_only(tree: Element) -> None:
    policy = tree.find(".//meta[@http-equiv='Content-Security-Policy']").attrib["content"]  # type: ignore[union-attr]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'none'"
    for kind, name in (("style", "style-src"), ("script", "script-src")):
        (only,) = tree.iter(kind)
        digest = base64.b64encode(hashlib.sha256(words(only).encode()).digest()).decode()
        assert rules[name] == f"'sha256-{digest}'"


def test_ids_are_unique_and_every_reference_leads_somewhere(tree: Element) -> None:
    ids = [node.attrib["id"] for node in tree.iter() if "id" in node.attrib]
    assert len(ids) == len(set(ids))
    for node in tree.iter():
        for name in node.attrib.get("aria-labelledby", "").split():
            assert name in ids
    places = {href[1:] for href, _ in addresses(tree) if "=" not in href}
    assert places <= set(ids)


def test_each_count_is_that_of_the_items_to_which_it_leads(tree: Element) -> None:
    """What the filter will show is counted here by the attributes that it reads."""
    checked = 0
    for href, found in addresses(tree):
        if "=" not in href or "sort=" in href:
            continue
        wanted = parse_qsl(href[1:])
        behind = [
            each
            for each in lines(tree)
            if all(
                value in each.attrib.get(f"data-{name}", "").split("\n") for name, value in wanted
            )
        ]
        _, _, whole = found.partition(" of ")
        assert int((whole or found).split()[0].replace(",", "")) == len(behind), (href, found)
        checked += 1
    assert checked


def test_the_misses_of_a_class_are_listed_by_what_they_are_about(
    run: Record, tree: Element
) -> None:
    numbers = dict(enumerate(run["items"], 1))
    folded = by_id(tree, "misses").findall("details")
    assert len(folded) == len(CLASSES)
    for name, node in zip(CLASSES, folded, strict=True):
        wrong = {number for number, item in numbers.items() if item["miss"] == name}
        assert words(node[0]) == f"{name}: {len(wrong)} wrong"
        assert {href for href, _ in addresses(node)} == {f"#item-{number}" for number in wrong}
        for each in node.iter("li"):
            about = [
                numbers[int(href.removeprefix("#item-"))]["about"] for href, _ in addresses(each)
            ]
            assert all(words(each[0]) in (found or ["–"]) for found in about)


def test_a_comparison_names_the_run_and_marks_the_items(run: Record, tree: Element) -> None:
    section = by_id(tree, "comparison")
    row = [words(each) for each in section.find(".//tbody/tr")]  # type: ignore[union-attr]
    assert row == ["before.json", "104", "2", "1", "1"]
    marks = {
        (run["items"][at]["set"], run["items"][at]["id"]): node.attrib["data-change"]
        for at, node in enumerate(lines(tree))
        if "data-change" in node.attrib
    }
    compared = run["comparison"]
    assert marks == {
        **{tuple(key): "newly right" for key in compared["newly_right"]},
        **{tuple(key): "newly wrong" for key in compared["newly_wrong"]},
    }


def test_the_parts_are_named_with_their_figures(run: Record, tree: Element) -> None:
    head = words(by_id(tree, "scores"))
    summary = words(tree.find(".//dl"))  # type: ignore[arg-type]
    for part, meaning in (("tune", "looked at while rules were written"), ("held", "was not")):
        scored = run["scores"]["all"][part]
        assert meaning in summary
        assert f"{scored['right']} of {scored['items']}" in summary
        assert f"{100 * scored['accuracy']:.1f}\xa0%" in head
    for name, info in run["sets"].items():
        assert any(
            words(row).startswith(name) and info["sha256"] in words(row) for row in tree.iter("tr")
        )
    assert run["command"] in words(tree)
    assert run["program"]["knowledge"] in words(tree)


def test_an_item_shows_all_that_the_run_has_of_it(run: Record, tree: Element) -> None:
    for number, (item, node) in enumerate(zip(run["items"], lines(tree), strict=True), 1):
        summary, body = list(node)
        assert body.attrib["id"] == f"item-{number}"
        assert [words(m) for m in summary.iter("mark")] == [item["pronoun"]]
        assert item["text"] in words(summary)
        assert node.attrib["data-result"] == ("right" if item["right"] else "wrong")
        rows = [[words(each) for each in row] for row in body.find(".//tbody")]  # type: ignore[union-attr]
        for at, (phrase, role, cost, rules) in enumerate(rows):
            assert phrase == item["candidates"][at]
            assert ("gold" in role, "answer" in role) == (item["gold"] == at, item["answer"] == at)
            assert cost == str(item["costs"][at])
            for rule in item["rules"][at]:
                assert f"+5 {rule['id']}: {rule['text']} {rule['file']}:{rule['line']}" in rules
        found = [words(pre) for pre in body.iter("pre")]
        assert found == [item["explanation"], item["graph"]]
        facts = words(body.find("dl"))  # type: ignore[arg-type]
        assert (item["why"] in facts) if item["hole"] else ("miss" not in facts)
        twin = number + 1 if number % 2 else number - 1
        assert [href for href, _ in addresses(body)] == [f"#item-{twin}"]


def test_without_a_script_all_is_there_and_no_dead_form(tree: Element) -> None:
    assert "hidden" in by_id(tree, "filter").attrib
    assert not any("hidden" in node.attrib for node in lines(tree))


def test_a_pair_of_many_does_not_make_a_large_page() -> None:
    items = [{**item, "pair": "one for all"} for item in a_run({"yard": 60})["items"]]
    tree = parsed(render(finished(items)))
    assert {len(list(addresses(node))) for node in lines(tree)} == {4}


def test_what_a_run_does_not_have_is_left_out() -> None:
    items = [
        {
            **item,
            "human": None,
            "tags": [],
            "miss": None,
            "hole": None,
            "why": "",
            "explanation": None,
            "graph": "",
        }
        for item in a_run({"yard": 10})["items"]
    ]
    bare = finished(items)
    for parts in bare["scores"].values():
        for scored in parts.values():
            scored["twins"]["pairs"] = 0
    tree = parsed(render(bare))
    assert {node.attrib["id"] for node in tree.iter("section")} == {
        "scores",
        "coverage",
        "confidence",
        "items",
    }
    assert not tree.findall(".//pre")
    assert not any("all sets" in words(row) for row in tree.iter("tr"))


def test_a_run_without_right_answers_has_items_and_no_scores() -> None:
    items = [
        {**item, "gold": None, "right": None, "miss": None, "hole": None, "why": ""}
        for item in a_run({"yard": 6})["items"]
    ]
    tree = parsed(render(finished(items)))
    assert [node.attrib["id"] for node in tree.iter("section")] == ["items"]
    assert "nothing scored" in words(tree)
    assert [node.attrib["data-result"] for node in lines(tree)] == ["no gold"] * 6


def test_a_choice_and_an_error_are_shown() -> None:
    item = {
        **a_run({"yard": 1})["items"][0],
        "kind": "choice",
        "text": "The kettle whistled.",
        "pronoun": "the cause",
        "start": 0,
        "end": 0,
        "answer": None,
        "right": False,
        "decided_by": "error",
        "costs": [],
        "rules": [],
        "error": "the solver ran out of time",
        "miss": "parse",
        "hole": "parse",
    }
    tree = parsed(render(finished([item])))
    (node,) = lines(tree)
    assert words(node[0]).endswith("The kettle whistled. the cause?")
    assert "the solver ran out of time" in words(node)


# ----------------------------------------------------------------------------------- hostile texts

HOSTILE = (
    "</script><script>document.title='out'</script><img src=x onerror=\"document.title='out'\"> it's \"so\" "
    "</pre></details><style>*{display:none}</style><!-- &amp; \u202egnp.exe\u202c \u2066x\x00\x1b[31m \ud800 \ufeff"
)


def hostile(item: Record) -> Record:
    """Put the text into every place that holds one."""
    rule = {"id": HOSTILE, "weight": 5, "sign": -1, "text": HOSTILE, "file": HOSTILE, "line": 1}
    texts = dict.fromkeys(
        "set id pair part text pronoun level why graph explanation error decided_by miss hole".split(),
        HOSTILE,
    )
    return {
        **item,
        **texts,
        "tags": [HOSTILE],
        "candidates": [HOSTILE, HOSTILE],
        "missing": [HOSTILE],
        "about": [HOSTILE],
        "rules": [[rule], []],
        "baselines": {HOSTILE: 0},
        "start": 5,
        "end": 9,
    }


def hostile_run() -> Record:
    run = finished([a_run({"bad": 1})["items"][0], *a_run({"yard": 7})["items"][1:]])
    run["items"][0] = hostile(run["items"][0])
    for by_set in (run["sets"], run["scores"]):
        by_set[HOSTILE] = by_set.pop("bad")
    run["command"] = run["seed"] = HOSTILE
    run["program"] = {"version": HOSTILE, "knowledge": HOSTILE}
    return run


def test_no_text_gets_out_of_its_place() -> None:
    tree = parsed(render(hostile_run()))
    assert len(list(tree.iter("script"))) == len(list(tree.iter("style"))) == 1
    assert not list(tree.iter("img"))
    node = lines(tree)[0]
    assert len(lines(tree)) == 7
    assert words(node[0].find("span")) == seen(HOSTILE)  # type: ignore[arg-type]
    assert [words(pre) for pre in node.iter("pre")] == [seen(HOSTILE)] * 2
    for character in "\u202e\u202c\u2066\x00\x1b\ud800\ufeff":
        assert character not in words(tree)
        assert f"⟨U+{ord(character):04X}⟩" in words(node)


@given(
    st.text(st.characters(exclude_categories=[]), max_size=40),
    st.integers(0, 40),
    st.integers(0, 40),
)
@settings(max_examples=60, deadline=None)
def test_any_text_is_shown_as_it_is(text: str, start: int, end: int) -> None:
    item = {
        **a_run({"yard": 1})["items"][0],
        "text": text,
        "start": start,
        "end": end,
        "pronoun": "",
    }
    fragment = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parseFragment(
        ITEMS.marked(item)
    )
    assert words(fragment).rstrip(" ") == seen(text).rstrip(" ")


# ------------------------------------------------------------------------------------------- plots


@st.composite
def scored(draw: st.DrawFn) -> Record:
    """Scores of some items, as extreme as they may be."""
    items = draw(st.integers(1, 400))
    chance = random.Random(draw(st.integers(0, 9)))
    skill = draw(st.sampled_from([0.0, 0.3, 0.7, 1.0]))
    made = [
        {**item, "answer": item["gold"] if right else 1 - item["gold"], "right": right}
        for item in (an_item(at, chance, "yard") for at in range(items))
        for right in [chance.random() < skill]
    ]
    return dict(finished(made)["scores"]["all"]["all"])


@given(scored(), scored())
@settings(max_examples=25, deadline=None)
def test_every_mark_lies_within_its_plot(tune: Record, held: Record) -> None:
    both = {"tune": tune, "held": held}
    drawings = [
        PLOTS.accuracy("a", "t", [("yard", part, each) for part, each in both.items()]),
        PLOTS.coverage("a", "t", both),
        PLOTS.reliability("a", "t", both),
        PLOTS.misses("a", "t", CLASSES, both),
    ]
    for drawing in drawings:
        svg = ElementTree.fromstring(drawing)
        _, _, width, height = (float(each) for each in svg.attrib["viewBox"].split())
        for node in svg.iter():
            places = [
                (node.get(x), node.get(y))
                for x, y in (("x", "y"), ("cx", "cy"), ("x1", "y1"), ("x2", "y2"))
            ]
            places += [tuple(each.split(",")) for each in node.get("points", "").split()]  # type: ignore[misc]
            for x, y in places:
                if x is not None and y is not None:
                    assert 0 <= float(x) <= width, ElementTree.tostring(node)
                    assert 0 <= float(y) <= height, ElementTree.tostring(node)


def test_an_interval_ends_at_the_axis() -> None:
    bins = [{"from": 0.5, "to": 0.6, "items": 3, "mean": 0.55, "right": 2}]
    svg = ElementTree.fromstring(PLOTS.reliability("a", "t", {"held": {"reliability": bins}}))
    marks = list(svg.iter("line"))
    (ideal,) = (mark for mark in marks if mark.attrib["class"] == "ideal")
    (interval,) = (mark for mark in marks if mark.attrib["class"] == "reach held")
    assert ideal.attrib["y1"] == interval.attrib["y1"]


def test_a_curve_goes_through_its_values() -> None:
    frame = Frame(10.0, 20.0, 100.0, 50.0, x=(0.5, 1.0), y=(0.0, 1.0))
    assert [frame.across(value) for value in (0.5, 0.75, 1.0)] == [10, 60, 110]
    assert [frame.up(value) for value in (0.0, 0.5, 1.0)] == [70, 45, 20]


def test_the_first_answers_of_a_curve_are_left_out() -> None:
    steep = [
        {"share": at / 200, "precision": 1.0 if at > 19 else 0.0, "margin": 0}
        for at in range(1, 201)
    ]
    drawing = ElementTree.fromstring(
        PLOTS.coverage("a", "t", {"held": {"items": 200, "coverage": steep}})
    )
    (curve,) = (node for node in drawing.iter("polyline"))
    assert {place.split(",")[1] for place in curve.attrib["points"].split()} == {"28"}


def test_a_plot_says_its_numbers_in_words(tree: Element) -> None:
    name = "{http://www.w3.org/2000/svg}"
    drawings = list(tree.iter(f"{name}svg"))
    assert drawings
    for svg in drawings:
        title, description = list(svg)[:2]
        assert (title.tag, description.tag, svg.attrib["role"]) == (
            f"{name}title",
            f"{name}desc",
            "img",
        )
        assert words(title)
        assert any(character.isdigit() for character in words(description))


# ------------------------------------------------------------------------------------------ writing


def test_a_report_replaces_an_earlier_one(tmp_path: Path, run: Record, page: str) -> None:
    path = tmp_path / "report.html"
    path.write_text("earlier", encoding="utf-8")
    write_report(run, path)
    assert path.read_text(encoding="utf-8") == page
    assert [each.name for each in tmp_path.iterdir()] == ["report.html"]


@pytest.mark.parametrize("where", ["missing/report.html", "."])
def test_a_place_that_cannot_be_written_is_one_message(
    tmp_path: Path, run: Record, where: str
) -> None:
    with pytest.raises(InputError, match="cannot write"):
        write_report(run, tmp_path / where)
    assert not list(tmp_path.iterdir())
