"""Requests that are two, or none, or that no two readers understand alike."""

import pytest

from qa.security.target import Target
from qa.security.wire import request


@pytest.mark.parametrize(
    "bare", [b"X-A: a\rX-Injected: 1", b"X-A: a\nX-Injected: 1", b"X-A\x00: a", b" X-A: a", b"X-A : a"]
)
def test_a_header_with_a_bare_line_end(target: Target, bare: bytes) -> None:
    text = request("GET", "/healthz", b"", {}).replace(b"\r\n\r\n", b"\r\n" + bare + b"\r\n\r\n")
    answer = target.say(text)
    assert answer.status in (200, 400)
    assert "x-injected" not in answer.headers


def test_two_hosts(target: Target) -> None:
    text = request("GET", "/healthz", b"", {})
    assert (
        target.say(text.replace(b"Host: 127.0.0.1", b"Host: 127.0.0.1\r\nHost: evil.example")).status == 400
    )


SMUGGLED = request("GET", "/", b"", {})


@pytest.mark.parametrize(
    "headers",
    [
        {"Content-Length": "6", "Transfer-Encoding": "chunked"},
        {"Transfer-Encoding": "xchunked"},
        {"Transfer-Encoding": "chunked, identity"},
        {"Transfer-Encoding": " chunked", "Content-Length": "6"},
        {"Content-Length": "+6"},
        {"Content-Length": "0x6"},
        {"Content-Length": "6, 60"},
        {"Content-Length": "-6"},
    ],
)
def test_a_request_hidden_in_another(target: Target, headers: dict[str, str]) -> None:
    head = request("POST", "/api/auth/login", b"", headers | {"Connection": "keep-alive"})
    answer = target.say(head + b"0\r\n\r\n" + SMUGGLED)
    assert answer.status in (400, 501)
    assert b"<title>" not in answer.body


@pytest.mark.parametrize(
    "text", [b"\x16\x03\x01", b"GET / HTTP/9.9", b"GET /", b"GET  / HTTP/1.1", b"PRI * HTTP/2.0", b":"]
)
def test_what_is_no_http(target: Target, text: bytes) -> None:
    assert target.say(text + b"\r\nConnection: close\r\n\r\n").status == 400


def test_headers_too_long_or_too_many(target: Target) -> None:
    assert target.ask("GET", "/healthz", X_A="a" * 70_000).status == 431
    assert target.ask("GET", "/healthz", **{f"X-{place}": "a" for place in range(5000)}).status == 431
    assert target.ask("GET", f"/healthz?{'a' * 70_000}").status == 431
    assert target.get("/auth/me", "a" * 70_000).status == 431
