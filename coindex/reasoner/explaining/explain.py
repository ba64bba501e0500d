"""Explain an answer: which rules fired in its readings, in words, and what supports them.

This is done only on request (``docs/decisions/explaining.md``, 0003): the model of each candidate's best reading is
traced afterwards, and only as far as needed for the rules that fired in it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from coindex.reasoner.answer import Answer, FiredRule, Proof, Reading
from coindex.reasoner.asp.records import Rule
from coindex.reasoner.asp.terms import arguments, is_contrary, name_of, plain
from coindex.reasoner.english.atoms import PLACEHOLDER, fill, inside, nominative, statement
from coindex.reasoner.english.classes import listed
from coindex.reasoner.explaining.firings import Sources
from coindex.reasoner.explaining.proofs import narrator, prove
from coindex.reasoner.explaining.trace import Firing, Trace, trace
from coindex.reasoner.grounding.question_facts import encoding_files
from coindex.reasoner.knowledge.default_rules import JOINING_ENCODING, is_default_rule
from coindex.reasoner.knowledge.derived_rows import backoff_steps, with_backoff_steps
from coindex.reasoner.solving.case import Solved
from kparse.graph import Node, SemanticGraph
from kparse.mentions.phrases import phrase_text
from kparse.notation import vocabulary

MAX_DEPTH = 5
"""Maximum depth of a proof; deeper steps are named but not explained."""

_AXIOMS = ("expl", "cons", "goal", "accept", "favour", "clash")
_STOP = ("arg", "link", "opposite", "prop_isa", "isa", "kind_of")
"""Predicates that are named but not explained further."""


def phrases(
    graph: SemanticGraph, reading: Reading, pronoun: str, atoms: Iterable[str] = ()
) -> Callable[[str], str]:
    """Return a function that names the nodes of a reading in the words of the text, pronouns with their antecedents."""
    bindings = (arguments(atom) for atom in atoms if name_of(atom) == "binds")
    bound = {binding[0]: binding[1] for binding in bindings}

    def say(term: str) -> str:
        if is_contrary(term):
            return f"the contrary of “{say(plain(term))}”"
        if term == pronoun:
            return f"{nominative(graph.text_of(term))} (= {inside(reading.candidate)})"
        node = graph.nodes.get(term)
        if node is None:
            return term
        if node.kind in ("event", "state"):
            return clause_text(graph, term)
        if node.kind == "pronoun":
            meant = graph.nodes.get(bound.get(term, ""))
            words = nominative(graph.text_of(term))
            if meant is None or meant.kind == "pronoun":
                return words
            return f"{words} (= {inside(phrase_text(graph, meant.id))})"
        return phrase_text(graph, term)

    return say


def name_in_sentences(
    phrase: Callable[[str], str], reading: Reading, pronoun: str
) -> Callable[[str], str]:
    """Return the same function, but with the pronoun replaced by its antecedent."""
    return lambda term: inside(reading.candidate) if term == pronoun else phrase(term)


def clause_text(graph: SemanticGraph, node: str) -> str:
    """Return a short name of a situation: its predicate with negation and auxiliaries as in the text."""
    words = graph.text_of(node)
    attrs, tokens = graph.nodes[node].attrs, graph.nodes[node].tokens
    spans, text = graph.token_spans(), graph.metadata.get("snt", "")
    first = min(tokens, default=0)
    before_verb = {"to"}.union(*map(listed, ("auxiliaries", "negations", "degrees")))
    while tokens and max(tokens) < len(spans):
        start, end = spans[first - 1] if first else (0, 0)
        if text[start:end].lower() not in before_verb:
            break
        first -= 1
    before = text[spans[first][0] : spans[min(tokens)][0]].lower() if tokens and spans else ""
    negated = any(word in before for word in ("not", "n't", "n’t", "never"))
    if graph.nodes[node].kind == "state" and attrs.get("pos") != "verb" and not before:
        words = f"be {words}"
    return (
        f"not {before}{words}" if attrs.get("polarity") == "-" and not negated else before + words
    )


def explained(solved: Solved, answer: Answer) -> Answer:
    """Add the sentences and proofs of the rules that fired to every reading."""
    graph, pronoun, selection = solved.case.graph, solved.case.question.pronoun, solved.selection
    rules = _rules(solved, answer)
    programs = [(name, 1, text) for name, text in encoding_files() if name != JOINING_ENCODING]
    programs += map(_source_of, rules)
    notes = {
        (r.file, r.line): {"id": r.id, "text": r.text}
        for r in selection.rules
        if r.text and not is_default_rule(r.id)
    }
    said = _said(programs, notes)
    texts = {r.id: r.text for r in (*selection.rules, *rules)}
    sources = Sources(programs, notes)
    rows = dict.fromkeys(solved.program.facts, ("<text>", 1))
    rows |= {f"weight({r.id},{r.weight})": ("<text>", 1) for r in rules}
    rows |= {row.fact: (row.file, row.line) for row in selection.rows}
    taken = backoff_steps(selection.rows)
    optima = {optimum.index: optimum for optimum in solved.solution.optima}

    def with_proofs(reading: Reading) -> Reading:
        optimum = optima[reading.index]
        conclusions = optimum.atoms_of("explained", *_AXIOMS)
        heads = {rule.id: head for rule in reading.rules for head in _heads(rule, conclusions)}
        if not heads:
            return reading
        found = trace(sources, optimum.atoms, heads.values(), rows)
        hidden = optimum.names - said | {"not", "condition"}
        phrase = phrases(graph, reading, pronoun, optimum.atoms_of("binds"))
        named = name_in_sentences(phrase, reading, pronoun)
        told, proofs = [], []
        for rule in reading.rules:
            head = heads.get(rule.id)
            if head is None:
                told.append(rule)
                continue
            firing, text = _firing(found, head, rule), rule.text
            if firing and PLACEHOLDER.search(texts.get(rule.id, "")):
                text = fill(texts[rule.id], firing.binding, named)
            told.append(replace(rule, text=text))
            proof = _proof(found, head, firing, phrase, text, hidden)
            proofs.append(with_backoff_steps(proof, taken, _words(graph, head)))
        return replace(reading, rules=tuple(told), proofs=tuple(proofs))

    return replace(answer, readings=tuple(map(with_proofs, answer.readings)))


def _rules(solved: Solved, answer: Answer) -> list[Rule]:
    """Give the rules that a proof may use.

    Hundreds of rules are selected for a question but only a handful fire, and no proof uses the others. Nor does
    one use a helper that was left out of the question's program.
    """
    fired = {rule.id for reading in answer.readings for rule in reading.rules}
    places = solved.solution.program.places
    rules = [
        rule
        for rule in solved.selection.rules
        if rule.id in fired or (rule.kind == "helper" and f"{rule.file}:{rule.line}" in places)
    ]
    for name in sorted(filter(is_default_rule, fired)):
        rules += solved.selection.row_index.with_id(name)
    return rules


def _source_of(rule: Rule) -> tuple[str, int, str]:
    """Return the text and place of a rule; a default rule written on one line includes its annotation."""
    if not is_default_rule(rule.id):
        return rule.file, rule.line, rule.program
    return rule.file, rule.line - 2, f"% @id {rule.id}\n% @text {rule.text}\n{rule.program}"


def _words(graph: SemanticGraph, head: str) -> list[str]:
    """Return the words of the situations and participants in a rule's head, with their parts of speech."""
    terms = (plain(term) for term in arguments(head)[1:])
    nodes = [graph.nodes[term] for term in terms if term in graph.nodes]
    return [f'{_part_of_speech(node)} "{node.concept}"' for node in nodes]


