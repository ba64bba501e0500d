"""Whether the lexicon alone rules a party out: the demands of the pronoun's own clause against the party's kinds.

The program is the encodings that lead from the graph to `selection.lp`, over the graph of that clause and the rows
of its words: it derives `wants(E,C,X,K)`: the predicate E, in its sense C, requires that X is of kind K. E rules a
party out if in each sense E requires a kind that excludes a kind of the party, and the party has none of the required
kinds. A party without any row is never ruled out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import clingo

from coindex.harness.schemas.checks.kinds import Kind, Lexicon
from coindex.harness.schemas.checks.parsed_half import ParsedHalf
from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.grounding.question_facts import assemble, encoding_files
from coindex.reasoner.store.reading_files import Row
from coindex.reasoner.store.store import Selection
from kparse.notation.facts import facts
from kparse.notation.penman import encode

_NEEDED = frozenset(
    "requires_kind possible_sense class_or_super property_or_super role key adj node".split()
)
_PROGRAMS = tuple(
    f"encodings/{name}.lp"
    for name in "readings kinds candidates situations senses roles doers asserted selection".split()
)


@dataclass(frozen=True, slots=True)
class RuledOut:
    """A party that the pronoun's clause excludes: the reason, and the rows."""

    party: int
    predicate: str
    asked: str
    """The required kind."""
    kind: str
    """The kind that the party is of."""
    rows: tuple[Row, ...]


def ruled_out(parsed: ParsedHalf, lexicon: Lexicon) -> tuple[RuledOut, ...]:
    """The parties of a half that the lexicon rules out without the other clause."""
    question = parsed.question
    if question is None:
        return ()
    cut = parsed.own_clause()
    program = assemble(cut, facts(encode(cut)), question, (), lexicon.store)
    selection = lexicon.store.fetch(program.lemmas)
    atoms = _model([*program.facts, *(row.fact for row in selection.rows)])
    wants = [a for a in atoms.get("requires_kind", ()) if a[2] == question.pronoun]
    found = []
    for index in range(len(question.candidates)):
        node = parsed.party(index)
        kinds = lexicon.kinds(node) if node else ()
        for event in dict.fromkeys(want[0] for want in wants):
            senses = _senses(event, question.pronoun, atoms)
            verdicts = [
                _verdict([w for w in wants if w[:2] == (event, sense)], kinds, lexicon)
                for sense in senses
            ]
            if None in verdicts:
                continue
            want, kind, apart = next(v for v in verdicts if v is not None)
            rows = [*_asking(want, selection, atoms), *([kind.row] if kind.row else []), apart]
            clause = cut.text_of(event)
            found.append(RuledOut(index, clause, want[3], kind.name, tuple(dict.fromkeys(rows))))
            break
    return tuple(found)


Want = tuple[str, ...]


def _senses(event: str, pronoun: str, atoms: dict[str, list[Want]]) -> list[str]:
    """Return the senses of a predicate; each property of an adjective is a sense."""
    keys = {key for name, key in atoms.get("key", ()) if name == event}
    found = {a[2] for a in atoms["possible_sense"] if a[:2] == (event, pronoun)}
    if (event, "state") in atoms["node"]:
        found |= {a[1] for a in atoms.get("adj", ()) if a[0] in keys}
    return sorted(found)


def _verdict(
    wants: Sequence[Want], kinds: Sequence[Kind], lexicon: Lexicon
) -> tuple[Want, Kind, Row] | None:
    """Return the requirement of a sense that rules the kinds out, if there is one."""
    for want in wants:
        if any(want[3] in lexicon.above(kind.name) for kind in kinds):
            continue
        for kind in kinds:
            row = lexicon.apart(want[3], kind.name)
            if row is not None:
                return want, kind, row
    return None


def _asking(want: Want, selection: Selection, atoms: dict[str, list[Want]]) -> Iterable[Row]:
    """The rows `sel` and `prop_sel` behind a demand."""
    event, sense, node, kind = want
    roles = {a[1] for a in atoms.get("role", ()) if (a[0], a[2]) == (event, node)}
    above = {
        a[1]
        for name in ("class_or_super", "property_or_super")
        for a in atoms.get(name, ())
        if a[0] == sense
    }
    for row in selection.rows:
        args = arguments(row.fact)
        if row.predicate == "sel" and args[0] in above | {sense} and args[1] in roles:
            if args[2] == kind:
                yield row
        elif row.predicate == "prop_sel" and args[0] in above | {sense} and args[1] == kind:
            yield row


def _model(facts: Iterable[str]) -> dict[str, list[Want]]:
    """Return the atoms that are needed here, by name, as the texts of their arguments."""
    control = clingo.Control(["--warn=none"], logger=lambda *_: None)
    texts = dict(encoding_files())
    program = "\n".join([*(f"{fact}." for fact in facts), *(texts[name] for name in _PROGRAMS)])
    control.add("base", [], program)
    control.ground([("base", [])])
    atoms: dict[str, list[Want]] = {}
    with control.solve(yield_=True) as handle:
        model = handle.model()
        found = model.symbols(atoms=True) if model else ()
        for symbol in sorted(symbol for symbol in found if symbol.name in _NEEDED):
            atoms.setdefault(symbol.name, []).append(tuple(map(str, symbol.arguments)))
    return atoms
