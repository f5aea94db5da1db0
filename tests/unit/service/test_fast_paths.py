"""Each short way of the service against the long one it stands for."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import jwt
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.routing import Match, Mount

from core.contracts.errors import Unauthorized
from service.access.tokens import AccessTokens, Claims, VerifiedTokens
from service.contract import CALLS
from service.direct import Direct
from service.encode import encode, numbers
from service.joined_writes import JoinedWrites
from service.known_bodies import KnownBodies
from tests.service_client import running

KEY = "k" * 32
ADA = Claims("ada", "s1", "pro")


@given(st.lists(st.floats(-1e12, 1e12) | st.just(float("nan"))))
def test_numbers_in_a_row_are_written_as_alone(values: list[float]) -> None:
    alone = [b"null" if value != value else encode(value) for value in values]
    assert numbers(np.array(values, dtype=np.float64)) == alone


def test_an_infinite_number_is_refused_in_a_row_too() -> None:
    with pytest.raises(ValueError, match="infinite"):
        numbers(np.array([1.0, np.inf]))


class Wire:
    """A transport that keeps what it is told."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.closed_after: int | None = None

    def write(self, data: bytes) -> None:
        self.sent.append(data)

    def close(self) -> None:
        self.closed_after = sum(map(len, self.sent))


@given(st.lists(st.binary(max_size=40) | st.just(b"x" * 200_000), max_size=8), st.booleans())
def test_joined_writes_are_the_same_bytes_in_fewer_writes(chunks: list[bytes], closes: bool) -> None:
    wire = Wire()

    async def write() -> None:
        transport = JoinedWrites(cast(asyncio.Transport, wire), asyncio.get_running_loop())
        for chunk in chunks:
            transport.write(chunk)
        if closes:
            transport.close()
        await asyncio.sleep(0)

    asyncio.run(write())
    whole = b"".join(chunks)
    assert b"".join(wire.sent) == whole
    assert wire.closed_after == (len(whole) if closes else None)
    assert len(wire.sent) <= 1 + len(whole) // 200_000


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


def test_a_known_body_holds_for_its_tier_and_its_snapshots_alone() -> None:
    served, other = cast(Any, SimpleNamespace(symbol="ES")), cast(Any, SimpleNamespace(symbol="ES"))
    now, later = {"ES": served}, {"ES": other}
    bodies = KnownBodies()
    bodies.remember(now, served, "pro", b"{}", "key")
    assert bodies.key(now, "pro", b"{}") == "key"
    assert bodies.key(now, "lite", b"{}") is None
    assert bodies.key(now, "pro", b"{ }") is None
    assert bodies.key(later, "pro", b"{}") is None
    bodies.remember(later, served, "pro", b"{}", "made while the snapshots changed")
    assert bodies.key(later, "pro", b"{}") is None


def test_every_address_without_parameters_is_found_directly_and_is_its_route_s_own(tmp_path: Path) -> None:
    with running(tmp_path) as client:
        routes = cast(Any, client.app).routes
    direct = next(each for each in routes if isinstance(each, Direct))
    mount = next(each for each in routes if isinstance(each, Mount) and each.path == "/api")
    for call in CALLS:
        scope = {"type": "http", "method": call.method.upper(), "path": f"/api{call.path}"}
        match, child = direct.matches(scope)
        own = next(each for each in cast(Any, mount.routes) if each.path == call.path)
        if "{" in call.path:
            assert match is Match.NONE
        else:
            assert match is Match.FULL
            assert own.app in child.values()


@pytest.mark.parametrize(
    "unlike", [{"method": "HEAD"}, {"path": "/api/compute/"}, {"root_path": "/below"}, {"type": "websocket"}]
)
def test_whatever_is_not_exactly_a_call_is_left_to_the_routes(tmp_path: Path, unlike: dict[str, str]) -> None:
    with running(tmp_path) as client:
        direct = next(each for each in cast(Any, client.app).routes if isinstance(each, Direct))
    scope = {"type": "http", "method": "POST", "path": "/api/compute"} | unlike
    assert direct.matches(scope)[0] is Match.NONE
