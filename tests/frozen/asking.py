"""The list of questions, put to a real service in this process."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import Any

from httpx2 import Response
from starlette.testclient import TestClient

from tests.frozen.answers import canonical
from tests.frozen.question import Question, Visitor
from tests.support.blocking import SqliteStore
from tests.support.day_lists import maintaining
from tests.support.service_client import UNLIMITED, bearer, running

TIERS: tuple[Visitor, ...] = ("lite", "standard", "pro")
MAIL = {"smtp_host": "127.0.0.1", "smtp_port": 9, "smtp_security": "none", "mail_from": "almanac@example.com"}
SETTINGS: dict[str, Any] = {
    "export_limit": UNLIMITED,
    "link_limit": UNLIMITED,
    "poll_interval": 60,
    "request_budget": 600.0,
    "public_url": "https://almanac.example",
    **MAIL,
}
"""Time enough on a busy machine, and what watches want; no mail is sent, as no night comes."""
Headers = dict[Visitor, dict[str, str]]


@contextmanager
def service(folder: Path, default_symbol: str) -> Iterator[tuple[TestClient, Headers]]:
    """The service on `folder`/warehouse, and a visitor of each tier."""
    with running(folder, default_symbol=default_symbol, **SETTINGS) as client:
        headers: Headers = {tier: bearer(client, tier, user_id=f"of {tier}") for tier in TIERS}
        store = SqliteStore(folder / "state")
        headers |= {"maintainer": maintaining(client, store), "nobody": {}}
        store.close()
        yield client, headers


def features(client: TestClient, headers: Headers, symbol: str) -> dict[str, list[str]]:
    """The names of all features, by category."""
    listed = client.get("/api/features", params={"symbol": symbol}, headers=headers["pro"]).json()["features"]
    by_category = groupby(sorted(listed, key=_category), key=_category)
    return {category: [each["name"] for each in members] for category, members in by_category}


def answered(client: TestClient, headers: Headers, questions: Iterable[Question]) -> dict[str, bytes]:
    """The canonical answers by the questions' names."""
    answers: dict[str, Response] = {}
    found: dict[str, bytes] = {}
    for question in questions:
        assert question.name not in found, f"two questions are called {question.name}"
        answer = client.request(
            question.method,
            f"/api{_filled(question.path, answers)}",
            headers=headers[question.visitor],
            json=_filled(question.body, answers),
        )
        answers[question.name] = answer
        found[question.name] = canonical(answer, question.changing)
    return found


def _category(feature: dict[str, Any]) -> str:
    return str(feature["category"])


def _filled(value: Any, answers: dict[str, Response]) -> Any:
    """The value with the fields of earlier answers in place of their names."""
    if isinstance(value, dict):
        return {name: _filled(each, answers) for name, each in value.items()}
    if isinstance(value, str) and "$" in value:
        before, _, reference = value.partition("$")
        name, _, field = reference.rpartition(".")
        return before + answers[name].json()[field]
    return value
