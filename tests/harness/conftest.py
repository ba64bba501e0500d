"""Shared by the tests of scores: made-up items, and a knowledge directory independent of the shipped one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from coindex.harness.scores.run import Rule, RunItem
from coindex.reasoner.running.engine import Reasoner

Make = Callable[..., RunItem]

PLAIN: dict[str, Any] = {
    "set": "s",
    "id": "1",
    "pair": "p1",
    "part": "tune",
    "tags": (),
    "kind": "pronoun",
    "text": "Max kicked Ivo because he was sore.",
    "pronoun": "he",
    "start": 23,
    "end": 25,
    "candidates": ("Max", "Ivo"),
    "gold": 1,
    "answer": 1,
    "decided_by": "knowledge",
    "confidence": 0.75,
    "margin": 15,
    "level": "knowledge",
    "costs": (15, 0),
    "rules": ((), ()),
    "baselines": {"first": 0, "recency": 1, "parallelism": 0, "subject": None},
    "human": None,
    "miss": None,
    "hole": None,
    "about": (),
    "why": "",
    "missing": (),
    "graph": "",
    "explanation": None,
    "ms": 1.5,
    "error": None,
}

KNOWLEDGE = """
event_class(strike). frame(strike,subj,agent). frame(strike,obj,patient). gives(strike,patient,hurt).
event_class(sound).
verb("kick",strike). verb("hum",sound).
property(angry). property(hurt). property(tall). property(fond).
adj("angry",angry). adj("sore",hurt). adj("upset",angry). adj("upset",hurt). adj("tall",tall). adj("fond",fond).
connective("because",cause). connective("next",next).

% @id anger
% @text {X} was angry
% @weight 5
% @source authored
expl(anger,E,S) :- class(E,strike), role(E,agent,Y), prop(S,X,angry), coref(X,Y).

% @id ache
% @text {X} was hurt
% @weight 5
% @source authored
cons(ache,E,S) :- class(E,strike), role(E,patient,Y), prop(S,X,hurt), coref(X,Y).

% @id ache_told
% @text {X} was hurt
% @weight 5
% @source authored
expl(ache_told,E,S) :- class(E,strike), role(E,patient,Y), prop(S,X,hurt), coref(X,Y).

% @id fondness
% @text {X} was fond
% @weight 2
% @source authored
expl(fondness,E,S) :- class(E,strike), role(E,patient,Y), prop(S,X,fond), coref(X,Y).
"""


@pytest.fixture
def make() -> Make:
    """Make an item; what is not given is plain, and ``right`` follows from the answers."""

    def made(**given: Any) -> RunItem:
        fields = {**PLAIN, **given}
        gold, answer = fields["gold"], fields["answer"]
        fields.setdefault("right", None if gold is None else gold == answer)
        return RunItem(**fields)

    return made


@pytest.fixture
def rule() -> Callable[..., Rule]:
    """Make a rule that fired."""

    def made(name: str, weight: int = 5, sign: int = 1) -> Rule:
        return Rule(name, weight, sign, "so it is", "axioms/x.lp", 3)

    return made


@pytest.fixture(scope="session")
def kicking(reasoner: Reasoner, tmp_path_factory: pytest.TempPathFactory) -> Reasoner:
    """A reasoner that knows about kicking, anger and pain only."""
    file: Path = tmp_path_factory.mktemp("knowledge") / "kicking.lp"
    file.write_text(KNOWLEDGE)
    made = Reasoner(knowledge=[file])
    made._nlp = reasoner.nlp
    return made
