"""What a worker process finds of a schema: findings, answers, hardness, spelling, patterns. Django is not needed here.

The result is plain data, so that it can be sent between processes and kept in a table.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import time
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from coindex.winoflexi.analysis.patterns import connectors, pattern
from coindex.winoflexi.schemas.drafts import from_record, record
from kparse.errors import CoindexError

if TYPE_CHECKING:
    from coindex.harness.schemas.checks.association import Association
    from coindex.harness.schemas.schema import Schema
    from coindex.reasoner.running.engine import Reasoner
    from kparse.input.tokens import Token

VERSION = 1
"""Part of the key: to be counted up when the result changes."""
_LONGEST = 20_000
"""Characters of an explanation that are kept."""
_CONTENT = ("NOUN", "VERB", "ADJ", "ADV")


def key(schema: Schema) -> str:
    """Give the name under which the analysis of a schema is kept: the same words, the same name."""
    told = {
        k: v for k, v in record(schema).items() if k not in ("quote", "domains", "level", "source")
    }
    return hashlib.sha256(f"{VERSION}{json.dumps(told, sort_keys=True)}".encode()).hexdigest()


def analyse(reasoner: Reasoner, task: Mapping[str, Any]) -> dict[str, Any]:
    """Analyse a schema. The job of a worker process.

    Args:
        reasoner: whose parser, lexicon and rules are used.
        task: ``schema``, as :func:`coindex.winoflexi.schemas.drafts.record` gives it, and ``counts``, the name of a file of ``copa
            count`` for the check of association, or nothing.
    """
    started = time.perf_counter()
    schema = from_record(task["schema"])
    tokens = [_tokens(reasoner, half.text) for half in schema.halves]
    return {
        "findings": _findings(reasoner, schema, task["counts"]),
        "answers": list(_answers(reasoner, schema)),
        "hardness": hardness(reasoner, schema),
        "spelling": _spelling(reasoner, [t for half in tokens for t in half]),
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
    """What a file of counts tells of association; it stays open as long as the process."""
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
    from coindex.reasoner.rendering.render import to_text

    halves = schema.halves
    answers = reasoner.solve_many((half.item for half in halves), explain=True)
    for half, answer in zip(halves, answers, strict=True):
        told = answer.decided_by in ("knowledge", "mined", "preference")
        yield {
            "side": half.side,
            "answer": answer.answer if told else None,
            "candidate": answer.candidate if told else None,
            "right": told and answer.answer == half.right,
            "decided_by": answer.decided_by,
            "confidence": round(answer.confidence, 3),
            "why": (answer.error or to_text(answer))[:_LONGEST],
        }


# -------------------------------------------------------------------------------------- hardness


def hardness(reasoner: Reasoner, schema: Schema) -> list[dict[str, Any]] | None:
    """Give the hardness of both halves: index, class, what would change it; ``None``: nothing computes it.

    The index is the share of people who are expected to err (:mod:`coindex.harness.hardness`). No corpus is asked.
    """
    try:
        from coindex.harness.hardness.single import hardness as judge
    except ImportError:
        return None
    found: list[dict[str, Any]] = []
    for half in schema.halves:
        try:
            told = judge(
                half.text,
                reasoner,
                candidates=half.answers,
                pronoun=half.start,
                answer=half.right,
            )
        except CoindexError as error:
            found.append({"index": None, "class": "uncharacterised", "why": error.message})
        else:
            index = round(told.index, 4)
            found.append({"index": index, "class": told.boolean, "why": "; ".join(told.advice)})
    return found


# -------------------------------------------------------------------------------------- spelling


@cache
def _common() -> frozenset[str]:
    """The frequent lemmas of English that ship with the knowledge."""
    from coindex.files.shipped import KNOWLEDGE

    found: set[str] = set()
    for name in ("nouns", "verbs", "adjectives"):
        file = KNOWLEDGE / "frequency" / f"{name}.tsv"
        if file.is_file():
            lines = file.read_text("utf-8").splitlines()
            found.update(line.split("\t")[1] for line in lines if line[:1].isdigit())
    return frozenset(found)


def _spelling(reasoner: Reasoner, tokens: list[Token]) -> list[dict[str, str]]:
    """Content words that neither the lexicon nor the list of frequent words has, with the nearest word."""
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
