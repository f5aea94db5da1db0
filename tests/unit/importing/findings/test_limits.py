"""One wrong price is refused beyond the exchange's limit, and told where the next bar takes it back."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contracts.errors import DataError
from core.importing.findings.defects import FileFinding
from core.importing.findings.levels import findings_after
from core.importing.formats.any_file import read_any_file
from core.importing.formats.bar_file import check_values
from core.importing.sample import sample_bars
from core.market.instruments import instrument
from core.market.sessions import spikes
from tests.support.sizes import examples
from tests.unit.importing.planting import BARS, DAYS, MINUTE, PRICES, bar_file, file_findings
from tests.unit.market.bar_builder import SHARED_DATA, bars_at, joined, opens, with_closes

ES = instrument("ES")
IS_NIGHT = (MINUTE < 570) | (MINUTE >= 1080)
few = settings(max_examples=examples(25), deadline=None)
some_bar = st.integers(2 * 276, len(BARS) - 2)
BEFORE_HOLIDAYS = BARS["ts"] < pd.Timestamp("2024-11-27", tz="UTC")
some_night = st.sampled_from(np.flatnonzero(IS_NIGHT & BEFORE_HOLIDAYS)[400:].tolist())


def found(bars: pd.DataFrame, symbol: str = "ES") -> list[FileFinding]:
    findings = file_findings(bar_file(bars), instrument(symbol))
    return [each for each in findings if each.kind in ("beyond_limit", "spike")]


def planted(at: int, columns: list[str], **how: float) -> pd.DataFrame:
    bars = BARS.copy()
    bars.loc[at, columns] = bars.loc[at, columns] * how.get("times", 1) + how.get("plus", 0)
    return bars


@few
@given(st.integers(1, len(BARS) - 2), st.sampled_from([10.0, 100.0, 1.5]))
def test_a_high_times_ten_is_refused_with_its_row_and_value(at: int, times: float) -> None:
    bars = planted(at, ["high"], times=times)
    refused = next(each for each in found(bars) if each.kind == "beyond_limit")
    assert (refused.row, refused.rows, refused.action) == (at + 1, 1, "refused")
    assert f"high {bars['high'][at]:.12g} lies +" in refused.detail
    assert "from the last close" in refused.detail


@few
@given(some_bar, st.sampled_from([PRICES, ["low"]]), st.sampled_from([0.1, 0.01]))
def test_so_is_a_bar_or_a_low_a_tenth_of_what_it_was(at: int, columns: list[str], times: float) -> None:
    refused = next(each for each in found(planted(at, columns, times=times)) if each.kind == "beyond_limit")
    assert refused.row == at + 1


@few
@given(some_night)
def test_a_night_has_seven_percent(at: int) -> None:
    before = BARS["close"].to_numpy()
    last = [at_end for at_end in np.flatnonzero(MINUTE == 970) if at_end < at][-1]
    close = max(before[last], before[last - 3])
    inside, beyond = np.floor(close * 1.07), np.ceil(close * 1.08)
    for price, kinds in ((inside, {"spike"}), (beyond, {"spike", "beyond_limit"})):
        bars = BARS.assign(high=BARS["high"].where(BARS.index != at, price))
        assert {each.kind for each in found(bars)} == kinds


@few
@given(some_bar, st.sampled_from([["high"], PRICES]), st.sampled_from([300.0, 130.0]))
def test_a_price_that_the_next_bar_takes_back_is_told_with_row_and_value(
    at: int, columns: list[str], points: float
) -> None:
    bars = planted(at, columns, plus=points)
    told = [each for each in found(bars) if each.row == at + 1]
    assert [(each.kind, each.action) for each in told] == [("spike", "told")]
    assert f"high {bars['high'][at]:.12g} lies" in told[0].detail
    assert f"data row {at + 1}" in told[0].detail


@few
@given(some_bar, st.sampled_from([-300.0, -130.0]))
def test_a_low_is_told_as_a_high_is(at: int, points: float) -> None:
    told = [each for each in found(planted(at, ["low"], plus=points)) if each.row == at + 1]
    assert [each.kind for each in told] == ["spike"]
    assert "low" in told[0].detail


def test_a_price_that_stays_is_no_spike() -> None:
    prices = BARS[PRICES].to_numpy().copy()
    prices[4000:4003] += 300
    assert spikes(prices) == []
    assert spikes(prices[:2]) == []


def test_all_prices_in_cents_are_refused() -> None:
    bars = BARS.assign(**{name: BARS[name] * 100 for name in PRICES})
    with pytest.raises(
        DataError, match=r"data row 1: half of the closes lie beyond .* between 200 and 60,000"
    ):
        check_values(bars, ES, bar_file(bars).path)
    check_values(BARS, ES, bar_file(BARS).path)


CRASHES = {
    "2008": [("2008-10-10", 892), ("2008-10-13", 1007), ("2008-10-14", 994), ("2008-10-15", 904)],
    "2020": [
        ("2020-03-06", 2972),
        ("2020-03-09", 2744),
        ("2020-03-10", 2880),
        ("2020-03-11", 2738),
        ("2020-03-12", 2478),
        ("2020-03-13", 2696),
        ("2020-03-16", 2388),
        ("2020-03-17", 2524),
        ("2020-03-18", 2389),
    ],
}
"""Closes of the S&P 500's future, rounded, of its largest days."""


