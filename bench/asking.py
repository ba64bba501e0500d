"""What recorded rules do for questions: ``python bench/asking.py FILE... [--most N] [--part PART] [--errors KIND]``.

A line of FILE is a question with the rules that somebody stated for it (``knowledge``) and a ``pair_id`` that joins it
to its twin. A line of a question that is not ours has only its ``id`` and the rules; then ``--questions`` names the
file that has the question, for pronouns or for choices of cause or effect (COPA).

Each question is asked three times: alone, with its own rules, and with its twin's rules, which are true but say
nothing of it. *Misled* is: one of the twin's rules was used, and the answer is wrong.

Questions are parted by pair. In the files named ``fresh``, ``copa`` and ``gap`` all are *tune* (these are from tuned
parts), in the others about half; the rest is *check*, of which nobody looks at single questions.
"""

from __future__ import annotations

import argparse
import json
import sys
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

if TYPE_CHECKING:
    from coindex import Answer, Reasoner

RECORDED = ROOT.parent / "shared" / "asking" / "recorded"
PARTS = ("tune", "check")
TUNED = ("fresh", "copa", "gap")
"""Names of the files that are tuned on as a whole."""
ERRORS = ("wrong", "misled", "unused")
KEYS = ("id", "text", "pron_start", "pron_end", "candidates")
CHOICE_KEYS = ("id", "premise", "alternatives", "asks")
HEAD = [
    "set",
    "part",
    "n",
    "alone",
    "own rules",
    "used, right",
    "twin's used",
    "misled",
    "sentences used",
]

Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one question, in the three ways of asking it."""

    record: Record
    alone: Answer
    own: Answer
    twin: Answer | None
    """With the twin's rules, if there is a twin."""

    def is_right(self, answer: Answer | None) -> bool:
        """Whether an answer is the right one."""
        return answer is not None and answer.answer == self.record["answer"]

    @property
    def is_misled(self) -> bool:
        """Whether a rule of the twin was used and the answer is wrong."""
        return used(self.twin) and not self.is_right(self.twin)


def used(answer: Answer | None) -> bool:
    """Whether any sentence was used."""
    return answer is not None and any(use.used for use in answer.sentence_uses)


def part_of(name: str, record: Mapping[str, Any]) -> str:
    """Return the part of a question; twins share it."""
    number = zlib.crc32(str(record.get("pair_id", record["id"])).encode())
    return PARTS[0] if name in TUNED else PARTS[number % 2]


def questions_of(files: Sequence[Path]) -> dict[str, Record]:
    """Read questions with their answers, by id: of pronouns, or of causes and effects.

    Raises:
        SystemExit: a file is no file of questions; the message says why.
    """
    from coindex.harness.questions.copa import json_line, read_copa
    from coindex.harness.questions.questions import read_questions
    from coindex.harness.questions.sources import is_copa
    from kparse.errors import InputError

    found: dict[str, Record] = {}
    for file in files:
        try:
            if is_copa(file):
                golds = [json.loads(json_line(gold)) for gold in read_copa(file)]
            else:
                golds = [
                    {key: getattr(gold.item, key) for key in KEYS} | {"answer": gold.answer}
                    for gold in read_questions(file)
                ]
        except InputError as error:
            raise SystemExit(str(error)) from error
        found |= {record["id"]: record for record in golds}
    return found


def records_of(file: Path, questions: Mapping[str, Record] | None = None) -> list[Record]:
    """Read the questions of a file.

    Args:
        file: lines of JSON.
        questions: by id, those of which the file has the rules only.

    Raises:
        SystemExit: a line is no question with rules; the message names it.
    """
    found = []
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            if isinstance(record, dict):
                record = (questions or {}).get(str(record.get("id")), {}) | record
            keys = CHOICE_KEYS if "premise" in record else KEYS
            lacking = [key for key in (*keys, "answer", "knowledge") if key not in record]
        except (json.JSONDecodeError, TypeError) as error:
            raise SystemExit(f"{file}:{number}: not a line of JSON: {error}") from error
        if lacking:
            hint = "; name its file with --questions" if "text" in lacking else ""
            raise SystemExit(f"{file}:{number}: the question has no {', '.join(lacking)}{hint}")
        found.append(record)
    return found


