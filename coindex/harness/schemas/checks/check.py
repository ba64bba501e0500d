"""Checks of schemas: the requirements of Levesque, Davis and Morgenstern (2012), and their two pitfalls.

====  ==========================================================
E101  the file is no list of schemas in YAML
E102  unknown key
E103  key missing
E104  value that is not of its key's kind
E105  value that the format does not allow
E106  id given to two schemas
W107  problem of an XML file without a twin
W108  XML whose encoding is not the one it declares
E201  the two answers name the same party
E202  party that the text does not mention
E204  parties that differ in number
E205  parties that differ in gender
E206  parties that differ in kind
W207  parties of kinds that exclude each other
E301  what stands in brackets is no third-person pronoun
E302  pronoun that does not agree with a party
W303  party that grammar keeps the pronoun from
W304  pronoun that occurs again
W305  half that was not parsed as the checks need it
E401  halves that have the same words
W402  halves that differ in more than two words
E403  halves that have less than half of their words in common
E404  the same answer is right in both halves
W405  schema without a question
E501  selectional restrictions alone give the answer
W502  right answer that the lexicon rules out
W503  association of words alone gives the answer
W504  what is said of the pronoun gives the answer, whatever else happens
W505  the same kind of knowledge answers both halves with the same party
W506  nothing that is known makes the changed word matter
W507  rules that were asked for speak for both parties of a half
W508  word of a schema that was not counted
====  ==========================================================

Letter E marks an error, W a warning. Codes 1xx and 404 are found while reading (:mod:`coindex.harness.schemas.files`,
:mod:`coindex.harness.schemas.convert`), the others by one function each.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coindex.harness.schemas.checks import answered, parties, words
from coindex.harness.schemas.checks.association import Association
from coindex.harness.schemas.checks.kinds import Lexicon
from coindex.harness.schemas.checks.parsed_half import parse_halves
from coindex.harness.schemas.checks.subject import Subject
from coindex.harness.schemas.files import Contents
from coindex.harness.schemas.schema import Schema
from coindex.reasoner.linting.lint import json_report, text_report
from kparse.errors import Diagnostic, InputError

if TYPE_CHECKING:
    from coindex.reasoner import Answer, Reasoner

CHECKS = {**parties.CHECKS, **words.CHECKS, **answered.CHECKS}
"""The checks by code."""

CODES = ("E101", "E102", "E103", "E104", "E105", "E106", "W107", "W108", "E404", *CHECKS)
"""All codes: those found while reading, then those of the checks."""

NO_COUNTS = (
    "W503 (association of words alone) was not looked at: there are no counts; give --counts FILE"
)
"""What a report says where there are none."""


def check(
    contents: Contents,
    reasoner: Reasoner,
    *,
    association: Association | None = None,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
) -> list[Diagnostic]:
    """Check what files hold.

    Args:
        contents: what :func:`coindex.harness.schemas.files.read` gave.
        reasoner: whose parser and lexicon are used; for ``W504`` to ``W507`` it answers, too.
        association: counts of words; without them ``W503`` is not looked for.
        select: codes or beginnings of codes (``E``, ``W2``); all by default.
        ignore: those that are not looked for, of what ``select`` gives.

    Returns:
        Findings in the order of the schemas; those from reading come first.

    Raises:
        InputError: an entry of ``select`` or ``ignore`` is not a code or the beginning of one.
    """
    wanted = wanted_codes(select, ignore)
    lexicon = Lexicon(reasoner.store)
    found = [*contents.problems, *contents.left]
    for halves in parse_halves(contents.schemas, reasoner):
        found.extend(
            _findings(
                Subject(halves[0].half.schema, halves, lexicon, reasoner, association), wanted
            )
        )
    return [finding for finding in found if finding.code in wanted]


def wanted_codes(select: Iterable[str] = (), ignore: Iterable[str] = ()) -> set[str]:
    """Return the codes to look for, as :func:`check` takes them.

    Raises:
        InputError: an entry is not a code or the beginning of one.
    """
    chosen, left_out = tuple(select) or ("",), tuple(ignore)
    for beginning in (*chosen, *left_out):
        if not any(code.startswith(beginning) for code in CODES):
            raise InputError(
                f"no finding has the code `{beginning}`",
                hint=f"There are: {', '.join(sorted(CODES))}.",
            )
    return {c for c in CODES if c.startswith(chosen) and not c.startswith(left_out)}


def _findings(subject: Subject, wanted: Collection[str]) -> Iterator[Diagnostic]:
    for code, test in CHECKS.items():
        if code in wanted:
            rule = (test.__doc__ or "").strip().rstrip(".")
            for key, what, hint in test(subject):
                message = f"{subject.schema.id}: {rule[:1].lower()}{rule[1:]}: {what}"
                yield Diagnostic(code, message, subject.schema.at(key), hint)


# ---------------------------------------------------------------------------------------- solving


@dataclass(frozen=True, slots=True)
class Verdict:
    """The reasoner's answers to both halves of a schema."""

    schema: Schema
    answers: tuple[Answer, Answer]

    @property
    def right(self) -> tuple[bool, bool]:
        """Whether each is right."""
        return self.answers[0].answer == 0, self.answers[1].answer == 1


