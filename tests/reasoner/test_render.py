"""Explanations as text, JSON, DOT, SVG and HTML; why-not explanations; wording."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import get_args

import clingo
import pytest

from coindex.reasoner.answer import INFORMED, Answer, FiredRule, Outcome, Proof, Reading
from coindex.reasoner.asp.records import Rule
from coindex.reasoner.counterfactuals.conditions import counterfactual
from coindex.reasoner.counterfactuals.search import Counterfactual, Lack, Search
from coindex.reasoner.english.atoms import fill, statement
from coindex.reasoner.explaining.firings import Sources
from coindex.reasoner.explaining.proofs import narrator, prove
from coindex.reasoner.explaining.trace import trace
from coindex.reasoner.rendering.outline import DECIDED, Branch, outline
from coindex.reasoner.rendering.render import (
    schema,
    to_dot,
    to_html,
    to_json,
    to_svg,
    to_text,
    why_not,
)
from kparse.errors import InputError

TEXT = "The diver rescued the sailor, so he was glad."
WORDS = {"x1": "the diver", "x2": "the sailor", "p1": "he", "e1": "rescued", "s1": "was glad"}


def axiom(name: str, text: str, program: str) -> Rule:
    """Return an axiom."""
    return Rule(name, program, text, 1, "authored", "f.lp", 1, frozenset(), "axiom")


def phrase(term: str) -> str:
    """Return the words of a node of the sample."""
    return WORDS.get(term, term)


# ---------------------------------------------------------------------- a sample, solved and traced

THEORY = """\
% @id relieved_after_help
% @text {Y} was helped, and whoever is helped may be relieved
% @weight 4
expl(relieved_after_help,E,S) :- class(E,help), role(E,patient,Y), prop(S,X,relieved), coref(X,Y), not denied(E).
% @id helper_tired
% @text {Y} did the helping, and that tires
% @weight 3
expl(helper_tired,E,S) :- class(E,help), role(E,agent,Y), prop(S,X,tired), coref(X,Y).
"""
ENCODING = """\
1 { binds(P,X) : candidate(P,X,_) } 1 :- candidate(P,_,_).
coref(P,X) :- binds(P,X).
class(E,C) :- key(E,K), verb(K,C).
role(E,agent,X) :- arg(E,subj,X), class(E,_).
role(E,patient,X) :- arg(E,obj,X), class(E,_).
prop(S,X,P) :- key(S,A), adj(A,P), arg(S,subj,X).
support(I,E,S,W) :- expl(I,E,S), weight(I,W).
"""
PROGRAMS = [
    ("encodings/toy.lp", 1, ENCODING),
    ("axioms/help.lp", 20, THEORY),
    ("rows/verbs.lp", 312, 'verb("rescue",help).'),
    ("rows/adjectives.lp", 88, 'adj("glad",relieved).'),
    (
        "<question>",
        1,
        'key(e1,"rescue"). arg(e1,subj,x1). arg(e1,obj,x2). key(s1,"glad"). arg(s1,subj,p1).'
        "candidate(p1,x1,0). candidate(p1,x2,1). weight(relieved_after_help,4). weight(helper_tired,3).",
    ),
]


HIDDEN = frozenset(("key", "weight", "explained", "condition"))
"""Steps of a proof that only carry others."""


def model_of(node: str) -> list[str]:
    """Return the model in which the pronoun stands for a node."""
    control = clingo.Control(["0", "-Wnone"])
    control.add("\n".join(text for _, _, text in PROGRAMS))
    control.ground()
    models: list[list[str]] = []
    control.solve(on_model=lambda m: models.append([str(s) for s in m.symbols(atoms=True)]))
    return next(m for m in models if f"binds(p1,{node})" in m)


def reading_of(index: int, node: str, name: str) -> Reading:
    """Return a reading with its rules and proofs."""
    model = model_of(node)
    traced = trace(Sources(PROGRAMS), model, ["support(_,_,_,_)"])
    rules, proofs = [], []
    for atom in (a for a in model if a.startswith("support(")):
        proofs.append(prove(traced, atom, hide=HIDDEN, say=narrator(phrase)))
        (inner,) = (s for s in proofs[-1].because if s.atom.startswith("expl("))
        assert inner.rule is not None
        assert inner.file is not None
        assert inner.line is not None
        rules.append(FiredRule(inner.rule, inner.file, inner.line, inner.statement, 4, "authored"))
    level = {"knowledge": 0 if rules else 4, "preference": 1 - index}
    return Reading(
        index, name, node, 100 * level["knowledge"] + 1 - index, level, tuple(rules), tuple(proofs)
    )


@pytest.fixture(scope="module")
def answer() -> Answer:
    start = TEXT.index("he was")
    return Answer(
        text=TEXT,
        pronoun="he",
        start=start,
        end=start + 2,
        candidates=("the diver", "the sailor"),
        answer=1,
        decided_by="knowledge",
        confidence=0.8,
        readings=(reading_of(0, "x1", "the diver"), reading_of(1, "x2", "the sailor")),
        timings={"parse": 1.5, "solve": 0.25},
        graph="(d1 / text\n   :snt1 (e1 / rescue))",
        missing=("rope",),
    )


NASTY = (
    '<script>alert("&")</script> \\ \x07 ]]> %s {x} \N{SNOWMAN} "\N{RIGHT DOUBLE QUOTATION MARK}'
)


@pytest.fixture
def nasty() -> Answer:
    proof = Proof(NASTY, NASTY, "rule", NASTY, NASTY, 1, (Proof(NASTY, NASTY, "given"),))
    rule = FiredRule(NASTY, NASTY, 1, NASTY, 2, NASTY)
    readings = (
        Reading(0, NASTY, "x1", 0, {NASTY: 0}, (rule,), (proof,)),
        Reading(1, "b", None, 1, {NASTY: 1}, (replace(rule, sign=-1),)),
    )
    return Answer(
        NASTY, "it", 3, 5, (NASTY, "b"), 0, "mined", 0.6, readings, graph=NASTY, missing=(NASTY,)
    )


def every_answer() -> list[Answer]:
    """Return an answer for each outcome."""
    readings = (
        Reading(0, "a", "x1", 0, {"knowledge": 0}),
        Reading(1, "b", "x2", 0, {"knowledge": 0}),
    )
    silent = ("nothing parsed", "no pronoun", "no candidate")
    return [
        Answer(
            *("It is so.", "It", 0, 2, ("a", "b"), None if outcome in silent else 0, outcome),
            0.0 if outcome in silent else 0.5,
            () if outcome in (*silent, "error") else readings,
            error="the parser gave up" if outcome == "error" else None,
        )
        for outcome in get_args(Outcome)
    ]


# --------------------------------------------------------------------------------------------- text

EXPECTED = """\
The diver rescued the sailor, so [he] was glad.

