"""Each short way of the service against the long one it stands for."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import jwt
import pytest
from starlette.routing import Mount
from starlette.testclient import TestClient

from core.contracts.catalogue import Tier
from core.contracts.errors import InvalidRequest, Unauthorized
from service.access.tokens import AccessTokens, Claims, VerifiedTokens
from service.contract import CALLS
from service.direct import Direct
from service.known_bodies import KnownBodies
from tests.support.service_client import running

KEY = "k" * 32
ADA = Claims("ada", "s1", "pro")


def test_a_verified_token_is_not_verified_again_and_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = AccessTokens([KEY])
    token = tokens.issue(ADA)
    assert tokens.read(token) == ADA
    monkeypatch.setattr(jwt, "decode", None)
    assert tokens.read(token) == ADA


@pytest.mark.parametrize("place", [0, 40, -2])
def test_a_token_that_differs_by_one_letter_from_a_verified_one_is_refused(place: int) -> None:
    tokens = AccessTokens([KEY])
    token = tokens.issue(ADA)
    tokens.read(token)
    letters = list(token)
    letters[place] = "A" if letters[place] != "A" else "Q"
    with pytest.raises(Unauthorized):
        tokens.read("".join(letters))


def test_a_verified_token_is_forgotten_when_it_is_over_and_when_there_are_too_many() -> None:
    now = [0.0]
    known = VerifiedTokens(most=2, clock=lambda: now[0])
    known.remember("a", ADA, 10)
    assert known.claims("a") == ADA
    now[0] = 10
    assert known.claims("a") is None
    for name in "bcd":
        known.remember(name, ADA, 20)
    assert [known.claims(name) for name in "abcd"] == [None, None, ADA, ADA]


def test_a_known_body_holds_for_its_asker_and_its_snapshots_alone() -> None:
    now: Any = {"ES": SimpleNamespace(symbol="ES")}
    later: Any = {"ES": SimpleNamespace(symbol="ES")}
    bodies: KnownBodies[object] = KnownBodies()

    def read_anew(snapshots: Any, tier: Tier, symbol: str | None, raw: bytes) -> bool:
        fresh = object()
        return bodies.asked(snapshots, (tier, symbol), raw, lambda: fresh) is fresh

    assert read_anew(now, "pro", None, b"{}")
    assert not read_anew(now, "pro", None, b"{}")
    assert read_anew(now, "lite", None, b"{}")
    assert read_anew(now, "pro", "NQ", b"{}")
    assert read_anew(now, "pro", None, b"{ }")
    assert read_anew(later, "pro", None, b"{}")
    assert read_anew(now, "pro", None, b"{}")


def test_a_body_that_is_refused_is_refused_again_and_a_long_one_is_not_kept() -> None:
    bodies: KnownBodies[str] = KnownBodies()

    def refuse() -> str:
        raise InvalidRequest("body: wrong.", code="value_type")

    for _ in range(2):
        with pytest.raises(InvalidRequest):
            bodies.asked({}, ("pro", None), b"{}", refuse)
    long = b" " * 9000
    bodies.asked({}, ("pro", None), long, lambda: "first")
    assert bodies.asked({}, ("pro", None), long, lambda: "second") == "second"


def direct_of(client: TestClient) -> Direct:
    """The application's own, with nothing behind it."""
    made = next(each for each in cast(Any, client.app).user_middleware if each.cls is Direct)
    return Direct(cast(Any, None), **made.kwargs)


def test_every_address_without_parameters_is_found_directly_and_is_its_route_s_own(tmp_path: Path) -> None:
    with running(tmp_path) as client:
        direct, routes = direct_of(client), cast(Any, client.app).routes
    mount = next(each for each in routes if isinstance(each, Mount) and each.path == "/api")
    for call in CALLS:
        found = direct.found({"type": "http", "method": call.method.upper(), "path": f"/api{call.path}"})
        own = next(each for each in cast(Any, mount.routes) if each.path == call.path)
        assert found is (None if "{" in call.path else own.app)


@pytest.mark.parametrize(
    "unlike", [{"method": "HEAD"}, {"path": "/api/compute/"}, {"root_path": "/below"}, {"type": "websocket"}]
)
def test_whatever_is_not_exactly_a_call_is_left_to_the_routes(tmp_path: Path, unlike: dict[str, str]) -> None:
    with running(tmp_path) as client:
        direct = direct_of(client)
    asked = {"type": "http", "method": "POST", "path": "/api/compute"}
    assert direct.found(asked) is not None
    assert direct.found(asked | unlike) is None
