"""Models of requests and replies, from which the OpenAPI document is made."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from coindex.harness.serve.answers import Asked, Chosen, Identity, Rated, check_span
from coindex.harness.serve.asking import Outcome as AskingOutcome
from coindex.harness.serve.bounds import MAX_BATCH, MAX_CANDIDATES, MAX_PHRASE, MAX_SENTENCE
from coindex.reasoner.answer import Outcome
from kparse.errors import InputError
from kparse.semantics.build import MAX_CHARACTERS

Id = Annotated[
    Annotated[str, StringConstraints(max_length=200)]
    | int
    | Annotated[float, Field(allow_inf_nan=False)]
    | None,
    Field(description="What you call the question by; it comes back as it is."),
]
Phrase = Annotated[str, StringConstraints(min_length=1, max_length=MAX_PHRASE, pattern=r"\S")]
Sentence = Annotated[str, StringConstraints(min_length=1, max_length=MAX_SENTENCE, pattern=r"\S")]
Offset = Annotated[int, Field(ge=0, le=MAX_CHARACTERS)]
Explain = Annotated[
    bool,
    Field(description="Whether to add `explanation`: the rules that spoke, for a person to read."),
]
Ask = Annotated[
    bool,
    Field(
        description="Whether a source may be asked for rules if the knowledge does not decide. The text is then sent "
        "to whom the server was started with; a server without `--ask` refuses (403). The answer has `asking`."
    ),
]

SOLVE_EXAMPLES: dict[str, dict[str, Any]] = {
    "offsets": {
        "summary": "As a line of `solve --jsonl`: the pronoun's place, and what it may stand for",
        "value": {
            "id": "q1",
            "text": "The trunk did not fit into the locker because it was too large.",
            "pron_start": 46,
            "pron_end": 48,
            "candidates": ["the trunk", "the locker"],
        },
    },
    "brackets": {
        "summary": "The pronoun in brackets; candidates are found in the text",
        "value": {
            "text": "Ada comforted Ruth because [she] was sad.",
            "explain": True,
        },
    },
    "word": {
        "summary": "The pronoun named by its word",
        "value": {
            "text": "The trunk did not fit into the locker because it was too small.",
            "pronoun": "it",
            "candidates": ["trunk", "locker"],
        },
    },
}
BATCH_EXAMPLES: dict[str, dict[str, Any]] = {
    "two": {
        "summary": "Two questions in different forms",
        "value": {
            "questions": [
                SOLVE_EXAMPLES["offsets"]["value"],
                SOLVE_EXAMPLES["brackets"]["value"],
            ]
        },
    }
}
HARDNESS_EXAMPLES: dict[str, dict[str, Any]] = {
    "known": {
        "summary": "With the right answer",
        "value": {
            "text": "The porter thanked the guard because [he] had opened the gate.",
            "candidates": ["the porter", "the guard"],
            "answer": 1,
        },
    },
    "presumed": {
        "summary": "The reasoner's answer is presumed right",
        "value": {"text": "Ada comforted Ruth because [she] was sad."},
    },
}
CHOOSE_EXAMPLES: dict[str, dict[str, Any]] = {
    "cause": {
        "summary": "Which alternative is the cause of the premise?",
        "value": {
            "id": 1,
            "premise": "The jug broke.",
            "alternatives": ["The cook dropped the jug.", "The cook washed the jug."],
            "asks": "cause",
        },
    }
}


class _Body(BaseModel):
    # Strict: "7" is not a number. No other keys: a misspelt one would be ignored silently.
    model_config = ConfigDict(strict=True, extra="forbid")


class _AboutAPronoun(_Body):
    id: Id = None
    text: Annotated[str, StringConstraints(min_length=1, max_length=MAX_CHARACTERS)] = Field(
        description="English sentences, one with the pronoun."
    )
    pron_start: Offset | None = Field(
        None, description="Where the pronoun begins: characters (code points) from 0."
    )
    pron_end: Offset | None = Field(None, description="Where it ends: behind its last character.")
    pronoun: Annotated[str, StringConstraints(min_length=1, max_length=50)] | Offset | None = Field(
        None, description="The pronoun as a word, or its offset; not together with `pron_start`."
    )
    candidates: Annotated[list[Phrase], Field(min_length=2, max_length=MAX_CANDIDATES)] | None = (
        Field(None, description="What the pronoun may stand for.")
    )

    @model_validator(mode="after")
    def _is_of_one_form(self) -> Self:
        offsets = (self.pron_start, self.pron_end)
        if offsets == (None, None):
            return self
        if self.pron_start is None or self.pron_end is None:
            raise _wrong("pron_start and pron_end go together")
        if self.pronoun is not None:
            raise _wrong("the pronoun is named twice, by pron_start and by pronoun")
        if self.candidates is None:
            raise _wrong("pron_start and pron_end need candidates")
        try:
            check_span(self.text, self.pron_start, self.pron_end)
        except InputError as error:
            raise _wrong(error.message) from error
        return self

    @property
    def _span(self) -> tuple[int, int] | None:
        if self.pron_start is None or self.pron_end is None:
            return None
        return self.pron_start, self.pron_end

    @property
    def _phrases(self) -> tuple[str, ...] | None:
        return None if self.candidates is None else tuple(self.candidates)


class Question(_AboutAPronoun):
    """A question about a pronoun, in one of two forms.

    With `pron_start`, `pron_end` and `candidates` it is a line of `solve --jsonl`. Without the offsets, the pronoun is
    in brackets in the text (`[it]`), or `pronoun` names it, or it is the only one of the text; candidates that are not
    given are found in the text.
    """

    explain: Explain = False
    ask: Ask = False

    def task(self, *, explain: bool = False) -> Asked:
        """Return the question as a worker takes it; ``explain`` explains it in any case."""
        wanted = self.explain or explain
        return Asked(self.id, self.text, self._span, self.pronoun, self._phrases, explain=wanted)


class HardnessQuestion(_AboutAPronoun):
    """A question of which it is asked how hard it is for people; in the two forms of `POST /solve`."""

    answer: Annotated[int, Field(ge=0, lt=MAX_CANDIDATES)] | None = Field(
        None,
        description="Index of the right candidate; without it the reasoner's answer is presumed right.",
    )

    @model_validator(mode="after")
    def _has_that_candidate(self) -> Self:
        if self.answer is not None:
            if self.candidates is None:
                raise _wrong("answer needs candidates")
            if self.answer >= len(self.candidates):
                raise _wrong(f"there is no candidate {self.answer}")
        return self

    def task(self) -> Rated:
        """Return the question as a worker takes it."""
        return Rated(self.id, self.text, self._span, self.pronoun, self._phrases, self.answer)


class Batch(_Body):
    """Several questions; the answers come in their order, one for each."""

    questions: Annotated[list[Question], Field(min_length=1, max_length=MAX_BATCH)] = Field(
        description="Each as for `POST /solve`."
    )
    explain: Explain = False
    ask: Ask = False


class ChoiceQuestion(_Body):
    """A premise and two alternatives, one of which is its more plausible cause or effect."""

    id: Id = None
    premise: Sentence = Field(description="What happened.")
    alternatives: Annotated[list[Sentence], Field(min_length=2, max_length=2)] = Field(
        description="Two sentences, one of which is the answer."
    )
    asks: Literal["cause", "effect"] = Field(description="What the alternatives may be of it.")
    explain: Explain = False
    ask: Ask = False

    def task(self) -> Chosen:
        """Return the question as a worker takes it."""
        first, second = self.alternatives
        return Chosen(self.id, self.premise, (first, second), self.asks, self.explain)


class Rule(BaseModel):
    """A rule that spoke for the answer."""

    id: str = Field(description="Its name.")
    file: str = Field(description="Where it is written, below `knowledge`.")
    line: int = Field(description="The line in that file.")
    text: str = Field(description="A general sentence, true whatever the question says.")
    weight: int = Field(description="How much it counts.")
    source: str = Field(description="`authored` if people wrote it.")


class AnswerLine(BaseModel):
    """An answer, as a line of `solve --jsonl`."""

    id: Identity = Field(description="What you called the question by.")
    answer: int | None = Field(description="Index of the chosen candidate.")
    candidate: str | None = Field(description="The chosen candidate.")
    confidence: float = Field(description="0.5 and less: no better than a guess between two.")
    decided_by: Outcome = Field(description="`preference` and `tie` are guesses.")
    costs: list[int] = Field(description="One a candidate; the lowest wins.")
    rules: list[Rule] = Field(description="The rules that spoke for the answer.")
    ms: float = Field(description="Milliseconds that it took.")
    error: str | None = Field(description="Why there is no answer (in a batch only).")
    explanation: str = Field("", description="Only if asked for: an outline to read.")
    asking: AskingOutcome = Field(
        "not wanted",
        description="Only with `ask`: `not wanted` (the knowledge decides), `rules` (some were got; `decided_by` says "
        "whether they decided), `no rules` (none that can be used), `budget` (that of the day is used up), `failed`.",
    )


class Contribution(BaseModel):
    """What an aspect of a question, or a measure of it, adds to the index."""

    name: str = Field(description="Of the aspect or measure.")
    value: float = Field(description="Standard deviations from the average: above 0 is harder.")
    adds: float = Field(description="What it adds to the index.")
    measured: float | None = Field(None, description="What was measured (of a measure).")


class HardnessLine(BaseModel):
    """How hard a question is for people, estimated from knowledge and text (`hardness TEXT --format json`)."""

    id: Identity = Field(description="What you called the question by.")
    candidates: list[str] = Field(description="What the pronoun may stand for.")
    answer: int | None = Field(description="Index of the right candidate.")
    presumed: bool = Field(
        description="Whether that is the reasoner's answer, for lack of another."
    )
    index: float = Field(description="The share of people who would get it wrong.")
    in_words: str = Field(description="The same in words.")
    harder: list[str] = Field(description="What makes it hard, at most three sentences.")
    easier: list[str] = Field(description="What makes it easy, at most three sentences.")
    class_: Literal["easy", "hard", "uncharacterised"] = Field(
        alias="class", description="By the reasoner's answer: right, wrong, or undecided."
    )
    reasoner: dict[str, int | str | None] = Field(
        description="What the reasoner answers: `answer` (an index) and `decided_by`."
    )
    aspects: list[Contribution] = Field(description="What each aspect adds.")
    features: list[Contribution] = Field(description="What each measure adds.")
    advice: list[str] = Field(description="How to make it easier or harder.")
    ms: float = Field(description="Milliseconds that it took.")


class Answers(BaseModel):
    """The answers to a batch, in the order of the questions; each question has one."""

    answers: list[AnswerLine] = Field(description="Each as from `POST /solve`.")


class Problem(BaseModel):
    """Why a request was refused, and what to do."""

    error: str
    hint: str


class Health(BaseModel):
    """How the server is."""

    status: Literal["ok"] = Field(description="The server answers.")
    version: str = Field(description="Version of the program.")
    workers: int = Field(description="Worker processes.")
    ready: int = Field(description="Those that are loaded.")
    busy: int = Field(description="Those that are working.")
    replaced: int = Field(description="How many were replaced since the start.")
    requests: int = Field(description="Requests being worked on or waiting.")
    ask_budget_left: int | None = Field(
        description="Questions that may still be asked of a source today; null: this server asks nobody."
    )


def _wrong(message: str) -> PydanticCustomError:
    # The text is data, not a template: it may have braces in it.
    return PydanticCustomError("question", "{message}", {"message": message})
