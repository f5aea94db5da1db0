"""Snapshots change under a running service: nothing is mixed, nothing good is lost."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from core.contracts.errors import DataError, NoSnapshot
from service.snapshots.source import DirectorySource
from service.snapshots.store import SnapshotStore
from tests.support.service_client import bearer, running
from tests.support.snapshots import point, publish_random
from tests.support.waiting import eventually

QUESTION = {
    "filters": {"gap_up": {"operator": "=", "value": True}},
    "statistics_features": ["gap_down", "gap_class", "or12_range_pct_adr"],
    "options": {"cache": False},
}


def served(client: TestClient, symbol: str = "ES") -> str | None:
    snapshots: dict[str, str] = client.get("/healthz").json()["snapshots"]
    return snapshots.get(symbol)


def figures(client: TestClient, headers: dict[str, str]) -> tuple[str, Any]:
    answer = client.post("/api/compute", headers=headers, json=QUESTION).json()
    return answer["snapshot"], (answer["total_days"], answer["data"])


def test_a_snapshot_published_later_is_served_without_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as client:
        assert client.get("/readyz").status_code == 503
        published = publish_random(tmp_path / "warehouse")
        eventually(lambda: served(client) == published)
        assert client.get("/readyz").status_code == 200


def test_an_answer_under_swaps_is_wholly_of_the_snapshot_it_names(tmp_path: Path) -> None:
    warehouse = tmp_path / "warehouse"
    ids = [publish_random(warehouse, seed=seed, sessions=60 + seed) for seed in (1, 2)]
    with running(tmp_path, poll_interval=0.002) as client:
        headers = bearer(client)
        expected: dict[str, Any] = {}
        for each in ids:
            point(warehouse, "ES", each)
            eventually(lambda each=each: served(client) == each)  # type: ignore[misc]
            expected[each] = figures(client, headers)[1]
        stop = threading.Event()
        swapping = threading.Thread(target=_swap, args=(warehouse, ids, stop))
        swapping.start()
        try:
            seen = [figures(client, headers) for _ in range(300)]
        finally:
            stop.set()
            swapping.join()
    assert {snapshot for snapshot, _ in seen} == set(ids)
    assert [answer for snapshot, answer in seen if answer != expected[snapshot]] == []


def test_a_pointer_that_is_no_text_keeps_nobody_from_the_next_one(tmp_path: Path) -> None:
    warehouse = tmp_path / "warehouse"
    first, second = (publish_random(warehouse, seed=seed, sessions=40) for seed in (1, 2))
    pointer = warehouse / "snapshots" / "ES" / "CURRENT"
    spoilt = bytes([pointer.read_bytes()[0] ^ 0x80]) + pointer.read_bytes()[1:]
    with running(tmp_path, poll_interval=0.002) as client:
        pointer.write_bytes(spoilt)
        with running(tmp_path) as another:
            assert (another.get("/readyz").status_code, another.get("/healthz").status_code) == (503, 200)
        assert served(client) == second
        point(warehouse, "ES", first)
        eventually(lambda: served(client) == first)


def _swap(warehouse: Path, ids: list[str], stop: threading.Event) -> None:
    while not stop.wait(0.005):
        ids.reverse()
        point(warehouse, "ES", ids[0])


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-9])


def _flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


BREAKAGES: list[tuple[str, str, Callable[[Path], None]]] = [
    ("arrays cut", "serving/arrays.bin", _cut),
    ("a bit flipped", "serving/arrays.bin", _flip),
    ("a document cut", "serving/catalogue.json", _cut),
    ("no table of contents", "serving/toc.json", Path.unlink),
    ("manifest cut", "manifest.json", _cut),
    ("no manifest", "manifest.json", Path.unlink),
]


@pytest.mark.parametrize(("name", "file", "spoil"), BREAKAGES, ids=[each[0] for each in BREAKAGES])
def test_a_broken_publication_leaves_the_last_good_one_served_and_is_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str, file: str, spoil: Callable[[Path], None]
) -> None:
    good = publish_random(tmp_path, seed=1)
    store = SnapshotStore(DirectorySource(tmp_path), "ES")
    store.refresh()
    bad = publish_random(tmp_path, seed=2)
    spoil(tmp_path / "snapshots" / "ES" / bad / file)
    for _ in range(3):
        store.refresh()
    assert store.snapshot("ES").id == good
    refusals = [record.getMessage() for record in caplog.records if bad in record.getMessage()]
    assert len(refusals) == 1
    assert f"still serving {good}" in refusals[0]
    better = publish_random(tmp_path, seed=3)
    store.refresh()
    assert store.snapshot("ES").id == better


def test_a_pointer_to_nowhere_or_at_another_symbol_is_refused(tmp_path: Path) -> None:
    good = publish_random(tmp_path, seed=1)
    source = DirectorySource(tmp_path)
    with pytest.raises(DataError, match=r"manifest\.json"):
        source.load("ES", "2024-01-01-000000000000")
    (tmp_path / "snapshots" / "NQ").mkdir()
    (tmp_path / "snapshots" / "ES" / good).rename(tmp_path / "snapshots" / "NQ" / good)
    with pytest.raises(DataError, match="describes ES"):
        source.load("NQ", good)


def test_the_default_symbol_is_es_else_the_first(tmp_path: Path) -> None:
    store = SnapshotStore(DirectorySource(tmp_path), "ES")
    with pytest.raises(NoSnapshot):
        store.snapshot()
    for symbol in ("NQ", "DEMO"):
        publish_random(tmp_path, symbol=symbol)
    store.refresh()
    assert store.snapshot().symbol == "DEMO"
    publish_random(tmp_path, symbol="ES")
    store.refresh()
    assert store.snapshot().symbol == "ES"
    assert list(store.snapshots) == ["DEMO", "ES"]
    assert store.snapshot("NQ").symbol == "NQ"
    assert list(store.snapshots) == ["DEMO", "ES", "NQ"]


def test_a_warehouse_that_vanishes_leaves_what_is_loaded(tmp_path: Path) -> None:
    good = publish_random(tmp_path / "warehouse")
    store = SnapshotStore(DirectorySource(tmp_path / "warehouse"), "ES")
    store.refresh()
    (tmp_path / "warehouse").rename(tmp_path / "away")
    store.refresh()
    assert store.snapshot("ES").id == good


def test_two_symbols_answer_side_by_side(tmp_path: Path) -> None:
    publish_random(tmp_path / "warehouse", symbol="DEMO", seed=5, sessions=40)
    publish_random(tmp_path / "warehouse", symbol="ES", seed=6, sessions=50)
    with running(tmp_path) as client:
        headers = bearer(client)
        summary = client.get("/api/v2/summary?symbol=DEMO", headers=headers).json()
        assert (summary["totalDays"], summary["symbols"]) == (40, ["DEMO", "ES"])
        assert summary["snapshot"]["sample_data"] is True
        body = {"symbol": "DEMO"}
        assert client.post("/api/compute", headers=headers, json=body).json()["total_days"] == 40
        assert client.post("/api/compute", headers=headers, json={}).json()["total_days"] == 50
