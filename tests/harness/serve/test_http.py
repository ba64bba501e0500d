"""Connections and requests that are slow, too many, too big, or malformed."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="serve needs FastAPI (the extra `serve`)")
pytest.importorskip("uvicorn", reason="serve needs uvicorn (the extra `serve`)")

import uvicorn
from uvicorn.server import ServerState

from coindex.harness.serve.bounds import Bounds
from coindex.harness.serve.connection import bounded
from tests.harness.serve.serving import Served, post, raw, read_reply, serving

BOUNDS = Bounds(
    body=10_000,
    body_seconds=0.6,
    head_seconds=0.6,
    linger_seconds=0.5,
    connections=20,
    requests=3,
)


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving(BOUNDS) as found:
        yield found


def status(reply: bytes) -> int:
    return int(reply.split()[1])


def problem(reply: bytes) -> tuple[int, str]:
    """Status and reason of a refusal; its form is checked."""
    head, _, body = reply.partition(b"\r\n\r\n")
    assert b"application/json" in head
    record = json.loads(body)
    assert list(record) == ["error", "hint"]
    assert record["error"]
    assert "Traceback" not in record["error"]
    return status(reply), record["error"]


def test_a_question_is_answered(served: Served) -> None:
    reply = served.talk(post("hello"))
    assert status(reply) == 200
    assert reply.endswith(b'\r\n\r\n"hello"')
    assert served.messages == [f"listening on http://127.0.0.1:{served.port}"]


def test_a_connection_is_kept(served: Served) -> None:
    with socket.create_connection(("127.0.0.1", served.port), timeout=20) as connection:
        for text in ("one", "two", "three"):
            connection.sendall(post(text))
            assert read_reply(connection).endswith(f'"{text}"'.encode())


def test_questions_sent_together_are_answered_in_order(served: Served) -> None:
    with socket.create_connection(("127.0.0.1", served.port), timeout=20) as connection:
        connection.sendall(post("one") + post("two"))
        got = b""
        while got.count(b"HTTP/1.1 200") < 2 or not got.endswith(b'"two"'):
            got += connection.recv(65536)
        assert got.index(b'"one"') < got.index(b'"two"')


@pytest.mark.parametrize(
    ("sent", "expected", "reason"),
    [
        (raw(b'{"text": "a"'), 400, "line 1, column 13"),
        (raw(b'{"text": NaN}'), 400, "NaN is not a JSON number"),
        (raw(b'{"text": Infinity}'), 400, "Infinity is not a JSON number"),
        (raw(b'{"id": ' + b"9" * 5000 + b"}"), 400, "not JSON: a number has more than 300 digits"),
        (raw(b'{"text": "a", "text": "b"}'), 400, 'the key "text" is there twice'),
        (raw(b'{"text": "\xff"}'), 400, "not UTF-8 (byte 11)"),
        (raw(b"[" * 9000), 400, "nested too deep"),
        (raw(b'{"text": ' + b"[" * 900 + b"]" * 900 + b"}"), 400, "nested too deep"),
        (raw(b"[" * 20 + b"]" * 20), 400, "nested too deep"),
        (raw(b""), 400, "not JSON"),
        (raw(b"\x00\x01\x02"), 400, "not JSON"),
        (raw(b"[]"), 422, "not an object"),
        (raw(b'"text"'), 422, "not an object"),
        (raw(b"null"), 422, "the body"),
        (raw(b'{"text": "\\ud83d"}'), 422, "half a surrogate pair"),
        (raw(b'{"\\ud83d": 1, "text": "a"}'), 422, "half a surrogate pair"),
        (raw(b'{"id": 1e400, "text": "a"}'), 422, "id: not a finite number"),
        (raw(json.dumps({str(n): n for n in range(17)}).encode()), 422, "more than 16 keys"),
        (raw(b"x" * 10_001), 413, "10,000 bytes"),
        (raw(b"x", "/solve", "Content-Encoding: gzip"), 415, "compressed"),
        (post("a").replace(b"application/json", b"text/plain"), 415, "not announced as JSON"),
        (post("a").replace(b"application/json", b"application/json; charset=latin-1"), 415, "JSON"),
        (post("a").replace(b"Content-Type: application/json\r\n", b""), 415, "JSON"),
        (post("a", "/"), 405, "POST"),
        (post("a", "/solve/"), 404, "nothing at this path"),
        (post("a", "/docs"), 405, "POST"),
        (post("a", "/redoc"), 404, "nothing at this path"),
        (b"GET /?text=" + b"x" * 17_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 431, "16,384"),
        (post("a", "/%2e%2e/%00"), 404, "nothing at this path"),
        (post("a", "http://evil.example/solve"), 404, "nothing at this path"),
        (post("a").replace(b"POST", b"PUT"), 405, "PUT"),
        (post("a").replace(b"POST", b"OPTIONS"), 405, "OPTIONS"),
        (post("a", "/health"), 405, "POST"),
        (b"GET /solve HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", 405, "GET"),
        (post("a").replace(b"localhost", b"evil.example"), 421, "Host header"),
        (post("a").replace(b"localhost", b"127.0.0.1.evil.example"), 421, "Host header"),
        (post("a").replace(b"localhost", b"192.168.0.1"), 421, "Host header"),
        (b"GET /health HTTP/1.0\r\n\r\n", 421, "Host header"),
        (b"GET /health HTTP/1.1\r\n\r\n", 400, "no valid HTTP"),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\r\n\r\n", 400, "no valid HTTP"),
        (b"GET / HTTP/1.1\r\nX: " + b"x" * 70_000, 431, "16,384 bytes"),
        (post("a", "/solve", "X: " + "x" * 70_000), 431, "16,384 bytes"),
        (post("a", "/solve", *["X: " + "x" * 100] * 200), 431, "16,384 bytes"),
        (post("a", "/" + "x" * 20_000), 431, "16,384 bytes"),
        (post("a", "/solve", "Content-Length: 3"), 400, "no valid HTTP"),
        (post("a").replace(b"Content-Length: 13", b"Content-Length: -1"), 400, "no valid HTTP"),
        (
            b"POST /solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
            400,
            "no valid HTTP",
        ),
        (raw(b'{"text": "a"}')[:-1], 408, "body did not arrive within 0.6 seconds"),
        (b"POST /solve HT", 408, "no request arrived within 0.6 seconds"),
        (b"", 408, "no request arrived"),
    ],
)
def test_what_is_refused_has_a_reason(
    served: Served, sent: bytes, expected: int, reason: str
) -> None:
    found, message = problem(served.talk(sent))
    assert (found, reason in message) == (expected, True), message


def test_where_others_may_ask_the_host_is_not_looked_at() -> None:
    with serving(host="0.0.0.0") as served:
        assert served.messages == [f"listening on http://0.0.0.0:{served.port}"]
        assert status(served.talk(post("a").replace(b"localhost", b"reasoner.example"))) == 200


def test_a_page_elsewhere_gets_no_permission(served: Served) -> None:
    reply = served.talk(post("a", "/solve", "Origin: http://evil.example"))
    assert b"access-control" not in reply.lower()


def test_a_head_that_trickles_is_not_waited_for(served: Served) -> None:
    with socket.create_connection(("127.0.0.1", served.port), timeout=20) as connection:
        began = time.monotonic()
        connection.sendall(b"POST /solve HTTP/1.1\r\n")
        connection.settimeout(0.1)
        got = b""
        while not got and time.monotonic() - began < 10:
            try:
                connection.sendall(b"X: y\r\n")
                got = connection.recv(65536)
            except TimeoutError:
                continue
        assert status(got) == 408


@pytest.mark.parametrize("length", ["Content-Length: 900000000", "Transfer-Encoding: chunked"])
@pytest.mark.parametrize("path", ["/solve", "/nowhere"])
@pytest.mark.parametrize("close", ["", "Connection: close\r\n"])
def test_who_sends_without_end_is_told_why_and_cut_off(
    served: Served, length: str, path: str, close: str
) -> None:
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{length}\r\n{close}\r\n"
    chunk = b"8000\r\n" + b" " * 0x8000 + b"\r\n" if "chunked" in length else b" " * 0x8000
    with socket.create_connection(("127.0.0.1", served.port), timeout=20) as connection:
        connection.sendall(head.encode())
        began, cut = time.monotonic(), False
        while not cut and time.monotonic() - began < 10:
            try:
                connection.sendall(chunk)
            except OSError:
                cut = True
        assert cut
        assert time.monotonic() - began > BOUNDS.linger_seconds / 2
    # One that stops when it is told has the whole reason.
    with socket.create_connection(("127.0.0.1", served.port), timeout=20) as connection:
        connection.sendall(head.encode() + chunk)
        assert problem(read_reply(connection))[0] == (413 if path == "/solve" else 404)


def test_a_body_is_not_asked_for_if_it_is_too_big(served: Served) -> None:
    sent = raw(b"", "/solve", "Expect: 100-continue").replace(b"Length: 0", b"Length: 999999")
    reply = served.talk(sent)
    assert b"100 Continue" not in reply
    assert problem(reply)[0] == 413


def test_too_many_requests_are_told_to_come_again(served: Served) -> None:
    replies: list[bytes] = []

    def ask() -> None:
        replies.append(served.talk(post("sleep 0.4")))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    refused = [r for r in replies if status(r) == 503]
    assert sorted({status(r) for r in replies}) == [200, 503]
    assert len(replies) - len(refused) >= BOUNDS.requests
    assert all(b"retry-after: 1" in r.lower() for r in refused)
    assert all("requests are being worked on or waiting" in problem(r)[1] for r in refused)


def test_too_many_connections_are_refused(served: Served) -> None:
    idle = [socket.create_connection(("127.0.0.1", served.port)) for _ in range(BOUNDS.connections)]
    time.sleep(0.1)
    reply = served.talk(b"")
    for connection in idle:
        connection.close()
    assert problem(reply) == (503, "too many connections are open")
    assert b"retry-after" in reply.lower()
    time.sleep(0.1)
    assert status(served.talk(post("again"))) == 200


def test_who_leaves_is_not_worked_for(served: Served) -> None:
    body = json.dumps({"questions": [{"text": "sleep 0.2"}] * 50}).encode()
    with socket.create_connection(("127.0.0.1", served.port)) as connection:
        connection.sendall(raw(body, "/batch"))
        time.sleep(0.3)
    began = time.monotonic()
    assert status(served.talk(post("next"))) == 200
    assert time.monotonic() - began < 5  # the batch would have taken ten seconds
    assert served.pool.requests == 0


def test_who_leaves_in_the_middle_does_no_harm(served: Served) -> None:
    for cut in (10, 100, -1):
        with socket.create_connection(("127.0.0.1", served.port)) as connection:
            connection.sendall(post("a")[:cut])
    assert status(served.talk(post("a"))) == 200


class Gone(asyncio.Transport):
    """A transport whose other end has just left: it can be written to, but not ended."""

    def __init__(self) -> None:
        super().__init__()
        self.written, self.aborted = b"", False

    def write(self, data: object) -> None:
        assert isinstance(data, bytes)
        self.written += data

    def write_eof(self) -> None:
        raise OSError(107, "Transport endpoint is not connected")

    def is_closing(self) -> bool:
        return False

    def abort(self) -> None:
        self.aborted = True


def test_who_is_refused_and_gone_is_no_fault() -> None:
    async def refuse() -> Gone:
        transport = Gone()
        made = bounded(Bounds(linger_seconds=0.01))
        config = uvicorn.Config(lambda: None, log_config=None, log_level="critical")
        connection = made(config, ServerState(), {}, asyncio.get_running_loop())
        connection.connection_made(transport)
        connection.data_received(b"garbage\r\n\r\n")
        connection.data_received(b"more of it")
        await asyncio.sleep(0.1)
        return transport

    transport = asyncio.run(refuse())
    assert transport.aborted
    assert problem(transport.written)[0] == 400


def test_a_batch_keeps_its_order(served: Served) -> None:
    texts = [f"text {n}" for n in range(30)]
    body = json.dumps({"questions": [{"text": t} for t in texts]}).encode()
    reply = served.talk(raw(body, "/batch"))
    assert json.loads(reply.partition(b"\r\n\r\n")[2]) == {"answers": texts}


def test_health_is_told_while_all_are_busy(served: Served) -> None:
    thread = threading.Thread(target=served.talk, args=(post("sleep 0.5"),))
    thread.start()
    time.sleep(0.2)
    reply = served.talk(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
    thread.join()
    record: dict[str, Any] = json.loads(reply.partition(b"\r\n\r\n")[2])
    assert record.pop("version")
    assert record.pop("replaced") >= 0
    assert record == {
        "status": "ok",
        "workers": 1,
        "ready": 1,
        "busy": 1,
        "requests": 1,
        "ask_budget_left": None,
    }


def test_a_fault_is_not_told_to_the_client(
    served: Served, capfd: pytest.CaptureFixture[str]
) -> None:
    reply = served.talk(post("raise"))
    assert problem(reply) == (500, "internal error")
    assert b"secret" not in reply
    assert "ValueError: secret /internal/path" in capfd.readouterr().err
    batch = json.dumps({"questions": [{"text": "one"}, {"text": "raise"}]}).encode()
    reply = served.talk(raw(batch, "/batch"))
    one, two = json.loads(reply.partition(b"\r\n\r\n")[2])["answers"]
    assert one == "one"
    assert two["error"] == "internal error"


def test_a_fault_outside_the_workers_is_told_once(
    served: Served, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(served.pool, "ask", None)
    assert problem(served.talk(post("a"))) == (500, "internal error")
    err = capfd.readouterr().err
    assert err.startswith("coindex: internal error: TypeError: ")
    assert err.count("\n") == 1
    monkeypatch.undo()
    assert status(served.talk(post("a"))) == 200


def test_the_end_answers_what_is_worked_on_and_refuses_the_rest() -> None:
    replies: dict[str, bytes] = {}

    def ask(text: str) -> None:
        replies[text] = served.talk(post(text))

    with serving() as served:
        threads = [threading.Thread(target=ask, args=(f"sleep {s}",)) for s in (1.0, 1.1)]
        for thread in threads:
            thread.start()
            time.sleep(0.3)
        served.server.should_exit = True
        for thread in threads:
            thread.join()
    assert status(replies["sleep 1.0"]) == 200
    assert problem(replies["sleep 1.1"]) == (503, "the server is being stopped")
