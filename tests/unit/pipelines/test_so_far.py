"""The session so far from a file: which session, which bars, which night, and what is refused."""

import os
import shutil
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from core.contracts.errors import DataError
from core.contracts.next_session import Bars
from core.importing.importer import import_file
from core.importing.overrides import Overrides
from core.market.calendar import exchange_calendar
from core.warehouse.due import session_at
from core.warehouse.paths import Warehouse
from tests.support.small_warehouse import small_bars
from tests.unit.pipelines.day_so_far import at, day_so_far, read, saved_csv

SESSION, NOW = "2024-06-11", "2024-06-11 11:01"


@pytest.fixture
def there(served: Path) -> Warehouse:
    """Serves ES up to Monday 2024-06-10; only read."""
    return Warehouse(served)


def refusal(path: Path, there: Warehouse, now: str = NOW, **how: object) -> DataError:
    with pytest.raises(DataError) as refused:
        read(path, there, now, **how)  # type: ignore[arg-type]
    assert "\n" not in refused.value.detail
    assert str(path) in refused.value.detail
    return refused.value


def test_it_is_the_night_and_the_whole_bars_of_the_latest_session(tmp_path: Path, there: Warehouse) -> None:
    bars = pd.concat([small_bars("2024-06-07", "2024-06-10"), day_so_far(SESSION, 18)])
    found = read(saved_csv(bars, tmp_path / "ES.csv"), there, NOW)
    so_far = found.so_far
    night, rth = bars.iloc[-18 - 186 : -18], bars.iloc[-18:]
    assert (so_far.symbol, so_far.session_date, so_far.contract) == ("ES", SESSION, "ESU4")
    assert (so_far.gxh, so_far.gxl) == (night["high"].max(), night["low"].min())
    assert so_far.bars == Bars(*(rth[name].tolist() for name in ("open", "high", "low", "close")))
    assert (so_far.open, so_far.missing_bar) == (rth["open"].iloc[0], None)
    assert (so_far.at, so_far.source) == (int(at(NOW).timestamp()), "ES.csv")
    assert found.lines[:2] == (
        f"session {SESSION}: bars 1 to 18 of 81, to 11:00 New York",
        f"GXH {so_far.gxh:.12g}, GXL {so_far.gxl:.12g}, from 18:00 to 9:30",
    )


def test_before_the_open_there_is_the_night_so_far_alone(tmp_path: Path, there: Warehouse) -> None:
    bars = day_so_far(SESSION, 0).iloc[:100]
    found = read(saved_csv(bars, tmp_path / "ES.csv"), there, "2024-06-11 02:20")
    assert (found.so_far.open, found.so_far.bars, found.so_far.missing_bar) == (None, Bars(), None)
    assert (found.so_far.gxh, found.so_far.gxl) == (bars["high"].max(), bars["low"].min())
    assert found.lines[0] == f"session {SESSION}: no bar yet"
    assert found.lines[1].endswith("from 18:00 to 2:20")


def test_after_the_close_no_bar_is_the_sessions(tmp_path: Path, there: Warehouse) -> None:
    bars = day_so_far(SESSION, 81 + 9)
    found = read(saved_csv(bars, tmp_path / "ES.csv"), there, "2024-06-11 17:10").so_far
    assert (len(found.bars.c), found.bars.c[-1]) == (81, bars["close"].iloc[-10])


@pytest.mark.parametrize(
    ("session", "evening", "utc_evening", "utc_open", "count", "kind"),
    [
        ("2024-06-24", "2024-06-23", "2024-06-23T22:00Z", "2024-06-24T13:30Z", 12, "session"),
        ("2024-11-04", "2024-11-03", "2024-11-03T23:00Z", "2024-11-04T14:30Z", 12, "session"),
        ("2024-11-01", "2024-10-31", "2024-10-31T22:00Z", "2024-11-01T13:30Z", 12, "session"),
        ("2025-03-10", "2025-03-09", "2025-03-09T22:00Z", "2025-03-10T13:30Z", 12, "session"),
        ("2025-03-07", "2025-03-06", "2025-03-06T23:00Z", "2025-03-07T14:30Z", 12, "session"),
        ("2024-06-20", "2024-06-19", "2024-06-19T22:00Z", "2024-06-20T13:30Z", 12, "session"),
        ("2024-07-03", "2024-07-02", "2024-07-02T22:00Z", "2024-07-03T13:30Z", 45, "half day"),
    ],
)
def test_weekend_holiday_half_day_and_the_clock_change_have_their_own_evening_and_open(
    tmp_path: Path,
    there: Warehouse,
    session: str,
    evening: str,
    utc_evening: str,
    utc_open: str,
    count: int,
    kind: str,
) -> None:
    steps = pd.date_range(utc_evening, utc_open, freq="5min", inclusive="left")
    first = day_so_far(session, count, evening=evening)
    # A noon of trade before the evening, on the holiday where that was one: no part of the night.
    noon = pd.Timestamp(utc_evening) - pd.Timedelta(
        "2D6h" if evening.endswith(("-23", "-03", "-09")) else "6h"
    )
    before = first.iloc[:1].assign(ts=noon, high=5900.0, low=4100.0)
    found = read(saved_csv(pd.concat([before, first]), tmp_path / "ES.csv"), there, f"{session} 16:30")
    so_far = found.so_far
    night = first[first["ts"].isin(steps)]
    opened = first[first["ts"] == pd.Timestamp(utc_open)]
    assert len(night) == len(steps) == 186
    assert (so_far.gxh, so_far.gxl) == (night["high"].max(), night["low"].min())
    assert so_far.open == opened["open"].item()
    assert (so_far.session_date, len(so_far.bars.c)) == (session, count)
    assert found.lines[0].startswith(f"{kind} {session}: bars 1 to {count} of ")


