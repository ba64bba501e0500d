"""The reasoner: text in, answers out. Everything between is in the modules it calls."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from coindex.files.shipped import KNOWLEDGE
from coindex.reasoner.answer import Answer, FiredRule, Outcome, Reading, SentenceUse
from coindex.reasoner.asp.facts import arguments
from coindex.reasoner.asp.records import Rule
from coindex.reasoner.calibration import Kind, shipped
from coindex.reasoner.evidence.pairwise_model import (
    PAIRWISE_MODEL,
    PairwiseEvidence,
    shipped_pairwise_model,
)
from coindex.reasoner.evidence.word_vectors import WORD_VECTORS, WordVectors, shipped_word_vectors
from coindex.reasoner.grounding.question_facts import assemble, encoding_text
from coindex.reasoner.grounding.slicing import MultiShotProgram, slicer
from coindex.reasoner.item import Item
from coindex.reasoner.knowledge.base_program import EMPTY
from coindex.reasoner.knowledge.store import Selection, Store
from coindex.reasoner.knowledge.typical_rows import is_default_rule
from coindex.reasoner.knowledge.variants import programs_of, variants_of
from coindex.reasoner.solving.case import Case, Solved
from kparse.asp import quote
from kparse.errors import CoindexError, InputError, NothingParsedError
from kparse.graph import SemanticGraph
from kparse.loading import collector_paused
from kparse.mentions.question import Question

if TYPE_CHECKING:
    from spacy.language import Language

    from coindex.reasoner.english_rules.reading import EnglishRule
    from coindex.reasoner.evidence.weigh import Evidence, Weigher
    from coindex.reasoner.explaining.suggest import Suggestion
    from coindex.reasoner.solving.choice import Choice
    from coindex.reasoner.solving.solver import Optimum

MINED = KNOWLEDGE / "statistics" / "books.sqlite"
"""The counts that ship."""
BATCH = 64
"""Texts parsed together."""
_SENTENCES = 1000
"""Sentences of knowledge that are remembered as read."""
_SCALE = (10**8, 10**6, 10**4, 10**2, 1)
SOMEBODY = "somebody or something"
"""How a rule's sentence calls a participant without a trace."""
_OUTCOMES: dict[str, Outcome] = {
    "problems": "knowledge",
    "knowledge": "knowledge",
    "mined": "mined",
    "attachment": "preference",
    "preference": "preference",
}


