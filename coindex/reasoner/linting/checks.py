"""The linter's checks, each a function whose docstring is the message."""

from __future__ import annotations

import difflib
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from coindex.reasoner.asp.records import Rule
from coindex.reasoner.asp.terms import arguments, name_of
from coindex.reasoner.english.scene_names import is_scene
from coindex.reasoner.knowledge.near_names import near_names
from coindex.reasoner.knowledge.overrides import OFF, RULE, fits
from coindex.reasoner.linting.contradiction_checks import (
    misplaced_property,
    opposite_conclusions,
    opposite_words,
    shared_conclusion,
    turned_cause,
)
from coindex.reasoner.linting.profile_checks import (
    lone_participant,
    profile_elsewhere,
    short_profile,
    uncommon_word,
    unknown_head,
    unmatched_head,
    unsorted_profiles,
)
from coindex.reasoner.linting.script_checks import (
    idle_link,
    lone_scene,
    scene_elsewhere,
    scene_without_trigger,
    unknown_scene,
    unsorted_scripts,
)
from coindex.reasoner.linting.sentence_checks import (
    lone_party,
    proper_name,
    restatement,
    sentence_elsewhere,
    stale_readings,
    unclear_pronoun,
    unreadable,
    without_halves,
)
from coindex.reasoner.linting.subject import Finding, Subject, declared_by
from coindex.reasoner.store.reading_files import ANNOTATIONS, Row
from kparse.notation import vocabulary
from kparse.programs import atoms

_RELATIONS = re.compile(r"(?:subj|obj|iobj|comp|poss|than|as|tmod|rel|mod|nn|appos|op|voc)")
_WORD_RELATION = re.compile(r'(?:obl|nmod)\("([^"\\\s]+)"\)')
_LEMMA = re.compile(r'"[^\s"\\A-Z]+"')
_NAME = re.compile(r'"[^"\\]+"')
_BRACES = re.compile(r"\{([^{}]*)\}")
_MISTYPED = 0.75
"""How alike a predicate is spelt that is one's own slip, and not a predicate of one's own."""
_SORTED = frozenset({"verb", "adj", "adverb", "kind", "name"})


# ---------------------------------------------------------------------------------------- helpers


def _near_in_meaning(word: str, names: Collection[str], subject: Subject) -> str:
    """Write a suggestion: names that are near in meaning, or else in spelling."""
    bare = word.strip('"')
    found = near_names(bare, names, lambda one: subject.meanings.get(one, ()))
    return f"did you mean {' or '.join(found)}?" if found else ""


def _near(word: str, words: Iterable[str], cutoff: float = 0.6) -> str:
    """Write a suggestion."""
    found = difflib.get_close_matches(word, list(words), n=2, cutoff=cutoff)
    if not found:
        found = sorted(w for w in words if len(word) > 2 and w.startswith(word))[:2]
    return f"did you mean {' or '.join(found)}?" if found else ""


def _signature_finding(
    name: str, arity: int, known: Collection[tuple[str, int]], wrong_arity: bool
) -> tuple[str, str] | None:
    """Say what is wrong with a predicate: it is unknown, or has other arities."""
    if (name, arity) in known:
        return None
    arities = sorted(a for n, a in known if n == name)
    if wrong_arity and arities:
        takes = " or ".join(map(str, arities))
        return f"{name} takes {takes}, not {arity}", ""
    if not wrong_arity and not arities:
        return f"{name}/{arity}", _near(name, sorted({n for n, _ in known}))
    return None


def _own_list(row: Row, arity: int) -> str:
    """Say how facts of a predicate of one's own are written."""
    if arity == 1:
        word = row.key if row.key.startswith('"') else '"WORD"'
        return f"a list of words is written sort_of_word({word},{row.predicate}), and rules ask for that"
    return (
        "lists have one word a fact, sort_of_word(WORD,SORT); what takes more is a rule with a body"
    )