def test_on_a_roll_it_is_of_the_new_contract_and_no_night_of_the_old_one(
    tmp_path: Path, there: Warehouse
) -> None:
    bars = day_so_far("2024-09-16", 6, evening="2024-09-15")
    bars["contract"] = ["ESU4"] * 100 + ["ESZ4"] * (len(bars) - 100)
    found = read(saved_csv(bars, tmp_path / "bars.csv"), there, "2024-09-16 10:00")
    assert (found.so_far.contract, found.so_far.gxh, found.so_far.gxl) == ("ESZ4", None, None)
    assert found.lines[1] == "left out: GXH and GXL, there are no overnight bars from 18:00 to 2:20"
    bars["contract"] = ["ESZ4"] * (len(bars) - 1) + ["ESU4"]
    told = refusal(saved_csv(bars, tmp_path / "bars.csv"), there, "2024-09-16 10:00")
    assert told.code == "two_contracts"
    assert "ESZ4, ESU4" in told.detail


def test_a_hole_ends_it_and_is_said(tmp_path: Path, there: Warehouse) -> None:
    bars = day_so_far(SESSION, 18)
    holed = bars.drop(index=len(bars) - 12)  # bar 7
    found = read(saved_csv(holed, tmp_path / "ES.csv"), there, NOW)
    assert (len(found.so_far.bars.c), found.so_far.missing_bar) == (6, 7)
    assert "left out: bars 8 to 18, for bar 7 (10:00) is missing" in found.lines
    without_first = bars.drop(index=len(bars) - 18)
    found = read(saved_csv(without_first, tmp_path / "ES.csv"), there, NOW)
    assert (found.so_far.open, found.so_far.bars, found.so_far.missing_bar) == (None, Bars(), 1)


@pytest.mark.parametrize(
    ("left_out", "words"),
    [
        (slice(0, 12), "from 18:00 to 19:00"),
        (slice(50, 70), "from 22:10 to 23:50"),
        (slice(170, 186), "from 8:10 to 9:30"),
    ],
)
def test_a_night_with_an_hour_missing_has_no_range(
    tmp_path: Path, there: Warehouse, left_out: slice, words: str
) -> None:
    bars = day_so_far(SESSION, 18)
    holed = bars.drop(index=bars.index[left_out])
    found = read(saved_csv(holed, tmp_path / "ES.csv"), there, NOW)
    assert (found.so_far.gxh, found.so_far.gxl, len(found.so_far.bars.c)) == (None, None, 18)
    assert found.lines[1].endswith(words)
    eleven = bars.drop(index=bars.index[left_out][:11])
    assert read(saved_csv(eleven, tmp_path / "ES.csv"), there, NOW).so_far.gxh is not None


def test_a_bar_that_is_not_over_is_left_out(tmp_path: Path, there: Warehouse) -> None:
    path = saved_csv(day_so_far(SESSION, 18), tmp_path / "ES.csv")
    over = at("2024-06-11 11:00").timestamp()
    for written, count in ((over - 1, 17), (over, 18)):
        os.utime(path, (written, written))
        assert len(read(path, there, NOW).so_far.bars.c) == count
    found = read(path, there, "2024-06-11 10:59")
    assert len(found.so_far.bars.c) == 17
    assert "left out: the bar of 2024-06-11 10:55 New York is still open" in found.lines


@pytest.mark.parametrize("minutes", [1, 3, 5])
def test_one_minute_bars_are_summed_and_a_bar_without_its_last_minute_left_out(
    tmp_path: Path, there: Warehouse, minutes: int
) -> None:
    fives = day_so_far(SESSION, 18)
    ones = fives.loc[fives.index.repeat(5)].reset_index(drop=True)
    ones["ts"] += pd.to_timedelta(np.tile(np.arange(5), len(fives)), unit="min")
    ones = ones.iloc[: len(ones) - 5 + minutes]
    found = read(saved_csv(ones, tmp_path / "ES.csv"), there, NOW).so_far
    assert found.bars.h == fives["high"].tolist()[-18:][: 17 + (minutes == 5)]


