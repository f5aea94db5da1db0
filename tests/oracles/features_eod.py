"""The EOD features from their definitions, one day at a time (features.md section 4).

Each function takes a `Day` and returns the value, None where the question does not apply. Shares of a range
are compared by multiplying, so a value exactly at a quarter is at it. `ath_first_bar` may be given a day
cut after bar N.
"""

from collections.abc import Callable

from tests.oracles.days import Day, Value
from tests.oracles.past import next_run


def _high(day: Day) -> float:
    return max(bar.high for bar in day.bars)


def _low(day: Day) -> float:
    return min(bar.low for bar in day.bars)


def _open(day: Day) -> float:
    return day.bars[0].open


def _close(day: Day, number: int = 81) -> float:
    return day.bars[number - 1].close


def hod_bar(day: Day) -> int:
    return [bar.high for bar in day.bars].index(_high(day)) + 1


def lod_bar(day: Day) -> int:
    return [bar.low for bar in day.bars].index(_low(day)) + 1


def first_extreme_bar(day: Day) -> int:
    return min(hod_bar(day), lod_bar(day))


def extreme_order(day: Day) -> str:
    return day.first_extreme(len(day.bars))


def _share(part: float, whole: float | None) -> float | None:
    """100 * part / whole, None where there is no whole or it is 0."""
    return 100 * part / whole if whole else None


def close_ibs(day: Day) -> float | None:
    return _share(_close(day) - _low(day), _high(day) - _low(day))


def close_above_open(day: Day) -> bool:
    return _close(day) > _open(day)


def close_above_coy(day: Day) -> bool | None:
    return None if day.yesterday is None else _close(day) > day.yesterday[2]


def net_change_pct_adr(day: Day) -> float | None:
    if day.yesterday is None:
        return None
    return _share(_close(day) - day.yesterday[2], day.adr10)


def _closes_high(day: Day) -> bool:
    """(C81 - LOD) / DR >= 0.75."""
    return 4 * (_close(day) - _low(day)) >= 3 * (_high(day) - _low(day))


def _closes_low(day: Day) -> bool:
    """(C81 - LOD) / DR <= 0.25."""
    return 4 * (_close(day) - _low(day)) <= _high(day) - _low(day)


def day_type(day: Day) -> str | None:
    day_range = _high(day) - _low(day)
    if day_range == 0 or day.adr10 is None:
        return None
    opened, wide = _open(day) - _low(day), 5 * day_range >= 4 * day.adr10
    closes_high, closes_low = _closes_high(day), _closes_low(day)
    in_order = {
        "trend_bull": 4 * opened <= day_range and closes_high and wide,
        "trend_bear": 4 * opened >= 3 * day_range and closes_low and wide,
        "reversal_bull": 2 * opened >= day_range and closes_high,
        "reversal_bear": 2 * opened <= day_range and closes_low,
        "bull_close": closes_high,
        "bear_close": closes_low,
    }
    return next((label for label, holds in in_order.items() if holds), "trading_range")


def trend_from_open(day: Day) -> str | None:
    if _high(day) == _low(day):
        return None
    if lod_bar(day) <= 2 and _closes_high(day):
        return "bull"
    return "bear" if hod_bar(day) <= 2 and _closes_low(day) else "none"


def late_extreme(day: Day) -> str:
    up, down = hod_bar(day) >= 55, lod_bar(day) >= 55
    if up and down:
        return "both"
    if up:
        return "up_only"
    return "down_only" if down else "none"


def _direction(day: Day, number: int) -> str:
    """Where the day closed, seen from the close of a bar."""
    if _close(day) == _close(day, number):
        return "doji"
    return "bull" if _close(day) > _close(day, number) else "bear"


def last_hour_dir(day: Day) -> str:
    return _direction(day, 69)


def rod_dir_b18(day: Day) -> str:
    return _direction(day, 18)


def rod_move_b18_pct_adr(day: Day) -> float | None:
    return _share(_close(day) - _close(day, 18), day.adr10)


def mfe_up_b18_pct_adr(day: Day) -> float | None:
    best = max(bar.high for bar in day.bars[18:]) - _close(day, 18)
    return _share(max(0.0, best), day.adr10)


def mfe_dn_b18_pct_adr(day: Day) -> float | None:
    best = _close(day, 18) - min(bar.low for bar in day.bars[18:])
    return _share(max(0.0, best), day.adr10)


def ath_made(day: Day) -> bool | None:
    return None if day.past.highest is None else _high(day) > day.past.highest


def ath_first_bar(day: Day) -> int | None:
    if day.past.highest is None:
        return None
    for number, bar in enumerate(day.bars, start=1):
        if bar.high > day.past.highest:
            return number
    return 0


def open_touch_count(day: Day) -> int:
    return sum(1 for bar in day.bars[1:] if bar.low <= _open(day) <= bar.high)


def bull_day_streak(day: Day) -> int:
    return next_run(day.past.run, _open(day), _close(day))


def close_streak(day: Day) -> int | None:
    return None if day.yesterday is None else next_run(day.past.close_run, day.yesterday[2], _close(day))


def max_pullback_bull_pct_adr(day: Day) -> float | None:
    deepest, high = 0.0, day.bars[0].high
    for bar in day.bars[1:]:
        deepest = max(deepest, high - bar.low)
        high = max(high, bar.high)
    return _share(deepest, day.adr10)


def max_pullback_bear_pct_adr(day: Day) -> float | None:
    deepest, low = 0.0, day.bars[0].low
    for bar in day.bars[1:]:
        deepest = max(deepest, bar.high - low)
        low = min(low, bar.low)
    return _share(deepest, day.adr10)


def day_body_pct(day: Day) -> float | None:
    return _share(_close(day) - _open(day), _high(day) - _low(day))


def rod_dir_b54(day: Day) -> str:
    return _direction(day, 54)


def rod_move_b54_pct_adr(day: Day) -> float | None:
    return _share(_close(day) - _close(day, 54), day.adr10)


ANSWERS: dict[str, Callable[[Day], Value]] = {
    "hod_bar": hod_bar,
    "lod_bar": lod_bar,
    "first_extreme_bar": first_extreme_bar,
    "extreme_order": extreme_order,
    "close_ibs": close_ibs,
    "close_above_open": close_above_open,
    "close_above_coy": close_above_coy,
    "net_change_pct_adr": net_change_pct_adr,
    "day_type": day_type,
    "trend_from_open": trend_from_open,
    "late_extreme": late_extreme,
    "last_hour_dir": last_hour_dir,
    "rod_dir_b18": rod_dir_b18,
    "rod_move_b18_pct_adr": rod_move_b18_pct_adr,
    "mfe_up_b18_pct_adr": mfe_up_b18_pct_adr,
    "mfe_dn_b18_pct_adr": mfe_dn_b18_pct_adr,
    "ath_made": ath_made,
    "ath_first_bar": ath_first_bar,
    "open_touch_count": open_touch_count,
    "bull_day_streak": bull_day_streak,
    "close_streak": close_streak,
    "max_pullback_bull_pct_adr": max_pullback_bull_pct_adr,
    "max_pullback_bear_pct_adr": max_pullback_bear_pct_adr,
    "day_body_pct": day_body_pct,
    "rod_dir_b54": rod_dir_b54,
    "rod_move_b54_pct_adr": rod_move_b54_pct_adr,
}
