"""Which form of evidence a rule that spoke is, and what it is about, by its name and file."""

from __future__ import annotations

from typing import Literal

from coindex.reasoner.asks import ASKED
from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.english.scene_names import is_scene
from coindex.reasoner.knowledge.default_rules import DEEDS, inner, is_default_rule

Form = Literal[
    "axiom",
    "frame",
    "class_row",
    "word_row",
    "scene",
    "profile",
    "sentence",
    "asked",
    "pairs",
    "vectors",
    "counts",
]
"""``frame``: an axiom about a construction (a comparison, a choice), whatever the words; ``class_row``, ``word_row``: a
row ``reason/4`` or ``effect/4`` about a class (or property), or about one word; ``scene``: a step of a script;
``asked``: a rule that was asked for; ``pairs``, ``vectors``, ``counts``: statistics."""
KNOWLEDGE: tuple[Form, ...] = (
    "axiom", "frame", "class_row", "word_row", "scene", "profile", "sentence"
)  # fmt: skip
"""The forms that are written by people."""
STATISTICS: tuple[Form, ...] = ("pairs", "vectors", "counts")
"""The forms that were counted or learnt."""
_FRAMES = frozenset(("comparison.lp", "choice.lp"))
_WRITTEN = (".lp", ".script")
_PROFILE, _PAIRS, _VECTORS = "word(", "goes_with(", "similar_words("
_SENTENCES = ("sentence(", "english_rule(")
"""Stored ones, and those given with a question."""


def form_of(name: str, file: str) -> Form:
    """Tell the form of a rule.

    >>> form_of('reason("thank",other,does(help))', "rows/help.lp"), form_of("effect(help,actor,kind)", "rows/help.lp")
    ('word_row', 'class_row')
    >>> form_of('word("lift","",obj,"heavy",said)', "profiles/force.tsv"), form_of("same_side", "axioms/comparison.lp")
    ('profile', 'frame')
    >>> form_of("english_rule(1)", "sentence")
    'sentence'
    """
    if file == ASKED:
        return "asked"
    if name.startswith(_SENTENCES):
        return "sentence"
    if name.startswith(_PROFILE) and file.endswith(".tsv"):
        return "profile"
    if name.startswith(_PAIRS):
        return "pairs"
    if name.startswith(_VECTORS):
        return "vectors"
    if not file.endswith(_WRITTEN):
        return "counts"
    if is_default_rule(name):
        return _row_form(name)
    last = file.replace("\\", "/").rpartition("/")[2]
    if last.startswith("scenes"):
        return "scene"
    return "frame" if last in _FRAMES else "axiom"


def _row_form(name: str) -> Form:
    happening, _, asserted = arguments(name)
    if is_scene(inner(happening, "neg")) or is_scene(inner(asserted, *DEEDS, "neg")):
        return "scene"
    return "word_row" if inner(happening, "neg").startswith('"') else "class_row"


def classes_of(name: str) -> tuple[str, ...]:
    """Give what a row is about and what it asserts, without negation; nothing for any other rule.

    >>> classes_of("effect(neg(help),other,does(neg(thank)))")
    ('help', 'thank')
    """
    if not is_default_rule(name):
        return ()
    happening, _, asserted = arguments(name)
    return inner(happening, "neg"), inner(asserted, *DEEDS, "neg")


def field_of(name: str) -> str:
    """Give the participant of a frame that the name of evidence from a profile is about; else nothing.

    >>> field_of('word("rely","on",obl,"help",said)'), field_of("same_side")
    ('rely on obl', '')
    """
    parts = arguments(name) if name.startswith(_PROFILE) else ()
    if len(parts) != 5:
        return ""
    head, preposition, role = parts[:3]
    return " ".join(part for part in (head[1:-1], preposition[1:-1], role) if part)
