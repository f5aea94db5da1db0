"""A session as a student follows it: night, open, bars 6 and 18, the dashboard, and the night after."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.parquet as pq
import pytest
from starlette.testclient import TestClient

from cli.main import main
from core.importing.importer import import_file
from core.warehouse.paths import Warehouse
from core.warehouse.snapshots import current_id
from tests.support.service_client import bearer, running
from tests.support.small_warehouse import LAST, saved, small_bars
from tests.support.waiting import eventually

BEFORE = "2024-07-11"
BARS = small_bars()
LOCAL = BARS["ts"].dt.tz_convert("America/New_York")
NIGHT_BEGINS = pd.Timestamp(f"{BEFORE} 18:00", tz="America/New_York")
OPENS = pd.Timestamp(f"{LAST} 09:30", tz="America/New_York")


class Walk:
    """A service, and the session that it waits for."""

    def __init__(self, folder: Path, client: TestClient) -> None:
        self._folder, self._client = folder, client
        self._headers = bearer(client)
        self.warehouse = Warehouse(folder / "warehouse")

    def asked(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """An answer of the API."""
        how = "GET" if body is None else "POST"
        answer = self._client.request(how, f"/api/v2/{path}", headers=self._headers, json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def days(self, filters: list[dict[str, Any]]) -> list[str]:
        """The days that the dashboard lists for them."""
        body = {"filters": filters, "page_size": 500}
        return [row["session_date"] for row in self.asked("days", body)["rows"]]

    def read_until(self, bar: int) -> Any:
        """What is known after `almanac today` has read a file that ends with a bar."""
        of_day = (LOCAL >= NIGHT_BEGINS) & (OPENS + pd.Timedelta(minutes=5 * bar) > LOCAL)
        path = saved(BARS[of_day], self._folder / f"bar{bar}.parquet")
        assert main(["today", str(path), "--symbol", "ES", "--warehouse", str(self.warehouse.root)]) == 0
        eventually(lambda: self.asked("next")["as_of"] == bar)
        return self.asked("next")


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walk]:
    folder = tmp_path_factory.mktemp("walk")
    built(folder, BARS[LOCAL < NIGHT_BEGINS])
    with running(folder) as client:
        yield Walk(folder, client)


def built(folder: Path, bars: pd.DataFrame) -> list[str]:
    """The sessions of a new snapshot of the bars."""
    warehouse = Warehouse(folder / "warehouse")
    import_file(saved(bars, folder / "ES.parquet"), warehouse=warehouse)
    assert main(["build", "ES", "--warehouse", str(warehouse.root)]) == 0
    snapshot = warehouse.snapshot("ES", str(current_id(warehouse.snapshots("ES"))))
    return [
        str(day) for day in pq.ParquetFile(snapshot / "features.parquet").read()["session_date"].to_pylist()
    ]


def chips(known: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The filters that the page's chips switch on."""
    return [each["filter"] for each in known if each["filter"] is not None]


def test_from_the_night_over_the_open_to_bar_18_nothing_told_is_taken_back(
    walk: Walk, tmp_path: Path
) -> None:
    opened = float(BARS["open"][LOCAL == OPENS].iloc[0])
    night = walk.asked("next")
    at_open = walk.asked("next", {"open": opened})
    typed = [(found["session_date"], found["source"], found["as_of"]) for found in (night, at_open)]
    assert typed == [(LAST, "night", -1), (LAST, "typed", 0)]
    at_6, at_18 = walk.read_until(6), walk.read_until(18)
    assert [(found["source"], found["notes"][0]["code"]) for found in (at_6, at_18)] == [
        ("feed", "night_missing")
    ] * 2
    counts = [len(found["known"]) for found in (night, at_open, at_6, at_18)]
    assert counts == sorted(set(counts))
    history = set(walk.days([]))
    assert max(history) == BEFORE
    for found in (night, at_open, at_6, at_18):
        of_each = {each["feature"]: each for each in found["known"] if each["filter"] is not None}
        chosen = [of_each[name] for name in list(of_each)[:: max(1, len(of_each) // 12)]]
        alone = [set(walk.days([each["filter"]])) for each in chosen]
        assert [len(days) for days in alone] == [each["days"] for each in chosen]
        for one, other in zip(range(len(chosen) - 1), range(1, len(chosen)), strict=True):
            both = walk.days([chosen[one]["filter"], chosen[other]["filter"]])
            assert set(both) == alone[one] & alone[other] <= history

    assert built(tmp_path, BARS)[-1] == LAST
    with running(tmp_path) as client:
        after = Walk(tmp_path, client)
        for found in (night, at_open, at_6, at_18):
            denied = [each for each in chips(found["known"]) if LAST not in after.days([each])]
            assert denied == []
