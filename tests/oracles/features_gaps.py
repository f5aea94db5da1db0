"""The GAPS features from their definitions, one day at a time (features.md section 4).

Each function takes a `Day` and returns the value, None where the question does not apply. Functions of
event features may be given a day cut after bar N.
"""

from collections.abc import Callable

from tests.oracles.days import Day, Value


def gap_up(day: Day) -> bool | None:
    if day.yesterday is None:
        return None
    return day.bars[0].open > day.yesterday[2]


def gap_down(day: Day) -> bool | None:
    if day.yesterday is None:
        return None
    return day.bars[0].open < day.yesterday[2]


def gap_size_pts(day: Day) -> float | None:
    if day.yesterday is None:
        return None
    return day.bars[0].open - day.yesterday[2]


def gap_size_pct_adr(day: Day) -> float | None:
    gap = gap_size_pts(day)
    if gap is None or not day.adr10:
        return None
    return 100 * abs(gap) / day.adr10


def gap_class(day: Day) -> str | None:
    if day.yesterday is None:
        return None
    high, low, close = day.yesterday
    first = day.bars[0].open
    if first == close:
        return "flat"
    if first > close:
        return "full_up" if first > high else "partial_up"
    return "full_down" if first < low else "partial_down"


def open_vs_prev_range(day: Day) -> str | None:
    if day.yesterday is None:
        return None
    high, low, _ = day.yesterday
    if day.bars[0].open > high:
        return "above"
    return "below" if day.bars[0].open < low else "inside"


def open_loc_prev_range_pct(day: Day) -> float | None:
    if day.yesterday is None:
        return None
    high, low, _ = day.yesterday
    if high == low:
        return None
    return 100 * (day.bars[0].open - low) / (high - low)


def _first_back_at(day: Day, level: float, gap: float) -> int:
    """First bar that trades back to a level below the open (gap up) or above it (gap down)."""
    for number, bar in enumerate(day.bars, start=1):
        if gap > 0 and bar.low <= level:
            return number
        if gap < 0 and bar.high >= level:
            return number
    return 0


def gap_fill_bar(day: Day) -> int | None:
    gap = gap_size_pts(day)
    if day.yesterday is None or not gap:
        return None
    return _first_back_at(day, day.yesterday[2], gap)


def gap_half_fill_bar(day: Day) -> int | None:
    gap = gap_size_pts(day)
    if day.yesterday is None or not gap:
        return None
    return _first_back_at(day, day.yesterday[2] + 0.5 * gap, gap)


def gap_fill_pct_max(day: Day) -> float | None:
    gap = gap_size_pts(day)
    if not gap or day.adr10 is None or 20 * abs(gap) < day.adr10:
        return None
    first = day.bars[0].open
    if gap > 0:
        return 100 * (first - min(bar.low for bar in day.bars)) / gap
    return 100 * (max(bar.high for bar in day.bars) - first) / -gap


def gap_fill_by_b12(day: Day) -> bool | None:
    filled = gap_fill_bar(day)
    return None if filled is None else 1 <= filled <= 12


def gap_and_go(day: Day) -> bool | None:
    gap, filled = gap_size_pts(day), gap_fill_bar(day)
    if gap is None or filled is None:
        return None
    if filled != 0:
        return False
    last, first = day.bars[80].close, day.bars[0].open
    return last > first if gap > 0 else last < first


def gap_bo_test_bar(day: Day) -> int | None:
    kind = gap_class(day)
    if day.yesterday is None or kind not in ("full_up", "full_down"):
        return None
    high, low, _ = day.yesterday
    return _first_back_at(day, high, 1.0) if kind == "full_up" else _first_back_at(day, low, -1.0)


def gap_adverse_pct_adr(day: Day) -> float | None:
    gap, filled = gap_size_pts(day), gap_fill_bar(day)
    if gap is None or filled is None or not day.adr10:
        return None
    first, coy = day.bars[0].open, day.bars[0].open - gap
    bars = list(day.bars)
    if filled:
        bars = list(day.bars[: filled - 1])
        for each in day.prints(filled, filled):
            bars.append(each)
            if each.low <= coy if gap > 0 else each.high >= coy:
                break
    if gap > 0:
        return 100 * (max(bar.high for bar in bars) - first) / day.adr10
    return 100 * (first - min(bar.low for bar in bars)) / day.adr10


ANSWERS: dict[str, Callable[[Day], Value]] = {
    "gap_up": gap_up,
    "gap_down": gap_down,
    "gap_size_pts": gap_size_pts,
    "gap_size_pct_adr": gap_size_pct_adr,
    "gap_class": gap_class,
    "open_vs_prev_range": open_vs_prev_range,
    "open_loc_prev_range_pct": open_loc_prev_range_pct,
    "gap_fill_bar": gap_fill_bar,
    "gap_half_fill_bar": gap_half_fill_bar,
    "gap_fill_pct_max": gap_fill_pct_max,
    "gap_fill_by_b12": gap_fill_by_b12,
    "gap_and_go": gap_and_go,
    "gap_bo_test_bar": gap_bo_test_bar,
    "gap_adverse_pct_adr": gap_adverse_pct_adr,
}