def _predicate_findings(subject: Subject, wrong_arity: bool) -> Iterator[Finding]:
    known = vocabulary.predicates("row")
    for row, column, arity in subject.own_signatures:
        if row.predicate == OFF:
            continue
        problem = _signature_finding(row.predicate, arity, known, wrong_arity)
        if problem:
            detail, hint = problem
            meant = wrong_arity or _near(row.predicate, sorted({n for n, _ in known}), _MISTYPED)
            yield row.file, row.line, column, detail, hint if meant else _own_list(row, arity)
    for content, name, args, line, column in subject.own_atoms:
        problem = _signature_finding(name, len(args), subject.signatures, wrong_arity)
        if problem:
            yield content.source.name, line, column, *problem


def _undeclared(subject: Subject, kind: str) -> Iterator[Finding]:
    declared = subject.declared[kind]
    for file, line, column, found, text, predicate in subject.typed:
        if text in declared or (found != kind and (found != "verb" or kind != "class")):
            continue
        if (found != "verb" or not text.startswith('"')) and predicate not in declared_by():
            yield (
                file,
                line,
                column,
                f"{text} in {predicate}",
                _near_in_meaning(text, declared, subject),
            )


# ----------------------------------------------------------------------------------------- checks


def _unknown_predicate(subject: Subject) -> Iterator[Finding]:
    """Unknown predicate."""
    return _predicate_findings(subject, wrong_arity=False)


def _wrong_arity(subject: Subject) -> Iterator[Finding]:
    """Wrong number of arguments."""
    return _predicate_findings(subject, wrong_arity=True)


def _undeclared_class(subject: Subject) -> Iterator[Finding]:
    """Undeclared class."""
    return _undeclared(subject, "class")


def _undeclared_property(subject: Subject) -> Iterator[Finding]:
    """Undeclared property."""
    return _undeclared(subject, "property")


def _undeclared_kind(subject: Subject) -> Iterator[Finding]:
    """Undeclared kind."""
    return _undeclared(subject, "entity_kind")


def _undeclared_dimension(subject: Subject) -> Iterator[Finding]:
    """Undeclared dimension."""
    return _undeclared(subject, "dimension")


def _undeclared_scale(subject: Subject) -> Iterator[Finding]:
    """Undeclared scale."""
    return _undeclared(subject, "scale")


def _unknown_role(subject: Subject) -> Iterator[Finding]:
    """Unknown role."""
    return _undeclared(subject, "role")


def _bad_value(subject: Subject) -> Iterator[Finding]:
    """Value that the argument cannot have."""
    for file, line, column, kind, text, predicate in subject.typed:
        problem = _value_problem(kind, text)
        if problem is not None:
            yield file, line, column, f"{text} in {predicate}", problem


def _value_problem(kind: str, text: str) -> str | None:
    """Describe the values of a type if this value is not one."""
    values = vocabulary.types()[kind].values if kind != "role" else ()
    if values:
        return None if text in values else f"one of: {' '.join(sorted(values))}"
    if kind == "relation":
        good = _RELATIONS.fullmatch(text) or _WORD_RELATION.fullmatch(text)
        return None if good else 'subj, obj, iobj, comp, obl("in") or the like'
    if kind in ("attribute", "kind"):
        legal = vocabulary.attributes() if kind == "attribute" else vocabulary.kinds()
        return None if text in legal else _near(text, legal) or "see docs/facts.md"
    if kind == "cost":
        return None if text.isdigit() else "a number"
    if kind == "name":
        return None if _NAME.fullmatch(text) else "a name in quotes"
    if kind == "lemma" or (kind == "verb" and text.startswith('"')):
        hint = "a lemma in quotes, in lower case, its words joined by _"
        return None if _LEMMA.fullmatch(text) else hint
    return None


_GIVEN = ("graph", "question")
"""The groups of predicates whose facts the text and the question give."""


