"""The GLOBEX features from their definitions, one day at a time (features.md section 4).

Each function takes a `Day` and returns the value, None where the question does not apply. Functions of
event features may be given a day cut after bar N.
"""

from collections.abc import Callable
from dataclasses import replace

from tests.oracles.days import Day, Value


def gx_range_pct_adr(day: Day) -> float | None:
    if day.globex is None or not day.adr10:
        return None
    high, low = day.globex
    return 100 * (high - low) / day.adr10


def open_loc_gx_pct(day: Day) -> float | None:
    if day.globex is None:
        return None
    high, low = day.globex
    if high == low:
        return None
    return 100 * (day.bars[0].open - low) / (high - low)


def gx_vs_prev_range(day: Day) -> str | None:
    if day.globex is None or day.yesterday is None:
        return None
    higher = day.globex[0] > day.yesterday[0]
    lower = day.globex[1] < day.yesterday[1]
    if higher and lower:
        return "outside"
    if higher:
        return "higher"
    return "lower" if lower else "inside"


def gx_above_coy_pct(day: Day) -> float | None:
    if day.globex is None or day.yesterday is None:
        return None
    high, low = day.globex
    if high == low:
        return None
    share = 100 * (high - day.yesterday[2]) / (high - low)
    return min(max(share, 0.0), 100.0)


def gxh_bo_bar(day: Day) -> int | None:
    if day.globex is None:
        return None
    for number, bar in enumerate(day.bars, start=1):
        if bar.high > day.globex[0]:
            return number
    return 0


def gxl_bo_bar(day: Day) -> int | None:
    if day.globex is None:
        return None
    for number, bar in enumerate(day.bars, start=1):
        if bar.low < day.globex[1]:
            return number
    return 0


def gx_first_bo(day: Day) -> str | None:
    return None if day.globex is None else day.first_side(1, *day.globex)


def gx_bo_sides(day: Day) -> str | None:
    up, down = gxh_bo_bar(day), gxl_bo_bar(day)
    if up is None or down is None:
        return None
    if up and down:
        return "both"
    if up:
        return "up_only"
    return "down_only" if down else "none"


def gx_bo_by_b12(day: Day) -> str | None:
    return gx_bo_sides(replace(day, bars=day.bars[:12]))


def gxh_bo_failed(day: Day) -> bool | None:
    if day.globex is None or not gxh_bo_bar(day):
        return None
    return day.bars[80].close <= day.globex[0]


def gxl_bo_failed(day: Day) -> bool | None:
    if day.globex is None or not gxl_bo_bar(day):
        return None
    return day.bars[80].close >= day.globex[1]


def gx_mid_touch_bar(day: Day) -> int | None:
    if day.globex is None:
        return None
    middle = (day.globex[0] + day.globex[1]) / 2
    for number, bar in enumerate(day.bars, start=1):
        if bar.low <= middle <= bar.high:
            return number
    return 0


def close_vs_gx(day: Day) -> str | None:
    if day.globex is None:
        return None
    if day.bars[80].close > day.globex[0]:
        return "above"
    return "below" if day.bars[80].close < day.globex[1] else "inside"


ANSWERS: dict[str, Callable[[Day], Value]] = {
    "gx_range_pct_adr": gx_range_pct_adr,
    "open_loc_gx_pct": open_loc_gx_pct,
    "gx_vs_prev_range": gx_vs_prev_range,
    "gx_above_coy_pct": gx_above_coy_pct,
    "gxh_bo_bar": gxh_bo_bar,
    "gxl_bo_bar": gxl_bo_bar,
    "gx_first_bo": gx_first_bo,
    "gx_bo_sides": gx_bo_sides,
    "gx_bo_by_b12": gx_bo_by_b12,
    "gxh_bo_failed": gxh_bo_failed,
    "gxl_bo_failed": gxl_bo_failed,
    "gx_mid_touch_bar": gx_mid_touch_bar,
    "close_vs_gx": close_vs_gx,
}
