"""The BREAKOUTS features from their definitions, one day at a time (features.md section 4).

Each function takes a `Day` and returns the value, None where the question does not apply. Functions of
event features may be given a day cut after bar N.
"""

from collections.abc import Callable
from dataclasses import replace

from tests.oracles.days import Bar, Day, Value


def _first_from(day: Day, start: int, happened: Callable[[Bar], bool]) -> int:
    """Number of the first bar at or after bar `start` on which it happened, 0 for none."""
    for number in range(start, len(day.bars) + 1):
        if happened(day.bars[number - 1]):
            return number
    return 0


def _hoy_to_break(day: Day) -> float | None:
    """Yesterday's high where the open does not stand above it already."""
    if day.yesterday is None or day.bars[0].open > day.yesterday[0]:
        return None
    return day.yesterday[0]


def _loy_to_break(day: Day) -> float | None:
    """Yesterday's low where the open does not stand below it already."""
    if day.yesterday is None or day.bars[0].open < day.yesterday[1]:
        return None
    return day.yesterday[1]


def hoy_bo_bar(day: Day) -> int | None:
    hoy = _hoy_to_break(day)
    return None if hoy is None else _first_from(day, 1, lambda bar: bar.high > hoy)


def loy_bo_bar(day: Day) -> int | None:
    loy = _loy_to_break(day)
    return None if loy is None else _first_from(day, 1, lambda bar: bar.low < loy)


def prev_first_bo(day: Day) -> str | None:
    """Ruling 42: the side on which a price was first beyond yesterday's range, the open before any other."""
    if day.yesterday is None:
        return None
    hoy, loy, _ = day.yesterday
    opened = day.bars[0].open
    if opened > hoy:
        return "up"
    return "down" if opened < loy else day.first_side(1, hoy, loy)


def prev_bo_sides(day: Day) -> str | None:
    if day.yesterday is None:
        return None
    hoy, loy, _ = day.yesterday
    up, down = any(bar.high > hoy for bar in day.bars), any(bar.low < loy for bar in day.bars)
    if up and down:
        return "both"
    if up:
        return "up_only"
    return "down_only" if down else "none"


def prev_bo_by_b12(day: Day) -> str | None:
    return prev_bo_sides(replace(day, bars=day.bars[:12]))


def hoy_close_bo_bar(day: Day) -> int | None:
    hoy = _hoy_to_break(day)
    return None if hoy is None else _first_from(day, 1, lambda bar: bar.close > hoy)


def loy_close_bo_bar(day: Day) -> int | None:
    loy = _loy_to_break(day)
    return None if loy is None else _first_from(day, 1, lambda bar: bar.close < loy)


def hoy_reentry_bar(day: Day) -> int | None:
    hoy, broken = _hoy_to_break(day), hoy_bo_bar(day)
    if hoy is None or not broken:
        return None
    return _first_from(day, broken, lambda bar: bar.close <= hoy)


def loy_reentry_bar(day: Day) -> int | None:
    loy, broken = _loy_to_break(day), loy_bo_bar(day)
    if loy is None or not broken:
        return None
    return _first_from(day, broken, lambda bar: bar.close >= loy)


def hoy_bo_failed(day: Day) -> bool | None:
    hoy = _hoy_to_break(day)
    if hoy is None or not hoy_bo_bar(day):
        return None
    return day.bars[80].close <= hoy


def loy_bo_failed(day: Day) -> bool | None:
    loy = _loy_to_break(day)
    if loy is None or not loy_bo_bar(day):
        return None
    return day.bars[80].close >= loy


def hoy_ext_pct(day: Day) -> float | None:
    if day.yesterday is None:
        return None
    hoy, loy, _ = day.yesterday
    if hoy == loy:
        return None
    return 100 * max(0.0, max(bar.high for bar in day.bars) - hoy) / (hoy - loy)


def loy_ext_pct(day: Day) -> float | None:
    if day.yesterday is None:
        return None
    hoy, loy, _ = day.yesterday
    if hoy == loy:
        return None
    return 100 * max(0.0, loy - min(bar.low for bar in day.bars)) / (hoy - loy)


def coy_touch_bar(day: Day) -> int | None:
    if day.yesterday is None:
        return None
    coy = day.yesterday[2]
    return _first_from(day, 1, lambda bar: bar.low <= coy <= bar.high)


def close_vs_prev_range(day: Day) -> str | None:
    if day.yesterday is None:
        return None
    hoy, loy, _ = day.yesterday
    if day.bars[80].close > hoy:
        return "above"
    return "below" if day.bars[80].close < loy else "inside"


def hoy_second_bo_bar(day: Day) -> int | None:
    reentry = hoy_reentry_bar(day)
    if not reentry:
        return None
    for number in range(reentry + 1, len(day.bars) + 1):
        if day.bars[number - 1].high > max(bar.high for bar in day.bars[: number - 1]):
            return number
    return 0


def loy_second_bo_bar(day: Day) -> int | None:
    reentry = loy_reentry_bar(day)
    if not reentry:
        return None
    for number in range(reentry + 1, len(day.bars) + 1):
        if day.bars[number - 1].low < min(bar.low for bar in day.bars[: number - 1]):
            return number
    return 0


ANSWERS: dict[str, Callable[[Day], Value]] = {
    "hoy_bo_bar": hoy_bo_bar,
    "loy_bo_bar": loy_bo_bar,
    "prev_first_bo": prev_first_bo,
    "prev_bo_sides": prev_bo_sides,
    "prev_bo_by_b12": prev_bo_by_b12,
    "hoy_close_bo_bar": hoy_close_bo_bar,
    "loy_close_bo_bar": loy_close_bo_bar,
    "hoy_reentry_bar": hoy_reentry_bar,
    "loy_reentry_bar": loy_reentry_bar,
    "hoy_bo_failed": hoy_bo_failed,
    "loy_bo_failed": loy_bo_failed,
    "hoy_ext_pct": hoy_ext_pct,
    "loy_ext_pct": loy_ext_pct,
    "coy_touch_bar": coy_touch_bar,
    "close_vs_prev_range": close_vs_prev_range,
    "hoy_second_bo_bar": hoy_second_bo_bar,
    "loy_second_bo_bar": loy_second_bo_bar,
}