def solve(schemas: Sequence[Schema], reasoner: Reasoner) -> Iterator[Verdict]:
    """Let the reasoner answer both halves of each schema."""
    answers = reasoner.solve_many(half.item for schema in schemas for half in schema.halves)
    for schema in schemas:
        yield Verdict(schema, (next(answers), next(answers)))


def _outcome(answer: Answer, right: bool) -> str:
    return f"{'right' if right else 'wrong'} ({answer.decided_by}, {100 * answer.confidence:.0f} %)"


def solved_table(verdicts: Sequence[Verdict]) -> str:
    """Write one line for each schema: whether each half is answered rightly, what decided, and the confidence."""
    width = max((len(v.schema.id) for v in verdicts), default=0)
    lines = []
    for verdict in verdicts:
        one, other = (_outcome(a, r) for a, r in zip(verdict.answers, verdict.right, strict=True))
        lines.append(f"{verdict.schema.id:{width}}  special {one:26}  alternate {other}")
    right = sum(sum(v.right) for v in verdicts)
    both = sum(all(v.right) for v in verdicts)
    lines.append(
        f"{right} of {2 * len(verdicts)} halves answered rightly; both halves of {both} of {len(verdicts)} schemas"
    )
    return "\n".join(lines)


# ---------------------------------------------------------------------------------------- reports


def report(found: Sequence[Diagnostic], verdicts: Sequence[Verdict] | None = None) -> str:
    """Write findings one a line, how many there are, and what the reasoner answers."""
    parts = [text_report(found) if found else "no findings"]
    if verdicts is not None:
        parts.append(solved_table(verdicts))
    return "\n\n".join(parts)


def report_json(
    schemas: int,
    found: Sequence[Diagnostic],
    verdicts: Sequence[Verdict] | None = None,
    *,
    not_looked_at: Sequence[str] = (),
) -> str:
    """Write the same for programs."""
    record: dict[str, Any] = {
        "schemas": schemas,
        "findings": json.loads(json_report(found)),
        "not_looked_at": list(not_looked_at),
    }
    if verdicts is not None:
        record["answers"] = [
            {
                "id": verdict.schema.id,
                "halves": [
                    {
                        "answer": answer.answer,
                        "right": right,
                        "decided_by": answer.decided_by,
                        "confidence": answer.confidence,
                        "error": answer.error,
                    }
                    for answer, right in zip(verdict.answers, verdict.right, strict=True)
                ],
            }
            for verdict in verdicts
        ]
    return json.dumps(record, ensure_ascii=False, indent=2)
