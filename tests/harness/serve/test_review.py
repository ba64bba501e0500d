"""The page for reviews: what it shows, that decisions are kept, and who cannot decide."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import pytest

pytest.importorskip("fastapi", reason="serve needs FastAPI (the extra `serve`)")
pytest.importorskip("uvicorn", reason="serve needs uvicorn (the extra `serve`)")

from coindex.asking.asking import Asking
from coindex.asking.sending import ask_all
from coindex.commands import main as cli
from coindex.harness.serve.app import make_app
from coindex.harness.serve.bounds import Bounds
from coindex.harness.serve.pool import Pool
from coindex.harness.serve.review_pages import LONGEST, ReviewDesk
from coindex.harness.serve.server import Options, Server, _listening
from coindex.reasoner.jobs.workers import Limits
from tests.asking.making import RULE, Saying, query
from tests.harness.serve.light import Light, work
from tests.harness.serve.serving import Served

SLOW = "Those who are late are slow."


@pytest.fixture
def desk(tmp_path: Path) -> ReviewDesk:
    asked = tmp_path / "asked.jsonl"
    ask_all([query(1), query(2)], Asking(Saying(f"{RULE}\n{SLOW}"), asked), show=False)
    into = str(tmp_path / "work.txt")
    return ReviewDesk(str(asked), into, "Ina", lambda sentence: f"<read {sentence}>")


@pytest.fixture
def served(desk: ReviewDesk) -> Iterator[Served]:
    options = Options(settings=Light(), limits=Limits(seconds=5), workers=1, review=desk)
    with _listening(options) as listener:
        pool = Pool(options.settings, work, options.limits, workers=1, requests=8)
        pool.start()
        server = Server(pool, options, listener, lambda _: None)
        thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()
        try:
            yield Served(server, pool, listener.getsockname()[1])
        finally:
            server.should_exit = True
            thread.join(10)
            pool.stop()


def page(served: Served, path: str = "/review") -> tuple[int, str]:
    sent = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    head, _, body = served.talk(sent).partition(b"\r\n\r\n")
    return int(head.split()[1]), unescape(body.decode())


def post(served: Served, **fields: str) -> tuple[int, str, str]:
    body = urlencode(fields).encode()
    lines = (
        "POST /review HTTP/1.1",
        "Host: localhost",
        "Content-Type: application/x-www-form-urlencoded",
        f"Content-Length: {len(body)}",
    )
    sent = "\r\n".join(lines).encode() + b"\r\n\r\n" + body
    head, _, reply = served.talk(sent).partition(b"\r\n\r\n")
    return int(head.split()[1]), head.decode(), unescape(reply.decode())


def test_a_sentence_is_shown_with_its_reading_and_questions(served: Served) -> None:
    status, body = page(served)
    assert status == 200
    assert RULE in body
    assert f"<read {RULE}>" in body
    assert query(1).marked in body
    assert "1 of 2" in body


def test_decisions_are_kept_and_the_next_sentence_comes(served: Served, desk: ReviewDesk) -> None:
    given = {"token": desk.token, "skip": "0", "sentence": RULE}
    status, head, _ = post(served, **given, do="skip", wording=RULE)
    assert (status, "location: /review?skip=1" in head.lower()) == (303, True)
    assert SLOW in page(served, "/review?skip=1")[1]
    status, _, body = post(served, **given, do="accept", wording="She is late.")
    assert (status, "a pronoun: She" in body) == (422, True)
    assert post(served, **given, do="accept", wording=RULE)[0] == 303
    assert Path(desk.into).read_text("utf-8").startswith(f"{RULE}  % @source")
    rest = {"token": desk.token, "sentence": SLOW}
    assert post(served, **rest, do="reject", wording=SLOW)[0] == 303
    assert "Nothing waits" in page(served)[1]
    assert "does not wait any more" in post(served, **rest, do="accept", wording=SLOW)[2]


def test_no_other_page_can_decide(served: Served, desk: ReviewDesk) -> None:
    for token in ("", "guess", desk.token[:-1]):
        status, _, body = post(served, token=token, sentence=RULE, do="accept", wording=RULE)
        assert (status, "not of this server" in body) == (403, True)
    assert post(served, token=desk.token, wording="x" * LONGEST)[0] == 413
    assert not Path(desk.into).exists()


def test_rules_that_were_judged_false_come_first_with_their_repair(
    served: Served, desk: ReviewDesk, tmp_path: Path
) -> None:
    said = "If people hold a ladder, they are fond of heights."
    rule = "reason(hold,actor,brave) x.lp:3 for grip"
    judging = Asking(None, desk.asked, check=Saying("1. false"))
    judging.left_out({said: rule})
    desk.repair = str(tmp_path / "exceptions.lp")
    given = {"token": desk.token, "do": "accept"}
    text = page(served)[1]
    assert said in text
    assert 'Offered: an exception for this verb: reason("grip",actor,brave,0).' in text
    assert RULE not in text
    assert RULE in page(served, "/review?skip=1")[1]
    assert post(served, **given, statement="something else")[0] == 422
    assert post(served, **given, statement=said)[0] == 303
    assert 'reason("grip",actor,brave,0).' in Path(desk.repair).read_text("utf-8")
    assert RULE in page(served)[1]


def test_the_page_says_what_a_sentence_would_change(served: Served, desk: ReviewDesk) -> None:
    assert "If accepted" not in page(served)[1]
    desk.effects = lambda one: [f"{one.sentence} would change <nothing>"]
    assert f"If accepted:</p>\n<ul>\n<li>{RULE} would change <nothing>" in page(served)[1]


def test_the_page_is_not_there_for_other_machines(desk: ReviewDesk) -> None:
    pool = Pool(Light(), work, Limits(seconds=5), workers=1, requests=8)
    for local, there in ((True, True), (False, False)):
        guard = make_app(pool, Bounds(), local=local, review=desk)
        paths = {getattr(route, "path", "") for route in guard.app.routes}  # type: ignore[attr-defined]
        assert ("/review" in paths) is there


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--review", "a.jsonl"], "--review needs --into"),
        (["--into", "a.txt"], "go with --review"),
        (["--review", "a.jsonl", "--into", "a.txt", "--allow-remote"], "this machine alone"),
        (["--review", "no.jsonl", "--into", "a.txt"], "there is no file no.jsonl"),
    ],
)
def test_options_are_checked_before_the_start(
    words: list[str],
    told: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["serve", *words]) != 0
    assert told in capsys.readouterr().err
