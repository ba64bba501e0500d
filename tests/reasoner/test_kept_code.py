"""The code of rules' functions is kept for other processes, and found by what it is made of."""

from __future__ import annotations

from pathlib import Path
from types import CodeType

import pytest

from coindex.reasoner.deriving import compiling, kept_code
from coindex.reasoner.deriving.compiling import CompiledRule, state_of
from coindex.reasoner.deriving.kept_code import KeptCode
from coindex.reasoner.deriving.reading import rules_of

PROGRAMS = (Path(kept_code.__file__),)


def code_of(number: int) -> CodeType:
    return compile(f"answer = {number}", "<test>", "exec")


def unwanted() -> CodeType:
    pytest.fail("written again")


def test_code_is_found_by_another_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_code, "_LEAST", 3)
    place = tmp_path / "functions"
    first = KeptCode(PROGRAMS)
    first.open(place)
    made = [first.code(("f", n), lambda n=n: code_of(n)) for n in range(3)]  # type: ignore[misc]
    assert not place.exists()
    first.save()
    second = KeptCode(PROGRAMS)
    second.open(place)
    assert [second.code(("f", n), unwanted) for n in range(3)] == made
    second.code(("f", 3), lambda: code_of(3))
    before = place.read_bytes()
    second.save()  # one new function is too few
    assert place.read_bytes() == before
    other = KeptCode((*PROGRAMS, Path(compiling.__file__)))
    other.open(place)
    with pytest.raises(ZeroDivisionError):  # other programs make other code
        other.code(("f", 0), lambda: 1 // 0)  # type: ignore[arg-type, return-value]


def test_what_is_no_longer_used_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_code, "_LEAST", 1)
    monkeypatch.setattr(kept_code, "_MOST", 3)
    place = tmp_path / "functions"
    for round_ in range(3):
        kept = KeptCode(PROGRAMS)
        kept.open(place)
        for number in range(3):
            kept.code((round_, number), lambda: code_of(0))
        kept.save()
    last = KeptCode(PROGRAMS)
    last.open(place)
    assert last.code((2, 0), unwanted)
    with pytest.raises(ZeroDivisionError):
        last.code((0, 0), lambda: 1 // 0)  # type: ignore[arg-type, return-value]


@pytest.mark.parametrize("damage", [b"", b"\x00" * 50])
def test_a_damaged_file_is_as_good_as_none(tmp_path: Path, damage: bytes) -> None:
    place = tmp_path / "functions"
    place.write_bytes(damage)
    kept = KeptCode(PROGRAMS)
    kept.open(place)
    assert kept.code(("f",), lambda: code_of(1)) == code_of(1)


def test_rules_with_the_same_text_share_code_and_others_do_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_code, "_LEAST", 1)
    kept = KeptCode(PROGRAMS)
    kept.open(tmp_path / "functions")
    monkeypatch.setattr(compiling, "KEPT", kept)
    texts = ("a(X) :- b(X), not c(X).", "a(X) :- b(X), not c(X).", "a(X) :- b(X), not d(X).")
    (one, again, other) = (
        CompiledRule(state_of(rule)) for text in texts for rule in rules_of(text)
    )
    for rule in (one, again, other):
        rule._made(-1)
        rule._made(0)
        rule._made_above(())
    assert len(kept._kept) == 6