def asked(
    reasoner: Reasoner, records: Sequence[Record], twins: Mapping[str, Record]
) -> Iterator[Outcome]:
    """Ask each question alone, with its own rules, and with the rules of its twin."""
    from coindex.files.progress import Progress
    from coindex.reasoner.solving.choice import Choice

    def answer(record: Record, knowledge: Sequence[str]) -> Answer:
        if "premise" in record:
            first, second = record["alternatives"]
            return reasoner.choose(
                Choice(
                    record["id"], record["premise"], (first, second), record["asks"], (*knowledge,)
                )
            )
        question = {key: record[key] for key in KEYS} | {"knowledge": list(knowledge)}
        return next(iter(reasoner.solve_many([question])))

    with Progress(len(records), show=sys.stderr.isatty()) as bar:
        for record in bar.over(records):
            twin = twins.get(record["id"])
            yield Outcome(
                record,
                answer(record, ()),
                answer(record, record["knowledge"]),
                answer(record, twin["knowledge"]) if twin else None,
            )


def twins_of(records: Sequence[Record]) -> dict[str, Record]:
    """Return the other question of each pair, by the id of the question."""
    pairs: dict[str, list[Record]] = {}
    for record in records:
        if "pair_id" in record:
            pairs.setdefault(record["pair_id"], []).append(record)
    halves = [pair for pair in pairs.values() if len(pair) == 2]
    return {one["id"]: other for pair in halves for one, other in (pair, pair[::-1])}


def row(name: str, part: str, found: Sequence[Outcome]) -> list[str]:
    """Return a row of the table."""

    def share(count: int, of: int) -> str:
        return f"{count} ({100 * count / of:.1f} %)" if of else "-"

    own = [one for one in found if used(one.own)]
    twin = [one for one in found if one.twin is not None]
    uses = [use.used for one in found for use in one.own.sentence_uses]
    return [
        name,
        part,
        str(len(found)),
        share(sum(one.is_right(one.alone) for one in found), len(found)),
        share(sum(one.is_right(one.own) for one in found), len(found)),
        f"{len(own)}, {sum(one.is_right(one.own) for one in own)}",
        str(sum(used(one.twin) for one in twin)),
        f"{share(sum(one.is_misled for one in twin), len(twin))}",
        share(sum(uses), len(uses)),
    ]


def errors(found: Sequence[Outcome], kind: str) -> Iterator[str]:
    """Yield the questions of one kind of error, each with what became of its sentences."""
    for one in found:
        answer = one.twin if kind == "misled" else one.own
        wanted = {
            "wrong": not one.is_right(one.own),
            "misled": one.is_misled,
            "unused": not used(one.own),
        }[kind]
        if wanted and answer is not None:
            names = one.record.get("candidates") or one.record["alternatives"]
            yield f"{one.record['id']}  {one.record.get('text') or one.record['premise']}"
            yield f"    is {names[one.record['answer']]!r}, answered {answer.candidate!r}"
            for use in answer.sentence_uses:
                yield f"    {'used' if use.used else 'not '} {use.sentence}  [{use.why}]"


def main() -> int:
    """Ask and print."""
    from coindex import Reasoner
    from coindex.harness.scores.table import table

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument(
        "--questions",
        type=Path,
        nargs="+",
        default=[],
        metavar="FILE",
        help="files of the questions",
    )
    parser.add_argument("--most", type=int, help="ask only so many questions of each file")
    parser.add_argument("--part", choices=PARTS, help="ask this part only")
    parser.add_argument("--errors", choices=ERRORS, help="also print these questions of tune")
    options = parser.parse_args()
    files = options.files or sorted(RECORDED.glob("*.jsonl"))
    if not files:
        parser.error(f"no FILE is given, and {RECORDED} has none")
    questions = questions_of(options.questions)
    reasoner = Reasoner()
    rows, every, shown = [], Counter[str](), []
    totals: dict[str, list[Outcome]] = {part: [] for part in PARTS}
    for file in files:
        records = records_of(file, questions)
        twins = twins_of(records)
        for part in PARTS if options.part is None else (options.part,):
            mine = [one for one in records if part_of(file.stem, one) == part]
            found = list(asked(reasoner, mine[: options.most], twins))
            if not found:
                continue
            rows.append(row(file.stem, part, found))
            totals[part] += found
            every[part] += 1
            if options.errors and part == "tune":
                shown += errors(found, options.errors)
    rows += [row("all", part, totals[part]) for part in PARTS if every[part] > 1]
    print(table([HEAD, *rows]))
    print("\n".join(shown))
    return 0


if __name__ == "__main__":
    sys.exit(main())
