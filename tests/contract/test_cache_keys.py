"""A kept answer is given to the same body alone: each field that a cached call reads is in the cache key."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from service.call import Call
from service.routes import CALLS
from tests.contract.test_every_call import BODIES
from tests.support.service_client import bearer, running

CACHED = {"compute", "excursion", "compare", "curve", "widen", "dayBars", "path", "alike", "questions"}
CELL = {"from_bar": 12, "side": "up", "target": 30, "stop": 20, "first": "target_first"}
GAP_DOWN = [{"feature": "gap_up", "operator": "=", "value": False}]
OTHER: dict[str, Any] = {
    "filters": GAP_DOWN,
    "start_date": "2024-02-01",
    "end_date": "2024-05-01",
    "as_of": 12,
    "features": {"statistics": False},
    "statistics_features": ["gap_up"],
    "options": {"include_previous_day": False},
    "profile": "standard",
    "ama_config": {"show_outside_bars": True},
    "from_bar": 18,
    "side": "down",
    "targets": [40],
    "stops": [25],
    "unit": "points",
    "costs": 1,
    "a": {"filters": []},
    "b": {"filters": GAP_DOWN},
    "by": "day_range_pct_adr",
    "outcome": "close_above_open",
    "cut": 2,
    "feature": "close_above_open",
    "keep_dates": True,
    "dates": ["2024-05-02"],
    "part": {"feature": "gap_up", "module": "occurrence", "place": "active"},
    "excursion": CELL,
    "columns": ["gap_up"],
    "sort": {"column": "gap_size_pts"},
    "page": 2,
    "page_size": 3,
    "date": "2024-05-03",
    "leave_out": ["gap_size_pts"],
    "n": 10,
}
"""Another value of each field."""

APART: dict[tuple[str, str], tuple[dict[str, Any], dict[str, Any]]] = {
    ("compare", "features"): ({}, {"features": ["gap_up"]}),
    ("curve", "label"): ({"outcome": "gap_class", "label": "flat"}, {"label": "partial_up"}),
    ("widen", "label"): ({"feature": "gap_class", "label": "flat"}, {"label": "partial_up"}),
    ("alike", "as_of"): ({}, {"as_of": 30}),
    ("dayBars", "like"): ({"as_of": 30}, {"like": {"date": "2024-05-02"}}),
    ("alike", "next"): ({"as_of": -1}, {"date": None, "next": {}}),
}
"""Fields that need others, or mean another thing elsewhere: what the first body has, and what changes."""


@pytest.fixture(scope="module")
def service(folder: Path) -> Iterator[TestClient]:
    with running(folder) as client:
        yield client


def hits_after(client: TestClient, call: Call, headers: dict[str, str], body: dict[str, Any]) -> int:
    """How many answers the cache has given after this one."""
    answer = client.post(f"/api{call.path}", headers=headers, json=body)
    assert answer.status_code == 200, answer.text
    return int(client.get("/api/cache/stats", headers=headers).json()["hits"])


@pytest.mark.parametrize(
    ("call", "field"),
    [
        pytest.param(call, field, id=f"{call.name}-{field}")
        for call in CALLS
        if call.name in CACHED
        for field in getattr(call.body, "__struct_fields__", ())
        if field not in ("symbol", "snapshot")
    ],
)
def test_another_value_of_a_field_is_not_answered_from_the_cache(
    service: TestClient, call: Call, field: str
) -> None:
    first, change = APART[call.name, field] if (call.name, field) in APART else ({}, {field: OTHER[field]})
    one, headers = (call.example or BODIES.get(call.name, {})) | first, bearer(service)
    service.post("/api/cache/clear", headers=headers)
    before = hits_after(service, call, headers, one)
    assert hits_after(service, call, headers, one) == before + 1, "the same body is answered from the cache"
    service.post("/api/cache/clear", headers=headers)
    before = hits_after(service, call, headers, one)
    assert hits_after(service, call, headers, one | change) == before, f"{field} is not in the cache's key"


@pytest.mark.parametrize("call", [call for call in CALLS if call.name in CACHED], ids=lambda call: call.name)
def test_a_body_that_names_the_served_snapshot_is_answered_from_the_cache(
    service: TestClient, call: Call
) -> None:
    body, headers = call.example or BODIES.get(call.name, {}), bearer(service)
    served = service.get("/api/v2/date-range", headers=headers).json()["snapshot"]
    before = hits_after(service, call, headers, body)
    assert hits_after(service, call, headers, body | {"snapshot": served}) == before + 1