def _graph_fact(subject: Subject) -> Iterator[Finding]:
    """Knowledge that writes a fact of the text."""
    from clingo.ast import ASTType

    given = {(p.name, p.arity) for p in vocabulary.entries() if p.group in _GIVEN}
    hint = "only the parser writes it; derive a helper of your own name and read that"
    for content, statement in subject.own_statements():
        rule = statement.ast
        if rule.ast_type != ASTType.Rule:
            continue
        for name, terms, node in atoms(rule.head):
            if (name, len(terms)) in given:
                yield content.source.name, *content.place(node), f"{name}/{len(terms)}", hint


_WORD_TYPES = frozenset({"lemma", "entity_kind", "dimension", "scale", "pole", "gender"})


def _node_and_word(subject: Subject) -> Iterator[Finding]:
    """Variable for a node of the graph and for a word, kind or scale: the rule can never fire."""
    from clingo.ast import ASTType

    types = {(p.name, p.arity): [kind for _, kind in p.args] for p in vocabulary.entries()}
    for content, statement in subject.own_statements():
        seen: dict[str, str] = {}
        for name, terms, _ in atoms(statement.ast):
            for term, kind in zip(terms, types.get((name, len(terms)), ()), strict=False):
                group = "node" if kind == "node" else "word" if kind in _WORD_TYPES else ""
                if not group or term.ast_type != ASTType.Variable or term.name == "_":
                    continue
                other = seen.setdefault(term.name, f"{group} in {name}")
                if not other.startswith(group):
                    what = f"{term.name}, a {other}, is a {kind.replace('_', ' ')} in {name}"
                    hint = "kind_of(X,K) gives the kinds of a node, kind(Noun,K) those of a noun"
                    yield content.source.name, *content.place(term), what, hint


def _single_variable(subject: Subject) -> Iterator[Finding]:
    """Variable used only once."""
    for content, statement in subject.own_statements():
        found = [v for v in subject.variables(statement) if not v.name.startswith("_")]
        counts = Counter(v.name for v in found)
        for variable in found:
            if counts[variable.name] == 1:
                hint = f"write _ or _{variable.name} if it does not matter"
                yield content.source.name, *content.place(variable), variable.name, hint


def _denied_pool(subject: Subject) -> Iterator[Finding]:
    """Denied alternatives: not a or not b, which nearly always holds."""
    from clingo.ast import ASTType, Sign

    for content, statement in subject.own_statements():
        for literal in getattr(statement.ast, "body", ()):
            if literal.ast_type != ASTType.Literal or literal.sign == Sign.NoSign:
                continue
            alternatives = literal.unpool()
            if len(alternatives) > 1:
                hint = "write one denied atom for each: " + ", ".join(map(str, alternatives[:2]))
                yield content.source.name, *content.place(literal), str(literal), hint


def _no_text(subject: Subject) -> Iterator[Finding]:
    """Rule without @text."""
    for content in subject.checked:
        for rule in content.rules:
            if rule.kind == "axiom" and not rule.text:
                yield rule.file, rule.line, 1, rule.id, "explain in a sentence why the rule holds"


def _text_variable(subject: Subject) -> Iterator[Finding]:
    """@text names a variable that the rule does not have."""
    for content, statement in subject.own_statements():
        note = statement.notes.get("text")
        if note is None:
            continue
        names = sorted({v.name for v in subject.variables(statement)})
        for name in _BRACES.findall(note.text):
            if name not in names:
                hint = f"its variables: {' '.join(names)}"
                yield content.source.name, note.line, 1, f"{{{name}}}", hint