“he” is read as “the sailor” [confidence 80 %, margin 4 (knowledge; weight 9 gives 90)]
├─ decided by knowledge (rules and rows written by people)
└─ because the sailor was helped, and whoever is helped may be relieved
   │  [axioms/help.lp:23 · relieved_after_help · weight 4 · source authored]
   ├─ “rescued” is a case of help [rows/verbs.lp:312]
   ├─ the sailor is the one it is done to in “rescued”, as its object, because “rescued” is a case
   │     of help [from the text]
   ├─ “was glad” says that he is relieved, because “glad” means that one is relieved
   │     [rows/adjectives.lp:88; from the text]
   ├─ he and the sailor are one and the same in this reading, because
   │  └─ it is assumed that the pronoun “he” is read as the sailor
   │     ├─ the pronoun “he” may be read as the diver [from the text]
   │     └─ the pronoun “he” may be read as the sailor [from the text]
   └─ there is no evidence that “rescued” is said not to be so

the other reading: “the diver” [costs 4 more (knowledge); cost: knowledge 4 + preference 1]
└─ no rule spoke for this reading or against it

What made the difference
└─ only if it is “the sailor”
   └─ because the sailor was helped, and whoever is helped may be relieved
         [axioms/help.lp:23 · relieved_after_help · weight 4 · source authored]

