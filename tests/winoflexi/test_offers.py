"""Sentences of a crawl: which are offered, and that a writer can start from one."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client

from coindex.harness.schemas.checks.kinds import Lexicon
from coindex.reasoner.running.engine import Reasoner
from coindex.winoflexi.models import Offer
from coindex.winoflexi.schemas import offers
from kparse.errors import InputError
from tests.winoflexi import making

pytestmark = pytest.mark.usefixtures("db")

GOOD = "The bus passed the tram when it slowed down near the bridge."
OTHERS = (
    "* nails, screws, hinges",  # a list
    "Die Lehrerin lobte die Schülerin, weil sie das Gedicht auswendig gelernt hatte.",
    "The potter fired the bowl because it was dry at last.",  # a person and a thing
    "The nephew visited the aunt because she was ill for a long time.",  # one can be meant
    "He gave him his hat because he was cold in the morning.",  # several pronouns
    "The roads in the valley were closed for a week.",  # none
    "The trout and the carp swam away.",
)


@pytest.mark.model
def test_two_parties_and_a_pronoun_are_offered(reasoner: Reasoner) -> None:
    lexicon = Lexicon(reasoner.store)
    (found,) = offers.starts(f"It rained all day. {GOOD} The end.", reasoner, lexicon)
    assert found.sentence == GOOD.replace("it", "[it]")
    assert found.targets == ("The bus", "the tram")
    for line in OTHERS:
        assert list(offers.starts(line, reasoner, lexicon)) == [], line


@pytest.mark.model
def test_a_file_is_taken_once(reasoner: Reasoner, tmp_path: Path) -> None:
    file = tmp_path / "crawl.txt.gz"
    file.write_bytes(gzip.compress("\n".join((OTHERS[0], GOOD, GOOD)).encode()))
    assert offers.take(file, reasoner, 10) == (1, 3)
    assert offers.take(file, reasoner, 10)[0] == 0
    (row,) = Offer.objects.all()
    assert row.source == "crawl.txt.gz:2"
    damaged = tmp_path / "half.txt.gz"
    damaged.write_bytes(file.read_bytes()[:-9])
    with pytest.raises(InputError, match="damaged"):
        offers.take(damaged, reasoner, 10)


def test_a_writer_starts_from_an_offered_sentence(login: Callable[..., Client]) -> None:
    client, admin = login(making.person()), login(making.person(is_admin=True))
    assert "Sentences to start from" not in client.get("/schemas/new/").content.decode()
    row = Offer.objects.create(
        sentence=GOOD.replace("it", "[it]"), target_a="The bus", target_b="the tram", source="x:1"
    )
    assert f"?offer={row.pk}" in client.get("/schemas/new/").content.decode()
    page = client.get("/schemas/new/", {"offer": row.pk}).content.decode()
    assert page.count("when [it] slowed down") == 2
    assert 'value="the tram"' in page
    for odd in ("0", "x", "9" * 30, "²"):
        assert client.get("/schemas/new/", {"offer": odd}).status_code == 200
    assert "1 sentence of a text is offered" in admin.get("/manage/library/").content.decode()
    admin.post("/manage/library/offers/forget/")
    assert not Offer.objects.exists()
