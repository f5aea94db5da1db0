"""What a page of another site can make a browser do, and what a cache between can be made to keep."""

import pytest

from qa.security.target import PARTNER, Target
from service.routes import CALLS

PREFLIGHT = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}


def test_a_listed_origin_asking_for_more_than_it_may(target: Target) -> None:
    answer = target.ask("OPTIONS", "/api/compute", Origin=PARTNER, **PREFLIGHT | {"Cookie": "a=b"})
    assert answer.headers["access-control-allow-origin"] == PARTNER
    assert "access-control-allow-credentials" not in answer.headers
    allowed = answer.headers["access-control-allow-methods"].split(", ")
    assert set(allowed) == {call.method.upper() for call in CALLS}
    assert not {"PUT", "PATCH", "TRACE", "CONNECT"} & set(allowed)
    assert "*" not in str(
        [value for name, value in answer.headers.items() if name.startswith("access-control")]
    )


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "'-alert(1)-'", "</script>"]
)
def test_markup_in_an_address_or_a_name_comes_back_as_data(target: Target, text: str) -> None:
    quoted = "".join(f"%{byte:02x}" for byte in text.encode())
    token = target.token("pro", user_name=text, course_title=text)
    for answer in (
        target.ask("GET", f"/{quoted}"),
        target.get(f"/features/{quoted}", token),
        target.get(f"/v2/summary?symbol={quoted}", token),
        target.get("/auth/me", token),
        target.post("/compute", {"filters": {text: {"operator": text, "value": text}}}, token),
    ):
        kind = answer.headers["content-type"]
        assert kind == "application/json" or text.encode() not in answer.body


def test_an_answer_kept_by_a_cache_for_somebody_else(target: Target) -> None:
    token = target.token("pro")
    for path in ("/api/auth/me", "/api/features", "/api/v2/summary"):
        told = target.ask("GET", path, token=token).headers
        assert told["cache-control"] == "private, no-cache"
        assert "Authorization" in told["vary"]
    for path, body in (("/compute", {}), ("/auth/login", {"username": "a", "password": "b"})):
        assert target.post(path, body, token).headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "path", ["/api/auth/me/x.css", "/api/auth/me.css", "/api/auth/me%2fx.js", "/api/auth/me;.js"]
)
def test_a_private_answer_by_a_public_looking_address(target: Target, path: str) -> None:
    answer = target.ask("GET", path, token=target.token())
    assert answer.status == 404
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "name", ["X-Forwarded-Host", "X-Forwarded-Prefix", "X-Original-URL", "X-Rewrite-URL", "X-Forwarded-Path"]
)
def test_a_header_that_would_change_what_a_cache_keeps(target: Target, name: str) -> None:
    for path in ("/assets/app.js", "/assets/none.js", "/api/features"):
        plain, poisoned = target.ask("GET", path), target.ask("GET", path, **{name: "/evil.example"})
        assert (poisoned.status, "evil" in str(poisoned)) == (plain.status, False)


def test_a_missing_file_that_a_cache_keeps_for_ever(target: Target) -> None:
    for path in ("/assets/none.js", "/assets/../assets/none.js"):
        assert "immutable" not in target.ask("GET", path).headers.get("cache-control", "")


def test_an_entity_tag_guessed_for_an_answer_nobody_may_see(target: Target) -> None:
    assert target.get("/features", If_None_Match="*").outcome == (401, "unauthorized")
    tag = target.get("/features", target.token("pro")).headers["etag"]
    assert target.get("/features", target.token("lite"), If_None_Match=tag).status == 200
