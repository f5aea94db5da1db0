"""What /metrics says, read by Prometheus' own parser."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

from core.contracts.answers import CacheStats
from service.database.records import StoreUnavailable
from service.database.sqlite_store import SqliteStore
from service.members.sessions import Sessions
from service.observability.metrics import Metrics
from service.settings.values import Rate
from service.snapshots.source import DirectorySource
from service.snapshots.store import SnapshotStore
from tests.support.service_client import VISITOR, bearer, running
from tests.support.snapshots import publish_random

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "scraper-of-the-figures"
QUESTION: dict[str, Any] = {
    "filters": {"gap_up": {"operator": "=", "value": True}},
    "statistics_features": ["gap_down"],
}
Families = dict[str, Metric]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    publish_random(tmp_path / "warehouse", sessions=90)
    with running(tmp_path, metrics_token=TOKEN, login_limit=Rate(1, 60)) as client:
        yield client


def scraped(client: TestClient) -> Families:
    answer = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    return read(answer.text)


def read(text: str) -> Families:
    found = list(text_string_to_metric_families(text))
    assert len({family.name for family in found}) == len(found), "a family stands in one piece"
    assert all(family.type != "unknown" and family.documentation for family in found)
    return {family.name: family for family in found}


def value(families: Families, name: str, **labels: str) -> float:
    """The one sample of that name with those labels; 0 where none is."""
    samples = [sample for family in families.values() for sample in family.samples if sample.name == name]
    found = [sample.value for sample in samples if labels.items() <= sample.labels.items()]
    assert len(found) <= 1
    return found[0] if found else 0.0


def test_every_call_has_its_requests_and_a_histogram_that_adds_up(client: TestClient) -> None:
    for _ in range(3):
        client.get("/readyz")
    families = scraped(client)
    assert value(families, "almanac_requests_total", call="readyz", status="200") == 3
    buckets = [
        sample.value
        for sample in families["almanac_request_seconds"].samples
        if sample.name.endswith("_bucket") and sample.labels["call"] == "readyz"
    ]
    assert buckets == sorted(buckets)
    assert buckets[-1] == value(families, "almanac_request_seconds_count", call="readyz") == 3
    assert value(families, "almanac_request_seconds_sum", call="readyz") > 0


def test_selections_and_the_cache_are_counted_once_per_computed_question(client: TestClient) -> None:
    headers = bearer(client)
    first, second = (client.post("/api/compute", headers=headers, json=QUESTION).json() for _ in range(2))
    assert (first["metadata"]["from_cache"], second["metadata"]["from_cache"]) == (False, True)
    families = scraped(client)
    assert value(families, "almanac_selection_sessions_count") == 1
    assert value(families, "almanac_selection_sessions_sum") == first["total_days"] > 10
    assert value(families, "almanac_selection_sessions_bucket", le="10.0") == 0
    assert value(families, "almanac_selection_sessions_bucket", le="100.0") == 1
    assert value(families, "almanac_cache_hits_total") == 1
    assert value(families, "almanac_cache_entries") == 1


def test_the_served_snapshot_is_named_and_dated(client: TestClient) -> None:
    served = client.get("/readyz").json()["snapshots"]["ES"]
    families = scraped(client)
    assert value(families, "almanac_snapshot_info", symbol="ES", snapshot=served) == 1
    assert value(families, "almanac_snapshot_sessions", symbol="ES") == 90
    (age,) = families["almanac_snapshot_age_seconds"].samples
    assert age.labels == {"symbol": "ES"}
    assert 0 <= age.value < 3600


def test_who_came_too_often_and_a_store_that_is_away_are_counted(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    guess = {"username": "ada", "password": "wrong-password"}
    assert [client.post("/api/auth/login", json=guess).status_code for _ in range(3)] == [401, 429, 429]
    headers = bearer(client)
    with monkeypatch.context() as patch:
        patch.setattr(SqliteStore, "ping", _away)
        assert [client.get("/readyz").status_code for _ in range(2)] == [503, 503]
        patch.setattr(Sessions, "running", _away)
        assert client.get("/api/features", headers=headers).status_code == 503
    families = scraped(client)
    assert value(families, "almanac_throttled_total", call="login") == 2
    assert value(families, "almanac_access_store_errors_total") == 3


def _away(*_: object) -> None:
    raise StoreUnavailable


def test_labels_that_hold_anything_are_still_read(tmp_path: Path) -> None:
    metrics, odd = Metrics(), 'a"b\\c\nd'
    metrics.requests.labels(odd, "200").inc()
    empty = CacheStats(0, 0, 0, 0, None)
    families = read(metrics.render(empty, empty, SnapshotStore(DirectorySource(tmp_path), "ES")).decode())
    assert value(families, "almanac_requests_total", call=odd) == 1


def test_no_figure_bears_anything_about_a_person(client: TestClient) -> None:
    headers = bearer(client)
    client.post("/api/compute", headers=headers, json=QUESTION)
    families = scraped(client)
    labels = {name for family in families.values() for sample in family.samples for name in sample.labels}
    assert labels == {"call", "status", "le", "symbol", "snapshot", "channel", "outcome", "version"}
    samples = [sample for family in families.values() for sample in family.samples]
    texts = {text for sample in samples for text in sample.labels.values()}
    assert not set(VISITOR.values()) & texts


def test_every_figure_is_explained_to_who_runs_the_service(client: TestClient) -> None:
    text = (ROOT / "docs" / "operations.md").read_text()
    told = set(re.findall(r"`(almanac_\w+?)(?:_total)?(?:\{[a-z,]+\})?`", text))
    assert {name.replace("_chart_cache", "_cache") for name in scraped(client)} == told


def test_whoever_has_no_token_for_them_sees_no_figures(client: TestClient, tmp_path: Path) -> None:
    assert client.get("/metrics", headers={"Authorization": "Bearer scrape"}).status_code == 401
    (tmp_path / "index.html").write_text("<!doctype html><title>The page</title>")
    with running(tmp_path / "untold", web=tmp_path) as untold:
        for headers in (
            {},
            bearer(untold, "pro"),
            {"Authorization": "Bearer "},
            {"Authorization": "Bearer None"},
        ):
            answer = untold.get("/metrics", headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
