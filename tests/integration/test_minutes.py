"""A symbol that asks for its one-minute bars: import, warehouse, build, views; and one that does not."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

from cli.main import main
from cli.snapshots import views_script
from core.build.build import start
from core.build.made_from import decides_numbers
from core.build.steps import STEPS, require, run_step
from core.contracts.errors import DataError
from core.contracts.ids import digest_of
from core.importing.formats.bar_file import five_minute
from core.importing.importer import import_file
from core.importing.overrides import Overrides
from core.importing.sources import SourceOverrides
from core.market import instruments
from core.warehouse.bars import read_bars, read_bars_index
from core.warehouse.damage import damages_of
from core.warehouse.integrity import FILES_FILE
from core.warehouse.paths import Warehouse
from core.warehouse.sidecars import minutes_file, read_minutes
from tests.support.redis_server import RedisServer
from tests.support.service_client import bearer, running
from tests.support.small_warehouse import saved, small_bars

PRICES = ["open", "high", "low", "close"]
FIRST_DIGEST = "cb1e0bff080f"
"""What ES added to a snapshot's id before there were minutes."""
LAST = "2024-06-20"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """ES asks for its minutes."""
    es = replace(instruments.INSTRUMENTS["ES"], bars="1m")
    monkeypatch.setitem(instruments.INSTRUMENTS, "ES", es)


def minutes_of(bars: pd.DataFrame, seed: int = 1) -> pd.DataFrame:
    """One-minute bars that sum to these: the high and the low in random minutes, some minutes without any."""
    rng, count = np.random.default_rng(seed), len(bars)
    holders = rng.integers(0, 5, (2, count))
    parts = []
    for minute in range(5):
        low, high = bars["low"].to_numpy(), bars["high"].to_numpy()
        middle = np.clip(np.rint((low + high) / 2 * 4) / 4, low, high)
        opened = bars["open"].to_numpy() if minute == 0 else middle
        closed = bars["close"].to_numpy() if minute == 4 else middle
        part = bars.assign(ts=bars["ts"] + pd.Timedelta(minutes=minute), open=opened, close=closed)
        part["high"] = np.where(holders[0] == minute, high, np.maximum(opened, closed))
        part["low"] = np.where(holders[1] == minute, low, np.minimum(opened, closed))
        part["volume"] = bars["volume"] // 5
        is_needed = (minute in (0, 4)) | (holders == minute).any(axis=0)
        parts.append(part[is_needed | (rng.random(count) < 0.7)])
    found: pd.DataFrame = pd.concat(parts)
    return found.sort_values("ts", ignore_index=True)


BARS = small_bars(last=LAST)
MINUTES = minutes_of(BARS)


@pytest.fixture
def warehouse(asked: None, tmp_path: Path) -> Warehouse:
    found = Warehouse(tmp_path / "warehouse")
    import_file(saved(MINUTES, tmp_path / "ES_1m.parquet"), warehouse=found)
    return found


def kept(warehouse: Warehouse) -> pd.DataFrame:
    return read_minutes(warehouse, "ES", "2024")


def test_the_minutes_are_kept_and_the_bars_are_their_sums(warehouse: Warehouse) -> None:
    bars = read_bars(warehouse, "ES")
    pd.testing.assert_frame_equal(kept(warehouse)[["ts", *PRICES]], MINUTES[["ts", *PRICES]])
    sums = five_minute(kept(warehouse))
    np.testing.assert_array_equal(sums[["ts", *PRICES]].to_numpy(), bars[["ts", *PRICES]].to_numpy())
    np.testing.assert_array_equal(bars[PRICES].to_numpy(), BARS[PRICES].to_numpy())
    assert list(damages_of(warehouse, "ES")) == []


def test_a_vendors_text_keeps_them_too(asked: None, tmp_path: Path) -> None:
    rows = MINUTES.assign(date=MINUTES["ts"].dt.tz_convert("America/New_York").dt.strftime("%m/%d/%Y,%H:%M"))
    lines = rows["date"] + rows[[*PRICES, "volume"]].astype("str").apply(
        lambda row: "," + ",".join(row), axis=1
    )
    path = tmp_path / "ES.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    found = Warehouse(tmp_path / "warehouse")
    report = import_file(
        path,
        symbol="ES",
        roll="adjusted",
        warehouse=found,
        overrides=Overrides(zone="America/New_York", label="open"),
    )
    assert any(line.endswith("one-minute bars kept inside the five-minute bars") for line in report.reading)
    np.testing.assert_array_equal(kept(found)[PRICES].to_numpy(), MINUTES[PRICES].to_numpy())


