"""A tier is enforced by the service: absent from lists, refused in questions, cut in rows."""

import pytest
from msgspec.structs import asdict
from starlette.testclient import TestClient

from core.contracts.catalogue import TIERS, Tier
from core.contracts.feature_answers import ProfileLimits
from core.features.registry import catalogue
from service.members.tiers import LIMITS
from tests.support.service_client import bearer


def names(client: TestClient, headers: dict[str, str], query: str = "") -> set[str]:
    answer = client.get(f"/api/features{query}", headers=headers).json()
    return {feature["name"] for feature in answer["features"]}


def test_lists_hold_what_the_tier_sees(
    client: TestClient, lite: dict[str, str], standard: dict[str, str], pro: dict[str, str]
) -> None:
    for tier, headers in (("lite", lite), ("standard", standard), ("pro", pro)):
        rank = TIERS.index(tier)
        expected = {each.name for each in catalogue().features if TIERS.index(each.tier) <= rank}
        assert names(client, headers) == expected
    assert len(names(client, lite)) < len(names(client, standard)) < len(names(client, pro))


def test_a_profile_narrows_and_never_widens(
    client: TestClient, lite: dict[str, str], pro: dict[str, str]
) -> None:
    assert names(client, pro, "?profile=lite") == names(client, lite)
    assert names(client, lite, "?profile=pro") == names(client, lite)
    asked = client.get("/api/profiles/pro/features", headers=lite).json()
    assert (asked["profile"], asked["profile_limits"]["max_features"]) == ("lite", len(names(client, lite)))
    body = {"profile": "lite", "statistics_features": ["or12_mm_up_bar"]}
    assert client.post("/api/compute", headers=pro, json=body).status_code == 403


def test_rows_past_the_tier_are_cut_and_the_answer_says_so(
    client: TestClient, lite: dict[str, str], pro: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = LIMITS["lite"]
    few = ProfileLimits(limits.max_features, 10, limits.cache_ttl, limits.features, limits.description)
    monkeypatch.setitem(LIMITS, "lite", few)
    cut = client.post("/api/v2/days", headers=lite, json={"page_size": 4, "page": 3}).json()
    assert (cut["total_days"], cut["limited_to"], cut["pages"], len(cut["rows"])) == (160, 10, 3, 2)
    whole = client.post("/api/v2/days", headers=pro, json={"page_size": 500}).json()
    assert (whole["limited_to"], len(whole["rows"])) == (None, 160)
    assert cut["rows"] == whole["rows"][8:10]


def test_more_features_than_the_tier_may_use_are_refused(
    client: TestClient, lite: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = LIMITS["lite"]
    few = ProfileLimits(1, limits.max_rows, limits.cache_ttl, limits.features, limits.description)
    monkeypatch.setitem(LIMITS, "lite", few)
    body = {"features": ["gap_up", "gap_down"]}
    answer = client.post("/api/v2/probabilities", headers=lite, json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "too_many_features")


def test_the_limits_are_the_specification_s() -> None:
    def figures(tier: Tier) -> tuple[int, int | None, int]:
        return LIMITS[tier].max_features, LIMITS[tier].max_rows, LIMITS[tier].cache_ttl

    lite, standard, pro = (len(catalogue().visible(tier)) for tier in TIERS)
    assert [figures(tier) for tier in TIERS] == [(lite, 500, 300), (standard, 5000, 300), (pro, None, 300)]
    parts = [asdict(LIMITS[tier].features) for tier in TIERS]
    assert [each.pop("export") for each in parts] == [
        False,
        ["csv", "png"],
        ["csv", "xlsx", "pdf", "png", "svg"],
    ]
    assert {part for part, is_there in parts[0].items() if is_there} == {"charts", "navigation"}
    assert all(is_there is True for each in parts[1:] for is_there in each.values())


def test_the_tier_is_the_token_s_not_the_entry_s_of_someone_else(client: TestClient) -> None:
    headers = bearer(client, "lite", user_id="9")
    bearer(client, "pro", user_id="9")
    assert client.get("/api/auth/me", headers=headers).json()["profile"] == "lite"
