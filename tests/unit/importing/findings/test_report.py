"""A defect planted into clean bars is found with exactly its row, and nothing else is."""

from datetime import date

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contracts.errors import DataError
from core.importing.findings.defects import FileView, accepted
from core.importing.findings.levels import YEAR_END_CLOSES, probe_adjustment
from core.importing.formats.any_file import read_any_file
from core.market.instruments import instrument
from tests.support.sizes import examples
from tests.unit.importing.planting import (
    BARS,
    DAYS,
    MINUTE,
    NIGHT,
    PRICES,
    RTH_BARS,
    bar_file,
    file_findings,
    flat,
    found,
    scaled,
    shifted,
    without,
)
from tests.unit.market.bar_builder import SHARED_DATA, joined, rth

some_day = st.sampled_from(DAYS[1:-1])
few = settings(max_examples=examples(12), deadline=None)

LAYOUT_TRAITS = {
    "ES 12-24.Last.txt": {"windows_lines"},
    "kibot_ES.txt": {"windows_lines"},
    "tradestation_ES.txt": {"windows_lines"},
    "tradingview_unix_ES.csv": {"byte_order_mark"},
    "barchart_ES.csv": {"thousands_commas", "newest_first", "footer"},
}
"""What those of the shared files have that no row of a plain table has."""


def regular(last_minute: int) -> pd.DataFrame:
    """The known bars from 09:30 to before this minute, of the full sessions before Thanksgiving."""
    kept = BARS[(MINUTE >= 570) & (last_minute > MINUTE)]
    before: pd.DataFrame = kept[kept["ts"] < pd.Timestamp("2024-11-28", tz="UTC")].reset_index(drop=True)
    return before


def test_nothing_is_found_in_clean_bars() -> None:
    assert found(BARS) == []
    assert found(regular(975)) == []


@pytest.mark.parametrize("path", sorted(SHARED_DATA.glob("formats/*")), ids=lambda path: str(path.name))
def test_nothing_is_found_in_the_shared_files_but_their_layouts_traits(path: object) -> None:
    file = read_any_file(str(path))
    kinds = {finding.kind for finding in file_findings(file, instrument("ES"))}
    assert kinds == LAYOUT_TRAITS.get(file.path.name, set())


def test_what_is_known_to_be_missing_of_es_is_all_that_is_found() -> None:
    path = SHARED_DATA / "ES_5m.parquet"
    if not path.exists():
        pytest.skip("no shared data beside the repository")
    findings = file_findings(read_any_file(path), instrument("ES"))
    assert [(each.kind, each.sessions) for each in findings] == [
        ("missing_session", (date(2025, 6, 30),)),
        ("holes", (date(2025, 11, 28),)),
    ]


@few
@given(some_day, st.integers(2, 75), st.integers(1, 5))
def test_a_hole_in_a_session_is_named_with_the_row_after_it(day: int, bar: int, count: int) -> None:
    at = day + NIGHT + bar - 1
    assert found(without(at, count)) == [("holes", at + 1, count)]


@few
@given(some_day, st.integers(1, 150), st.integers(2, 30))
def test_a_hole_in_a_night_is_named_with_the_row_after_it(day: int, bar: int, count: int) -> None:
    assert found(without(day + bar, count)) == [("holes", day + bar + 1, count)]


@few
@given(some_day)
def test_a_day_without_its_session_is_named(day: int) -> None:
    at = day + NIGHT
    gone = BARS["ts"].dt.tz_convert("America/New_York")[at].date()
    findings = file_findings(bar_file(without(at, RTH_BARS)), instrument("ES"))
    assert [each.kind for each in findings] == ["missing_session"]
    assert findings[0].sessions == (gone,)
    assert findings[0].detail.startswith(f"{gone}: no RTH bars")


@pytest.mark.parametrize(
    ("date", "first"), [("2020-03-09", 2), ("2020-03-12", 3), ("2020-03-16", 2), ("2020-03-18", 43)]
)
def test_the_halts_of_march_2020_are_known_as_halts(date: str, first: int) -> None:
    day = rth(date, 2800).assign(volume=5000)
    [finding] = file_findings(bar_file(day.drop(index=[first - 1, first])), instrument("ES"))
    assert (finding.kind, finding.row, finding.rows) == ("halt", first, 2)
    [finding] = file_findings(bar_file(day.drop(index=[first - 1, first, first + 1])), instrument("ES"))
    assert finding.kind == "holes"
    assert f"without RTH bars {first}-{first + 2} of 81" in finding.detail


@few
@given(some_day, st.integers(1, 260), st.integers(3, 9))
def test_bars_that_a_vendor_filled_in_are_told(day: int, bar: int, count: int) -> None:
    assert found(flat(day + bar, count, volume=0)) == [("filled_bars", day + bar + 1, count)]
    assert found(flat(day + bar, 2, volume=0)) == []


@few
@given(some_day, st.integers(1, 160), st.integers(12, 20))
def test_a_night_at_one_price_is_told(day: int, bar: int, count: int) -> None:
    assert found(flat(day + bar, count, volume=7)) == [("limit_night", day + bar + 1, count)]
    assert found(flat(day + bar, 11, volume=7)) == []


@few
@given(some_day, st.integers(1, 270), st.sampled_from([-400.0, 250.0, 900.0]))
def test_two_adjustments_joined_within_a_day_are_refused(day: int, bar: int, points: float) -> None:
    at = day + bar
    assert found(shifted(at, points)) == [("adjustment_splice", at + 1, len(BARS) - at)]


