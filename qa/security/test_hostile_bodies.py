"""Bodies that are too large, too deep, too slow, or not what they say they are."""

import socket
from pathlib import Path
from typing import Any

import pytest

from qa.security.target import SCRAPER, Target, attacked
from qa.security.wire import request, taken_apart
from tests.support.waiting import eventually

COMPUTE = "/compute"


@pytest.fixture(scope="module")
def token(shared_target: Target) -> str:
    return shared_target.token("pro")


def test_a_body_over_the_limit(target: Target, token: str) -> None:
    for path in (COMPUTE, "/auth/entry", "/v2/export"):
        answer = target.post(path, b"{}", token, Content_Length=str(256 * 1024 + 1))
        assert answer.outcome == (413, "body_too_large")


def test_a_body_that_says_it_is_larger_than_any(target: Target, token: str) -> None:
    for length in ("999999999999", "9" * 30):
        answer = target.post(COMPUTE, b"{}", token, Content_Length=length)
        assert answer.status in (400, 413)


@pytest.mark.parametrize("deep", [17, 300, 900, 1025, 10_000])
def test_a_body_nested_too_deep(target: Target, token: str, deep: int) -> None:
    texts = ("[" * deep + "]" * deep, '{"a":' * deep + "1" + "}" * deep, "[" * deep)
    for text in (*texts, '{"username": ' + texts[0] + "}", '{"refresh_token": ' + texts[1] + "}"):
        for path in ("/auth/login", "/auth/refresh", "/auth/entry", "/auth/entry/code"):
            assert target.post(path, text.encode()).outcome == (422, "too_deep")
        for path in (
            COMPUTE,
            "/v2/days",
            "/v2/days/bars",
            "/v2/path",
            "/v2/export",
            "/v2/charts/data",
            "/auth/redeem",
        ):
            assert target.post(path, text.encode(), token).outcome == (422, "too_deep")


def test_a_filter_nested_deep(target: Target, token: str) -> None:
    for deep in (11, 12, 400):
        value: Any = 1
        for _ in range(deep):
            value = [value]
        body = {"filters": {"gap_up": {"operator": "in", "value": value}}}
        for path in (COMPUTE, "/v2/filtered", "/v2/days", "/v2/days/bars", "/v2/path"):
            assert target.post(path, body, token).status == 422


def test_brackets_within_a_text_are_no_depth(target: Target) -> None:
    for text in ("[" * 300, '\\"' + "{" * 300, '\\\\\\"[' * 100):
        body = {"username": text, "password": "[" * 40}
        assert target.post("/auth/login", body).outcome == (401, "login_failed")


def test_a_client_that_hangs_up_in_mid_body_is_no_error(target: Target, token: str) -> None:
    before = target.written().count("compute 499 ")
    head = request(
        "POST", "/api/compute", b"", {"Content-Length": "1000", "Authorization": f"Bearer {token}"}
    )
    with socket.create_connection(("127.0.0.1", target.port), timeout=30) as line:
        line.sendall(head + b'{"filters"')
    eventually(lambda: target.written().count("compute 499 ") > before)
    assert target.written().count("compute 499 ") == before + 1
    metrics = target.ask("GET", "/metrics", None, SCRAPER).body.decode()
    assert 'call="compute",status="499"' in metrics
    assert 'status="5' not in metrics


def test_a_key_given_twice(target: Target, token: str) -> None:
    text = b'{"statistics_features": ["gap_up"], "profile": "lite", "profile": "pro", "filters": {}}'
    lite = target.token("lite")
    assert target.post(COMPUTE, text, token).status in (200, 422)
    asked = text.replace(b'"gap_up"', b'"or12_mm_up_bar"')
    assert target.post(COMPUTE, asked, lite).status == 403


def test_a_key_that_names_the_inside(target: Target, token: str) -> None:
    for name in ("__class__", "__proto__", "constructor", "__init__", "__dict__"):
        assert target.post(COMPUTE, {name: {"profile": "pro"}}, token).outcome == (422, "unknown_field")
        assert target.post(COMPUTE, {"filters": {name: {"operator": "=", "value": 1}}}, token).status == 422
        assert target.post("/v2/days", {"sort": {"column": name}}, token).status == 422


def test_an_xml_with_an_entity(target: Target, token: str) -> None:
    text = b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'
    assert target.post(COMPUTE, text, token).outcome == (400, "malformed_json")


@pytest.mark.parametrize(
    "text",
    [
        b"\xff\xfe{\x00}\x00",
        b"\xef\xbb\xbf{}",
        b'{"a": "\xc3\x28"}',
        b'{"a": "\xed\xa0\x80"}',
        b'{"a": "\xc0\xae"}',
    ],
)
def test_text_that_is_no_utf_8(target: Target, token: str, text: bytes) -> None:
    assert target.post(COMPUTE, text, token).outcome == (400, "malformed_json")


@pytest.mark.parametrize(
    "text",
    [b"null", b"[]", b"1", b'"x"', b"true", b"{", b"{'a': 1}", b"{}{}", b"{}\x00", b"/**/{}", b"{a:1}"],
)
def test_json_that_is_no_object(target: Target, token: str, text: bytes) -> None:
    for path in (COMPUTE, "/v2/days", "/v2/export", "/v2/charts/data", "/auth/entry", "/auth/login"):
        assert target.post(path, text, token).status in (400, 403, 422)


def test_a_method_that_the_call_does_not_have(target: Target, token: str) -> None:
    for method in ("GET", "PUT", "DELETE", "PATCH", "TRACE", "OPTIONS", "CONNECT", "PROPFIND", "get"):
        answer = target.ask(method, "/api/compute", b"" if method == "GET" else b"{}", token)
        assert answer.status in (400, 404, 405)
        assert token not in answer.body.decode()


def test_a_method_claimed_by_a_header(target: Target, token: str) -> None:
    for name in ("X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override", "_method"):
        answer = target.get("/auth/logout", token, **{name: "POST"})
        assert answer.outcome == (405, "method_not_allowed")
    assert target.get("/auth/me", token).status == 200


def test_a_body_that_never_ends(tmp_path: Path) -> None:
    with attacked(tmp_path, REQUEST_BUDGET="0.4") as target:
        head = request("POST", "/api/auth/login", b"", {"Content-Length": "1000"})
        with socket.create_connection(("127.0.0.1", target.port), timeout=30) as line:
            line.sendall(head)
            line.sendall(b"{")
            answer = taken_apart(b"".join(iter(lambda: line.recv(65536), b"")))
        assert answer.outcome == (504, "request_timeout")
        assert target.get("/auth/me").status == 401
