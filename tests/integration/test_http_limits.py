"""Requests as bytes on a socket: what is no HTTP, too long, or two requests in one."""

import json
import socket
import subprocess
from collections.abc import Iterator

import pytest

from tests.contract.schema import error_violations
from tests.integration.test_service_process import fetch, free_port, started


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    port = free_port()
    process: subprocess.Popen[bytes]
    with started(tmp_path_factory.mktemp("http"), port) as process:
        fetch(port, "/healthz")
        yield port
        assert process.poll() is None, "the service has ended"


def spoken(port: int, text: bytes) -> tuple[int, dict[str, str], bytes]:
    """What the service answers to these bytes until it hangs up: status, headers, the rest."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
        line.sendall(text)
        answer = b"".join(iter(lambda: line.recv(65536), b""))
    head, _, rest = answer.partition(b"\r\n\r\n")
    status, *fields = head.decode("latin1").split("\r\n")
    pairs = (field.partition(": ") for field in fields)
    return int(status.split()[1]), {name.lower(): value for name, _, value in pairs}, rest


def request(line: str, *headers: str) -> bytes:
    return "\r\n".join((line, "Host: 127.0.0.1", "Connection: close", *headers, "", "")).encode("latin1")


LONG = "a" * 20_000
UNREADABLE = {
    "no HTTP at all": (b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", 400),
    "a header that is none": (request("GET /healthz HTTP/1.1", "no colon"), 400),
    "a folded name": (request("GET /healthz HTTP/1.1", "X-Na me: a"), 400),
    "two lengths": (request("POST /api/auth/login HTTP/1.1", "Content-Length: 2", "Content-Length: 3"), 400),
    "a length below zero": (request("POST /api/auth/login HTTP/1.1", "Content-Length: -1"), 400),
    "an address too long": (request(f"GET /{LONG} HTTP/1.1"), 431),
    "a header too long": (request("GET /healthz HTTP/1.1", f"X-Long: {LONG}"), 431),
    "headers without end": (b"GET /healthz HTTP/1.1\r\n" + b"X-A: b\r\n" * 4000, 431),
}


@pytest.mark.parametrize("case", UNREADABLE)
def test_what_cannot_be_read_is_refused_in_the_one_shape(port: int, case: str) -> None:
    text, expected = UNREADABLE[case]
    status, headers, body = spoken(port, text)
    assert (status, headers["content-type"]) == (expected, "application/json")
    assert error_violations(json.loads(body)) == []
    assert headers["connection"] == "close"
    assert headers["x-content-type-options"] == "nosniff"


ACCEPT = "Accept: text/html,application/xhtml+xml,*/*;q=0.8"
FROM_A_BROWSER = {
    "an address that is read": request(f"GET /curve?filters={LONG} HTTP/1.1", ACCEPT),
    "an address without an end": f"GET /curve?filters={LONG * 10}".encode(),
    "headers that are read": request("GET / HTTP/1.1", ACCEPT, f"X-Long: {LONG}"),
    "headers without an end": f"GET / HTTP/1.1\r\n{ACCEPT}\r\nX-Long: {LONG * 10}".encode(),
}


@pytest.mark.parametrize("case", FROM_A_BROWSER)
def test_a_browser_reads_in_words_that_its_address_is_too_long(port: int, case: str) -> None:
    status, headers, body = spoken(port, FROM_A_BROWSER[case])
    assert (status, headers["content-type"]) == (431, "text/html; charset=utf-8")
    assert b"<h1>This address is too long</h1>" in body
    assert b'<a href="/">' in body
    assert b"aaaa" not in body
    assert headers["connection"] == "close"
    assert headers["content-security-policy"].startswith("default-src 'none'")
    assert headers["cache-control"] == "no-store"


@pytest.mark.parametrize("accept", ["application/json", "*/*"])
def test_a_program_reads_it_in_the_one_shape(port: int, accept: str) -> None:
    for path in ("/api/features", "/"):
        text = request(f"GET {path}?{LONG} HTTP/1.1", f"Accept: {accept}")
        status, headers, body = spoken(port, text)
        assert (status, headers["content-type"]) == (431, "application/json")
        assert error_violations(json.loads(body)) == []


def test_a_length_beside_chunks_smuggles_no_second_request(port: int) -> None:
    declared = ("Content-Type: application/json", "Content-Length: 4", "Transfer-Encoding: chunked")
    first = request("POST /api/auth/refresh HTTP/1.1", *declared)
    status, _, rest = spoken(port, first + b"0\r\n\r\n" + request("GET /healthz HTTP/1.1"))
    assert (status, json.loads(rest)["code"]) == (400, "malformed_request")


@pytest.mark.parametrize(
    "path", ["/../state/signing.key", "/..%2fstate%2fsigning.key", "//state/signing.key"]
)
def test_a_path_out_of_the_tree_finds_nothing(port: int, path: str) -> None:
    status, _, _ = spoken(port, request(f"GET {path} HTTP/1.1"))
    assert status == 404


def test_chunks_over_the_limit_are_refused_before_they_end(port: int) -> None:
    declared = ("Content-Type: application/json", "Transfer-Encoding: chunked")
    chunk = b"1000\r\n" + b" " * 0x1000 + b"\r\n"
    status, _, body = spoken(port, request("POST /api/auth/login HTTP/1.1", *declared) + chunk * 65)
    assert (status, json.loads(body)["code"]) == (413, "body_too_large")


def test_a_websocket_is_not_opened(port: int) -> None:
    asked = (
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: eA==",
    )
    status, _, _ = spoken(port, request("GET /api/features HTTP/1.1", *asked))
    assert status == 401