class Reasoner:
    """Answers which phrase a pronoun stands for, and says why.

    Args:
        model: name or path of a spaCy pipeline with Universal Dependencies labels; the shipped one by default. It is
            loaded when the first text is parsed.
        knowledge: directories or files of rows and axioms read instead of the shipped ones.
        extra: further ones read besides.
        mined: the store of counts in raw text that is asked where knowledge is silent; the shipped one by default (if
            it is there and the shipped knowledge is used); an empty name for none.
    """

    def __init__(
        self,
        *,
        model: str | None = None,
        knowledge: Sequence[str | Path] | None = None,
        extra: Sequence[str | Path] = (),
        mined: str | Path | None = None,
    ) -> None:
        self._model = model
        self._nlp: Language | None = None
        paths = [Path(p) for p in (knowledge if knowledge is not None else [KNOWLEDGE])]
        self.store = Store.open([*paths, *(Path(p) for p in extra)])
        self._read: dict[str, EnglishRule | InputError] = {}
        self._sexes: dict[str, str | None] = {}
        self._up: dict[str, set[str]] = {}
        learnt = knowledge is None and mined != ""
        if mined is None:
            mined = MINED if knowledge is None and MINED.is_file() else ""
        self._weigher = self._weighing(mined) if mined else None
        self.pairwise_model: PairwiseEvidence | None = (
            shipped_pairwise_model(KNOWLEDGE / PAIRWISE_MODEL) if learnt else None
        )
        """What was learnt from questions with known answers, if it is to be used."""
        self.word_vectors: WordVectors | None = (
            shipped_word_vectors(KNOWLEDGE / WORD_VECTORS) if learnt else None
        )
        """Which words keep the same company, if that is to be used."""

    def _weighing(self, path: str | Path) -> Weigher:
        from coindex.reasoner.evidence.keys import Keys
        from coindex.reasoner.evidence.weigh import open_weigher

        return open_weigher(str(path), lambda: Keys(self.store))

    @property
    def nlp(self) -> Language:
        """The parser (loaded on first use)."""
        if self._nlp is None:
            with collector_paused():
                from kparse.input.pipeline import load_model

                self._nlp = load_model(self._model)
        return self._nlp

    def solve(
        self,
        text: str,
        *,
        pronoun: str | int | None = None,
        candidates: Sequence[str] | None = None,
        explain: bool = False,
        knowledge: Sequence[str] = (),
    ) -> Answer:
        """Answer the first question that :meth:`solve_all` finds."""
        return self.solve_all(
            text, pronoun=pronoun, candidates=candidates, explain=explain, knowledge=knowledge
        )[0]

    def solve_all(
        self,
        text: str,
        *,
        pronoun: str | int | None = None,
        candidates: Sequence[str] | None = None,
        explain: bool = False,
        knowledge: Sequence[str] = (),
    ) -> list[Answer]:
        """Answer for each pronoun asked about (``pronoun``: a word, an offset, or ``[it]`` in the text; else all).

        Args:
            text: what is read.
            pronoun: which pronouns are asked about.
            candidates: what they may stand for; found in the text if not given.
            explain: whether to say what the rules that spoke rest on.
            knowledge: English sentences that become rules for this text (``docs/said_knowledge.md``).

        Raises:
            InputError: the text is empty or too long, or has no such pronoun or no candidate; or nothing can be done
                with a sentence of knowledge.
            KnowledgeError, ModelError, SolveError: what the message says.
        """
        from kparse.mentions.candidates import strip_brackets
        from kparse.semantics.build import parse_text

        text, marked = strip_brackets(text)
        if pronoun is None and marked:
            wanted: list[str | int | None] = list(marked)
        else:
            wanted = [pronoun]
        if not text.strip():
            raise InputError("the text is empty", hint="Give a sentence with a pronoun.")
        started = time.perf_counter()
        offsets = [w for w in wanted if isinstance(w, int)]
        graph = parse_text(self.nlp, text, blanks="_" in text, asked=offsets)
        parse_ms = (time.perf_counter() - started) * 1e3
        answers: list[Answer] = []
        for which in wanted:
            answers.extend(
                self.answer_graph(
                    graph,
                    pronoun=which,
                    candidates=candidates,
                    explain=explain,
                    parse_ms=parse_ms,
                    knowledge=knowledge,
                )
            )
        return answers

    def solve_many(self, items: Iterable[Item], *, explain: bool = False) -> Iterator[Answer]:
        """Answer many questions in their order, parsing in batches; a bad one gets an answer that says so."""
        for chunk in batched(items, BATCH):
            for item, graph, parse_ms in self._parsed(chunk):
                if isinstance(graph, CoindexError):
                    yield item.failed(str(graph), outcome_of(graph))
                else:
                    yield self.answer_item(item, graph, explain=explain, parse_ms=parse_ms)

    def _parsed(
        self, items: Sequence[Item]
    ) -> Iterator[tuple[Item, SemanticGraph | CoindexError, float]]:
        """Parse a batch; if one text is refused, the others are parsed one by one."""
        from kparse.semantics.build import parse_text, parse_texts

        started = time.perf_counter()
        try:
            texts, asked = [i.text for i in items], [[i.pron_start] for i in items]
            graphs = list(parse_texts(self.nlp, texts, blanks=True, asked=asked))
        except CoindexError:
            for item in items:
                try:
                    one = parse_text(self.nlp, item.text, blanks=True, asked=[item.pron_start])
                    yield item, one, 0.0
                except CoindexError as error:
                    yield item, error, 0.0
            return
        share = (time.perf_counter() - started) * 1e3 / max(1, len(items))
        for item, graph in zip(items, graphs, strict=True):
            yield item, graph, share

    def answer_item(
        self, item: Item, graph: SemanticGraph, *, explain: bool = False, parse_ms: float = 0.0
    ) -> Answer:
        """Answer a question whose text is parsed; errors a user can act on become part of the answer."""
        try:
            return self.answer_graph(
                graph,
                pronoun=item.pronoun,
                candidates=item.candidates,
                explain=explain,
                parse_ms=parse_ms,
                knowledge=item.knowledge,
                forgiving=True,
            )[0]
        except CoindexError as error:
            return item.failed(str(error), outcome_of(error))

    def answer_graph(
        self,
        graph: SemanticGraph,
        *,
        pronoun: str | int | None = None,
        candidates: Sequence[str] | None = None,
        explain: bool = False,
        parse_ms: float = 0.0,
        knowledge: Sequence[str] = (),
        forgiving: bool = False,
    ) -> list[Answer]:
        """Answer from a graph, wherever it came from (see :meth:`solve_all`).

        ``forgiving``: a sentence of knowledge that cannot be read is left out, and the answer says so.
        """
        from kparse.notation.facts import facts
        from kparse.notation.penman import encode

        if not any(graph.of_kind("event", "state", "entity", "pronoun", "group")):
            raise NothingParsedError(
                "the text says nothing that could be understood",
                hint="Give an English sentence.",
            )
        asked = self.questions_of(graph, pronoun, candidates)
        said, unread = self._said(knowledge, forgiving=forgiving)
        started = time.perf_counter()
        notation = encode(graph)
        graph_facts = facts(notation)
        facts_ms = (time.perf_counter() - started) * 1e3
        rest = self.other_questions(graph, asked)
        answers = []
        for question in asked:
            others = [q for q in [*asked, *rest] if q.pronoun != question.pronoun]
            case = Case(
                graph, tuple(graph_facts), question, tuple(others), said=said, unread=unread
            )
            answer = self._answer(case, explain)
            timings = {"parse": parse_ms, "facts": facts_ms, **answer.timings}
            answers.append(replace(answer, graph=notation, timings=timings))
        return answers

    def choose(self, choice: Choice, *, explain: bool = False) -> Answer:
        """Answer which of two alternatives is the cause or the effect of a premise.

        Never raises what a user could act on: such a message becomes part of the answer.
        """
        from coindex.reasoner.solving.choice import case_of
        from kparse.notation.penman import encode
        from kparse.semantics.build import parse_texts

        started = time.perf_counter()
        try:
            parts = list(parse_texts(self.nlp, choice.texts))
            parse_ms = (time.perf_counter() - started) * 1e3
            started = time.perf_counter()
            case = case_of(choice, parts, self.sex_of)
            said, unread = self._said(choice.knowledge, forgiving=True)
            case = replace(case, said=said, unread=unread)
            facts_ms = (time.perf_counter() - started) * 1e3
            answer = self._answer(case, explain)
        except CoindexError as error:
            return choice.failed(str(error))
        return replace(
            answer,
            text=choice.premise,
            pronoun=f"the {choice.asks}",
            graph=encode(case.graph),
            timings={"parse": parse_ms, "facts": facts_ms, **answer.timings},
        )

    def _said(
        self, knowledge: Sequence[str], *, forgiving: bool
    ) -> tuple[tuple[EnglishRule, ...], tuple[SentenceUse, ...]]:
        """Read sentences of knowledge (each once); what is to be told of those that cannot be read."""
        if not knowledge:
            return (), ()
        from coindex.reasoner.english_rules.reading import read

        said: list[EnglishRule] = []
        unread: list[SentenceUse] = []
        for sentence in dict.fromkeys(knowledge):
            if sentence not in self._read:
                if len(self._read) >= _SENTENCES:
                    self._read.clear()
                try:
                    self._read[sentence] = read(sentence, self.nlp, self.store)
                except InputError as error:
                    self._read[sentence] = error
            found = self._read[sentence]
            if not isinstance(found, InputError):
                said.append(found)
            elif forgiving:
                unread.append(SentenceUse(sentence, False, found.message))
            else:
                raise found
        return tuple(said), tuple(unread)

    def near_misses(self, answer: Answer, index: int) -> list[str]:
        """What kept rules from speaking for a candidate of an answer: one sentence for each that lacked one thing."""
        from coindex.reasoner.explaining.explain import nearly

        solved = self._solved(self._case_of(answer), keep_atoms=True, everything=True)
        return nearly(solved, answer, index)

    def suggestions(self, answer: Answer) -> list[Suggestion]:
        """The cheapest rows that would decide an answer's question, each way; all of them have been tried."""
        from coindex.reasoner.explaining.suggest import suggestions

        def solve(case: Case) -> tuple[Solved, Answer]:
            solved = self._solved(case, keep_atoms=False)
            return solved, self._compare(case, solved)

        case = self._case_of(answer)
        solved = self._solved(case, keep_atoms=True, everything=True, axioms=False)
        done = answer.answer if answer.decided_by == "knowledge" else None
        return suggestions(solved, self.store, solve, decided=done)

    def _case_of(self, answer: Answer) -> Case:
        """The case of a question about a pronoun that was answered."""
        from kparse.mentions.candidates import find_questions
        from kparse.notation.facts import facts
        from kparse.notation.penman import decode

        graph = decode(answer.graph)
        question = find_questions(
            graph,
            pronoun=answer.start,
            candidates=answer.candidates,
            gender_of=self.gender_of,
        )[0]
        others = self.other_questions(graph, [question])
        said, _ = self._said([told.sentence for told in answer.said], forgiving=True)
        return Case(graph, tuple(facts(answer.graph)), question, tuple(others), said=said)

    def questions_of(
        self, graph: SemanticGraph, pronoun: str | int | None, candidates: Sequence[str] | None
    ) -> list[Question]:
        """The questions asked; candidates nobody gave are no things for *she*, no persons for *it*, if two are left."""
        from kparse.mentions.candidates import find_questions

        asked = find_questions(
            graph, pronoun=pronoun, candidates=candidates, gender_of=self.gender_of
        )
        if candidates is not None:
            return asked
        try:
            found = find_questions(graph, pronoun=pronoun, gender_of=self.sex_of)
        except InputError:
            return asked
        strict = {q.pronoun: q for q in found if len(q.candidates) > 1}
        return [strict.get(q.pronoun, q) for q in asked]

    def other_questions(self, graph: SemanticGraph, asked: Sequence[Question]) -> list[Question]:
        """The text's other pronouns with what they may stand for: they are bound together with those asked about."""
        from kparse.mentions.candidates import find_questions

        try:
            found = find_questions(graph, gender_of=self.sex_of)
        except InputError:
            return []
        taken = {q.pronoun for q in asked}
        return [q for q in found if q.pronoun not in taken]

    def gender_of(self, lemma: str) -> str | None:
        """Gender of a noun or name by the lexicon: ``masc``, ``fem`` or unknown; cows and bulls may be *it*."""
        found = {
            row.fact.rsplit(",", 1)[1].rstrip(")")
            for row in self.store.rows_for(lemma)
            if row.predicate in ("gender", "name", "title")
        }
        if len(found) != 1 or found & {"either"}:
            return None
        animal = any("animal" in self._above(kind) for kind in self._second("kind", lemma))
        return None if animal else found.pop()

    def sex_of(self, lemma: str) -> str | None:
        """The same; also ``person`` of a noun of grown persons only, ``neut`` of one of nothing that lives or acts."""
        if lemma not in self._sexes:
            if len(self._sexes) > _SENTENCES:
                self._sexes.clear()
            self._sexes[lemma] = self.gender_of(lemma) or self._kind_of_sex(lemma)
        return self._sexes[lemma]

    def _kind_of_sex(self, lemma: str) -> str | None:
        closures = [self._above(kind) for kind in self._second("kind", lemma)]
        if closures and all("person" in above and "child" not in above for above in closures):
            return "person"  # (a baby may be *it*)
        if closures and not any(above & {"animate", "agentive", "mind"} for above in closures):
            return "neut"
        return None

    def _above(self, kind: str) -> set[str]:
        """Give a kind and all that it is a kind of."""
        found = {kind}
        waiting = [kind]
        while waiting:
            low = waiting.pop()
            if low not in self._up:
                self._up[low] = self._second("kind_isa", low)
            more = self._up[low] - found
            found |= more
            waiting += sorted(more)
        return found

    def _second(self, predicate: str, first: str) -> set[str]:
        """Give what the rows ``predicate(first, X)`` have as X."""
        rows = (row for row in self.store.rows_for(first) if row.predicate == predicate)
        told = (arguments(row.fact) for row in rows)
        return {high for low, high in told if low.strip('"') == first}

    def _solved(
        self, case: Case, *, keep_atoms: bool, everything: bool = False, axioms: bool = True
    ) -> Solved:
        """Solve a case; with ``everything``, also what the answer does not rest on is derived.

        Without ``axioms`` only what situations are is derived, not how they go together.
        """
        from coindex.reasoner.solving.solver import solve

        started = time.perf_counter()
        program = assemble(case.graph, case.facts, case.question, case.others, self.store)
        selection = self.store.fetch(program.lemmas)
        if case.rows:
            from coindex.reasoner.explaining.suggest import constants_of, with_rows

            selection = self.store.fetch(program.lemmas, constants_of(case.rows))
            selection = with_rows(selection, case.rows)
        told = case.unread
        if case.said:
            from coindex.reasoner.solving.given_rules import rules_from_sentences

            bare = replace(case, said=())
            plain = self._solved(bare, keep_atoms=True, everything=True, axioms=False)
            more, sayings = rules_from_sentences(plain, case.said, case.unread)
            told = tuple(sayings)
            selection = selection.adding(more)
        select_ms = (time.perf_counter() - started) * 1e3
        used = selection
        if not axioms:
            used = selection.helpers()
        facts = [*program.facts, *(row.fact for row in selection.rows)]
        counted: tuple[Evidence, ...] = ()
        if self._weigher is not None and axioms:
            from coindex.reasoner.evidence.weigh import evidence

            counted = tuple(evidence(case.graph, case.question, self._weigher))
        candidates = [c.node or f"none({i})" for i, c in enumerate(case.question.candidates)]
        if self.word_vectors is not None and axioms and case.texts:
            premise, *alternatives = case.texts
            asked = case.question.pronoun
            counted += tuple(self.word_vectors.evidence(premise, alternatives, asked, candidates))
        facts += [one.fact for one in counted]
        text = program_of(facts, used, everything=everything)
        pairwise_model = self.pairwise_model if axioms and not case.question.is_gap else None
        solution = solve(
            text,
            case.question.pronoun,
            candidates,
            keep_atoms=keep_atoms,
            pairwise_model=pairwise_model,
        )
        counted += solution.pairwise
        return Solved(case, program, selection, solution, select_ms, told, counted)

    def _answer(self, case: Case, explain: bool) -> Answer:
        solved = self._solved(case, keep_atoms=explain)
        answer = self._compare(case, solved)
        answer.timings.update(
            select=solved.select_ms,
            ground=solved.solution.ground_ms,
            solve=solved.solution.solve_ms,
        )
        if explain:
            from coindex.reasoner.explaining.explain import explained

            began = time.perf_counter()
            answer = explained(solved, answer)
            answer.timings["explain"] = (time.perf_counter() - began) * 1e3
        return answer

    def _compare(self, case: Case, solved: Solved) -> Answer:
        graph, question, solution = case.graph, case.question, solved.solution
        best = min(solution.optima, key=lambda o: (o.cost, o.index))
        floor = tuple(min(o.cost[i] for o in solution.optima) for i in range(len(best.cost)))
        given = {rule.id: rule for rule in solved.selection.rules} if case.said or case.rows else {}
        counted = {quote(one.id): one for one in solved.counted}
        readings = tuple(self._reading(question, o, floor, given, counted) for o in solution.optima)
        rivals = [o for o in solution.optima if o is not best]
        outcome, confidence = _outcome(best, rivals, "choice" if question.is_gap else "pronoun")
        answer: int | None = best.index
        return Answer(
            text=graph.metadata.get("snt", ""),
            pronoun=graph.metadata.get("snt", "")[question.start : question.end],
            start=question.start,
            end=question.end,
            candidates=tuple(c.text for c in question.candidates),
            answer=answer,
            decided_by=outcome,
            confidence=confidence,
            readings=readings,
            missing=solved.program.unknown,
            said=solved.told,
        )

    def _reading(
        self,
        question: Question,
        optimum: Optimum,
        floor: tuple[int, ...],
        given: Mapping[str, Rule],
        counted: Mapping[str, Evidence],
    ) -> Reading:
        from coindex.reasoner.solving.solver import LEVELS

        relative = tuple(c - f for c, f in zip(optimum.cost, floor, strict=True))
        return Reading(
            index=optimum.index,
            candidate=question.candidates[optimum.index].text,
            node=question.candidates[optimum.index].node,
            cost=sum(c * s for c, s in zip(relative, _SCALE, strict=True)),
            cost_by_level=dict(zip(LEVELS, relative, strict=True)),
            rules=tuple(
                sorted(
                    self._fired(
                        optimum,
                        SOMEBODY if question.is_gap else question.candidates[optimum.index].text,
                        given,
                        counted,
                    ),
                    key=lambda r: (r.level == "mined", -r.weight, r.id),
                )
            ),
        )

    def _fired(
        self,
        optimum: Optimum,
        candidate: str,
        given: Mapping[str, Rule],
        counted: Mapping[str, Evidence],
    ) -> Iterator[FiredRule]:
        """The rules that spoke in a reading, from the atoms shown (``--explain`` tells them more exactly)."""
        for atom in optimum.shown:
            name, _, rest = atom.partition("(")
            if name == "mined":
                yield counted[arguments(atom)[0]].fired(int(arguments(atom)[3]))
                continue
            if name not in ("support", "hint", "clash"):
                continue
            if name == "clash" and not _is_chosen(atom, optimum.shown):
                continue
            named = rest.partition(",")[0]
            if "(" in named or '"' in named:
                named = arguments(atom)[0]
            rule = given.get(named) or self.store.rule(named)
            if rule is None:
                continue
            weight = rule.weight if name != "support" else int(rest.rstrip(")").rsplit(",", 1)[1])
            yield FiredRule(
                id=rule.id,
                file=rule.file,
                line=rule.line,
                text=_told(rule.text, candidate),
                weight=weight,
                source=rule.source,
                sign=-1 if name == "clash" else 1,
            )