@few
@given(st.sampled_from(DAYS[10:-1]))
def test_a_jump_between_sessions_is_told_or_beyond_any_limit_refused(day: int) -> None:
    local = BARS["ts"].dt.tz_convert("America/New_York")[day]
    points = 200.0 if local.weekday() == 6 else 120.0
    assert found(shifted(day, points)) == [("level_jump", day + 1, 1)]
    assert found(shifted(day, 700.0)) == [("adjustment_splice", day + 1, len(BARS) - day)]


@pytest.mark.parametrize(("last_minute", "is_told"), [(725, True), (720, False)])
def test_a_jump_after_a_session_that_ends_before_noon_is_not_told(last_minute: int, is_told: bool) -> None:
    bars = regular(last_minute)
    monday = int(np.argmax(bars["ts"] >= pd.Timestamp("2024-11-18", tz="UTC")))
    bars.loc[monday:, PRICES] += 200
    jumps = [row for kind, row, _ in found(bars) if kind != "holes"]
    assert jumps == ([monday + 1] if is_told else [])


def test_a_jump_where_contracts_change_is_a_roll() -> None:
    day = DAYS[20]
    names = np.where(np.arange(len(BARS)) < day, "ESZ4", "ESH5")
    assert found(shifted(day, 120.0).assign(contract=names)) == []
    assert found(shifted(DAYS[2], 120.0)) == [], "the week of the September expiry"


def test_a_price_that_comes_back_is_no_jump_of_the_level() -> None:
    bars = BARS.copy()
    bars.loc[4000, PRICES] += 500
    assert found(bars) == [("beyond_limit", 4001, 1), ("spike", 4001, 1)]


@few
@given(st.integers(100, len(BARS) - 100))
def test_a_ratio_adjusted_part_is_named_where_it_ends_or_begins(at: int) -> None:
    assert found(scaled(0, at, 0.99731))[0][:2] == ("adjustment_splice", at + 1)
    assert found(scaled(at, len(BARS), 0.99731))[0][:2] == ("adjustment_splice", at + 1)


@pytest.mark.parametrize("stray", [-3000, -400, 400, 3000])
def test_a_ratio_splice_is_named_at_the_splice_whatever_strays_beside_it(stray: int) -> None:
    at = DAYS[25]
    for bars in (scaled(0, at, 0.99731), scaled(at, len(BARS), 0.99731)):
        bars.loc[at + stray, PRICES] = bars.loc[at + stray, PRICES].round() + 0.1
        bars.loc[at - stray, PRICES] = bars.loc[at - stray, PRICES].round()
        splices = [(kind, row) for kind, row, _ in found(bars) if kind == "adjustment_splice"]
        assert splices == [("adjustment_splice", at + 1)]


@few
@given(st.integers(0, len(BARS) - 1))
def test_prices_kept_in_32_bits_are_told_with_their_row(at: int) -> None:
    grid = BARS.copy()
    grid[PRICES] = np.round((grid[PRICES] - 5000) * 0.4 + 2000) + 0.1
    assert found(grid, "RTY") == []
    row = grid.loc[at, PRICES].astype("float32").astype("float64")
    grid.loc[at, PRICES] = row
    assert found(grid, "RTY") == [("float32_prices", at + 1, 1)]


def test_a_volume_that_could_count_trades_is_told() -> None:
    assert found(BARS.assign(volume=BARS["volume"] // 9)) == [
        ("thin_volume", DAYS[0] + NIGHT + 1, int(((MINUTE >= 570) & (MINUTE < 975)).sum()) - RTH_BARS - 36)
    ]


def test_sessions_to_the_cash_close_are_refused_and_longer_ones_told() -> None:
    short, long = regular(16 * 60), regular(17 * 60)
    days = len(short) // 78
    assert found(short) == [("wrong_length", 78, days)]
    assert found(long) == [("long_sessions", 82, 9 * days)]
    with pytest.raises(DataError, match=r"data row 78: .* Export regular hours to 16:15") as caught:
        accepted(file_findings(bar_file(short), instrument("ES")), bar_file(short).path)
    assert caught.value.code == "wrong_length"


@pytest.mark.parametrize(("first", "verdict"), [(1.005, "unadjusted"), (1.12, "back-adjusted")])
def test_the_years_ends_tell_whether_old_prices_were_shifted(first: float, verdict: str) -> None:
    closes = YEAR_END_CLOSES["ES"]
    drifts = np.linspace(first, 1.005, len(closes))
    days = {2016: 30, 2017: 29, 2021: 31, 2022: 30, 2023: 29}
    parts = [
        rth(f"{year}-12-{days.get(year, 31)}", np.rint(close * drift * 4) / 4).assign(volume=5000)
        for (year, close), drift in zip(closes.items(), drifts, strict=True)
    ]
    file = bar_file(joined(parts))
    probed = probe_adjustment(FileView.of(file.frame, instrument("ES")))
    assert probed.verdict == verdict
    assert [round(drift, 3) for drift in probed.drifts.values()] == pytest.approx(drifts - 1, abs=6e-4)
    told = [each.row for each in file_findings(file, instrument("ES")) if each.kind == "back_adjusted"]
    assert told == ([78] if verdict == "back-adjusted" else [])
