"""Each repair rule on a tree with the error that it repairs, without the parser.

``trees/*.conllu`` hold a text for each rule. HEAD and DEPREL are the wrong analysis; DEPS and MISC are what a token has
after all repairs, where that differs: ``head:deprel`` (heads count over the whole text) and ``Upos``, ``Xpos``,
``Lemma``, ``Word`` (the lower-case form for the graph builder), ``Repeats``, and what is in ``Tree.extra``.
"""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kparse.input.conllu import read_conllu
from kparse.input.tokens import ParsedText
from kparse.input.tree import Tree
from kparse.repair import clauses, phrases, rules, words
from kparse.repair.rules import PHASES, TEXT_REPAIRS

TREES = sorted((Path(__file__).parent / "trees").glob("*.conllu"))
RULES = [rule.__name__ for phase in PHASES for rule in phase.rules]


def cases() -> Iterator[tuple[str, str]]:
    for file in TREES:
        for block in file.read_text(encoding="utf-8").split("# newdoc id = ")[1:]:
            name, _, body = block.partition("\n")
            yield name, body


def parsed(body: str) -> ParsedText:
    [text] = read_conllu(body)
    return replace(text, blanks=frozenset(t.index for t in text.tokens if t.form == "_"))


def described(text: ParsedText) -> list[tuple[str, str]]:
    """DEPS and MISC of each token after the repairs."""
    before, tree = Tree(text), Tree(text)
    rules.repair(tree)
    columns = {"Upos": "upos", "Xpos": "xpos", "Lemma": "lemma", "Word": "lower"}
    result = []
    for i in range(len(tree)):
        moved = (tree.head[i], tree.rel[i]) != (before.head[i], before.rel[i])
        misc = {
            label: getattr(tree, name)[i]
            for label, name in columns.items()
            if getattr(tree, name)[i] != getattr(before, name)[i]
        }
        if i in tree.repeats:
            misc["Repeats"] = "Yes"
        misc |= {name.capitalize(): value for name, value in tree.extra.get(i, {}).items()}
        result.append(
            (
                f"{tree.head[i] + 1}:{tree.rel[i]}" if moved else "_",
                "|".join(f"{k}={v}" for k, v in misc.items()) or "_",
            )
        )
    return result


def remove(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Take a rule out of its phase, or a repair out of those of the whole text."""
    phases = tuple(
        replace(phase, rules=tuple(r for r in phase.rules if r.__name__ != name))
        for phase in PHASES
    )
    monkeypatch.setattr(rules, "PHASES", phases)
    others = tuple(mend for mend in TEXT_REPAIRS if mend.__name__ != name)
    monkeypatch.setattr(rules, "TEXT_REPAIRS", others)


@pytest.mark.parametrize(("name", "body"), [pytest.param(*case, id=case[0]) for case in cases()])
def test_rule_mends_its_error(monkeypatch: pytest.MonkeyPatch, name: str, body: str) -> None:
    text = parsed(body)
    rows = [line.split("\t") for line in body.splitlines() if "\t" in line]
    expected = [(row[8], row[9]) for row in rows]
    assert described(text) == expected
    remove(monkeypatch, name)
    assert described(text) != expected, "the case passes without its rule"


def test_every_rule_has_a_case() -> None:
    assert {name for name, _ in cases()} == {*RULES, *(mend.__name__ for mend in TEXT_REPAIRS)}


def test_every_rule_is_in_one_phase() -> None:
    listed = Counter(rule for phase in PHASES for rule in phase.rules)
    modules = [
        module
        for package in (words, phrases, clauses)
        for _, module in inspect.getmembers(package, inspect.ismodule)
    ]
    defined = {
        function
        for module in modules
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if function.__module__ == module.__name__
        and not name.startswith("_")
        and list(inspect.signature(function).parameters)[1:2] in (["i"], ["root"])
    }
    assert len(modules) > 10
    assert listed == Counter(defined)