Words without rows
└─ rope"""


def test_text_is_a_tree_within_its_width(answer: Answer, nasty: Answer) -> None:
    assert to_text(answer, full=True) == EXPECTED
    for width in (40, 60):
        lines = to_text(answer, width=width, full=True).splitlines()
        assert max(len(line) for line in lines[1:]) <= max(width, 50)
    named = replace(answer, missing=("rope", "caf\xe9"))
    text = to_text(named, ascii_only=True, full=True)
    assert text.isascii()
    assert '"he" is read as "the sailor"' in text
    assert text.endswith("`- caf\\xe9")
    for written in (to_text(nasty, full=True), why_not(nasty, 1, ["\x1b[2J"])):
        assert not {"\x07", "\x1b"} & set(written)


def test_rules_are_sorted_by_weight_and_repeats_are_counted() -> None:
    light = FiredRule("light", "f.lp", 1, "light", 2, "s")
    heavy = FiredRule("heavy", "f.lp", 2, "heavy", 5, "s")
    taste = FiredRule("taste", "f.lp", 3, "taste", 9, "s", "preference")
    reading = Reading(0, "a", None, 0, {}, (taste, light, heavy, light))
    text = to_text(Answer("", "it", 0, 0, ("a",), 0, "knowledge", 0.7, (reading,)), full=True)
    assert [text.index(word) for word in ("heavy", "light", "taste")] == sorted(
        text.index(word) for word in ("heavy", "light", "taste")
    )
    assert "because light [f.lp:1 · light · weight 2 · 2 times · source s]" in text


@pytest.mark.parametrize("sample", every_answer(), ids=get_args(Outcome))
def test_every_outcome_is_named(sample: Answer) -> None:
    text = to_text(sample, full=True)
    assert DECIDED[sample.decided_by] in " ".join(text.split())
    if sample.decided_by not in INFORMED:
        assert "decided by" not in text
        assert "because" not in text
    if sample.error:
        assert sample.error in text
    for form in (to_dot, to_svg, to_html, to_json):
        assert form(sample)


def test_a_guess_is_called_a_guess_and_names_the_words_without_rows() -> None:
    rule = FiredRule("parallel", "e.lp", 8, "both are subjects", 2, "authored", "preference")
    readings = (
        Reading(0, "a", "x1", 0, {"preference": 0}, (rule,)),
        Reading(1, "b", "x2", 2, {"preference": 2}),
    )
    guess = Answer("", "it", 0, 0, ("a", "b"), 0, "preference", 0.55, readings, missing=("zorb",))
    text = to_text(guess, full=True)
    for said in (
        "a guess by preference",
        "by preference: both are subjects",
        "knowledge of these might have decided",
        "zorb",
        "What differed, without deciding by knowledge",
    ):
        assert said in text


def test_proofs_without_words_do_not_overclaim() -> None:
    because = (
        Proof("not q", "q", "assumed false"),
        Proof("not not r", "not not r", "condition"),
        Proof("3 > 2", "3 > 2", "condition"),
        Proof(
            "2 = #count { X: s(X) }",
            "2 = #count { X: s(X) }",
            "counted",
            because=(Proof("s(a)", "s(a)", "row"),),
        ),
        Proof("c", "c", "chosen", file="f.lp", line=2),
        Proof("d", "d", "above"),
        Proof("no helper", "not some_helper(e1,x2)", "assumed false"),
        Proof("g", "g", "given"),
    )
    proof = Proof("p", "p", "rule", None, "f.lp", 9, because)
    reading = Reading(0, "a", None, 0, {}, (), (proof,))
    text = to_text(Answer("", "it", 0, 0, ("a",), 0, "preference", 0.5, (reading,)), full=True)
    for line in (
        "p, because [f.lp:9]",
        "there is no evidence that q",
        "it may be that r",
        "3 > 2",
        "counting: 2 = #count { X: s(X) }",
        "s(a) [listed]",
        "it is assumed that c [f.lp:2]",
        "d [justified above]",
        "g [from the text]",
    ):
        assert line in text
    assert "no helper" not in text


# --------------------------------------------------------------------------------------------- json


def test_json_follows_the_published_schema(answer: Answer, nasty: Answer) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    data = schema()
    validator = jsonschema.Draft202012Validator(data)
    validator.check_schema(data)
    odd = Answer("\ud800 it", "it", 2, 4, ("a",), 0, "tie", 0.5)  # what UTF-8 cannot hold
    for sample in (answer, nasty, odd, *every_answer()):
        validator.validate(json.loads(to_json(sample).encode("utf-8")))
    for change in ({"decided_by": "luck"}, {"confidence": 1.5}, {"answer": -1}, {"readings": [{}]}):
        assert not validator.is_valid({**json.loads(to_json(answer)), **change})
    assert tuple(data["properties"]["decided_by"]["enum"]) == get_args(Outcome)
    assert set(data["properties"]) == set(data["required"]) == set(answer.to_dict())
    written = json.loads(to_json(answer, indent=2))
    assert (written["candidate"], written["costs"]) == ("the sailor", [401, 0])


# -------------------------------------------------------------------------------- pictures and page


def test_dot_has_a_node_for_every_branch(answer: Answer) -> None:
    drawn = to_dot(answer)
    count = len(list(walk(outline(answer))))
    assert len(re.findall(r"^  n\d+ \[", drawn, re.MULTILINE)) == count
    assert len(re.findall(r"^  n\d+ -> n\d+;", drawn, re.MULTILINE)) == count - len(outline(answer))


def test_svg_is_well_formed_and_says_why(answer: Answer, nasty: Answer) -> None:
    root = ET.fromstring(to_svg(answer))
    words = " ".join(t.text or "" for t in root.iter("{http://www.w3.org/2000/svg}text"))
    assert "whoever is helped may be relieved" in words
    assert "axioms/help.lp:23" in words
    assert "prefers-color-scheme" in to_svg(answer)
    for line in to_dot(nasty).splitlines():
        assert len(re.findall(r'(?<!\\)(?:\\\\)*"', line)) % 2 == 0
    assert not list(ET.fromstring(to_svg(nasty)).iter("{http://www.w3.org/2000/svg}script"))


def test_svg_marks_the_phrases_and_fits_a_phone() -> None:
    text = "The baker who had fed the hungry sailor and his whole crew thanked Joe, as he had lit the old stove."
    start = text.index("he had lit")
    phrases = ("The baker", "the hungry sailor", "Joe")
    readings = tuple(Reading(i, phrase, None, i, {}) for i, phrase in enumerate(phrases))
    sample = Answer(text, "he", start, start + 2, phrases, 0, "knowledge", 0.7, readings)
    graph = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="300"></svg>'
    root = ET.fromstring(to_svg(sample, picture=graph))
    space = "{http://www.w3.org/2000/svg}"
    marked: dict[str, list[str]] = {}
    for part in root.iter(f"{space}tspan"):
        marked.setdefault(part.get("class", "").removeprefix("words").strip(), []).append(
            part.text or ""
        )
    assert marked["pronoun"] == ["he"]
    assert marked["answer"] == ["The", "baker"]
    assert marked["candidate"] == ["the", "hungry", "sailor", "Joe"]
    assert " ".join("".join(line.itertext()) for line in root.iter(f"{space}text")).startswith(text)
    width = float(root.get("width", "0"))
    assert width <= 390
    for box in [*root.iter(f"{space}rect"), *root.iter(f"{space}image")]:
        assert float(box.get("x", "0")) + float(box.get("width", "0")) <= width
    (image,) = root.iter(f"{space}image")
    assert image.get("href", "").startswith("data:image/svg+xml;base64,")


def walk(branches: Iterable[Branch]) -> Iterator[Branch]:
    for branch in branches:
        yield branch
        yield from walk(branch.under)


def test_html_is_one_page_that_fetches_nothing(answer: Answer, nasty: Answer) -> None:
    for sample in (answer, nasty):
        html = to_html(sample, picture=to_svg(sample))
        assert not re.search(r"<(?:script|link)|url\(|@import", html)
        links = re.findall(r'(?:src|href|srcset|action)="([^"]*)"', html)
        assert all(link.startswith("data:image/svg+xml;base64,") for link in links)
    html = to_html(answer)
    assert 'so <mark class="pronoun">he</mark> was glad.' in html
    assert all(branch.text.replace('"', "&#34;") in html for branch in walk(outline(answer)))
    assert "&lt;script&gt;alert(&#34;&amp;&#34;)" in to_html(nasty)
    assert "⟨U+0007⟩" in to_html(nasty)


def test_libraries_for_pictures_and_pages_are_imported_late() -> None:
    code = (
        "import sys; import coindex.reasoner.rendering.render, kparse.notation.draw;"
        "print({'jinja2', 'networkx'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


# ------------------------------------------------------------------------------------------ why not


def test_why_not_tells_reasons_and_what_was_missing(answer: Answer) -> None:
    search = Search(model_of("x1"), fixed=["coref"])
    rules = [
        axiom(name, text, program)
        for name, text, program in re.findall(r"% @id (\S+)\n% @text (.*)\n(?:%.*\n)*(.*)", THEORY)
        if name in ("relieved_after_help", "helper_tired")
    ]
    near = [counterfactual(one, phrase) for one in search.lacking(rules, 1)]
    text = why_not(answer, "the diver", near, width=200)
    assert text.splitlines() == [
        "Why not “the diver”?",
        "├─ For “the sailor”: The sailor was helped, and whoever is helped may be relieved."
        " [axioms/help.lp:23  relieved_after_help]",
        "├─ Nothing that is known speaks for the diver.",
        "├─ It could be the diver if the text said that the diver is the one it is done to in “rescued”:"
        " the diver was helped, and whoever is helped may be relieved",
        "└─ It could be the diver if the text said that he is tired: the diver did the helping, and that tires",
    ]


def test_why_not_says_if_there_is_nothing_to_compare(answer: Answer) -> None:
    assert "No rule came close" in why_not(answer, 0)
    assert why_not(answer, 1) == "“the sailor” is the reading that was chosen"
    assert why_not(answer, "Sailor", ascii_only=True).startswith('"the sailor" is the reading')
    readings = (Reading(0, "a", None, 0, {}), Reading(1, "b", None, 0, {}))
    tie = Answer("", "it", 0, 0, ("a", "b"), 0, "tie", 0.5, readings)
    assert "Nothing tells it from “a”." in why_not(tie, "b")
    broken = replace(tie, decided_by="error", readings=(), error="it broke")
    assert "it broke" in why_not(broken, 1)
    stone = FiredRule("no_eat", "sel.lp", 3, "stones do not eat", 6, "authored", sign=-1)
    against = replace(readings[1], cost=6, cost_by_level={"knowledge": 6}, rules=(stone,))
    refused = replace(tie, decided_by="knowledge", readings=(readings[0], against))
    assert "Not the other: stones do not eat." in why_not(refused, 1)
    assert "against it: stones do not eat [sel.lp:3 · no_eat · weight -6" in to_text(
        refused, full=True
    )


@pytest.mark.parametrize("candidate", ["the whale", "the", 2, -1, ""])
def test_why_not_of_an_unknown_candidate(answer: Answer, candidate: int | str) -> None:
    with pytest.raises(InputError, match="no such candidate"):
        why_not(answer, candidate)


@pytest.mark.parametrize(
    ("missing", "message"),
    [
        ("prop(s1,p1,glad)", "he is glad"),
        ("direct(s1,p1,or(dim(height,hi),glad,proud))", "he is glad or proud"),
        ("affected(e1,x1,neg)", "the diver is worse off by “rescued”"),
        ("role(_,agent,x1)", "the diver is the one acting in something"),
    ],
)
def test_near_misses_in_words(missing: str, message: str) -> None:
    lacks = (Lack("positive", missing),)
    rule = axiom("r", "{X} is so, and {Y} too", "h :- b.")
    text = counterfactual(Counterfactual(rule, lacks, (), {"X": "x1"}), phrase)
    assert text == f"If the text said that {message}: the diver is so, and something too"
    bare = counterfactual(Counterfactual(replace(rule, text=""), lacks, (), {}), phrase)
    assert bare == f"If the text said that {message}: h :- b."


# -------------------------------------------------------------------------------------------- words


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("{X} met {Y}", "the diver met he"),
        ("{X} and {Z}", "the diver and {Z}"),
        ("{P}", "big"),
        ("{Q}", "not turn away"),
        ("{S}", 'give "up"'),
        ("{", "{"),
        ("{} {{X}} {X!r} {0}", "{} {the diver} {X!r} {0}"),
        ("", ""),
    ],
)
def test_fill(template: str, expected: str) -> None:
    bindings = {
        "X": "x1",
        "Y": "p1",
        "P": "dim(size,hi)",
        "Q": "not(turn_away)",
        "S": '"give_\\"up\\""',
    }
    assert fill(template, bindings, phrase) == expected


@pytest.mark.parametrize(
    ("atom", "expected"),
    [
        ("class(e1,help)", "“rescued” is a case of help"),
        ("role(e1,patient,x2)", "the sailor is the one it is done to in “rescued”"),
        ("role(e1,odd_role,x2)", "the sailor is the odd role in “rescued”"),
        ("prop(s1,p1,relieved)", "“was glad” says that he is relieved"),
        ("coref(p1,x2)", "he and the sailor are one and the same in this reading"),
        ("binds(p1,x2)", "the pronoun “he” is read as the sailor"),
        ('link(e1,"so",s1)', "“so” links “rescued” and “was glad”"),
        ('arg(e1,obl("in"),x1)', "the diver is what stands with “in” in “rescued”"),
        ("affected(e1,x2,pos)", "the sailor is better off by “rescued”"),
        ("hurts(e1,_,x2)", "the sailor comes off badly by “rescued”"),
        ("prop(s1,p1,need)", "“was glad” says that he is in need"),
        ("prop(s1,p1,neg(dead))", "“was glad” says that he is not dead"),
        ("prop(s1,p1,or(lacks,ill))", "“was glad” says that he lacks something or ill"),
        (
            "more(s1,x1,x2,size,lo)",
            "“was glad” says that, set beside the sailor, the diver is more so: small",
        ),
        ("gives(harm,agent,wrong)", "with “harm”, the one acting has done wrong"),
        (
            "causal(e1,s1,0,link(e1,s1))",
            "the text may present “rescued” as a reason for “was glad”",
        ),
        ("affect(lend,agent,neg)", "“lend” leaves the one acting worse off"),
        (
            "explained(any,e1,s1,4,link(e1,s1))",
            "“rescued” and “was glad” make sense together (weight 4)",
        ),
        (
            "prefer(parallel,p1,2)",
            "a mere preference for what “he” is read as: both play the same part in their clauses",
        ),
        ("not denied(e1)", "there is no evidence that “rescued” is said not to be so"),
        ("not not denied(e1)", "it may be that “rescued” is said not to be so"),
        ("-kind_of(x1,animal)", "it is not so that the diver is a kind of animal"),
        ('frame("rob",obl("of"),theme)', "with “rob”, what stands with “of” is what it is about"),
        ("unheard_of(e1)", "unheard of: rescued"),
        ("", ""),
        ("class(e1", "class(e1"),
    ],
)
def test_statement(atom: str, expected: str) -> None:
    assert statement(atom, phrase) == expected


def test_phrases_lose_the_capital_of_a_sentence_and_double_quotation_marks() -> None:
    words = {"x1": "The cook", "x2": "Ann", "contrary(e1)": "the contrary of “rest”"}.get
    assert statement("coref(x1,x2)", lambda t: words(t, t)) == (
        "the cook and Ann are one and the same in this reading"
    )
    assert statement("negated(contrary(e1))", lambda t: words(t, t)) == (
        "the contrary of “rest” is negated"
    )
    assert fill("so {X} and {Y} rest", {"X": "x1", "Y": "x2"}, lambda t: words(t, t)) == (
        "so the cook and Ann rest"
    )
