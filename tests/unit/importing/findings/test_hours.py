"""Days stamped late or early are refused with their first row, however far and however many."""

from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contracts.errors import DataError
from core.importing.findings.defects import FileFinding, FileView, accepted
from core.importing.findings.hours import hour_findings
from core.importing.formats.any_file import read_any_file
from core.importing.sample import sample_bars
from core.market.instruments import instrument
from core.market.market import DateArray
from core.market.sessions import build_sessions
from tests.support.sizes import examples
from tests.unit.importing.planting import BARS, MINUTE, bar_file, file_findings
from tests.unit.importing.vendor_files import as_lines, as_ohlcv
from tests.unit.market.bar_builder import SHARED_DATA

SHIFTS = [sign * minutes for minutes in range(5, 181, 5) for sign in (1, -1)]
SPANS = range(2, 61)
SYMBOLS = ("ES", "NQ", "YM", "RTY")
LONG_REGULAR = BARS[(MINUTE >= 570) & (MINUTE < 1020)].reset_index(drop=True)
some_shift, some_span = st.sampled_from(SHIFTS), st.integers(2, 60)


def trade_days(bars: pd.DataFrame) -> DateArray:
    evening = bars["ts"].dt.tz_convert("America/New_York").dt.tz_localize(None) + pd.Timedelta(hours=6)
    return np.asarray(evening.to_numpy().astype("datetime64[D]"))


def late(bars: pd.DataFrame, first: int, days: int, minutes: int, *, wins: bool = True) -> pd.DataFrame:
    """`bars` with `days` trade days from the one at `first` on stamped so much later.

    Where two bars then share a stamp the moved one stays if it `wins`, else the other.
    """
    listed = trade_days(bars)
    each = np.unique(listed)
    first = min(first, max(len(each) - days, 0))
    moved = np.isin(listed, each[first : first + days])
    shifted = bars.assign(moved=moved, ts=bars["ts"] + pd.to_timedelta(moved * minutes, unit="min"))
    one_each = shifted.sort_values(["ts", "moved"]).drop_duplicates("ts", keep="last" if wins else "first")
    return one_each.drop(columns="moved").reset_index(drop=True)


def hours(bars: pd.DataFrame, symbol: str = "ES") -> list[FileFinding]:
    return list(hour_findings(FileView.of(bar_file(bars).frame, instrument(symbol))))


@cache
def real(symbol: str) -> pd.DataFrame:
    path = SHARED_DATA / f"{symbol}_5m.parquet"
    if not path.exists():
        pytest.skip("no shared data beside the repository")
    return read_any_file(path).frame


@pytest.mark.parametrize("minutes", SHIFTS)
def test_every_shift_over_two_to_sixty_days_is_refused(minutes: int) -> None:
    nth = SHIFTS.index(minutes)
    for turn in range(8):
        days = SPANS[(8 * nth + turn) % len(SPANS)]
        first = (5 * nth + 11 * turn) % 60
        [found] = hours(late(BARS, first, days, minutes, wins=turn % 2 == 0))
        assert found.kind == "shifted_stamps"
        assert found.action == "refused"


@settings(max_examples=examples(40), deadline=None)
@given(some_shift, some_span, st.integers(0, 40))
def test_so_is_every_shift_in_a_file_of_regular_hours(minutes: int, days: int, first: int) -> None:
    assert {each.kind for each in hours(late(LONG_REGULAR, first, days, minutes))} == {"shifted_stamps"}


@pytest.mark.parametrize("symbol", SYMBOLS)
@settings(max_examples=examples(25), deadline=None)
@given(minutes=some_shift, days=some_span, first=st.integers(0, 560), wins=st.booleans())
def test_real_bars_that_are_late_are_refused_or_their_sessions_left_out(
    *, symbol: str, minutes: int, days: int, first: int, wins: bool
) -> None:
    bars, known = real(symbol), instrument(symbol)
    shifted = late(bars, first, days, minutes, wins=wins)
    if hours(shifted, symbol):
        return
    counted, right = build_sessions(shifted, known).sessions, build_sessions(bars, known).sessions
    rows = np.searchsorted(right.session_date, counted.session_date)
    assert np.isin(counted.session_date, right.session_date).all()
    assert (counted.open == right.open[rows]).all()
    assert (counted.close == right.close[rows]).all()


@pytest.mark.parametrize("minutes", SHIFTS[::5])
def test_stamps_of_a_wall_clock_are_judged_alike(minutes: int, tmp_path: Path) -> None:
    path = tmp_path / "ES.txt"
    shifted = late(BARS, 20 + abs(minutes) % 17, 2 + abs(minutes) % 7, minutes)
    stamps = shifted["ts"].dt.tz_convert("America/New_York").dt.strftime("%Y-%m-%d %H:%M:%S")
    path.write_text(as_lines(stamps, *as_ohlcv(shifted)))
    with pytest.raises(DataError, match="data row") as caught:
        accepted(file_findings(read_any_file(path), instrument("ES")), path)
    assert caught.value.code in ("shifted_stamps", "mixed_zones")


@pytest.mark.parametrize(("minutes", "word"), [(60, "19:00"), (30, "18:30"), (-5, "17:55"), (-45, "17:15")])
def test_the_first_row_and_its_hour_are_named(minutes: int, word: str) -> None:
    shifted = late(BARS, 20, 10, minutes)
    moved = BARS["ts"][trade_days(BARS) == np.unique(trade_days(BARS))[20]].iloc[0]
    at = int((shifted["ts"] == moved + pd.Timedelta(minutes=minutes)).to_numpy().argmax())
    [found] = hours(shifted)
    assert found.row == at + 1
    assert f"a day begins at {word} New York" in found.detail
    assert "Correct the stamps" in found.detail


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_nothing_is_said_of_real_bars(symbol: str) -> None:
    assert hours(real(symbol), symbol) == []


def test_nothing_is_said_of_the_sample_whose_thin_nights_begin_late_at_times() -> None:
    assert hours(sample_bars(), "DEMO") == []


def test_late_prints_and_filled_pauses_and_one_late_evening_are_no_clock_that_was_wrong() -> None:
    closes = BARS[MINUTE == 1015]
    prints = closes.assign(ts=closes["ts"] + pd.Timedelta(minutes=5))
    assert hours(pd.concat([BARS, prints]).sort_values("ts", ignore_index=True)) == []
    filled = [
        closes.assign(
            ts=closes["ts"] + pd.Timedelta(minutes=5 * step), open=5000.0, high=5000.0, low=5000.0
        ).assign(close=5000.0, volume=0)
        for step in range(1, 13)
    ]
    assert hours(pd.concat([BARS, *filled]).sort_values("ts", ignore_index=True)) == []
    evening = np.flatnonzero(MINUTE == 1080)[10]
    assert hours(BARS.drop(index=range(evening, evening + 3)).reset_index(drop=True)) == []
    assert hours(BARS.iloc[:0]) == []
