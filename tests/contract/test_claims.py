"""The usual questions: read without counting, and asked of the matching days."""

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from service.members.tiers import LIMITS
from tests.support.service_client import bearer, running
from tests.support.snapshots import publish_random

GAP_UP = {"gap_up": {"operator": "=", "value": True}}


def ask(client: TestClient, tier: str = "pro", **body: Any) -> dict[str, dict[str, Any]]:
    answer = client.post("/api/v2/questions", json=body, headers=bearer(client, tier))
    assert answer.status_code == 200, answer.text
    return {each["id"]: each for each in answer.json()["questions"]}


def test_claims_need_a_token_as_other_calls_do(client: TestClient) -> None:
    claims, summary = (client.get(f"/api/v2/{name}") for name in ("claims", "summary"))
    assert claims.status_code == 401
    parts = ("detail", "message", "code")
    assert [claims.json()[part] for part in parts] == [summary.json()[part] for part in parts]
    wrong = {"Authorization": "Bearer nobody"}
    assert client.get("/api/v2/claims", headers=wrong).status_code == 401


def test_a_setting_lets_anybody_read_claims(tmp_path: Path) -> None:
    publish_random(tmp_path / "warehouse")
    with running(tmp_path, public_claims=True) as public:
        answer = public.get("/api/v2/claims")
        assert answer.status_code == 200
        assert answer.json()["claims"]
        assert public.get("/api/v2/summary").status_code == 401


def test_reads_of_claims_are_limited_by_address(tmp_path: Path) -> None:
    from service.settings.values import Rate

    publish_random(tmp_path / "warehouse")
    with running(tmp_path, public_claims=True, compute_limit=Rate(2, 60)) as public:
        assert [public.get("/api/v2/claims").status_code for _ in range(3)] == [200, 200, 429]


@pytest.mark.parametrize("tier", list(LIMITS))
def test_every_tier_reads_every_figure(client: TestClient, tier: str) -> None:
    answer = client.get("/api/v2/claims", headers=bearer(client, tier)).json()
    assert {each["tier"] for each in answer["claims"]} == set(LIMITS)
    assert answer["snapshot"]


def test_a_tier_asks_the_questions_it_may(tossed: TestClient) -> None:
    claims = tossed.get("/api/v2/claims", headers=bearer(tossed, "lite")).json()["claims"]
    tiers = {each["id"]: each["tier"] for each in claims}
    assert {tiers[name] for name in ask(tossed, "lite")} == {"lite"}
    assert {tiers[name] for name in ask(tossed, "standard")} == {"lite", "standard"}


def test_without_filters_they_are_the_claims(tossed: TestClient) -> None:
    claims = tossed.get("/api/v2/claims", headers=bearer(tossed, "pro")).json()["claims"]
    found = ask(tossed)
    for claim in claims:
        if not claim["days"]:
            assert claim["id"] not in found
            continue
        figures = found[claim["id"]]
        assert (figures["days"], figures["occurrence_days"]) == (claim["days"], claim["occurrence_days"])
        assert (figures["occurrence"], figures["coin"]) == (claim["rate"], claim["coin"])
        assert figures["all"]["total_days"] == claim["days"]


def test_figures_are_those_of_the_card(tossed: TestClient) -> None:
    found = ask(tossed, filters=GAP_UP)["gap-fills"]
    body = {"filters": GAP_UP, "features": ["gap_fill_bar"]}
    card = tossed.post("/api/v2/probabilities", json=body, headers=bearer(tossed, "pro")).json()
    data = card["probabilities"]["gap_fill_bar"]["modules"]["occurrence"]["data"]
    assert (found["days"], found["occurrence_days"]) == (data["total_days"], data["occurrence_days"])
    assert found["confidence_interval"] == data["confidence_interval"]
    assert found["coin"]["occurrence"] == data["coin"]["occurrence"]
    assert found["coin"]["difference"] == data["coin"]["difference"]
    assert found["coin"]["confidence_interval"] == data["coin"]["confidence_interval"]


def test_as_of_a_bar_they_are_of_the_days_at_risk(tossed: TestClient) -> None:
    found = ask(tossed, filters=GAP_UP, as_of=18)
    body = {"filters": GAP_UP, "features": ["gap_fill_bar"], "as_of": 18}
    card = tossed.post("/api/v2/probabilities", json=body, headers=bearer(tossed, "pro")).json()
    data = card["probabilities"]["gap_fill_bar"]["modules"]["occurrence"]["data"]
    figures = found["gap-fills"]
    assert (figures["days"], figures["occurrence_days"]) == (data["at_risk_days"], data["occurrence_days"])
    assert "gap-fills-in-first-hour" not in found  # certain by then
    assert "hoy-break-closes-above-open" not in found  # its filter is not


def test_as_of_needs_its_tier(tossed: TestClient) -> None:
    answer = tossed.post("/api/v2/questions", json={"as_of": 6}, headers=bearer(tossed, "lite"))
    assert (answer.status_code, answer.json()["code"]) == (403, "as_of_not_in_tier")