def _is_chosen(clash: str, shown: Iterable[str]) -> bool:
    """Tell whether the pronoun of a clash stands for that candidate in the reading."""
    pronoun, candidate = arguments(clash)[1:]
    return f"binds({pronoun},{candidate})" in shown


def outcome_of(error: CoindexError) -> Outcome:
    """Which of the outcomes an error stands for."""
    return cast("Outcome", error.outcome)


def _told(template: str, candidate: str) -> str:
    """A rule's sentence without a trace: X and Y are by convention the pronoun and the candidate, others anything.

    >>> _told("{Y} did wrong to {Z}", "the cook")
    'the cook did wrong to somebody or something'
    """
    named = re.sub(r"\{[XY]\}", lambda _: candidate, template)
    return re.sub(r"\{[A-Z]\w*\}", SOMEBODY, named)


def program_of(
    facts: Iterable[str], selection: Selection, *, everything: bool = False
) -> MultiShotProgram:
    """Put facts, the rules of a selection and the encodings together, less what cannot matter.

    Laws are facts, joined to the text by ``encodings/laws.lp``; unless with ``everything``, only those that may speak.
    """
    from coindex.reasoner.grounding.row_facts import RowFacts

    given = list(facts)
    words = _words_in(given)
    base = EMPTY
    if selection.variants is not None:
        base = selection.variants.base
        rules, axioms = selection.variants.further(selection.constants, words)
        own = selection.added
    else:
        rules, axioms, own = [], [], selection.rules
    helpers, more = programs_of(own, selection.constants, words)
    rules, axioms = rules + helpers, axioms + more
    row_facts = RowFacts((rule for rule in own if is_default_rule(rule.id)), selection.row_index)
    builder = slicer(encoding_text(), base)
    if everything:
        return MultiShotProgram.single(
            builder.whole(given, rules, axioms, row_facts, everything=True)
        )
    return builder.program(given, rules, axioms, row_facts)


