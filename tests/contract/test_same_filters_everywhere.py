"""Every call that takes filters reads them by one parser: the same filter, the same verdict."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from tests.support.sizes import examples

FEATURES = (
    "gap_size_pts",
    "day_range_pct_adr",
    "gap_fill_bar",
    "or12_bo_up_bar",
    "bull_day_streak",
    "trading_day_of_month",
    "gap_up",
    "gap_class",
    "trade_date",
)
CALLS: dict[str, dict[str, Any]] = {
    "/api/compute": {"statistics_features": ["gap_up"]},
    "/api/v2/filtered": {},
    "/api/v2/start": {},
    "/api/v2/probabilities": {"features": ["gap_up"]},
    "/api/v2/days": {"columns": ["gap_up"]},
    "/api/v2/excursion": {"from_bar": 12, "side": "up", "targets": [30], "stops": [20]},
    "/api/v2/curve": {"by": "gap_size_pts", "outcome": "gap_up"},
    "/api/v2/widen": {},
    "/api/v2/held": {"feature": "gap_up"},
    "/api/v2/days/bars": {"columns": ["gap_up"], "page_size": 1},
    "/api/v2/path": {},
    "/api/v2/questions": {},
    "/api/v2/charts/data": {},
    "/api/navigation/navigate": {},
    "/api/v2/export": {"kind": "days", "format": "csv", "columns": ["gap_up"]},
}
EDGES = [
    sign * (2**power + more)
    for power in (31, 40, 53, 62, 63, 64, 65, 900)
    for more in (-1, 0, 1)
    for sign in (1, -1)
]
NUMBERS = st.one_of(
    st.sampled_from(EDGES),
    st.integers(-(2**70), 2**70),
    st.integers(-2, 90),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from([1e12, -1e12, 1e12 + 1, 1e300, 81.0, 82.0, -0.0, 5e-324]),
)
VALUES = NUMBERS | st.booleans() | st.none() | st.text(max_size=4) | st.sampled_from(["up", "2024-01-02"])


@st.composite
def filters(draw: st.DrawFn) -> dict[str, Any]:
    operator = draw(st.sampled_from(["=", "!=", ">", "<", ">=", "<=", "range", "in", "not_in"]))
    value = draw(
        st.lists(NUMBERS, min_size=1, max_size=3) if operator in ("range", "in", "not_in") else VALUES
    )
    entry = {"operator": operator, "value": value}
    if draw(st.booleans()):
        entry["by_bar"] = draw(NUMBERS)
    if draw(st.integers(0, 3)) == 0:
        entry["first_in"] = draw(NUMBERS)
    name = draw(st.sampled_from(FEATURES))
    return {"any_of": [{"feature": name, **entry}]} if draw(st.integers(0, 3)) == 0 else {name: entry}


def verdict(client: TestClient, path: str, asked: dict[str, Any], headers: dict[str, str]) -> tuple[int, str]:
    """200, or the refusal with its sentence; that no day is left to draw is an answer too."""
    answer = client.post(path, json={"filters": asked, **CALLS[path]}, headers=headers)
    if answer.status_code == 422:
        return 422, answer.json()["detail"]
    if path == "/api/v2/start" and (refused := answer.json()["refused"]):
        return 422, refused["detail"]
    return 200 if answer.status_code == 404 else answer.status_code, ""


@settings(
    max_examples=examples(150), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(asked=filters())
def test_every_call_judges_a_filter_alike(
    client: TestClient, pro: dict[str, str], asked: dict[str, Any]
) -> None:
    verdicts = {path: verdict(client, path, asked, pro) for path in CALLS}
    assert len(set(verdicts.values())) == 1, verdicts
    status, detail = verdicts["/api/compute"]
    assert status in (200, 422)
    name = asked["any_of"][0]["feature"] if "any_of" in asked else next(iter(asked))
    assert status == 200 or name in detail


@pytest.mark.parametrize("value", [2**31, -(2**31), 2**64, -(2**64), 2**70, 1e13, -1e13])
def test_a_number_beyond_the_kind_is_refused_by_its_name(
    client: TestClient, pro: dict[str, str], value: float
) -> None:
    asked = {"or12_bo_up_bar": {"operator": ">", "value": value}}
    for path in CALLS:
        status, detail = verdict(client, path, asked, pro)
        assert status == 422
        assert "or12_bo_up_bar" in detail
        assert "2,147,483,647" in detail


@pytest.mark.parametrize("value", [10**12 + 1, -(10**12) - 1, 2**64, 1e300])
def test_a_price_beyond_every_market_is_refused_by_its_name(
    client: TestClient, pro: dict[str, str], value: float
) -> None:
    asked = {"gap_size_pts": {"operator": "range", "value": [-1e12, 1e12]}}
    assert all(verdict(client, path, asked, pro) == (200, "") for path in CALLS)
    for path in CALLS:
        status, detail = verdict(client, path, {"gap_size_pts": {"operator": "<", "value": value}}, pro)
        assert (status, "gap_size_pts" in detail, "1,000,000,000,000" in detail) == (422, True, True)