def test_of_the_snapshot_of_the_future_and_of_no_session_are_refused(
    tmp_path: Path, there: Warehouse
) -> None:
    path = saved_csv(day_so_far("2024-06-10", 18, evening="2024-06-09"), tmp_path / "ES.csv")
    told = refusal(path, there)
    assert told.code == "in_the_snapshot"
    assert "2024-06-10, and it is in the snapshot already" in told.detail
    told = refusal(saved_csv(day_so_far(SESSION, 18), tmp_path / "ES.csv"), there, "2024-06-11 10:00")
    assert told.code == "future_bars"
    assert "opens at 2024-06-11 10:55 New York, and now it is 2024-06-11 10:00" in told.detail
    holiday = day_so_far("2024-06-19", 0)
    told = refusal(saved_csv(holiday, tmp_path / "ES.csv"), there, "2024-06-19 10:00")
    assert told.code == "no_session"


def test_prices_far_from_the_last_close_off_the_tick_and_upside_down_are_refused(
    tmp_path: Path, there: Warehouse
) -> None:
    bars = day_so_far(SESSION, 6)
    prices = ["open", "high", "low", "close"]
    far = bars.assign(**{name: bars[name] + 1100 for name in prices})
    told = refusal(saved_csv(far, tmp_path / "ES.csv"), there)
    assert told.code == "beyond_limit"
    assert "the close of 2024-06-10 in the snapshot" in told.detail
    for name, value, code in (("high", 5030.1, "off_tick"), ("high", 4000.0, "impossible_price")):
        wrong = bars.copy()
        wrong.loc[len(bars) - 2, name] = value
        assert refusal(saved_csv(wrong, tmp_path / "ES.csv"), there).code == code


def test_another_symbols_bars_are_refused(tmp_path: Path, there: Warehouse) -> None:
    bars = day_so_far(SESSION, 6, contract="NQU4")
    assert refusal(saved_csv(bars, tmp_path / "bars.csv"), there).code == "symbol_conflict"
    unnamed = bars.drop(columns="contract")
    assert refusal(saved_csv(unnamed, tmp_path / "NQ.csv"), there).code == "symbol_conflict"
    told = refusal(saved_csv(unnamed, tmp_path / "bars.csv"), there, symbol=None)
    assert told.code == "symbol_unknown"
    with pytest.raises(DataError, match="NQ: no snapshot is published") as refused:
        read(saved_csv(bars, tmp_path / "bars.csv"), there, NOW, symbol="NQ")
    assert refused.value.code == "no_snapshot"


@pytest.mark.parametrize("count", [2, 3, 18])
def test_half_a_day_does_not_show_its_zone_and_takes_a_persons_word(
    tmp_path: Path, there: Warehouse, count: int
) -> None:
    bars = day_so_far("2024-06-12", count, contract=None).iloc[-count:]
    volume = np.linspace(900, 100, count).astype(int)
    volume[-1] = 90_000  # a release of figures, not the open
    bars = bars.assign(volume=volume)
    now = "2024-06-12 11:01"
    chicago = saved_csv(bars, tmp_path / "ES.txt", "America/Chicago", 5)
    for said in (Overrides(), Overrides(zone="America/Chicago")):
        told = refusal(chicago, there, now, overrides=said)
        assert told.code in ("unclear_zone", "date_form")
    word = Overrides("America/Chicago", "close", ("date", "time", "open", "high", "low", "close", "volume"))
    path = saved_csv(bars, tmp_path / "stated.csv")
    stated = read(path, there, now).so_far
    assert stated.bars.o == bars["open"].tolist()
    chicago.write_text(chicago.read_text().replace("06/12/2024", "2024-06-12"))
    assert read(chicago, there, now, overrides=word).so_far.bars == stated.bars


def test_a_source_that_was_imported_before_is_read_as_then(tmp_path: Path, served: Path) -> None:
    warehouse = Warehouse(tmp_path / "warehouse")
    shutil.copytree(served, warehouse.root)
    past = small_bars("2024-01-02", "2024-05-31", contract="ESU4")
    history = saved_csv(past.drop(columns="contract"), tmp_path / "ES_history.txt", "America/Chicago", 5)
    out = Warehouse(tmp_path / "other")
    import_file(history, symbol="ES", warehouse=out, roll="calendar")
    shutil.copytree(out.sources, warehouse.sources)
    bars = day_so_far(SESSION, 18).drop(columns="contract")
    found = read(saved_csv(bars, tmp_path / "ES_now.txt", "America/Chicago", 5), warehouse, NOW)
    assert found.so_far.bars.o == bars["open"].tolist()[-18:]
    assert found.so_far.contract == ""


@pytest.mark.parametrize(
    ("now", "session"),
    [
        ("2024-06-14 17:59", "2024-06-14"),
        ("2024-06-14 18:00", "2024-06-17"),
        ("2024-06-16 12:00", "2024-06-17"),
        ("2024-06-18 18:00", "2024-06-20"),
        ("2024-11-03 18:00", "2024-11-04"),
        ("2025-03-09 17:59", "2025-03-10"),
        ("2024-07-03 13:30", "2024-07-03"),
    ],
)
def test_the_session_of_a_moment_begins_at_18(now: str, session: str) -> None:
    assert str(session_at(at(now), exchange_calendar())) == session