def applicable(selection: Selection) -> Iterator[str]:
    """The rules of a selection, without those variants that ask for something the words do not lead to."""
    for rule in selection.rules:
        if not is_default_rule(rule.id):  # a fact, joined to the text by encodings/laws.lp
            yield from (variant.program for variant in variants_of(rule, selection.constants))


def _words_in(facts: Iterable[str]) -> frozenset[str]:
    """The words, in quotes, of which the text's situations and things are said to be."""
    return frozenset(
        fact[fact.index('"') : -1] for fact in facts if fact.startswith(("key(", "concept("))
    )


def _outcome(best: Optimum, rivals: Sequence[Optimum], kind: Kind) -> tuple[Outcome, float]:
    """What decided, and how sure: the chance that goes with the margin at the deciding level."""
    from coindex.reasoner.solving.solver import LEVELS

    sure, candidates = shipped().confidence, len(rivals) + 1
    if not rivals:
        return "preference", sure(kind, None, 0, candidates)
    runner_up = min(rivals, key=lambda o: (o.cost, o.index))
    for level, ours, theirs in zip(LEVELS, best.cost, runner_up.cost, strict=True):
        if ours != theirs:
            return _OUTCOMES[level], sure(kind, level, theirs - ours, candidates)
    return "tie", sure(kind, None, 0, candidates)


def batched(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    """Lists of at most ``size`` items, in order."""
    chunk: list[Item] = []
    for item in items:
        chunk.append(item)
        if len(chunk) == size:
            yield chunk
            chunk = []
    if chunk:
        yield chunk
