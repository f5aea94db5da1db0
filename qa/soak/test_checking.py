"""The checker takes an answer as it is, and none that says anything else."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from core.contracts.catalogue import Tier
from qa.soak import questions as ask
from qa.soak.checking import Checker
from qa.soak.connection import Answer
from qa.soak.expected import Oracle
from qa.soak.questions import FEATURE_LISTS, LESSONS, Question
from tests.support.service_client import bearer, running
from tests.support.snapshots import publish_random

FILTERS = LESSONS[1].filters(25.0)
OTHERS = LESSONS[4].filters(45.0)
ASKED: dict[str, Question] = {
    "date range": ask.date_range(),
    "live count": ask.live_count(FILTERS),
    "statistics": ask.applied(FILTERS, FEATURE_LISTS[1], cache=True, parts=["statistics"]),
    "whole page": ask.applied(
        OTHERS, FEATURE_LISTS[2], cache=False, parts=["statistics", "charts", "navigation"]
    ),
    "probabilities": ask.probabilities(FILTERS, FEATURE_LISTS[0]),
    "days": ask.day_list(FILTERS, 1, descending=True),
    "navigation": ask.step(FILTERS, "2024-04-10", "previous"),
    "chart": ask.chart(FILTERS, None),
    "a day that does not match": ask.chart(FILTERS, "2023-01-03"),
}
PRO = ("or12_mm_up_bar",)
"""Features that no tier below pro has."""

IDS: list[str] = []


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Checker:
    """Knows two snapshots; the service below serves the second."""
    root = tmp_path_factory.mktemp("checked") / "warehouse"
    IDS[:] = [publish_random(root, seed=seed, sessions=90 + seed) for seed in (1, 2)]
    return Checker(Oracle(root / "snapshots" / "ES", "ES", IDS))


@pytest.fixture(scope="module")
def client(checker: Checker, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("service")
    (folder / "warehouse").symlink_to(next(tmp_path_factory.getbasetemp().glob("checked*")) / "warehouse")
    with running(folder) as client:
        yield client


def answered(client: TestClient, question: Question, tier: str = "pro") -> Answer:
    headers = bearer(client, tier) | {"Content-Type": "application/json"}
    answer = client.request(question.method, question.path, content=question.body, headers=headers)
    return Answer(answer.status_code, answer.content, None)


@pytest.mark.parametrize("name", ASKED)
def test_an_answer_as_it_is(checker: Checker, client: TestClient, name: str) -> None:
    tiers: tuple[Tier, ...] = ("pro", "standard")
    for tier in tiers:
        for _ in range(3):
            answer = answered(client, ASKED[name], tier)
            assert checker.fault(tier, ASKED[name], answer) is None


@pytest.mark.parametrize("name", [name for name in ASKED if not name.startswith("a day that")])
def test_an_answer_of_one_snapshot_under_the_id_of_another(
    checker: Checker, client: TestClient, name: str
) -> None:
    answer = answered(client, ASKED[name])
    renamed = answer.body.replace(IDS[1].encode(), IDS[0].encode())
    assert renamed != answer.body
    assert "not what" in (checker.fault("pro", ASKED[name], replace(answer, body=renamed)) or "")


@pytest.mark.parametrize("name", ASKED)
def test_an_answer_with_one_digit_changed(checker: Checker, client: TestClient, name: str) -> None:
    answer = answered(client, ASKED[name])
    places = [place for place, each in enumerate(answer.body) if chr(each).isdecimal()]
    place = places[len(places) // 3]
    changed = bytearray(answer.body)
    changed[place] = ord("1") if chr(changed[place]) != "1" else ord("2")
    assert checker.fault("pro", ASKED[name], replace(answer, body=bytes(changed))) is not None


@pytest.mark.parametrize(
    "question",
    [
        ask.probabilities(FILTERS, PRO),
        ask.applied(OTHERS, PRO, cache=False, parts=["statistics", "charts", "navigation"]),
    ],
)
def test_an_answer_for_another_tier(checker: Checker, client: TestClient, question: Question) -> None:
    answer = answered(client, question)
    assert checker.fault("pro", question, answer) is None
    assert "not what" in (checker.fault("standard", question, answer) or "")


@pytest.mark.parametrize("status", [401, 403, 404, 429, 500, 503, 504])
def test_another_status(checker: Checker, client: TestClient, status: int) -> None:
    answer = answered(client, ASKED["live count"])
    assert checker.fault("pro", ASKED["live count"], replace(answer, status=status)) is not None


def test_a_snapshot_that_was_never_published(checker: Checker) -> None:
    body = b'{"total_days":1,"snapshot":"2024-01-02-00000000000f"}'
    assert "never published" in (checker.fault("pro", ASKED["date range"], Answer(200, body, None)) or "")
