"""The features of every opening range from their definitions, one day at a time (beyond.md section 15).

A function returns the value, None where
the question does not apply. Those of event features may be given a day cut after bar N, shorter than the
range too.
"""

from collections.abc import Callable

from tests.oracles.days import Day, Value


def extremes(day: Day, length: int) -> tuple[float, float]:
    """ORH and ORL: the highest and the lowest price of bars 1..length."""
    high, low = day.bars[0].high, day.bars[0].low
    for bar in day.bars[1:length]:
        high, low = max(high, bar.high), min(low, bar.low)
    return high, low


def range_pct_adr(day: Day, length: int) -> float | None:
    high, low = extremes(day, length)
    return 100 * (high - low) / day.adr10 if day.adr10 else None


def direction(day: Day, length: int) -> str:
    move = day.bars[length - 1].close - day.bars[0].open
    return "doji" if move == 0 else "bull" if move > 0 else "bear"


def bo_up_bar(day: Day, length: int) -> int:
    high, _ = extremes(day, length)
    for number, bar in enumerate(day.bars, start=1):
        if number > length and bar.high > high:
            return number
    return 0


def bo_dn_bar(day: Day, length: int) -> int:
    _, low = extremes(day, length)
    for number, bar in enumerate(day.bars, start=1):
        if number > length and bar.low < low:
            return number
    return 0


def first_bo(day: Day, length: int) -> str:
    return day.first_side(length + 1, *extremes(day, length))


def bo_sides(day: Day, length: int) -> str:
    high, low = extremes(day, length)
    broken = (any(bar.high > high for bar in day.bars), any(bar.low < low for bar in day.bars))
    return {(0, 0): "none", (1, 0): "up_only", (0, 1): "down_only", (1, 1): "both"}[broken]


def opp_bo_after_bo(day: Day, length: int) -> bool | None:
    if first_bo(day, length) in ("none", "both_same_bar"):
        return None
    return bo_sides(day, length) == "both"


def ext_up_pct(day: Day, length: int) -> float | None:
    high, low = extremes(day, length)
    beyond = max(bar.high for bar in day.bars) - high
    return None if high == low else 100 * beyond / (high - low)


def ext_dn_pct(day: Day, length: int) -> float | None:
    high, low = extremes(day, length)
    beyond = low - min(bar.low for bar in day.bars)
    return None if high == low else 100 * beyond / (high - low)


def mm_up_bar(day: Day, length: int) -> int:
    high, low = extremes(day, length)
    for number, bar in enumerate(day.bars, start=1):
        if number > length and bar.high >= 2 * high - low:
            return number
    return 0


def mm_dn_bar(day: Day, length: int) -> int:
    high, low = extremes(day, length)
    for number, bar in enumerate(day.bars, start=1):
        if number > length and bar.low <= 2 * low - high:
            return number
    return 0


def hod_or_lod_set(day: Day, length: int) -> bool:
    high, low = extremes(day, length)
    return high == max(bar.high for bar in day.bars) or low == min(bar.low for bar in day.bars)


def close_loc_pct(day: Day, length: int) -> float | None:
    high, low = extremes(day, length)
    return None if high == low else 100 * (day.bars[length - 1].close - low) / (high - low)


def dir_holds_eod(day: Day, length: int) -> bool | None:
    opened, turned, closed = day.bars[0].open, day.bars[length - 1].close, day.bars[80].close
    if turned == opened:
        return None
    return closed > turned if turned > opened else closed < turned


QUESTIONS: dict[str, Callable[[Day, int], Value]] = {
    "range_pct_adr": range_pct_adr,
    "dir": direction,
    "bo_up_bar": bo_up_bar,
    "bo_dn_bar": bo_dn_bar,
    "first_bo": first_bo,
    "bo_sides": bo_sides,
    "opp_bo_after_bo": opp_bo_after_bo,
    "ext_up_pct": ext_up_pct,
    "ext_dn_pct": ext_dn_pct,
    "mm_up_bar": mm_up_bar,
    "mm_dn_bar": mm_dn_bar,
    "hod_or_lod_set": hod_or_lod_set,
    "close_loc_pct": close_loc_pct,
    "dir_holds_eod": dir_holds_eod,
}

ANY_DAY = ("bo_up_bar", "bo_dn_bar", "first_bo", "mm_up_bar", "mm_dn_bar")
"""Those of event features."""


def answers(length: int) -> dict[str, Callable[[Day], Value]]:
    """What the range of the first `length` bars answers, by feature name."""

    def of_length(ask: Callable[[Day, int], Value]) -> Callable[[Day], Value]:
        return lambda day: ask(day, length)

    return {f"or{length}_{name}": of_length(ask) for name, ask in QUESTIONS.items()}


ANSWERS = answers(6) | answers(12) | answers(18)
