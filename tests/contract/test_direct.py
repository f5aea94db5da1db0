"""What is asked the shortest way is answered as Starlette's routes answer it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from service.contract import CALLS
from service.direct import Direct
from service.known_bodies import KnownBodies
from tests.support.service_client import bearer

BODIES = {
    "empty": b"{}",
    "a question": b'{"filters": {"gap_up": {"operator": "=", "value": true}}, "features": ["gap_up"]}',
    "answered anew": b'{"filters": {}, "statistics_features": ["gap_up"], "options": {"cache": false}}',
    "an unknown feature": b'{"filters": {"no_such": {"operator": "=", "value": 1}}, "features": ["no_such"]}',
    "a wrong type": b'{"filters": 7, "features": 7, "username": 7, "refresh_token": 7, "code": 7}',
    "no JSON": b"{",
}
ENDING = ("logout", "redeem", "entry", "clearCache", "clearChartCache")
SHORT = [call for call in CALLS if "{" not in call.path and call.name not in ENDING]
OWN = re.compile(r'"(timestamp|compute_time_ms|generated_at|from_cache)":\s*("[^"]*"|[\w.]+)')
OF_THE_MOMENT = {"x-request-id", "server-timing", "date"}


@pytest.fixture(params=["lite", "pro", "nobody", "a stranger"])
def asker(client: TestClient, request: pytest.FixtureRequest) -> dict[str, str]:
    unknown = {"nobody": {}, "a stranger": {"Authorization": "Bearer a.b.c"}}
    return unknown[request.param] if request.param in unknown else bearer(client, request.param)


def told(client: TestClient, name: str, headers: dict[str, str], body: bytes) -> tuple[int, Any, str]:
    call = next(each for each in CALLS if each.name == name)
    content = None if call.method == "get" else body
    sent = headers | ({} if content is None else {"Content-Type": "application/json"})
    answer = client.request(call.method, f"/api{call.path}", headers=sent, content=content)
    fields = {key: value for key, value in answer.headers.items() if key not in OF_THE_MOMENT}
    if call.files or OWN.search(answer.text):
        fields.pop("content-length"), fields.pop("etag", None)
    return answer.status_code, fields, "" if call.files and answer.is_success else OWN.sub("", answer.text)


@pytest.mark.parametrize("body", BODIES)
def test_every_call_is_answered_directly_as_by_its_route(
    client: TestClient, asker: dict[str, str], body: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = [call.name for call in SHORT if call.method == "post" or body == "empty"]
    # Two counts of the cache differ between two looks at them.
    asked = [name for name in calls if name not in ("cacheStats", "login", "entryCode")]
    direct = [told(client, name, asker, BODIES[body]) for name in asked]
    monkeypatch.setattr(Direct, "found", lambda direct, scope: None)
    monkeypatch.setattr(KnownBodies, "asked", lambda bodies, snapshots, asker, raw, read: read())
    assert [told(client, name, asker, BODIES[body]) for name in asked] == direct
    assert {status for status, _, _ in direct} - {500}
