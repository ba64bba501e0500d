"""Atomic writes: the old file or the new one, whole, and nothing left beside them."""

from pathlib import Path

import pytest

from coindex.files import cache
from coindex.files.atomic import make_room, replacing
from coindex.files.locking import exclusive_lock
from kparse.errors import InputError


def test_the_old_file_stays_until_the_new_one_is_whole(tmp_path: Path) -> None:
    target = tmp_path / "file"
    target.write_text("old")
    with replacing(target) as temporary:
        temporary.write_text("new")
        assert target.read_text() == "old"
    assert [p.read_text() for p in tmp_path.iterdir()] == ["new"]


@pytest.mark.parametrize(
    ("error", "raised"),
    [
        (OSError(28, "No space left on device"), InputError),
        (ValueError("a bug"), ValueError),
        (KeyboardInterrupt(), KeyboardInterrupt),
    ],
)
def test_the_old_file_stays_if_the_new_one_fails(
    tmp_path: Path, error: BaseException, raised: type[BaseException]
) -> None:
    target = tmp_path / "file"
    target.write_text("old")

    def fail() -> None:
        with replacing(target) as temporary:
            temporary.write_text("half")
            raise error

    with pytest.raises(raised):
        fail()
    assert [p.read_text() for p in tmp_path.iterdir()] == ["old"]


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old")
    (tmp_path / "link").symlink_to("file")
    with replacing(tmp_path / "link") as temporary:
        temporary.write_text("new")
    assert (tmp_path / "file").read_text() == "new"
    assert (tmp_path / "link").is_symlink()


def test_a_hint_is_given_with_the_message(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is a directory"), replacing(tmp_path):
        pass
    with pytest.raises(InputError, match="No such file"), replacing(tmp_path / "no" / "file"):
        pass
    with (
        pytest.raises(InputError, match=r"cannot write .*: full\n  Make room"),
        replacing(tmp_path / "file", "Make room."),
    ):
        raise OSError(28, "full")


def test_a_cache_removes_what_a_killed_process_left(tmp_path: Path) -> None:
    (tmp_path / ".kept.abc.new").write_text("half")
    cache.keep(tmp_path / "kept", b"key", (1, "one"))
    assert [p.name for p in tmp_path.iterdir()] == ["kept"]
    assert cache.recall(tmp_path / "kept", b"key") == (1, "one")


def test_a_lock_keeps_others_out_until_it_is_released(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    with (
        exclusive_lock(tmp_path / "lock", "here"),
        pytest.raises(InputError, match="another run"),
        exclusive_lock(tmp_path / "lock", "here"),
    ):
        pass
    with exclusive_lock(tmp_path / "lock", "here"):
        pass


def test_missing_directories_are_made(tmp_path: Path) -> None:
    make_room(tmp_path / "a" / "b" / "file")
    assert (tmp_path / "a" / "b").is_dir()
    (tmp_path / "plain").write_text("")
    with pytest.raises(InputError, match="cannot write"):
        make_room(tmp_path / "plain" / "file")
    with pytest.raises(InputError, match="is a directory"):
        make_room(tmp_path / "a")