def test_a_five_minute_file_is_taken_and_said_to_have_none(warehouse: Warehouse, tmp_path: Path) -> None:
    later = small_bars(first="2024-06-21", last="2024-06-28")
    report = import_file(saved(later, tmp_path / "ES_5m.parquet"), warehouse=warehouse)
    assert report.reading[-1].startswith("five-minute bars: without one-minute bars")
    assert kept(warehouse)["ts"].iloc[-1] == MINUTES["ts"].iloc[-1]
    assert len(read_bars(warehouse, "ES")) == len(BARS) + len(later)


def test_five_minute_bars_of_the_same_prices_leave_the_minutes(warehouse: Warehouse, tmp_path: Path) -> None:
    import_file(saved(BARS, tmp_path / "ES_5m.parquet"), warehouse=warehouse)
    assert len(kept(warehouse)) == len(MINUTES)


def test_a_changed_bar_loses_the_minutes_that_no_longer_sum_to_it(
    warehouse: Warehouse, tmp_path: Path
) -> None:
    changed = BARS.iloc[[100]]
    changed = changed.assign(high=changed["high"] + 1)
    import_file(saved(changed, tmp_path / "ES_5m.parquet"), warehouse=warehouse)
    lost = MINUTES["ts"].dt.floor("5min") == changed["ts"].iloc[0]
    assert lost.sum() >= 2
    np.testing.assert_array_equal(kept(warehouse)["ts"].to_numpy(), MINUTES["ts"][~lost].to_numpy())
    import_file(saved(MINUTES, tmp_path / "ES_1m.parquet"), warehouse=warehouse)
    assert len(kept(warehouse)) == len(MINUTES)


def test_minutes_of_a_source_that_ranks_lower_fill_bars_that_are_the_same(
    asked: None, tmp_path: Path
) -> None:
    found = Warehouse(tmp_path / "warehouse")
    other = BARS.assign(high=BARS["high"] + (BARS.index == 50))
    first = SourceOverrides(name="first", priority=5)
    import_file(saved(other, tmp_path / "ES_5m.parquet"), warehouse=found, source=first)
    lower = SourceOverrides(name="lower", priority=1)
    report = import_file(saved(MINUTES, tmp_path / "ES_1m.parquet"), warehouse=found, source=lower)
    assert report.held == len(BARS)
    there = set(kept(found)["ts"].dt.floor("5min"))
    assert there == set(BARS["ts"].drop(50))
    redrawn = minutes_of(BARS, seed=2)
    import_file(saved(redrawn, tmp_path / "ES_2.parquet"), warehouse=found, source=lower)
    np.testing.assert_array_equal(
        kept(found)["high"].to_numpy(), MINUTES["high"][MINUTES["ts"].dt.floor("5min").isin(there)].to_numpy()
    )


def test_a_symbol_that_does_not_ask_has_nothing_of_them(tmp_path: Path) -> None:
    """Its warehouse, pack and id are those of before there were minutes."""
    found = [Warehouse(tmp_path / name) for name in ("five", "one")]
    for each, bars in zip(found, (BARS, MINUTES), strict=True):
        import_file(saved(bars, each.root / "ES.parquet"), warehouse=each)
        assert not (each.bars("ES") / "_minutes").exists()
        assert b"minutes" not in each.bars_index("ES").read_bytes()
        build = start(each, "ES")
        assert build.market.minutes is None
        assert "minutes" not in build.pack.arrays
        assert "minutes" not in build.written[1].conventions
    es = instruments.INSTRUMENTS["ES"]
    assert digest_of(decides_numbers(es)).startswith(FIRST_DIGEST)
    assert digest_of(decides_numbers(replace(es, bars="1m"))) == digest_of(decides_numbers(es))


