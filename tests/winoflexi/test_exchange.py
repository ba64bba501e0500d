"""Libraries in and out, dumps, migrations, addresses of databases, the secret."""

from __future__ import annotations

import gzip
import os
import stat
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from coindex.harness.schemas.files import LIBRARY, read, to_yaml
from coindex.winoflexi.analysis import worker_pool
from coindex.winoflexi.crowd import questions, scoring
from coindex.winoflexi.models import Analysis, Code, Half, Library, Person, Schema, State
from coindex.winoflexi.schemas import exchange
from coindex.winoflexi.schemas.storage import made_of
from coindex.winoflexi.site import backup
from coindex.winoflexi.site.database import database
from coindex.winoflexi.site.secret import secret_of
from coindex.winoflexi.startup import prepare
from kparse.errors import InputError
from tests.winoflexi import making

usual = pytest.mark.usefixtures("db")


# ------------------------------------------------------------------------------------- libraries


@usual
def test_the_shipped_library_comes_back_as_it_went() -> None:
    Schema.objects.all().delete()
    before = read([LIBRARY]).schemas
    assert exchange.take_shipped().new == len(before)
    assert exchange.take_shipped().known == len(before)
    text = exchange.export([Library.EXPERT], "yaml")
    assert text == to_yaml(before)
    Schema.objects.all().delete()
    exchange.take_file(text.encode(), "library.yaml", Library.EXPERT)
    assert exchange.export([Library.EXPERT], "yaml") == text


@usual
def test_a_crowd_library_moves_to_another_site() -> None:
    for _ in range(3):
        making.written(making.person(), state=State.VALID)
    making.written(making.person(), state=State.INVALID)
    text = exchange.export([Library.CROWD], "yaml")
    halves = list(
        Half.objects.filter(schema__state=State.VALID, schema__library="crowd").values_list(
            "sentence", "right"
        )
    )
    Schema.objects.all().delete()
    assert exchange.take_file(text.encode(), "crowd.yaml", Library.CROWD).new == 3
    assert list(Half.objects.values_list("sentence", "right")) == halves
    assert exchange.export([Library.CROWD], "yaml") == text


@usual
def test_the_contest_xml_goes_out_and_in() -> None:
    making.written(making.person(), state=State.VALID)
    text = exchange.export([Library.CROWD], "xml")
    Schema.objects.all().delete()
    found = exchange.take_file(text.encode(), "crowd.xml", Library.CROWD)
    assert (found.new, found.messages) == (1, [])
    assert exchange.export([Library.CROWD], "xml") == text


