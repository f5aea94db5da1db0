"""What a tier may not export, and what nobody can, is refused with a reason."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from core.contracts.feature_answers import ProfileLimits
from service.members.tiers import LIMITS
from tests.contract.exported import open_csv


@pytest.mark.parametrize(
    ("tier", "form", "status"),
    [
        ("lite", "csv", 403),
        ("lite", "pdf", 403),
        ("standard", "csv", 200),
        ("standard", "xlsx", 403),
        ("standard", "pdf", 403),
        ("pro", "xlsx", 200),
    ],
)
def test_a_tier_exports_its_formats_and_the_refusal_says_which(
    client: TestClient, request: pytest.FixtureRequest, tier: str, form: str, status: int
) -> None:
    headers = request.getfixturevalue(tier)
    body = {"kind": "days", "format": form}
    answer = client.post("/api/v2/export", headers=headers, json=body)
    assert answer.status_code == status
    if status == 403:
        assert answer.json()["code"] == "export_not_in_tier"
        assert f"yours is {tier}" in answer.json()["detail"]
        assert answer.json()["message"] == "Your subscription does not include this."


def test_rows_past_the_tier_are_cut_and_the_file_says_so(
    client: TestClient, standard: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = LIMITS["standard"]
    few = ProfileLimits(limits.max_features, 10, limits.cache_ttl, limits.features, limits.description)
    monkeypatch.setitem(LIMITS, "standard", few)
    body = {"kind": "days", "format": "csv"}
    opened = open_csv(client.post("/api/v2/export", headers=standard, json=body).content)
    assert len(opened.rows) == 10
    assert ("Cut", "to the first 10 days, as many as the tier sees") in opened.facts


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"format": "parquet"}, 422, "value_type"),
        ({"kind": "bars"}, 422, "value_type"),
        ({"kind": "statistics"}, 422, "missing_features"),
        ({"kind": "statistics", "features": ["gap"]}, 422, "unknown_feature"),
        ({"columns": ["gap"]}, 422, "unknown_feature"),
        ({"columns": ["gap_up"] * 25, "format": "pdf"}, 422, "too_many_columns"),
        ({"title": "x" * 121}, 422, "title_length"),
        ({"title": "a\nb"}, 422, "title_text"),
        ({"dates": ["1/2/2024"]}, 422, "date_format"),
    ],
)
def test_what_cannot_be_exported_is_named(
    client: TestClient, pro: dict[str, str], body: dict[str, Any], status: int, code: str
) -> None:
    answer = client.post("/api/v2/export", headers=pro, json={"kind": "days", "format": "csv"} | body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