def _without_english(subject: Subject) -> Iterator[Finding]:
    """Predicate with English in some of its rules only, or with neither English nor the mark `hidden`."""
    silent = {(p.name, p.arity) for p in vocabulary.entries() if not (p.says or p.hidden)}
    hint = "say in vocabulary.toml what a proof says of it, or that proofs leave it out"
    for content, name, terms, line, column in subject.own_atoms:
        if (name, len(terms)) in silent:
            silent.discard((name, len(terms)))
            yield content.source.name, line, column, f"{name}/{len(terms)}", hint
    for row, line, arity in subject.own_signatures:
        if (row.predicate, arity) in silent:
            silent.discard((row.predicate, arity))
            yield row.file, line, 1, f"{row.predicate}/{arity}", hint
    for content in subject.checked:
        helpers: dict[str, list[Rule]] = defaultdict(list)
        for rule in content.rules:
            if rule.kind == "helper":
                helpers[name_of(rule.program)].append(rule)
        for name, rules in helpers.items():
            lacking = [rule for rule in rules if not rule.text]
            if 0 < len(lacking) < len(rules):
                hint = "proofs show it: write @text for each of its rules, or for none"
                yield lacking[0].file, lacking[0].line, 1, name, hint


def _unknown_annotation(subject: Subject) -> Iterator[Finding]:
    """Unknown annotation."""
    for content, statement in subject.own_statements():
        for name, note in statement.notes.items():
            if name not in ANNOTATIONS:
                yield content.source.name, note.line, 1, f"@{name}", _near(name, ANNOTATIONS)


def _duplicate_row(subject: Subject) -> Iterator[Finding]:
    """Row written twice."""
    first: dict[str, Row] = {}
    own = {content.source.name for content in subject.checked}
    columns = {id(row): column for row, column in subject.own_rows()}
    facts = {row.fact for row, _ in subject.own_rows()}
    for row in subject.rows():
        if row.fact not in facts:
            continue
        earlier = first.setdefault(row.fact, row)
        if earlier is not row and row.file in own and not is_scene(row.key):
            hint = f"first in {earlier.file}:{earlier.line}"
            yield row.file, row.line, columns.get(id(row), 1), row.fact, hint


def _classless_verb(subject: Subject) -> Iterator[Finding]:
    """Verb of no class."""
    known = {row.key for row in subject.rows() if row.predicate in ("verb", "adj", "nominal")}
    seen: set[str] = set()
    for row, column in subject.own_rows():
        if row.predicate in ("frame", "gives", "affect", "sel", "alternates"):
            word = row.key
        elif row.predicate == "nominal":
            word = arguments(row.fact)[-1]
        else:
            continue
        if word.startswith('"') and word not in known and word not in seen:
            seen.add(word)
            hint = f"write verb({word},CLASS). or remove its rows"
            yield row.file, row.line, column, word, hint


def _unreachable_rule(subject: Subject) -> Iterator[Finding]:
    """Rule that no word can reach."""
    for content in subject.checked:
        for rule in content.rules:
            for guard in sorted(map(sorted, rule.guards)):
                if subject.reachable.isdisjoint(guard):
                    name = rule.id or rule.program
                    missing = " or ".join(guard)
                    yield rule.file, rule.line, 1, name, f"no row leads to {missing}"


def _circle(subject: Subject) -> Iterator[Finding]:
    """Inheritance cycle."""
    own = {content.source.name for content in subject.checked}
    mine_too = {row.predicate for row, _ in subject.own_rows()}
    for predicate in ("isa", "prop_isa", "kind_isa"):
        if predicate not in mine_too:
            continue
        up: dict[str, list[Row]] = defaultdict(list)
        for row in subject.rows(predicate):
            if len(arguments(row.fact)) == 2:
                up[row.key].append(row)
        for circle in _circles(up):
            mine = [row for row in circle if row.file in own]
            if mine:
                names = " ".join([row.key for row in circle] + [circle[0].key])
                yield mine[-1].file, mine[-1].line, 1, names, "remove one of these rows"