@usual
@pytest.mark.parametrize(
    ("data", "name", "message"),
    [
        (b"- id: a\n  text: no slot\n", "a.yaml", "line 1"),
        (b"\xff\xfe", "a.yaml", "UTF-8"),
        (b"", "a.yaml", "no schema"),
        (b"<x/>", "a.xml", "no problem"),
        (b"x", "a.txt", "neither"),
        (b"- id: [", "a.yaml", "line"),
    ],
)
def test_what_cannot_be_read_is_told(data: bytes, name: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        exchange.take_file(data, name, Library.EXPERT)


BAD = """
- id: porter-guest
  text: The porter followed the guest because [he] was {special}.
  special: late
  alternate: lost
  answers: [the porter, the visitor]
  question: Who was {special}?
"""


@usual
def test_a_file_is_checked_before_it_is_imported(login: Callable[..., Client]) -> None:
    before = Schema.objects.count()
    with pytest.raises(InputError, match=r"`porter-guest`: .*Not in the sentence: the visitor"):
        exchange.take_file(BAD.encode(), "a.yaml", Library.EXPERT)
    assert Schema.objects.count() == before
    good = BAD.replace("the visitor", "the guest")
    assert exchange.take_file(good.encode(), "a.yaml", Library.EXPERT).new == 1
    again = good.replace("porter-guest", "another-id")
    with pytest.raises(InputError, match="has the words of"):
        exchange.take_file(again.encode(), "a.yaml", Library.EXPERT)


@usual
def test_what_is_imported_is_analysed_and_with_errors_trains_nobody(
    login: Callable[..., Client],
) -> None:
    Schema.objects.all().delete()
    worker_pool.use_pool(making.AtOnce(making.RESULT | {"faulty": True}))  # type: ignore[arg-type]
    client = login(making.person(is_admin=True))
    file = SimpleUploadedFile("x.yaml", BAD.replace("the visitor", "the guest").encode())
    client.post("/manage/library/", {"library": "expert", "file": file})
    row = Schema.objects.get()
    assert row.analysis is not None
    assert row.analysis.state == Analysis.DONE
    assert "found errors in 1 schema" in client.get("/manage/library/").content.decode()
    listed = client.get("/manage/schemas/?library=expert&state=faulty").content.decode()
    assert row.name in listed
    who = making.person()
    assert questions.next_for_training(who) is None
    Analysis.objects.update(result=making.RESULT | {"faulty": False})
    assert questions.next_for_training(who) is not None


@usual
def test_an_id_is_taken_once_and_nothing_is_half_done() -> None:
    one = making.written(making.person(), 1, State.VALID)
    other = made_of(making.written(making.person(), 2, State.VALID))
    from dataclasses import replace

    both = [
        replace(other, id="new-one", text=other.text.replace("near", "by")),
        replace(other, id=one.name),
    ]
    before = Schema.objects.count()
    with pytest.raises(InputError, match="taken"):
        exchange.take(both, Library.EXPERT)
    assert Schema.objects.count() == before
    with pytest.raises(InputError, match="has the words of"):
        exchange.take([replace(other, id="copy")], Library.CROWD)


@usual
def test_the_pages_for_it(login: Callable[..., Client]) -> None:
    client = login(making.person(is_admin=True))
    text = client.get("/manage/library/expert.yaml").content
    assert client.get("/manage/library/crowd.xml").status_code == 302  # there is none
    Schema.objects.all().delete()
    file = SimpleUploadedFile("x.yaml", text)
    assert client.post("/manage/library/", {"library": "expert", "file": file}).status_code == 302
    assert client.get("/manage/library/all.yaml").content == text
    bad = client.post(
        "/manage/library/", {"library": "expert", "file": SimpleUploadedFile("x.yaml", b"- 1")}
    )
    assert bad.status_code == 422
    large = SimpleUploadedFile("x.yaml", b"#" * (1024 * 1024 + 1))
    assert client.post("/manage/library/", {"library": "expert", "file": large}).status_code == 422


# ---------------------------------------------------------------------------------------- backups


def _work() -> None:
    author = making.person(label="röw 3")
    schema = making.written(author)
    making.panel()
    for answers in (making.YES, making.NO, making.NO):
        making.review(making.person(is_evaluator=True), schema.pk, answers, "ünd")
    for _ in range(4):
        making.written(making.person())


def _counts() -> dict[str, int]:
    return {m.__name__: m._default_manager.count() for m in backup._models()}


def test_a_dump_restores_everything(committed: None, tmp_path: Path) -> None:
    _work()
    file = tmp_path / "site.jsonl.gz"
    codes = [bytes(c.nonce) for c in Code.objects.order_by("pk")]
    before = _counts()
    assert backup.dump(file) == before
    assert backup.dump(tmp_path / "again.jsonl.gz") == before
    assert file.read_bytes() == (tmp_path / "again.jsonl.gz").read_bytes()
    with pytest.raises(InputError, match="already has people"):
        backup.restore(file)
    call_command("flush", interactive=False, verbosity=0)
    making.expert_library()  # as the first start does
    assert backup.restore(file) == before
    assert _counts() == before
    assert [bytes(c.nonce) for c in Code.objects.order_by("pk")] == codes
    assert Person.objects.filter(label="röw 3").exists()
    assert scoring.differences() == []
    making.written(making.person())  # numbers go on behind the restored ones


def test_a_broken_dump_changes_nothing(committed: None, tmp_path: Path) -> None:
    _work()
    file = tmp_path / "site.jsonl.gz"
    backup.dump(file)
    call_command("flush", interactive=False, verbosity=0)
    data = file.read_bytes()
    text = gzip.decompress(data)
    for bad, message in (
        (data[: len(data) // 2], "truncated"),
        (b"no gzip", "not a dump"),
        (b"", "the file is empty"),
        (gzip.compress(b"{}\n"), "not a dump of"),
        (gzip.compress(text.replace(b"0005_offers", b"0000_older")), "0000_older"),
        (gzip.compress(text + b'{"model": "winoflexi.nothing"}\n'), "not a row"),
    ):
        file.write_bytes(bad)
        with pytest.raises(InputError, match=message):
            backup.restore(file)
        assert not Person.objects.exists()


# ------------------------------------------------------------------------------------- migrations


@usual
def test_the_models_have_migrations() -> None:
    call_command("makemigrations", "--check", "--dry-run", stdout=StringIO())


def test_migrations_go_there_and_back(committed: None) -> None:
    """All migrations forwards, step by step, and all backwards."""
    names = sorted(p.stem for p in (Path(backup.__file__).parents[1] / "migrations").glob("0*.py"))
    call_command("migrate", "winoflexi", "zero", verbosity=0)
    assert "winoflexi_person" not in connection.introspection.table_names()
    for name in names:
        call_command("migrate", "winoflexi", name, verbosity=0)
    assert "winoflexi_person" in connection.introspection.table_names()
    call_command("migrate", verbosity=0)


def test_tables_from_before_the_first_migrations_were_joined(committed: None) -> None:
    rows = MigrationRecorder.Migration.objects.filter(app="winoflexi")
    last = rows.get(name="0004_advice_in_sentences")
    rows.filter(name="0001_tables").delete()
    prepare()  # a site that had all of them goes on
    assert rows.filter(name="0001_tables").exists()
    last.delete()
    rows.filter(name="0001_tables").delete()
    with pytest.raises(InputError, match="older than version"):
        prepare()
    last.save()
    call_command("migrate", verbosity=0)


# ----------------------------------------------------------------------------------- its settings


def test_the_database_is_the_one_that_was_asked_for(vendor: str) -> None:
    asked = os.environ.get("WINOFLEXI_TEST_DATABASE", "sqlite:").split(":")[0]
    assert vendor == asked


@pytest.mark.parametrize(
    "url", ["mysql://x/y", "postgresql://host", "nonsense", "postgresql://h:port/x"]
)
def test_addresses_that_are_none(url: str) -> None:
    with pytest.raises(InputError, match="DATABASE_URL"):
        database(url)


def test_a_socket_directory_as_host() -> None:
    made = database("postgresql:///flexi?host=/run/pg&port=5499")
    assert (made["HOST"], made["PORT"], made["NAME"]) == ("/run/pg", "5499", "flexi")


@pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX's")
def test_the_secret_is_made_once_and_is_nobody_elses(tmp_path: Path) -> None:
    made = secret_of(tmp_path / "site")
    assert secret_of(tmp_path / "site") == made
    assert len(made) >= 60
    file = tmp_path / "site" / "secret.key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o644)
    with pytest.raises(InputError, match="other users can read"):
        secret_of(tmp_path / "site")
    file.chmod(0o600)
    file.write_text("short")
    with pytest.raises(InputError, match="too short"):
        secret_of(tmp_path / "site")
