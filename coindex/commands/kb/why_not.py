"""``kb why-not``: why an answer was not chosen, or why a rule did not fire."""

from __future__ import annotations

import argparse
import json

from kparse.errors import InputError


def kb_why_not(options: argparse.Namespace) -> int:
    """Say why an answer lost, or why a rule was silent."""
    from coindex.reasoner import Reasoner
    from coindex.reasoner.authoring.why_not import report, to_record, why_not
    from coindex.reasoner.rendering.render import candidate_index

    given = None
    if options.candidates is not None:
        given = [name.strip() for name in options.candidates.split(";") if name.strip()]
        if len(given) < 2:
            raise InputError(
                f"two or more candidates are needed, not {len(given)}",
                hint='Separate them by semicolons: --candidates "the cup; the table".',
            )
    reasoner = Reasoner(model=options.model, extra=options.knowledge)
    answers = reasoner.solve_all(
        options.text, pronoun=options.pronoun, candidates=given, explain=True
    )
    answer = answers[0]
    index = candidate_index(answer, options.answer)
    why = why_not(reasoner, answer, index, rule=options.rule)
    if options.format == "json":
        print(json.dumps(to_record(why), ensure_ascii=False, indent=1))
    else:
        print(report(why))
    return 0
