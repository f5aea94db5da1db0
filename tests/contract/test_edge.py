"""What every answer bears, who may call from elsewhere, and which requests are read at all."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from core.contracts.errors import DataError
from service.settings import from_environment
from tests.contract.schema import error_violations
from tests.support.service_client import running

FRIEND, STRANGER = "https://friend.example", "https://stranger.example"
JSON = {"Content-Type": "application/json"}
PATHS = ("/healthz", "/api/features", "/api/openapi.json", "/nowhere", "/api/auth/entry")


@pytest.fixture(scope="module")
def edge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with running(tmp_path_factory.mktemp("edge"), allowed_origins=(FRIEND,)) as client:
        yield client


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_is_closed_to_browsers_who_would_make_something_else_of_it(
    edge: TestClient, path: str
) -> None:
    headers = edge.get(path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    policy = headers["content-security-policy"].split("; ")
    assert {"default-src 'none'", "base-uri 'none'", "object-src 'none'", "frame-ancestors 'none'"} <= set(
        policy
    )
    assert "server" not in headers
    assert "set-cookie" not in headers


def test_browsers_keep_to_https_where_people_come_by_it(tmp_path: Path) -> None:
    always = "max-age=31536000; includeSubDomains"
    with running(tmp_path) as plain:
        assert "strict-transport-security" not in plain.get("/healthz").headers
        proxied = plain.get("/healthz", headers={"X-Forwarded-Proto": "https"})
        assert proxied.headers["strict-transport-security"] == always
    with running(tmp_path, public_url="https://almanac.example") as public:
        assert public.get("/nowhere").headers["strict-transport-security"] == always
    with running(tmp_path, trusted_proxies=()) as direct:
        answer = direct.get("/healthz", headers={"X-Forwarded-Proto": "https"})
        assert "strict-transport-security" not in answer.headers


def test_a_listed_origin_may_ask_and_read(edge: TestClient) -> None:
    asked = {"Origin": FRIEND, "Access-Control-Request-Method": "POST"}
    preflight = edge.options("/api/compute", headers=asked)
    assert (preflight.status_code, preflight.content) == (204, b"")
    assert preflight.headers["access-control-allow-origin"] == FRIEND
    assert preflight.headers["access-control-allow-methods"] == "DELETE, GET, POST"
    assert "Authorization" in preflight.headers["access-control-allow-headers"]
    answer = edge.get("/api/features", headers={"Origin": FRIEND})
    assert answer.status_code == 401
    assert answer.headers["access-control-allow-origin"] == FRIEND
    assert "X-Request-ID" in answer.headers["access-control-expose-headers"]


@pytest.mark.parametrize(
    "origin",
    [
        *(STRANGER, "null", "https://friend.example.evil.example", "http://friend.example", FRIEND + ":8443"),
        *("", "*", "https://FRIEND.example", f"{FRIEND}/", "https://evilfriend.example", "file://"),
        f"{FRIEND} {STRANGER}",
    ],
)
def test_any_other_origin_is_told_nothing(edge: TestClient, origin: str) -> None:
    asked = {"Origin": origin, "Access-Control-Request-Method": "POST"}
    preflight = edge.options("/api/compute", headers=asked)
    assert (preflight.status_code, preflight.headers["allow"]) == (405, "POST")
    for answer in (preflight, edge.get("/api/features", headers={"Origin": origin})):
        assert "access-control-allow-origin" not in answer.headers
        assert "Origin" in answer.headers["vary"]


def test_credentials_and_pages_are_never_shared(edge: TestClient) -> None:
    for path in ("/api/features", "/healthz", "/nowhere"):
        answer = edge.get(path, headers={"Origin": FRIEND})
        assert "access-control-allow-credentials" not in answer.headers
        assert ("access-control-allow-origin" in answer.headers) == path.startswith("/api")


@pytest.mark.parametrize(
    "origins", ["*", "https://*.example", "friend.example", "https://friend.example/", "https://a@b.example"]
)
def test_an_origin_that_is_none_or_any_is_refused_at_start(origins: str) -> None:
    with pytest.raises(DataError, match="ALLOWED_ORIGINS"):
        from_environment({"ALLOWED_ORIGINS": origins, "ACCESS_MODE": "trusted_url"})


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("OPTIONS", "/api/compute", "POST"),
        ("PUT", "/api/compute", "POST"),
        ("TRACE", "/api/features", "GET, HEAD"),
        ("BREW", "/api/features", "GET, HEAD"),
        ("DELETE", "/healthz", "GET, HEAD"),
        ("HEAD", "/api/auth/login", "POST"),
    ],
)
def test_a_method_that_a_call_does_not_have_is_405_and_says_which_it_has(
    edge: TestClient, method: str, path: str, allowed: str
) -> None:
    answer = edge.request(method, path)
    assert answer.status_code == 405
    assert sorted(answer.headers["allow"].split(", ")) == sorted(allowed.split(", "))
    if method != "HEAD":
        assert answer.json()["code"] == "method_not_allowed"
        assert error_violations(answer.json()) == []


def test_head_answers_as_get_does_without_the_body(edge: TestClient) -> None:
    answer, head = edge.get("/api/openapi.json"), edge.head("/api/openapi.json")
    assert (head.status_code, head.content) == (200, b"")
    assert (head.headers["etag"], head.headers["content-length"]) == (
        answer.headers["etag"],
        answer.headers["content-length"],
    )


@pytest.mark.parametrize(
    "declared",
    [
        *("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"),
        *("application/xml", "", "*/*", "text/json", "application/jsonp", "application/json, text/plain"),
        "application/vnd.api+json",
    ],
)
def test_a_body_that_is_not_declared_as_json_is_not_read(edge: TestClient, declared: str) -> None:
    body = json.dumps({"username": "a", "password": "b"})
    answer = edge.post("/api/auth/login", content=body, headers={"Content-Type": declared})
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_body")
    assert error_violations(answer.json()) == []


@pytest.mark.parametrize("declared", ["application/json", "Application/JSON; charset=utf-8"])
def test_json_is_read_however_it_is_written(edge: TestClient, declared: str) -> None:
    answer = edge.post("/api/auth/refresh", content=b"{}", headers={"Content-Type": declared})
    assert answer.json()["code"] == "missing_field"


@pytest.mark.parametrize(
    "encoding", ["gzip", "deflate", "br", "zstd", "gzip, gzip", "GZIP", "identity, gzip"]
)
def test_a_compressed_body_is_not_unpacked(edge: TestClient, encoding: str) -> None:
    headers = JSON | {"Content-Encoding": encoding}
    answer = edge.post("/api/auth/login", content=gzip.compress(b" " * 10_000_000), headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_body")


def test_a_body_over_the_limit_is_refused_whether_it_says_so_or_not(edge: TestClient) -> None:
    limit = 256 * 1024

    def chunks() -> Iterator[bytes]:
        yield from (b" " * 1024 for _ in range(limit // 1024 + 1))

    for body in (b" " * (limit + 1), chunks()):
        answer = edge.post("/api/auth/login", content=body, headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")
    just = edge.post("/api/auth/login", content=b"{}".ljust(limit), headers=JSON)
    assert just.json()["code"] == "missing_field"


def test_a_request_bears_an_id_and_keeps_the_one_its_proxy_gave(tmp_path: Path) -> None:
    with running(tmp_path) as behind:
        given = behind.get("/healthz", headers={"X-Request-ID": "proxy-0123456789"})
        assert given.headers["x-request-id"] == "proxy-0123456789"
        ids = {behind.get("/healthz").headers["x-request-id"] for _ in range(3)}
        assert len(ids) == 3
    with running(tmp_path, trusted_proxies=()) as direct:
        own = direct.get("/healthz", headers={"X-Request-ID": "forged-0123456789"})
        assert own.headers["x-request-id"] != "forged-0123456789"


def test_a_stranger_behind_a_local_proxy_does_not_pass_for_this_machine(tmp_path: Path) -> None:
    visitor = {"user_id": "7", "user_email": "ada@example.com", "course_id": "dev-cad-std"}
    with running(tmp_path) as client:
        here = client.post("/api/auth/entry", json=visitor)
        there = client.post("/api/auth/entry", json=visitor, headers={"X-Forwarded-For": "192.0.2.9"})
    assert (here.status_code, there.status_code) == (200, 403)
