"""Payment codes, signed, shown once and redeemed once; and the bonus by relative performance.

A code is the number of its row and a random part, followed by a signature of both (HMAC-SHA256 with the site's
secret, 80 bits), in base 32. The database has no signatures, so without the secret nobody can read or forge codes.
"""

from __future__ import annotations

import base64
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal

from django.conf import settings
from django.db import transaction
from django.db.models import Case, F, When
from django.utils import timezone

from coindex.winoflexi.models import Code, Person, Schema

_PARTS = (5, 5, 10)
"""Bytes of the number, the random part and the signature."""
_LETTERS = 4


def issue(person: Person, work: str, cents: int) -> Code | None:
    """Create the code for a piece of work; return ``None`` if there is one already."""
    made, new = Code.objects.get_or_create(
        work=work,
        defaults={"person": person, "cents": cents, "nonce": secrets.token_bytes(_PARTS[1])},
    )
    return made if new else None


def cancel(work: str) -> None:
    """Delete the code for a piece of work if nobody has seen it."""
    Code.objects.filter(work=work, shown_at=None).delete()


def _signature(number: bytes, nonce: bytes) -> bytes:
    key = f"winoflexi payment code\n{settings.SECRET_KEY}".encode()
    return hmac.new(key, number + nonce, sha256).digest()[: _PARTS[2]]


def text_of(code: Code) -> str:
    """Return the text of a code, in groups of four letters."""
    number = code.pk.to_bytes(_PARTS[0], "big")
    nonce = bytes(code.nonce)
    text = base64.b32encode(number + nonce + _signature(number, nonce)).decode()
    return "-".join(text[at : at + _LETTERS] for at in range(0, len(text), _LETTERS))


def show(person: Person, number: int) -> str | None:
    """Return the text of a person's code the first time, and ``None`` afterwards."""
    taken = Code.objects.filter(pk=number, person=person, shown_at=None).update(
        shown_at=timezone.now()
    )
    return text_of(Code.objects.get(pk=number)) if taken else None


def unseen(person: Person) -> int:
    """Count the codes that a person can still look at: neither shown nor for a refused schema."""
    return sum(not code.is_refused for code in person.codes.filter(shown_at=None))


Outcome = Literal["good", "redeemed before", "forged", "refused"]


@dataclass(frozen=True, slots=True)
class Verified:
    """The outcome of a check, with the row of the code unless it is forged."""

    outcome: Outcome
    code: Code | None = None


def verify(text: str) -> Verified:
    """Check a code without redeeming it. Case, blanks and hyphens do not matter."""
    letters = "".join(c for c in text.upper() if c.isalnum())[:100]
    try:
        data = base64.b32decode(letters)
    except ValueError:
        return Verified("forged")
    if len(data) != sum(_PARTS):
        return Verified("forged")
    number, nonce = data[: _PARTS[0]], data[_PARTS[0] : _PARTS[0] + _PARTS[1]]
    if not hmac.compare_digest(data[-_PARTS[2] :], _signature(number, nonce)):
        return Verified("forged")
    code = Code.objects.filter(pk=int.from_bytes(number, "big")).select_related("person").first()
    if code is None or bytes(code.nonce) != nonce:
        return Verified("forged")
    if code.redeemed_at is not None:
        return Verified("redeemed before", code)
    return Verified("refused" if code.is_refused else "good", code)


def redeem(text: str, by: Person) -> Verified:
    """Redeem a code, unless its schema was refused. Of several simultaneous attempts one succeeds."""
    with transaction.atomic():
        return _redeem(text, by)


def _redeem(text: str, by: Person) -> Verified:
    found = verify(text)
    if found.outcome != "good" or found.code is None:
        return found
    if (
        found.code.schema_number is not None
    ):  # no decision may come between the check and the payment
        list(Schema.objects.select_for_update().filter(pk=found.code.schema_number))
        if found.code.is_refused:
            return Verified("refused", found.code)
    now = timezone.now()
    taken = Code.objects.filter(pk=found.code.pk, redeemed_at=None).update(
        redeemed_at=now,
        redeemed_by=by,
        shown_at=Case(When(shown_at=None, then=now), default=F("shown_at")),
    )
    found.code.refresh_from_db()
    return Verified("good" if taken else "redeemed before", found.code)


# ------------------------------------------------------------------------------------------ bonus


def bonus(scores: Mapping[int, int], cents: int, *, best: bool = False) -> dict[int, int]:
    """Divide a sum in proportion to the scores above zero, to the cent.

    The cents lost by rounding go to the largest remainders (Hamilton's method), then to the lower number.

    Args:
        scores: the scores by number.
        cents: the sum.
        best: only the highest score gets it; several with that score share it equally.

    >>> bonus({1: 2, 2: 1, 3: -4}, 100), bonus({1: 2, 2: 1, 4: 2}, 101, best=True)
    ({1: 67, 2: 33}, {1: 51, 4: 50})
    """
    above = {number: score for number, score in sorted(scores.items()) if score > 0}
    if best:
        highest = max(above.values(), default=0)
        above = {number: score for number, score in above.items() if score == highest}
    total = sum(above.values())
    shares = {number: divmod(cents * score, total) for number, score in above.items()}
    made = {number: whole for number, (whole, _) in shares.items()}
    order = sorted(above, key=lambda number: (-shares[number][1], number))
    for number in order[: cents - sum(made.values())]:
        made[number] += 1
    return made
