"""The RANGE features from their definitions, one day at a time (features.md section 4).

Each function takes a `Day` and returns the value, None where the question does not apply. Functions of
event features may be given a day cut after bar N.
"""

from collections.abc import Callable, Sequence

from tests.oracles.days import Bar, Day, Value


def _range(bars: Sequence[Bar]) -> float:
    return max(bar.high for bar in bars) - min(bar.low for bar in bars)


def day_range_pts(day: Day) -> float:
    return _range(day.bars)


def day_range_pct_adr(day: Day) -> float | None:
    if not day.adr10:
        return None
    return 100 * _range(day.bars) / day.adr10


def adr10_pts(day: Day) -> float | None:
    return day.adr10


def bar1_range_pct_adr(day: Day) -> float | None:
    if not day.adr10:
        return None
    return 100 * (day.bars[0].high - day.bars[0].low) / day.adr10


def _bar_reaching(day: Day, wanted: float) -> int:
    """First bar at which the range so far is the wanted one, 0 for none."""
    high, low = day.bars[0].high, day.bars[0].low
    for number, bar in enumerate(day.bars, start=1):
        high, low = max(high, bar.high), min(low, bar.low)
        if high - low >= wanted:
            return number
    return 0


def range_50adr_bar(day: Day) -> int | None:
    return None if day.adr10 is None else _bar_reaching(day, 0.5 * day.adr10)


def range_100adr_bar(day: Day) -> int | None:
    return None if day.adr10 is None else _bar_reaching(day, day.adr10)


def nr7(day: Day) -> bool | None:
    if len(day.ranges_before) < 6:
        return None
    return all(_range(day.bars) < earlier for earlier in day.ranges_before[-6:])


def inside_day(day: Day) -> bool | None:
    if day.yesterday is None:
        return None
    hoy, loy, _ = day.yesterday
    return max(bar.high for bar in day.bars) <= hoy and min(bar.low for bar in day.bars) >= loy


def outside_day(day: Day) -> bool | None:
    if day.yesterday is None:
        return None
    hoy, loy, _ = day.yesterday
    return max(bar.high for bar in day.bars) > hoy and min(bar.low for bar in day.bars) < loy


def new_high_count(day: Day) -> int:
    count, high = 0, day.bars[0].high
    for bar in day.bars[1:]:
        if bar.high > high:
            count, high = count + 1, bar.high
    return count


def new_low_count(day: Day) -> int:
    count, low = 0, day.bars[0].low
    for bar in day.bars[1:]:
        if bar.low < low:
            count, low = count + 1, bar.low
    return count


def range_growth_after_b18_pct(day: Day) -> float | None:
    early = _range(day.bars[:18])
    if early == 0:
        return None
    return 100 * (_range(day.bars) - early) / early


def ttr_bar(day: Day) -> int | None:
    if day.adr10 is None:
        return None
    for number in range(20, len(day.bars) + 1):
        if 5 * _range(day.bars[number - 20 : number]) <= day.adr10:
            return number
    return 0


ANSWERS: dict[str, Callable[[Day], Value]] = {
    "day_range_pts": day_range_pts,
    "day_range_pct_adr": day_range_pct_adr,
    "adr10_pts": adr10_pts,
    "bar1_range_pct_adr": bar1_range_pct_adr,
    "range_50adr_bar": range_50adr_bar,
    "range_100adr_bar": range_100adr_bar,
    "nr7": nr7,
    "inside_day": inside_day,
    "outside_day": outside_day,
    "new_high_count": new_high_count,
    "new_low_count": new_low_count,
    "range_growth_after_b18_pct": range_growth_after_b18_pct,
    "ttr_bar": ttr_bar,
}