@pytest.mark.parametrize("year", CRASHES)
def test_the_largest_days_there_were_are_within_the_limits(year: str) -> None:
    parts, last = [], float(CRASHES[year][0][1])
    for day, close in CRASHES[year]:
        night = opens(f"{np.datetime64(day) - 1} 18:00", f"{day} 09:25")
        to = last * (0.95 if close < last else 1.05)
        parts.append(with_closes(bars_at(night), np.rint(np.linspace(last, to, len(night)) * 4) / 4))
        regular = opens(f"{day} 09:30", f"{day} 16:10")
        parts.append(with_closes(bars_at(regular), np.rint(np.linspace(to, close, len(regular)) * 4) / 4))
        last = float(close)
    assert found(joined(parts)) == []


@pytest.mark.parametrize("symbol", ["ES", "NQ", "YM", "RTY"])
def test_nothing_is_said_of_real_bars_until_one_is_wrong(symbol: str) -> None:
    path = SHARED_DATA / f"{symbol}_5m.parquet"
    if not path.exists():
        pytest.skip("no shared data beside the repository")
    bars = read_any_file(path).frame
    assert found(bars, symbol) == []
    bars["high"] *= np.where(bars.index == 77_777, 10, 1)
    assert [(each.kind, each.row) for each in found(bars, symbol)] == [
        ("beyond_limit", 77_778),
        ("spike", 77_778),
    ]


def test_nothing_is_said_of_the_sample() -> None:
    assert found(sample_bars(), "DEMO") == []


def test_a_file_of_one_day_is_held_to_the_close_that_is_there_already() -> None:
    there, day = BARS.iloc[: DAYS[30]], slice(DAYS[30], DAYS[31])
    fresh = BARS.iloc[day].reset_index(drop=True)
    high = float(np.ceil(fresh["close"][5] * 1.09))
    wrong = fresh.assign(high=fresh["high"].where(fresh.index != 5, high))
    assert list(findings_after(there, bar_file(fresh), ES)) == []
    [refused] = findings_after(there, bar_file(wrong), ES)
    assert (refused.kind, refused.row) == ("beyond_limit", 6)
    assert list(findings_after(there.iloc[:0], bar_file(fresh), ES)) == []
    long_ago = BARS.iloc[: DAYS[20]]
    assert list(findings_after(long_ago, bar_file(wrong), ES)) == [], "no close of the week before"
