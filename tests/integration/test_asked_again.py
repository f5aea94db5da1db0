"""The same question again: by a plan, or from the cache by its bytes, and never of an old snapshot."""

from pathlib import Path
from typing import Any

import orjson
import pytest
from starlette.testclient import TestClient

from tests.support.service_client import bearer, running
from tests.support.snapshots import publish_random
from tests.support.waiting import eventually

FILTERS = {
    "wide": {"gap_up": {"operator": "=", "value": True}},
    "narrow": {
        "or12_range_pct_adr": {"operator": ">", "value": 60},
        "gap_up": {"operator": "=", "value": True},
    },
    "of the day before": {"gap_up_prev": {"operator": "=", "value": False}},
    "dates alone": {"Date_Range": {"operator": "range", "value": ["2024-03-01", "2024-05-31"]}},
    "nothing": {},
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("again")
    publish_random(folder / "warehouse")
    return folder


def told(client: TestClient, headers: dict[str, str], body: dict[str, Any]) -> bytes:
    """An answer's bytes without its metadata, which tell of the request."""
    answer = client.post("/api/compute", headers=headers, json=body)
    assert answer.status_code == 200
    return answer.content.split(b',"metadata":{"from_cache"')[0]


@pytest.mark.parametrize("filters", FILTERS.values(), ids=FILTERS)
def test_every_answer_to_a_question_has_the_same_bytes(folder: Path, filters: dict[str, Any]) -> None:
    with running(folder) as client:
        headers = bearer(client, "pro")
        listed = client.get("/api/features", headers=headers).json()
        names = [each["name"] for each in listed["features"]]
        body = {"filters": filters, "statistics_features": names, "options": {"cache": False}}
        first, *again = [told(client, headers, body) for _ in range(3)]
        again += [told(client, headers, body | {"options": {"cache": True}}) for _ in range(3)]
    assert len(orjson.loads(first + b"}")["data"]["statistics"]["features"]) > 100
    assert again == [first] * 5


def test_a_body_known_of_an_old_snapshot_is_answered_by_the_new_one(tmp_path: Path) -> None:
    publish_random(tmp_path / "warehouse", seed=1)
    body = {"filters": FILTERS["wide"], "statistics_features": ["gap_down"]}
    with running(tmp_path) as client:
        headers = bearer(client, "pro")
        before = [told(client, headers, body) for _ in range(3)]
        published = publish_random(tmp_path / "warehouse", seed=2)
        eventually(lambda: client.get("/healthz").json()["snapshots"]["ES"] == published)
        after = [told(client, headers, body) for _ in range(3)]
    assert len(set(before)) == len(set(after)) == 1
    assert published.encode() in after[0]
    assert published.encode() not in before[0]


def test_a_body_known_of_one_tier_is_refused_to_another(folder: Path) -> None:
    body = {"filters": {}, "statistics_features": ["gap_fill_pct_max"]}
    with running(folder) as client:
        pro, lite = bearer(client, "pro"), bearer(client, "lite")
        known = [client.post("/api/compute", headers=pro, json=body).status_code for _ in range(2)]
        assert known == [200, 200]
        assert client.post("/api/compute", headers=lite, json=body).json()["code"] == "feature_not_in_tier"
