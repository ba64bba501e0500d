"""WinoGrande's own lines, as questions.

Source: Sakaguchi et al. (2020). A line has ``qID`` (the pair's name, then -1 or -2), ``sentence`` with a blank ``_``,
``option1``, ``option2``, and ``answer`` ("1" or "2"; empty or missing in the test set).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

BLANK = "_"
KEYS = ("sentence", "option1", "option2")
_TWIN = re.compile(r"-[12]$")


def is_winogrande(record: Mapping[str, Any]) -> bool:
    """Whether a line's object is of this kind.

    >>> is_winogrande({"sentence": "A _.", "option1": "x"}), is_winogrande({"text": "He ran."})
    (True, False)
    """
    return "text" not in record and any(key in record for key in KEYS)


def as_question(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the line's object as a question in this project's form.

    Raises:
        ValueError: something is missing or of the wrong kind; the text says what.
    """
    for key in KEYS:
        if not isinstance(record.get(key), str):
            raise ValueError(f'"{key}" is missing, or is no string')
    sentence, given = record["sentence"], record.get("answer")
    if sentence.count(BLANK) != 1:
        raise ValueError(f'"sentence" has {sentence.count(BLANK)} blanks "_", not one')
    if given not in (None, "", "1", "2"):
        raise ValueError(f'"answer" is {json.dumps(given)[:40]}, neither "1" nor "2"')
    name = record.get("qID")
    if name is not None and not isinstance(name, str):
        raise ValueError('"qID" is no string')
    start = sentence.index(BLANK)
    made = {
        "text": sentence,
        "pron_start": start,
        "pron_end": start + len(BLANK),
        "candidates": [record["option1"], record["option2"]],
        "answer": int(given) - 1 if given else None,
    }
    return made | ({"id": name, "pair_id": _TWIN.sub("", name)} if name else {})
