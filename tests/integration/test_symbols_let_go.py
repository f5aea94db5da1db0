"""A service with more symbols than its memory has room for, asked as a browser asks."""

import gc
import threading
from pathlib import Path
from typing import Any
from weakref import ref

import pytest
from starlette.testclient import TestClient

from core.question.index import SnapshotIndex
from tests.support.service_client import bearer, running
from tests.support.snapshots import publish_random
from tests.support.waiting import eventually

SYMBOLS = ("ES", "MES", "NQ")
TOO_LITTLE = 1
"""A megabyte: a process always has more, so that one symbol stays."""
QUESTION = {
    "filters": {"gap_up": {"operator": "=", "value": True}},
    "statistics_features": ["gap_down", "gap_class"],
    "options": {"cache": False},
}


@pytest.fixture
def ids(tmp_path: Path) -> dict[str, str]:
    """The snapshots by symbol, each of another market."""
    warehouse = tmp_path / "warehouse"
    return {
        symbol: publish_random(warehouse, symbol=symbol, seed=seed + 1, sessions=60 + seed)
        for seed, symbol in enumerate(SYMBOLS)
    }


def asked(client: TestClient, headers: dict[str, str], symbol: str) -> Any:
    answer = client.post("/api/compute", headers=headers, json=QUESTION | {"symbol": symbol})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_symbols_that_are_not_in_memory_are_listed_and_answer_as_if_they_were(
    tmp_path: Path, ids: dict[str, str]
) -> None:
    with running(tmp_path) as client:
        headers = bearer(client)
        expected = {symbol: asked(client, headers, symbol)["data"] for symbol in SYMBOLS}
    with running(tmp_path, loaded_memory=TOO_LITTLE, metrics_token="t" * 32) as client:
        headers = bearer(client)
        assert client.get("/readyz").json()["snapshots"] == ids
        summary = client.get("/api/v2/summary", headers=headers).json()
        assert (summary["symbols"], summary["snapshot"]["id"]) == (list(SYMBOLS), ids["ES"])
        for symbol in (*SYMBOLS, *reversed(SYMBOLS)):
            answer = asked(client, headers, symbol)
            assert (answer["snapshot"], answer["data"]) == (ids[symbol], expected[symbol])
        told = client.get("/metrics", headers={"Authorization": f"Bearer {'t' * 32}"}).text
        assert "almanac_loaded_snapshots 1.0" in told
        assert all(
            f'almanac_snapshot_sessions{{symbol="{symbol}"}} 6{at}.0' in told
            for at, symbol in enumerate(SYMBOLS)
        )


def test_what_is_let_go_leaves_memory_without_waiting_for_a_collection(
    tmp_path: Path, ids: dict[str, str]
) -> None:
    of_other_tests = _indexes()
    with running(tmp_path, loaded_memory=TOO_LITTLE) as client:
        headers = bearer(client)
        gc.collect()
        gc.disable()
        try:
            before = [ref(each) for each in _indexes() if not any(each is other for other in of_other_tests)]
            assert len(before) == 1
            for call, body in (("compute", QUESTION), ("v2/questions", {"as_of": 20}), ("v2/start", {})):
                assert client.post(f"/api/{call}", headers=headers, json=body).status_code == 200
            asked(client, headers, "NQ")
            assert [each() for each in before] == [None]
        finally:
            gc.enable()


def _indexes() -> list[Any]:
    return [each for each in gc.get_objects() if type(each) is SnapshotIndex]


def test_one_that_turns_out_damaged_is_said_and_the_one_before_is_served(
    tmp_path: Path, ids: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    with running(tmp_path, loaded_memory=TOO_LITTLE, poll_interval=0.01) as client:
        headers = bearer(client)
        bad = publish_random(tmp_path / "warehouse", symbol="NQ", seed=9)
        eventually(lambda: client.get("/healthz").json()["snapshots"]["NQ"] == bad)
        spoil(tmp_path / "warehouse", "NQ", bad)
        assert "not loaded" not in caplog.text
        assert asked(client, headers, "NQ")["snapshot"] == ids["NQ"]
        assert f"snapshot NQ {bad} was not loaded" in caplog.text
        assert client.get("/healthz").json()["snapshots"]["NQ"] == ids["NQ"]
        asked(client, headers, "ES")
        assert asked(client, headers, "NQ")["snapshot"] == ids["NQ"]
        better = publish_random(tmp_path / "warehouse", symbol="NQ", seed=10)
        eventually(lambda: asked(client, headers, "NQ")["snapshot"] == better)


def test_without_one_before_it_says_so_and_is_there_when_it_is_mended(
    tmp_path: Path, ids: dict[str, str]
) -> None:
    file = spoil(tmp_path / "warehouse", "NQ", ids["NQ"])
    with running(tmp_path, loaded_memory=TOO_LITTLE) as client:
        headers = bearer(client)
        answer = client.get("/api/v2/summary?symbol=NQ", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (503, "no_snapshot")
        assert asked(client, headers, "MES")["snapshot"] == ids["MES"]
        turn(file)
        assert asked(client, headers, "NQ")["snapshot"] == ids["NQ"]


def test_visitors_of_many_symbols_at_once_each_get_their_own(tmp_path: Path, ids: dict[str, str]) -> None:
    wrong: list[str] = []
    with running(tmp_path, loaded_memory=TOO_LITTLE) as client:
        headers = bearer(client)

        def visit(symbol: str) -> None:
            for _ in range(6):
                found = asked(client, headers, symbol)["snapshot"]
                if found != ids[symbol]:
                    wrong.append(f"{symbol}: {found}")

        visitors = [threading.Thread(target=visit, args=(symbol,)) for symbol in SYMBOLS * 2]
        for each in visitors:
            each.start()
        for each in visitors:
            each.join()
    assert wrong == []


def spoil(warehouse: Path, symbol: str, snapshot_id: str) -> Path:
    file = warehouse / "snapshots" / symbol / snapshot_id / "serving" / "arrays.bin"
    turn(file)
    return file


def turn(file: Path) -> None:
    """Another bit in the middle, or the right one again."""
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