def _part_of_speech(node: Node) -> str:
    if node.kind == "event":
        return "verb"
    return "adj" if node.kind == "state" and node.attrs.get("pos") == "adj" else "noun"


def _heads(rule: FiredRule, atoms: Sequence[str]) -> Iterator[str]:
    """Find the atom of the model that is the rule's counted head."""
    counted = {
        tuple(arguments(a)[1:3])
        for a in atoms
        if name_of(a) == "explained" and arguments(a)[0] == rule.id
    }
    for atom in atoms:
        if name_of(atom) not in _AXIOMS:
            continue
        args = arguments(atom)
        if args[0] != rule.id:
            continue
        pair = tuple(args[1:3])
        if not counted or pair in counted or pair[::-1] in counted:
            yield atom
            return


def _said(
    programs: Iterable[tuple[str, int, str]], notes: Collection[tuple[str, int]]
) -> frozenset[str]:
    """Give the predicates that have English; proofs leave out the others, to show what they rest on.

    A helper of a single file of axioms has English only if a rule of it has a sentence (``@text``).
    """
    said = {entry.name for entry in vocabulary.entries() if not entry.hidden}
    said |= {name_of(text) for file, line, text in programs if (file, line) in notes}
    return frozenset(said)


def _firing(found: Trace, head: str, rule: FiredRule) -> Firing | None:
    firings = found.firings_of(head)
    own = [f for f in firings if (f.rule.file, f.rule.line) == (rule.file, rule.line)]
    return next(iter(own or firings), None)