def _circles(up: Mapping[str, Sequence[Row]]) -> Iterator[list[Row]]:
    """Yield the rows of each cycle of inheritance."""
    done: set[str] = set()
    for start in sorted(up):
        path: list[Row] = []  # the rows on the way from the start
        stack = [(start, iter(up[start]))]
        while stack and start not in done:
            name, rows = stack[-1]
            row = next(rows, None)
            if row is None:
                done.add(name)
                stack.pop()
                if path:
                    path.pop()
                continue
            above = arguments(row.fact)[1]
            way = [name for name, _ in stack]
            if above in way:
                yield [*path[way.index(above) :], row]
            elif above not in done:
                path.append(row)
                stack.append((above, iter(up.get(above, ()))))


def _unsorted(subject: Subject) -> Iterator[Finding]:
    """Rows out of order."""
    for content in subject.checked:
        last: dict[str, Row] = {}
        reported: set[str] = set()
        for row in content.rows:
            if row.predicate not in _SORTED or not row.key.startswith('"'):
                continue
            before = last.get(row.predicate)
            if before and row.predicate not in reported and _disorder(before.key, row.key):
                reported.add(row.predicate)
                yield row.file, row.line, 1, row.fact, f"it comes after {before.fact}"
            last[row.predicate] = row


def _idle_switch(subject: Subject) -> Iterator[Finding]:
    """Row that switches nothing off."""
    switches = [(row, column) for row, column in subject.own_rows() if row.predicate == OFF]
    for row, column in switches:
        first, *rest = arguments(row.fact)
        if first == RULE:
            ids = {one.id for content in subject.everything for one in content.rules}
            found = bool(rest) and rest[0] in ids
        else:
            name = first.strip('"')
            found = any(fits(rest, other) for other in subject.rows(name) if other.file != row.file)
        if not found:
            hint = 'off("PREDICATE",ARGUMENTS...) names rows of other files, off("rule",ID) a rule'
            yield row.file, row.line, column, row.fact, hint


def _disorder(before: str, after: str) -> bool:
    """Return whether two keys are out of order, both with and without the marks between words."""
    one, two = before.lower(), after.lower()
    return one > two and re.sub(r"[^a-z0-9]", "", one) > re.sub(r"[^a-z0-9]", "", two)


Check: TypeAlias = Callable[[Subject], Iterator[Finding]]

CHECKS: Mapping[str, Check] = {
    "E201": _unknown_predicate,
    "E202": _wrong_arity,
    "E203": _undeclared_class,
    "E204": _undeclared_property,
    "E205": _undeclared_kind,
    "E206": _undeclared_dimension,
    "E207": _unknown_role,
    "E208": _bad_value,
    "E209": _undeclared_scale,
    "E210": _graph_fact,
    "E211": _node_and_word,
    "W302": _single_variable,
    "E303": _denied_pool,
    "W404": _no_text,
    "E405": _text_variable,
    "W407": _unknown_annotation,
    "W409": _without_english,
    "W501": _duplicate_row,
    "W502": _classless_verb,
    "W503": _unreachable_rule,
    "E504": _circle,
    "W505": _unsorted,
    "W506": _idle_switch,
    "E506": opposite_conclusions,
    "E507": turned_cause,
    "E508": misplaced_property,
    "E509": shared_conclusion,
    "W607": short_profile,
    "W608": unsorted_profiles,
    "W609": uncommon_word,
    "E610": unknown_head,
    "W611": lone_participant,
    "W612": profile_elsewhere,
    "E613": unmatched_head,
    "E614": opposite_words,
    "E705": unknown_scene,
    "E706": scene_elsewhere,
    "W707": scene_without_trigger,
    "W708": lone_scene,
    "W709": unsorted_scripts,
    "W710": idle_link,
    "E805": unreadable,
    "W806": proper_name,
    "W807": unclear_pronoun,
    "W808": lone_party,
    "W809": without_halves,
    "W810": restatement,
    "W811": sentence_elsewhere,
    "W812": stale_readings,
}
"""The checks by code."""