def test_what_is_no_longer_asked_for_goes_with_the_next_import(
    warehouse: Warehouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    es = replace(instruments.INSTRUMENTS["ES"], bars="5m")
    monkeypatch.setitem(instruments.INSTRUMENTS, "ES", es)
    assert start(warehouse, "ES").market.minutes is None
    import_file(saved(BARS, tmp_path / "ES_5m.parquet"), warehouse=warehouse)
    assert not any((warehouse.bars("ES") / "_minutes").glob("*"))
    assert not read_bars_index(warehouse, "ES").minutes


def test_a_build_keeps_them_and_says_from_when_on(warehouse: Warehouse, tmp_path: Path) -> None:
    later = small_bars(first="2024-06-21", last="2024-06-28")
    import_file(saved(later, tmp_path / "ES_5m.parquet"), warehouse=warehouse)
    build = start(warehouse, "ES")
    for step in STEPS:
        require(run_step(step, build), "ES")
    assert build.market.minutes is not None
    has_minutes = build.market.minutes.known.all(axis=1)
    assert has_minutes.tolist() == [day <= np.datetime64(LAST) for day in build.market.session_date]
    said = build.written[1].conventions["minutes"]
    assert f"from 2024-06-03 on: {has_minutes.sum()} of {len(build.market)} full sessions" in said
    again = start(warehouse, "ES")
    assert again.is_there


def test_other_minutes_of_the_same_bars_are_another_snapshot(warehouse: Warehouse, tmp_path: Path) -> None:
    before = start(warehouse, "ES").snapshot_id
    import_file(saved(minutes_of(BARS, seed=3), tmp_path / "ES_1m.parquet"), warehouse=warehouse)
    assert start(warehouse, "ES").snapshot_id != before


def test_a_damaged_year_is_named_and_stops_a_build(warehouse: Warehouse) -> None:
    path = warehouse.bars("ES") / minutes_file("2024")
    frame = kept(warehouse)
    frame["high"] += 0.25 * (frame.index == 500)
    table = pq.ParquetFile(path).read()
    pq.write_table(table.set_column(2, table.schema.field("high"), [frame["high"]]), path)
    assert [each.path for each in damages_of(warehouse, "ES")] == [str(path)]
    with pytest.raises(DataError, match="other one-minute bars") as caught:
        _ = start(warehouse, "ES").market
    assert caught.value.code == "damaged_bars"


def minute_days(folder: Path, **settings: Any) -> Any:
    """What a service on `folder` says of the days with minutes, and of the cells they decide."""
    asked = {"from_bar": 6, "side": "up", "unit": "points", "targets": [1.25, 4], "stops": [2]}
    with running(folder, **settings) as client:
        answer = client.post("/api/v2/excursion", headers=bearer(client), json=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()["minute_days"], answer.json()["cells"]


def test_a_backup_and_redis_bring_the_same_minutes(
    warehouse: Warehouse,
    tmp_path: Path,
    redis_server: RedisServer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("REDIS_URL", redis_server.url)
    copy, again, alone = (tmp_path / name for name in ("copy", "again", "alone"))
    places = [
        ["--warehouse", str(place / "warehouse"), "--state", str(place / "state")]
        for place in (tmp_path, again)
    ]
    (tmp_path / "state").mkdir()
    assert main(["build", "ES", *places[0][:2]]) == 0
    expected = minute_days(tmp_path)
    assert expected[0] > 0
    assert main(["backup", str(copy), *places[0]]) == 0
    assert main(["restore", str(copy), *places[1]]) == 0
    restored = Warehouse(again / "warehouse")
    pd.testing.assert_frame_equal(kept(restored), kept(warehouse))
    assert main(["verify", *places[1]]) == 0
    assert main(["build", "ES", *places[1][:2]]) == 0
    assert "is up to date" in capsys.readouterr().out
    assert minute_days(again) == expected
    assert minute_days(alone, redis_url=redis_server.url) == expected
    path = restored.bars("ES") / minutes_file("2024")
    path.write_bytes(path.read_bytes()[:-9])
    assert main(["verify", *places[1]]) == 1
    assert f"{path}: " in capsys.readouterr().out


@pytest.mark.parametrize("is_noted", [True, False])
def test_an_import_merges_no_damaged_minutes_and_mends_deleted_ones(
    warehouse: Warehouse, tmp_path: Path, is_noted: bool
) -> None:
    path, again = warehouse.bars("ES") / minutes_file("2024"), tmp_path / "ES_1m.parquet"
    if not is_noted:
        (warehouse.bars("ES") / FILES_FILE).unlink()
    pq.write_table(pq.ParquetFile(path).read().slice(5), path)
    with pytest.raises(DataError, match=r"year=2024.pq: .* or delete it and import the symbol's one-minute"):
        import_file(again, warehouse=warehouse)
    path.unlink()
    import_file(again, warehouse=warehouse)
    assert len(kept(warehouse)) == len(MINUTES)
    assert list(damages_of(warehouse, "ES")) == []


def test_they_are_a_view_of_their_own(warehouse: Warehouse) -> None:
    duckdb = pytest.importorskip("duckdb")
    script = views_script({}, {"ES": warehouse.bars("ES")})
    with duckdb.connect() as connection:
        connection.execute(script)
        found = connection.execute("SELECT count(*), min(symbol) FROM bars_1m").fetchone()
    assert found == (len(MINUTES), "ES")
