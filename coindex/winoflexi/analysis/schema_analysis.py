"""The analysis of a schema in a worker process: findings, answers, hardness, spelling, patterns.

It works without Django. The result is plain data that can be sent between processes and stored in a table.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import time
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from coindex.reasoner.answer import INFORMED, Answer
from coindex.winoflexi.analysis.patterns import connectors, pattern
from coindex.winoflexi.schemas.drafts import from_record, record
from kparse.caches import cache
from kparse.errors import CoindexError

if TYPE_CHECKING:
    from coindex.harness.schemas.checks.association import Association
    from coindex.harness.schemas.schema import Schema
    from coindex.reasoner.item import Item
    from coindex.reasoner.running.engine import Reasoner
    from kparse.input.tokens import Token

VERSION = 4
"""Part of the key. Increase it when the result changes."""
_CONTENT = ("NOUN", "VERB", "ADJ", "ADV")


def key(schema: Schema) -> str:
    """Return the key of a schema's analysis. Schemas with the same words have the same key."""
    content = {
        k: v for k, v in record(schema).items() if k not in ("quote", "domains", "level", "source")
    }
    return hashlib.sha256(f"{VERSION}{json.dumps(content, sort_keys=True)}".encode()).hexdigest()


def analyse(reasoner: Reasoner, task: Mapping[str, Any]) -> dict[str, Any]:
    """Analyse a schema, in a worker process.

    Args:
        reasoner: provides parser, lexicon and rules.
        task: ``schema``, as made by :func:`coindex.winoflexi.schemas.drafts.record`, and ``counts``, the path of a
            file of ``copa count`` for the check of association, or empty.
    """
    started = time.perf_counter()
    from coindex.winoflexi.analysis.shapes import shapes

    schema = from_record(task["schema"])
    tokens = [_tokens(reasoner, half.text) for half in schema.halves]
    findings = _findings(reasoner, schema, task["counts"])
    return {
        "findings": findings,
        "faulty": any(found["error"] for found in findings),
        "answers": list(_answers(reasoner, schema)),
        "hardness": hardness(reasoner, schema),
        "spelling": _spelling(reasoner, [t for half in tokens for t in half]),
        "shapes": shapes(reasoner, schema),
        "patterns": [pattern(half) for half in tokens],
        "connectors": [
            connectors(half.text, any(t.deprel.endswith("relcl") for t in parsed))
            for half, parsed in zip(schema.halves, tokens, strict=True)
        ],
        "ms": round((time.perf_counter() - started) * 1e3),
    }


def _tokens(reasoner: Reasoner, text: str) -> tuple[Token, ...]:
    from kparse.input.tokens import from_doc

    return from_doc(reasoner.nlp(text)).tokens


# ---------------------------------------------------------------------------------- schema check


@cache
def _association(counts: str) -> Association | None:
    """Return the association measure of a file of counts, which stays open until the process ends."""
    if not counts:
        return None
    from coindex.harness.copa.counts import Counts
    from coindex.harness.schemas.checks.association import Association

    return Association(Counts(counts))


def _findings(reasoner: Reasoner, schema: Schema, counts: str) -> list[dict[str, Any]]:
    from coindex.harness.schemas.checks.check import check
    from coindex.harness.schemas.files import Contents

    prefix = f"{schema.id}: "
    return [
        {
            "code": found.code,
            "message": found.message.removeprefix(prefix),
            "hint": found.hint,
            "error": found.is_error,
        }
        for found in check(Contents(schemas=[schema]), reasoner, association=_association(counts))
    ]


# --------------------------------------------------------------------------------------- solving


def _answers(reasoner: Reasoner, schema: Schema) -> Iterator[dict[str, Any]]:
    halves = schema.halves
    answers = reasoner.solve_many(half.item for half in halves)
    for half, answer in zip(halves, answers, strict=True):
        chosen = _chosen(answer)
        yield {
            "side": half.side,
            "answer": chosen,
            "candidate": None if chosen is None else answer.candidate,
            "right": chosen == half.right,
            "decided_by": answer.decided_by,
            "confidence": round(answer.confidence, 3),
            "why": _why(answer),
        }


def choose(reasoner: Reasoner, item: Item) -> tuple[int | None]:
    """Return the index of the answer to a half, in a worker process (whose results may not be ``None``)."""
    (answer,) = reasoner.solve_many([item])
    return (_chosen(answer),)


def _chosen(answer: Answer) -> int | None:
    """Return the index of the answer; ``None`` where nothing speaks for one."""
    return answer.answer if answer.decided_by in (*INFORMED, "preference") else None


def _why(answer: Answer) -> dict[str, Any]:
    """Return the short explanation in sentences, without the places where rules are written."""
    from coindex.reasoner.rendering.short import short

    found = short(answer)
    return {
        "sentence": found.sentence,
        "reasons": [reason.text for reason in found.reasons],
        "others": [reason.text for reason in found.others],
        "notes": list(found.notes),
    }


# -------------------------------------------------------------------------------------- hardness


def hardness(reasoner: Reasoner, schema: Schema) -> list[dict[str, Any]] | None:
    """Return index, class and advice for both halves, or ``None`` if the hardness package is missing.

    The index is the expected share of people who answer wrongly (:mod:`coindex.harness.hardness`). No corpus is used.
    """
    try:
        from coindex.harness.hardness.single import hardness as estimate
    except ImportError:
        return None
    found: list[dict[str, Any]] = []
    for half in schema.halves:
        try:
            estimated = estimate(
                half.text,
                reasoner,
                candidates=half.answers,
                pronoun=half.start,
                answer=half.right,
            )
        except CoindexError as error:
            found.append({"index": None, "class": "uncharacterised", "why": error.message})
        else:
            index = round(estimated.index, 4)
            advice = list(estimated.advice)
            found.append({"index": index, "class": estimated.boolean, "advice": advice})
    return found


# -------------------------------------------------------------------------------------- spelling


@cache
def _common() -> frozenset[str]:
    """Return the frequent English lemmas that ship with the knowledge."""
    from coindex.reasoner.knowledge.frequencies import FREQUENCIES

    found: set[str] = set()
    for name in ("nouns", "verbs", "adjectives"):
        file = FREQUENCIES / f"{name}.tsv"
        if file.is_file():
            lines = file.read_text("utf-8").splitlines()
            found.update(line.split("\t")[1] for line in lines if line[:1].isdigit())
    return frozenset(found)


def _spelling(reasoner: Reasoner, tokens: list[Token]) -> list[dict[str, str]]:
    """Return content words that are neither in the lexicon nor frequent, with the most similar frequent word."""
    found: dict[str, str] = {}
    for token in tokens:
        form = token.form.lower()
        plain = form.isascii() and form.isalpha() and len(form) > 3
        if not plain or token.upos not in _CONTENT or not _common():
            continue
        known = {form, token.lemma.lower()}
        if form not in found and not any(w in _common() or reasoner.store.known(w) for w in known):
            near = difflib.get_close_matches(token.lemma.lower(), _common(), n=1, cutoff=0.82)
            near = near or difflib.get_close_matches(form, _common(), n=1, cutoff=0.82)
            found[form] = near[0] if near else ""
    return [{"word": word, "near": near} for word, near in found.items()]