def _proof(
    found: Trace,
    head: str,
    firing: Firing | None,
    phrase: Callable[[str], str],
    text: str,
    hidden: Collection[str],
) -> Proof:
    """Prove a rule's head. Literals assumed false are shown for the rule itself, not for the steps below it."""
    say = narrator(phrase)
    proof = prove(found, head, MAX_DEPTH, hide=hidden, stop=_STOP, say=say)
    absent = tuple(
        Proof(say(f"not {premise.text}", None), premise.text, "assumed false")
        for premise in (firing.body if firing else ())
        if premise.kind == "negative" and name_of(premise.text) != "sort_of_property"
    )
    statement = text or proof.statement
    return _pruned(replace(proof, statement=statement, because=(*proof.because, *absent)))


def _pruned(proof: Proof) -> Proof:
    """Drop repeated steps and steps that only restate their premise."""
    under: dict[str, Proof] = {}
    for step in map(_pruned, proof.because):
        if step.how != "above" and step.statement != proof.statement:
            under.setdefault(step.statement, step)
        for lower in step.because if step.statement == proof.statement else ():
            under.setdefault(lower.statement, lower)
    return replace(proof, because=_shortened(proof, tuple(under.values())))


def _shortened(proof: Proof, because: tuple[Proof, ...]) -> tuple[Proof, ...]:
    """Drop intermediate inheritance steps."""
    if name_of(proof.atom) == "affected" and [name_of(s.atom) for s in because] == ["prop"]:
        return because[0].because or because
    rows = tuple(step for step in because if name_of(step.atom) == "prop_isa")
    station = next((s for s in because if _same_but_last(s.atom, proof.atom)), None)
    if not rows or station is None or len(because) != len(rows) + 1:
        return because
    before = tuple(s for s in station.because if name_of(s.atom) == "prop_isa")
    origin = next((s for s in station.because if _same_but_last(s.atom, proof.atom)), None)
    if not before or origin is None or len(station.because) != len(before) + 1:
        return because
    atom = f"prop_isa({arguments(origin.atom)[2]},{arguments(proof.atom)[2]})"
    chain = tuple(row for step in (*before, *rows) for row in (step.because or (step,)))
    return origin, Proof(statement(atom, str), atom, "rule", because=chain)


def _same_but_last(atom: str, other: str) -> bool:
    if name_of(atom) != "prop" or name_of(other) != "prop":
        return False
    return arguments(atom)[:2] == arguments(other)[:2]
