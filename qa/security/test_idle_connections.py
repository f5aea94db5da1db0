"""Connections that never say what they want: closed by the service itself, without a proxy before it."""

import socket
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from qa.security.target import Target, attacked
from qa.security.wire import Answer, request, taken_apart
from service.edge import protocol
from tests.support.waiting import eventually

MOST = 6
HEAD = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    """A service that trusts no proxy on this machine and lets an address have few connections."""
    changes = {"TRUSTED_PROXIES": "192.0.2.1", "CONNECTIONS_PER_ADDRESS": str(MOST)}
    with attacked(tmp_path_factory.mktemp("alone"), **changes) as target:
        yield target


def line_to(target: Target) -> socket.socket:
    return socket.create_connection(("127.0.0.1", target.port), timeout=60)


def seconds_until_closed(line: socket.socket, drop: bytes) -> float:
    """Send a byte now and then until the other side has closed."""
    began = time.monotonic()
    line.settimeout(0.2)
    while time.monotonic() - began < 60:
        try:
            line.sendall(drop)
            if line.recv(65536) == b"":
                break
        except TimeoutError:
            continue
        except OSError:
            break
    return time.monotonic() - began


def answer_on(line: socket.socket) -> Answer:
    """One answer with its body, in however many packets it comes."""
    text = line.recv(65536)
    while b"\r\n\r\n" not in text or len((found := taken_apart(text)).body) < int(
        found.headers["content-length"]
    ):
        text += line.recv(65536)
    return found


def seconds_of_a_head(target: Target, sent: bytes, drop: bytes) -> float:
    """Until a line with this part of a head is closed."""
    with line_to(target) as line:
        line.sendall(sent)
        return seconds_until_closed(line, drop)


def seconds_of_a_second_head(target: Target) -> float:
    with line_to(target) as line:
        line.sendall(HEAD + b"\r\n")
        assert answer_on(line).status == 200
        line.sendall(HEAD)
        return seconds_until_closed(line, b"X: y\r\n")


@pytest.fixture(scope="module")
def waits(alone: Target) -> dict[str, Future[float]]:
    """Heads that never end, all at once: until each line is closed."""
    heads = {"nothing": (b"", b""), "half": (HEAD, b"a"), "a field": (HEAD + b"X-Slow: ", b"a")}
    with ThreadPoolExecutor(MOST) as pool:
        started = {name: pool.submit(seconds_of_a_head, alone, *head) for name, head in heads.items()}
        started["a second head"] = pool.submit(seconds_of_a_second_head, alone)
    return started


@pytest.mark.parametrize("sent", ["nothing", "half", "a field", "a second head"])
def test_a_head_that_never_ends_is_not_waited_for(waits: dict[str, Future[float]], sent: str) -> None:
    assert waits[sent].result() < 3 * protocol.HEAD_SECONDS


def test_a_body_after_a_refusal_is_not_listened_to(alone: Target) -> None:
    refused = request("POST", "/api/compute", b"", {"Content-Length": "200000", "Connection": "keep-alive"})
    with line_to(alone) as line:
        line.sendall(refused)
        assert answer_on(line).status == 401
        assert seconds_until_closed(line, b" ") < 4 * protocol.REST_SECONDS


def test_the_rest_of_a_refused_body_that_comes_at_once_leaves_the_line_open(alone: Target) -> None:
    refused = request("POST", "/api/compute", b"", {"Content-Length": "4", "Connection": "keep-alive"})
    with line_to(alone) as line:
        for _ in range(2):
            line.sendall(refused)
            assert answer_on(line).status == 401
            line.sendall(b"{  }")
        line.sendall(HEAD + b"\r\n")
        assert answer_on(line).status == 200


def is_let_in(target: Target) -> bool:
    with line_to(target) as line:
        try:
            line.sendall(HEAD + b"\r\n")
            return line.recv(65536).startswith(b"HTTP/1.1 200")
        except OSError:
            return False


def test_an_address_holds_so_many_connections_and_no_more(alone: Target) -> None:
    with ExitStack() as open_lines:
        lines = [open_lines.enter_context(line_to(alone)) for _ in range(MOST)]
        for line in lines:
            line.sendall(HEAD + b"\r\n")
            assert line.recv(65536).startswith(b"HTTP/1.1 200")
        with line_to(alone) as one_more:
            assert seconds_until_closed(one_more, b"") < 3 * protocol.HEAD_SECONDS / 2
        lines[0].close()
        eventually(lambda: is_let_in(alone))


def test_a_proxy_that_is_trusted_holds_as_many_as_it_likes(tmp_path: Path) -> None:
    with attacked(tmp_path, CONNECTIONS_PER_ADDRESS="2") as target, ExitStack() as open_lines:
        for _ in range(12):
            line = open_lines.enter_context(line_to(target))
            line.sendall(HEAD + b"\r\n")
            assert line.recv(65536).startswith(b"HTTP/1.1 200")
