"""The reasoner: text in, answers out.

A text becomes cases (``running.questions``), a case becomes a program with the knowledge that can matter
(``grounding.program``), the program is solved (``solving.solver``), and its readings become an answer
(``running.answering``).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from coindex.files.shipped import KNOWLEDGE
from coindex.reasoner.answer import Answer, Outcome, SentenceUse
from coindex.reasoner.evidence.pairwise_model import (
    PAIRWISE_MODEL,
    PairwiseModel,
    shipped_pairwise_model,
)
from coindex.reasoner.evidence.points import points
from coindex.reasoner.evidence.salience import SALIENCE, Salience, shipped_salience
from coindex.reasoner.evidence.word_vectors import WORD_VECTORS, WordVectors, shipped_word_vectors
from coindex.reasoner.grounding.profile_facts import ProfileWord, profile_words
from coindex.reasoner.grounding.question_facts import Program, assemble, assemble_all
from coindex.reasoner.item import Item
from coindex.reasoner.knowledge.default_rules import fact_of
from coindex.reasoner.running.asked import by_supplied
from coindex.reasoner.running.consistent import consistent_answers
from coindex.reasoner.running.questions import Genders, other_questions, questions_of
from coindex.reasoner.solving.case import Case, Solved
from coindex.reasoner.solving.deciding import CLOSE
from coindex.reasoner.store.store import Selection, Store
from kparse.errors import CoindexError, InputError, NoPronounError, NothingParsedError, SolveError
from kparse.graph import SemanticGraph
from kparse.loading import collector_paused
from kparse.mentions.question import Question

if TYPE_CHECKING:
    from spacy.language import Language

    from coindex.reasoner.asks import Asks, Supplied
    from coindex.reasoner.asp.records import Rule
    from coindex.reasoner.counterfactuals.suggest import Suggestion
    from coindex.reasoner.english_rules.sentences import EnglishRule
    from coindex.reasoner.evidence.weigh import Evidence, Weigher
    from coindex.reasoner.knowledge.profiles import Profile
    from coindex.reasoner.knowledge.sentence_readings import SentenceReading
    from coindex.reasoner.solving.batch_program import Stated
    from coindex.reasoner.solving.choice import Choice
    from coindex.reasoner.solving.solver import Grounded, Solution

BATCH = 64
"""Texts parsed together."""
_SENTENCES = 1000
"""Sentences of knowledge that are remembered as read."""
_S = TypeVar("_S", bound="Solved | None")


class Reasoner:
    """Answers which phrase a pronoun stands for, and says why.

    Args:
        model: name or path of a spaCy pipeline with Universal Dependencies labels; the shipped one by default. It is
            loaded when the first text is parsed.
        knowledge: directories or files of rows and axioms, read instead of the shipped ones.
        extra: further directories or files.
        mined: a store of counts in raw text that is asked where knowledge does not decide; none by default. An empty
            name stands for no statistics at all.
        asks: gets rules where the knowledge does not decide (:class:`coindex.asking.asking.Asking`); by default nobody
            is asked.
    """

    def __init__(
        self,
        *,
        model: str | None = None,
        knowledge: Sequence[str | Path] | None = None,
        extra: Sequence[str | Path] = (),
        mined: str | Path | None = None,
        asks: Asks | None = None,
    ) -> None:
        if "IPython" in sys.modules:
            from coindex.reasoner.rendering.html import show_cards

            show_cards()
        self.asks = asks
        """Gets rules for questions that are not decided; ``None`` to ask nobody."""
        self.model = model
        """Name or path of the parser; ``None`` for the shipped one."""
        self._nlp: Language | None = None
        self._nlp_of: Reasoner | None = None
        paths = [Path(p) for p in (knowledge if knowledge is not None else [KNOWLEDGE])]
        self._read: dict[str, EnglishRule | InputError] = {}
        self._stored: dict[str, EnglishRule] = {}
        self.use(Store.open([*paths, *(Path(p) for p in extra)]))
        self.observe: Callable[[Grounded], None] | None = None
        """Called with the readings of each question about a pronoun, before it is answered."""
        statistics = knowledge is None and mined != ""
        self._weigher = self._weigher_of(mined) if mined else None
        self.pairwise_model: PairwiseModel | None = None
        """The pairwise model, if it is used (of pronouns only)."""
        self._statistics = statistics
        self.salience: Salience | None = None
        """Weights of salience, if it is used (in long texts only)."""
        if statistics:
            self.pairwise_model = shipped_pairwise_model(KNOWLEDGE / PAIRWISE_MODEL)
            self.salience = shipped_salience(KNOWLEDGE / SALIENCE)

    def use(self, store: Store) -> None:
        """Answer with the knowledge of this store from now on."""
        self.store = store
        self._genders = Genders(store)
        self.gender_of, self.sex_of = self._genders.gender_of, self._genders.sex_of
        self.kinds_of = self._genders.kinds_of
        self._read.clear()
        self._stored.clear()

    def share_parser(self, other: Reasoner) -> None:
        """Use the parser of another reasoner with the same model, so that it is loaded once."""
        self._nlp_of = other

    @property
    def word_vectors(self) -> WordVectors | None:
        """The word vectors, if they are used (of choices only)."""
        return shipped_word_vectors(KNOWLEDGE / WORD_VECTORS) if self._statistics else None

    def _weigher_of(self, path: str | Path) -> Weigher:
        from coindex.reasoner.evidence.keys import Keys
        from coindex.reasoner.evidence.weigh import open_weigher

        return open_weigher(str(path), lambda: Keys(self.store))

    @property
    def nlp(self) -> Language:
        """The parser (loaded on first use)."""
        if self._nlp is None and self._nlp_of is not None:
            self._nlp = self._nlp_of.nlp
        if self._nlp is None:
            with collector_paused(stays=True):
                from kparse.input.pipeline import load_model

                self._nlp = load_model(self.model)
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
            explain: whether to give the proofs of the rules that spoke.
            knowledge: English sentences that become rules for this text (``docs/english_rules.md``).

        Raises:
            InputError: the text is empty or too long, or has no such pronoun or no candidate; or nothing can be done
                with a sentence of knowledge.
            KnowledgeError, ModelError, SolveError: what the message says.
        """
        from kparse.mentions.candidates import not_a_pronoun, strip_brackets
        from kparse.semantics.build import parse_text

        given = text
        text, marked = strip_brackets(given)
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
        for number, which in enumerate(wanted):
            try:
                found = self.answer_graph(
                    graph,
                    pronoun=which,
                    candidates=candidates,
                    explain=explain,
                    parse_ms=parse_ms,
                    knowledge=knowledge,
                )
            except NoPronounError as error:
                if wanted == marked:
                    raise not_a_pronoun(given, number, error) from error
                raise
            answers.extend(found)
        return answers

    def solve_many(
        self, items: Iterable[Item | str | Mapping[str, Any]], *, explain: bool = False
    ) -> Iterator[Answer]:
        """Answer many questions in order, parsing in batches; an error becomes part of the answer.

        Args:
            items: texts (brackets may mark the pronoun), dictionaries, or items (see :meth:`Item.of`).
            explain: whether to give the proofs of the rules that spoke.
        """
        for chunk in batched(enumerate(items, 1), BATCH):
            read = [_item(number, given) for number, given in chunk]
            parsed = list(self._parsed([item for item, error in read if error is None]))
            answers = iter(self.answer_items(parsed, explain=explain))
            for refused, error in read:
                yield next(answers) if error is None else refused.failed(str(error))

    def solve_together(self, items: Sequence[Item], *, explain: bool = False) -> list[Answer]:
        """Answer questions about different pronouns of one text, so that all answers hold in one reading.

        Given candidates need not be in the text. An error becomes part of the answer; what goes wrong with one question
        does not touch the others.

        Raises:
            ValueError: the texts differ, or two items ask about one place.
        """
        from kparse.semantics.build import parse_text

        places = [item.pron_start for item in items]
        if len({item.text for item in items}) > 1 or len(set(places)) < len(places):
            raise ValueError("not different pronouns of one text")
        if not items:
            return []
        refused: dict[int, Answer] = {}
        asked: dict[int, Question] = {}
        started = time.perf_counter()
        try:
            graph = parse_text(
                self.nlp, items[0].text, blanks=True, asked=[at for at in places if at >= 0]
            )
            parse_ms = (time.perf_counter() - started) * 1e3
            _understood(graph)
        except CoindexError as error:
            return [item.failed(str(error), outcome_of(error)) for item in items]
        for number, item in enumerate(items):
            try:
                asked[number] = self.questions_of(
                    graph, item.pronoun, item.candidates or None, least_there=0
                )[0]
            except CoindexError as error:
                refused[number] = item.failed(str(error), outcome_of(error))
        try:
            questions = list({q.pronoun: q for q in asked.values()}.values())
            found = self.answer_questions(
                graph,
                questions,
                [*questions, *self.other_questions(graph, questions)],
                explain=explain,
                parse_ms=parse_ms,
                knowledge=tuple(dict.fromkeys(one for item in items for one in item.knowledge)),
                forgiving=True,
            )
            answers = {q.pronoun: answer for q, answer in zip(questions, found, strict=True)}
        except CoindexError as error:
            if len(items) == 1:
                return [items[0].failed(str(error), outcome_of(error))]
            return [self.solve_together([item], explain=explain)[0] for item in items]
        return [
            refused[n] if n in refused else answers[asked[n].pronoun] for n in range(len(items))
        ]

    def graphs_of(
        self, items: Sequence[Item]
    ) -> Iterator[tuple[Item, SemanticGraph | CoindexError]]:
        """Parse the texts of items together; an error takes the place of a graph."""
        for item, graph, _ in self._parsed(items):
            yield item, graph

    def _parsed(
        self, items: Sequence[Item]
    ) -> Iterator[tuple[Item, SemanticGraph | CoindexError, float]]:
        """Parse a batch; if a text is refused, parse all one by one."""
        from kparse.semantics.build import parse_text, parse_texts

        started = time.perf_counter()
        try:
            texts = [i.text for i in items]
            asked = [[i.pron_start] if i.pron_start >= 0 else [] for i in items]
            graphs = list(parse_texts(self.nlp, texts, blanks=True, asked=asked))
        except CoindexError:
            for item in items:
                try:
                    places = [item.pron_start] if item.pron_start >= 0 else []
                    one = parse_text(self.nlp, item.text, blanks=True, asked=places)
                    yield item, one, 0.0
                except CoindexError as error:
                    yield item, error, 0.0
            return
        share = (time.perf_counter() - started) * 1e3 / max(1, len(items))
        for item, graph in zip(items, graphs, strict=True):
            yield item, graph, share

    def answer_items(
        self,
        parsed: Sequence[tuple[Item, SemanticGraph | CoindexError, float]],
        *,
        explain: bool = False,
    ) -> list[Answer]:
        """Answer questions whose texts are parsed (with milliseconds), those about one pronoun in one program.

        Where that cannot be done, or explanations are asked for, they are answered one by one.
        """
        answers: dict[int, Answer] = {}
        together: list[tuple[int, _State]] = []
        for number, (item, graph, _) in enumerate(parsed):
            if isinstance(graph, CoindexError):
                answers[number] = item.failed(str(graph), outcome_of(graph))
            elif not explain and not item.knowledge and len(parsed) > 1:
                try:
                    case = self._case_of_item(item, graph)
                    if case is not None:
                        state = self._state(case)
                        if not state.selection.added:  # a stored sentence speaks of one question
                            together.append((number, state))
                except CoindexError as error:
                    answers[number] = item.failed(str(error), outcome_of(error))
        if len(together) > 1:
            with suppress(SolveError):
                found = self._answered_in_one_program([state for _, state in together])
                for (number, state), answer in zip(together, found, strict=True):
                    if self.asks is not None and (
                        self.asks.wants(answer) or (self.asks.judges and answer.is_by_rules)
                    ):
                        continue
                    timings = {"parse": parsed[number][2], **answer.timings}
                    answers[number] = replace(
                        answer, graph=_encoded(state.case.graph), timings=timings
                    )
        for number, (item, graph, parse_ms) in enumerate(parsed):
            if number not in answers and not isinstance(graph, CoindexError):
                answers[number] = self.answer_item(item, graph, explain=explain, parse_ms=parse_ms)
        return [answers[number] for number in range(len(parsed))]

    def _case_of_item(self, item: Item, graph: SemanticGraph) -> Case | None:
        """Give the case of a question; ``None`` if it asks about several pronouns."""
        _understood(graph)
        asked = self.questions_of(graph, item.pronoun, item.candidates or None)
        if len(asked) != 1:
            return None
        others = self.other_questions(graph, asked)
        return _case(graph, tuple(_facts_of(_encoded(graph))), asked[0], [*asked, *others])

    def _answered_in_one_program(self, states: Sequence[_State]) -> list[Answer]:
        from coindex.reasoner.running.answering import answer_of
        from coindex.reasoner.solving.batch_program import solved_in_one_program

        with collector_paused():
            solutions = solved_in_one_program([state.stated for state in states], self.store)
        answers = []
        for state, solution in zip(states, solutions, strict=True):
            solved = state.solved(solution)
            answer = answer_of(solved, self.store, self._close(state.case))
            answer.timings.update(
                select=state.select_ms, ground=solution.ground_ms, solve=solution.solve_ms
            )
            answers.append(answer)
        return answers

    def answer_item(
        self, item: Item, graph: SemanticGraph, *, explain: bool = False, parse_ms: float = 0.0
    ) -> Answer:
        """Answer a question whose text is parsed; errors a user can act on become part of the answer."""
        try:
            return self.answer_graph(
                graph,
                pronoun=item.pronoun,
                candidates=item.candidates or None,
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
        """Answer from a graph (see :meth:`solve_all`).

        With ``forgiving`` a sentence of knowledge that cannot be read is left out, and the answer says so; and two
        candidates that are in the text are enough.
        """
        _understood(graph)
        asked = self.questions_of(graph, pronoun, candidates, forgiving=forgiving)
        return self.answer_questions(
            graph,
            asked,
            [*asked, *self.other_questions(graph, asked)],
            explain=explain,
            parse_ms=parse_ms,
            knowledge=knowledge,
            forgiving=forgiving,
        )

    def answer_questions(
        self,
        graph: SemanticGraph,
        asked: Sequence[Question],
        every: Sequence[Question],
        *,
        explain: bool = False,
        parse_ms: float = 0.0,
        knowledge: Sequence[str] = (),
        forgiving: bool = False,
        in_turn: bool = False,
        salience: Mapping[str, Sequence[float]] | None = None,
        told_from: int = 0,
    ) -> list[Answer]:
        """Answer some of the questions of a graph; ``every`` holds all whose pronouns are bound along.

        With ``in_turn`` one program is grounded for all, and the pairwise model is not asked: it was learnt from
        single questions with two candidates each, and is wrong too often about running text. ``salience`` has the
        log-odds of the candidates of some pronouns, where the whole text has been read. Those who are asked for rules
        see the text from offset ``told_from`` on.
        """
        rules, unread = self._english_rules(knowledge, forgiving=forgiving)
        started = time.perf_counter()
        notation = _encoded(graph)
        graph_facts = tuple(_facts_of(notation))
        facts_ms = (time.perf_counter() - started) * 1e3
        cases = [
            _case(
                graph,
                graph_facts,
                question,
                every,
                english_rules=rules,
                unread=unread,
                salience=tuple((salience or {}).get(question.pronoun, ())),
            )
            for question in asked
        ]
        taken = {"parse": parse_ms, "facts": facts_ms}
        together = self._in_turn(cases) if in_turn else None

        def solve_once(case: Case, explain: bool) -> tuple[Answer, Solved]:
            if together is None:
                alone = partial(self._answer_alone, explain=explain)
                return self._asking(case, alone(case), alone, told_from)
            # (the program of all the questions has all the rules)
            found = self._one_in_turn(case) if case.left_out else together(case)
            return self._asking(case, found, self._one_in_turn, told_from)

        def solve(case: Case) -> tuple[Answer, Solved]:
            return self._checking(case, solve_once, explain=explain)

        return [
            replace(answer, graph=notation, timings={**taken, **answer.timings})
            for answer, _ in consistent_answers(cases, solve)
        ]

    def _in_turn(self, cases: Sequence[Case]) -> Callable[[Case], tuple[Answer, Solved]]:
        """Ground one program for all questions of a text, and give what answers them."""
        from coindex.reasoner.running.answering import answer_of
        from coindex.reasoner.solving.solver import Grounded

        first, asked = cases[0], [case.question for case in cases]
        pronouns = [question.pronoun for question in asked]
        started = time.perf_counter()
        rest = [question for question in first.others if question.pronoun not in pronouns]
        program = assemble_all(first.graph, first.facts, asked, rest, self.store)
        selection, uses = self._selected(first, program.lemmas, stored=False)
        select_ms = (time.perf_counter() - started) * 1e3
        words = _words_for(first, selection.profiles, program.lemmas)
        found = [one for c in cases for one in self._evidence(c, _terms(c.question))]
        evidence = tuple(dict.fromkeys(found))
        facts = [
            *program.facts,
            *(row.fact for row in selection.rows),
            *(one.fact for one in evidence),
            *(word.fact for word in words),
            *(fact for case in cases for fact in self._salient(case)),
        ]
        stored = {case.question.pronoun: tuple(self._stored_rules(case)) for case in cases}
        every = [rule for rules in stored.values() for rule in rules]
        grounded = Grounded(facts, selection.adding(every), self.store, pronouns=pronouns)

        def solve(case: Case) -> tuple[Answer, Solved]:
            solution = grounded.solve(
                case.question.pronoun,
                _terms(case.question),
                bound=[
                    (other.pronoun, _terms(other)[0])
                    for other in case.others
                    if len(other.candidates) == 1 and other.pronoun in pronouns
                ],
            )
            # (one sentence may speak about several pronouns, each time for another party)
            own = selection.adding(stored.get(case.question.pronoun, ()))
            solved = Solved(case, program, own, solution, select_ms, uses, evidence, words)
            return answer_of(solved, self.store, self._close(case)), solved

        return solve

    def choose(self, choice: Choice, *, explain: bool = False) -> Answer:
        """Answer which of two alternatives is the cause or the effect of a premise.

        An error that a user can act on becomes part of the answer.
        """
        from coindex.reasoner.solving.choice import case_of
        from kparse.semantics.build import parse_texts

        started = time.perf_counter()
        try:
            parts = list(parse_texts(self.nlp, choice.texts))
            parse_ms = (time.perf_counter() - started) * 1e3
            started = time.perf_counter()
            case = case_of(choice, parts, self.sex_of)
            rules, unread = self._english_rules(choice.knowledge, forgiving=True)
            case = replace(case, english_rules=rules, unread=unread)
            facts_ms = (time.perf_counter() - started) * 1e3
            answer, _ = self._answer(case, explain)
        except CoindexError as error:
            return choice.failed(str(error))
        return replace(
            answer,
            text=choice.premise,
            pronoun=f"the {choice.asks}",
            graph=_encoded(case.graph),
            timings={"parse": parse_ms, "facts": facts_ms, **answer.timings},
        )

    def _english_rules(
        self, knowledge: Sequence[str], *, forgiving: bool
    ) -> tuple[tuple[EnglishRule, ...], tuple[SentenceUse, ...]]:
        """Read sentences of knowledge, each once; also report on those that cannot be read."""
        if not knowledge:
            return (), ()
        from coindex.reasoner.english_rules.sentences import read

        rules: list[EnglishRule] = []
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
                rules.append(found)
            elif forgiving:
                unread.append(SentenceUse(sentence, False, found.message))
            else:
                raise found
        return tuple(rules), tuple(unread)

    def program(
        self,
        text: str,
        *,
        pronoun: str | int | None = None,
        candidates: Sequence[str] | None = None,
        knowledge: Sequence[str] = (),
    ) -> str:
        """Give the whole program of one question, as a text that clingo alone can solve.

        Raises:
            InputError: see :meth:`solve_all`; or several pronouns are asked about.
        """
        from coindex.reasoner.grounding.printing import printed
        from kparse.mentions.candidates import strip_brackets
        from kparse.semantics.build import parse_text

        text, marked = strip_brackets(text)
        if not text.strip():
            raise InputError("the text is empty", hint="Give a sentence with a pronoun.")
        if pronoun is not None:
            marked = []
        which = marked[0] if marked else pronoun
        offsets = [which] if isinstance(which, int) else []
        graph = parse_text(self.nlp, text, blanks="_" in text, asked=offsets)
        asked = self.questions_of(graph, which, candidates, forgiving=False)
        if len(asked) != 1 or len(marked) > 1:
            number = max(len(asked), len(marked))
            raise InputError(
                f"a program answers one question, and {number} pronouns are asked about",
                hint="Name one with --pronoun, or put it in brackets: [it].",
            )
        rules, unread = self._english_rules(knowledge, forgiving=False)
        graph_facts = tuple(_facts_of(_encoded(graph)))
        every = [*asked, *self.other_questions(graph, asked)]
        case = _case(graph, graph_facts, asked[0], every, english_rules=rules, unread=unread)
        answer, solved = self._answer(case, explain=False)
        question = solved.case.question
        names = ", ".join(
            f"{term} = {candidate.text}"
            for term, candidate in zip(_terms(question), question.candidates, strict=True)
        )
        heading = [
            " ".join(text.split()),
            f"{question.pronoun} = [{answer.pronoun}]; candidates: {names}",
        ]
        places = {row.fact: (row.file, row.line) for row in solved.selection.rows}
        for rule in solved.selection.row_index.every():
            places[fact_of(rule)] = rule.file, rule.line
        return printed(solved.solution.program, heading, places)

    def near_misses(self, answer: Answer, index: int) -> list[str]:
        """Say in one or two sentences what the text would have to say so that a rule speaks for a candidate."""
        from coindex.reasoner.counterfactuals.conditions import conditions_for

        solved = self._solved(self._case_of(answer), keep_atoms=True, everything=True)
        return conditions_for(solved, answer, index, self.store)

    def suggestions(self, answer: Answer, only: int | None = None) -> list[Suggestion]:
        """Give for each candidate, or ``only`` one, a sentence, words and rows that would decide; all were tried."""
        from coindex.reasoner.counterfactuals.suggest import Means, suggestions
        from coindex.reasoner.counterfactuals.suggest_profiles import probes
        from coindex.reasoner.running.answering import answer_of
        from coindex.reasoner.wording.names import kinds_of, uses_of

        def solve(case: Case) -> tuple[Solved, Answer]:
            solved = self._solved(case, keep_atoms=False)
            return solved, answer_of(solved, self.store, self._close(case))

        def read(sentence: str) -> EnglishRule | None:
            return next(iter(self._english_rules([sentence], forgiving=True)[0]), None)

        case = self._case_of(answer)
        solved = self._solved(case, keep_atoms=True, everything=True, axioms=False)
        with_probes = replace(case, rows=probes(solved))
        probed = self._solved(with_probes, keep_atoms=True, everything=True, axioms=False)
        done = answer.answer if answer.decided_by == "knowledge" else None
        uses = uses_of(solved.case.graph, kinds_of(solved.selection.rows))
        means = Means(self.store, solve, read, uses)
        return suggestions(solved, probed, answer, means, decided=done, only=only)

    def _case_of(self, answer: Answer) -> Case:
        """Rebuild the case of an answered question about a pronoun."""
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
        uses = answer.sentence_uses
        rules, _ = self._english_rules([use.sentence for use in uses], forgiving=True)
        asked = {use.sentence: use.source for use in uses if use.source}
        known = tuple(facts(answer.graph))
        given = graph, known, question, tuple(others)
        left_out = frozenset(one.key for one in answer.left_out)
        return Case(*given, english_rules=rules, asked=asked, left_out=left_out)

    def questions_of(
        self,
        graph: SemanticGraph,
        pronoun: str | int | None,
        candidates: Sequence[str] | None,
        *,
        forgiving: bool = True,
        least_there: int = 2,
    ) -> list[Question]:
        """Find the questions asked (:func:`coindex.reasoner.running.questions.questions_of`)."""
        return questions_of(
            graph,
            pronoun,
            candidates,
            self._genders,
            forgiving=forgiving,
            least_there=least_there,
        )

    def other_questions(self, graph: SemanticGraph, asked: Sequence[Question]) -> list[Question]:
        """Find the other pronouns of the text (:func:`coindex.reasoner.running.questions.other_questions`)."""
        return other_questions(graph, asked, self._genders)

    def _answer(self, case: Case, explain: bool) -> tuple[Answer, Solved]:
        """Answer a question; if that decides too little, with rules that are asked for.

        Rules whose statements are judged false take no part.
        """

        def solve(case: Case, explain: bool) -> tuple[Answer, Solved]:
            alone = partial(self._answer_alone, explain=explain)
            return self._asking(case, alone(case), alone)

        return self._checking(case, solve, explain=explain)

    def _checking(
        self, case: Case, solve: Callable[[Case, bool], tuple[Answer, _S]], *, explain: bool
    ) -> tuple[Answer, _S]:
        """Answer a question without the rules whose statements are judged false.

        Args:
            case: the question.
            solve: answers it, with an explanation or without.
            explain: whether one is wanted.
        """
        if self.asks is None or not self.asks.judges:
            return solve(case, explain)
        from coindex.reasoner.running.checked import without_what_is_false

        return without_what_is_false(case, solve, self.asks, explain=explain)

    def _asking(
        self,
        case: Case,
        found: tuple[Answer, Solved],
        again: Callable[[Case], tuple[Answer, Solved]],
        told_from: int = 0,
    ) -> tuple[Answer, Solved]:
        """Give the answer that was found; if it decides too little, the one with rules that are asked for.

        Args:
            case: the question.
            found: the answer without such rules.
            again: answers the question with them.
            told_from: where the text begins that those see who are asked.
        """
        got = self._with_asked(case, found[0], told_from)
        if got is None:
            return found
        answer, solved = again(got[0])
        if any(use.used and use.source for use in answer.sentence_uses):
            return by_supplied(answer, got[1]), solved
        return replace(found[0], sentence_uses=answer.sentence_uses), found[1]

    def _with_asked(
        self, case: Case, answer: Answer, told_from: int
    ) -> tuple[Case, Supplied] | None:
        """Add rules that are asked for to a case; ``None`` if its answer wants none, or there are none."""
        if self.asks is None or not self.asks.wants(answer):
            return None
        from coindex.reasoner.running.asked import query_of, remaining, with_rules

        supplied = remaining(self.asks.rules_for(query_of(case, told_from)), case)
        if supplied is None:
            return None
        rules, unread = self._english_rules(supplied.sentences, forgiving=True)
        return with_rules(case, supplied, rules, unread), supplied

    def answer_by_asking(
        self,
        answer: Answer,
        graph: SemanticGraph,
        question: Question,
        every: Sequence[Question],
        *,
        explain: bool = False,
        told_from: int = 0,
    ) -> Answer:
        """Give an answer of running text that was found without knowledge, or the one with rules that are asked for.

        The arguments are those of :meth:`answer_questions`.
        """
        if self.asks is None:
            return answer
        notation = _encoded(graph)
        case = _case(graph, tuple(_facts_of(notation)), question, every)

        def solve(case: Case, explain: bool) -> tuple[Answer, Solved | None]:
            got = self._with_asked(case, answer, told_from)
            if got is None:
                return answer, None
            alone = partial(self._answer_alone, explain=True) if explain else self._one_in_turn
            found, solved = alone(got[0])
            if any(use.used and use.source for use in found.sentence_uses):
                return replace(by_supplied(found, got[1]), graph=notation), solved
            return answer, None

        return self._checking(case, solve, explain=explain)[0]

    def _one_in_turn(self, case: Case) -> tuple[Answer, Solved]:
        return self._in_turn([case])(case)

    def _answer_alone(self, case: Case, *, explain: bool) -> tuple[Answer, Solved]:
        from coindex.reasoner.running.answering import answer_of

        solved = self._solved(case, keep_atoms=explain)
        answer = answer_of(solved, self.store, self._close(case))
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
        return answer, solved

    def _close(self, case: Case) -> int:
        """Give the points from which knowledge decides; where statistics are asked, too, few are only a hint."""
        return CLOSE if self.pairwise_model is not None and not case.question.is_gap else 0

    def _solved(
        self,
        case: Case,
        *,
        keep_atoms: bool,
        everything: bool = False,
        also: Collection[str] = (),
        axioms: bool = True,
    ) -> Solved:
        """Solve a case.

        Args:
            case: the question.
            keep_atoms: whether to keep all true atoms of each reading.
            everything: whether to derive also what the answer does not depend on.
            also: predicates that are read although the answer does not depend on them.
            axioms: whether axioms and statistics take part; without them only what the situations are is derived.
        """
        from coindex.reasoner.solving.solver import Grounded

        state = self._state(case, axioms=axioms)
        stated = state.stated
        readings = Grounded(
            stated.facts,
            stated.selection,
            self.store,
            everything=everything,
            also=also,
            fitted=stated.fitted,
        )
        if self.observe is not None and axioms:
            self.observe(readings)
        solution = readings.solve(stated.pronoun, list(stated.candidates), keep_atoms=keep_atoms)
        return state.solved(solution)

    def _state(self, case: Case, *, axioms: bool = True) -> _State:
        """Write a case as facts, and select the knowledge for it."""
        from coindex.reasoner.solving.batch_program import Stated

        started = time.perf_counter()
        program = assemble(case.graph, case.facts, case.question, case.others, self.store)
        selection, uses = self._selected(case, program.lemmas, stored=axioms)
        select_ms = (time.perf_counter() - started) * 1e3
        candidates = tuple(_terms(case.question))
        evidence = tuple(self._evidence(case, candidates)) if axioms else ()
        given = selection.profiles if axioms or case.rows else ()
        words = _words_for(case, given, program.lemmas)
        facts = (
            *program.facts,
            *(row.fact for row in selection.rows),
            *(one.fact for one in evidence),
            *(word.fact for word in words),
            *(self._salient(case) if axioms else ()),
        )
        model = self.pairwise_model if axioms and not case.question.is_gap else None
        fitted = None
        if model is not None and len(candidates) > 1:
            fitted = partial(model.evidence, pronoun=case.question.pronoun, candidates=candidates)
        used = selection if axioms else selection.helpers()
        stated = Stated(facts, used, case.question.pronoun, candidates, fitted)
        return _State(case, program, selection, select_ms, uses, evidence, words, stated)

    def _selected(
        self, case: Case, lemmas: Iterable[str], *, stored: bool
    ) -> tuple[Selection, tuple[SentenceUse, ...]]:
        """Select the knowledge for a case, with the rows and sentences given for it; also report on the sentences.

        With ``stored`` the sentences of the store are asked, too.
        """
        scenes = case.question.is_gap
        selection = self.store.fetch(lemmas, scenes=scenes)
        if case.rows:
            from coindex.reasoner.counterfactuals.suggest import constants_of, with_rows

            selection = self.store.fetch(lemmas, constants_of(case.rows), scenes=scenes)
            selection = with_rows(selection, case.rows)
        if stored:
            selection = selection.adding(self._stored_rules(case))
        selection = selection.without(case.left_out)
        if not case.english_rules:
            return selection, case.unread
        from coindex.reasoner.solving.given_rules import rules_from_sentences

        plain = self._plainly(case)
        rules, uses = rules_from_sentences(plain, case.english_rules, case.unread)
        if case.asked:
            from coindex.reasoner.running.asked import attributed

            rules, uses = attributed(case, rules, uses)
        return selection.adding(rules), tuple(uses)

    def _stored_rules(self, case: Case) -> list[Rule]:
        """Give the rule of the stored sentence that fits a case best, if there is one."""
        if not self.store.has_sentences:
            return []
        from coindex.reasoner.running.sentence_reader import read_unread
        from coindex.reasoner.solving.stored_rules import stored_rules

        read_unread(self)
        return stored_rules(case, self.store, partial(self._plainly, case), self._rule_of)

    def _plainly(self, case: Case) -> Solved:
        """Solve a case without its sentences: what the situations are, with all atoms."""
        from coindex.reasoner.english_rules.content import read_predicates

        bare = replace(case, english_rules=())
        return self._solved(bare, keep_atoms=True, also=read_predicates(), axioms=False)

    def _rule_of(self, reading: SentenceReading) -> EnglishRule:
        """Make the rule of a stored sentence, each once."""
        from coindex.reasoner.english_rules.stored import rule_of

        if reading.sentence not in self._stored:
            if len(self._stored) >= _SENTENCES:
                self._stored.clear()
            self._stored[reading.sentence] = rule_of(reading, self.store)
        return self._stored[reading.sentence]

    def _salient(self, case: Case) -> Iterator[str]:
        """Give facts that say how salient each candidate is; none in short texts and for choices."""
        scores = case.salience
        if self.salience is not None and not case.question.is_gap and not scores:
            scores = tuple(self.salience.asked(case.graph, case.question))
        for candidate, score in zip(_terms(case.question), scores, strict=False):
            yield f"salient({case.question.pronoun},{candidate},{points(score)})"

    def _evidence(self, case: Case, candidates: Sequence[str]) -> Iterator[Evidence]:
        """Give the evidence of counts and word vectors that distinguishes the candidates."""
        if self._weigher is not None:
            from coindex.reasoner.evidence.weigh import evidence

            yield from evidence(case.graph, case.question, self._weigher)
        if case.texts and self.word_vectors is not None:
            premise, *alternatives = case.texts
            gap = case.question.pronoun
            yield from self.word_vectors.evidence(premise, alternatives, gap, candidates)


@dataclass(frozen=True, slots=True)
class _State:
    """A case as facts, before it is solved."""

    case: Case
    program: Program
    selection: Selection
    select_ms: float
    uses: tuple[SentenceUse, ...]
    evidence: tuple[Evidence, ...]
    words: tuple[ProfileWord, ...]
    stated: Stated

    def solved(self, solution: Solution) -> Solved:
        """Add what was found."""
        evidence = (*self.evidence, *solution.fitted)
        given = self.case, self.program, self.selection, solution, self.select_ms, self.uses
        return Solved(*given, evidence, self.words)


def _words_for(
    case: Case, profiles: Iterable[Profile], lemmas: Collection[str]
) -> tuple[ProfileWord, ...]:
    """Give the words of profiles that speak in a case."""
    found = profile_words(profiles, lemmas)
    return tuple(word for word in found if word.id not in case.left_out)


def _case(
    graph: SemanticGraph,
    graph_facts: tuple[str, ...],
    question: Question,
    every: Iterable[Question],
    **given: Any,
) -> Case:
    others = tuple(other for other in every if other.pronoun != question.pronoun)
    return Case(graph, graph_facts, question, others, **given)


def _understood(graph: SemanticGraph) -> None:
    """Check that a text says something.

    Raises:
        NothingParsedError: it does not.
    """
    if not any(graph.of_kind("event", "state", "entity", "pronoun", "group")):
        raise NothingParsedError(
            "the text says nothing that could be understood",
            hint="Give an English sentence.",
        )


def _encoded(graph: SemanticGraph) -> str:
    """Write a graph in PENMAN notation."""
    from kparse.notation.penman import encode

    return encode(graph)


def _facts_of(notation: str) -> Iterable[str]:
    """Give the facts of a graph in PENMAN notation."""
    from kparse.notation.facts import facts

    return facts(notation)


def _terms(question: Question) -> list[str]:
    """Give the candidates as the program names them."""
    return [c.node or f"none({i})" for i, c in enumerate(question.candidates)]


def outcome_of(error: CoindexError) -> Outcome:
    """Give the outcome that an error stands for."""
    return cast("Outcome", error.outcome)


def _item(number: int, given: object) -> tuple[Item, InputError | None]:
    """Read a question; what is none becomes an empty one, with the error."""
    try:
        return Item.of(given, number), None
    except InputError as error:
        return Item(str(number), "", 0, 0, ()), error


T = TypeVar("T")


def batched(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """Give lists of at most ``size`` items, in order."""
    chunk: list[T] = []
    for item in items:
        chunk.append(item)
        if len(chunk) == size:
            yield chunk
            chunk = []
    if chunk:
        yield chunk
