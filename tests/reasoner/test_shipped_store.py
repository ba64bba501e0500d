"""The store that a wheel has; and another process that reads knowledge files along."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from coindex.files.cache import Place
from coindex.reasoner.store import parallel as ahead
from coindex.reasoner.store import store, store_file
from coindex.reasoner.store.reading_files import is_kept, read, sources
from coindex.reasoner.store.store import Store

WORDS = 'verb("rob",steal). verb("thieve",steal). kind("thief",person).\n'


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A small knowledge directory."""
    (tmp_path / "kb" / "rows").mkdir(parents=True)
    (tmp_path / "kb" / "rows" / "x.lp").write_text(WORDS)
    (tmp_path / "kb" / "rows" / "y.lp").write_text('adj("sly",sly). property(sly).\n')
    return tmp_path / "kb"


@pytest.fixture
def shipped(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store as in a wheel, made where the files were before they were installed."""
    elsewhere = tmp_path / "source" / "kb"
    shutil.copytree(home, elsewhere)
    path = tmp_path / "wheel" / "knowledge.sqlite"
    path.parent.mkdir(mode=0o700)
    store_file.ship(path, elsewhere)
    monkeypatch.setattr(store_file, "SHIPPED", path)
    return path


def test_it_is_taken_over_and_not_built(
    home: Path, shipped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = shipped.read_bytes()
    monkeypatch.setattr(store, "build", None)
    for _ in range(2):
        with Store.open(home, tmp_path / "cache") as opened:
            assert opened.known("rob")
            assert opened.path.parent == tmp_path / "cache"
        monkeypatch.setattr(store_file, "SHIPPED", tmp_path / "none")  # now it is in the cache
    assert shipped.read_bytes() == before


def test_what_was_changed_since_is_built(home: Path, shipped: Path, tmp_path: Path) -> None:
    (home / "rows" / "x.lp").write_text(WORDS.replace('"rob"', '"mug"'))
    with Store.open(home, tmp_path / "cache") as opened:
        assert opened.known("mug")
        assert not opened.known("rob")
    (home / "rows" / "z.lp").write_text('adj("new",sly).\n')
    with Store.open(home, tmp_path / "cache") as opened:
        assert opened.known("new")


def test_other_programs_build_their_own(
    home: Path, shipped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_file, "_version", lambda: [store_file.SCHEMA_VERSION, "another"])
    assert store_file.adopt(tmp_path / "cache.sqlite", sources([home])) is None


SHIP = """
import sys
from pathlib import Path
from coindex.reasoner.store.store_file import ship
ship(*map(Path, sys.argv[1:]))
"""


def test_it_is_the_same_wherever_and_whenever_it_is_built(home: Path, tmp_path: Path) -> None:
    (home / "axioms").mkdir()
    (home / "axioms" / "x.lp").write_text(
        "% @id harmed\n% @text {Y} was harmed.\n"
        "expl(harmed,E,S) :- class(E,(steal;harm)), role(E,patient,Y), prop(S,X,(sly;bad)), coref(X,Y).\n"
    )
    made = []
    for seed in ("1", "2"):
        place = tmp_path / seed
        place.mkdir(mode=0o700)
        shutil.copytree(home, place / "kb")
        path = place / "knowledge.sqlite"
        subprocess.run(
            [sys.executable, "-c", SHIP, str(path), str(place / "kb")],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            check=True,
        )
        made.append(path.read_bytes())
    assert made[0] == made[1]


def test_another_process_reads_from_the_end_up_to_what_is_read(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "rows" / "z.lp").write_text('adj("new",sly).\n')
    files = sources([home])
    data = {source.path: source.path.read_bytes() for source in files}
    cache = Place(tmp_path / "read", "made by a test")
    read(files[:1], data, cache)
    waiting = ahead.unread(files, data, cache)
    assert waiting == list(files[1:])
    task = {
        "cache": [str(cache.directory), cache.made_by],
        "files": [[str(s.path), s.name, s.role] for s in reversed(files)],
    }
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(task)))
    ahead.main()
    assert all(is_kept(source, data[source.path], cache) for source in files)
    assert not is_kept(files[0], b"something else", cache)


def test_a_helper_is_started_for_much_and_ends_with_the_work(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = []
    true_popen = subprocess.Popen

    def popen(*args: object, **options: object) -> object:
        started.append(true_popen(*args, **options))  # type: ignore[call-overload]
        return started[-1]

    monkeypatch.setattr(subprocess, "Popen", popen)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    files = sources([home])
    data = {source.path: source.path.read_bytes() for source in files}
    cache = Place(tmp_path / "read", "made by a test")
    with ahead.with_helper_process(files, data, cache):
        assert not started
    monkeypatch.setattr(ahead, "_WORTH_HELP", 1)
    with ahead.with_helper_process(files, data, cache):
        started[0].wait(timeout=60)
        assert all(is_kept(source, data[source.path], cache) for source in files)
    with ahead.with_helper_process(files, data, cache):
        pass
    assert [helper.returncode is None for helper in started] == [False, False]


def test_whoever_waits_is_told(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Store.open(home, tmp_path / "one").close()
    assert not capsys.readouterr().err
    monkeypatch.setattr(store_file, "WORTH_TELLING", 2)
    Store.open(home, tmp_path / "two").close()
    assert "the knowledge is read and compiled (2 files)" in capsys.readouterr().err
    Store.open(home, tmp_path / "two").close()
    assert not capsys.readouterr().err
