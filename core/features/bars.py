"""The vocabulary of feature definitions: bars, levels, sides and places.

Masks are (N, B): one row per session, bar 1 in column 0, B the given bars (81, or fewer under by_bar).
Answers are (N,) float64: a bar number with 0 for "did not happen", a code, or a number; NaN is null.
A comparison with a missing level is false, so each definition names its needed levels with `null_where`.
"""

from collections.abc import Mapping

import numpy as np

from core.features.ticks import ADR_SESSIONS
from core.market.market import BoolArray, FloatArray, IntArray

SIDES = ("none", "up_only", "down_only", "both")
FIRST_SIDE = ("none", "up", "down", "both_same_bar")
DIRECTION = ("bull", "bear", "doji")
PLACE = ("above", "inside", "below")

FIRST_HOUR = 12
"""The last bar of the first hour."""


def column(level: FloatArray) -> FloatArray:
    """A level (N,) as (N, 1), for comparison with every bar."""
    return level[:, np.newaxis]


def first_bar(mask: BoolArray) -> FloatArray:
    """The first bar on which `mask` (N, B) holds, 0 if it never does."""
    if mask.shape[1] == 0:
        return np.zeros(len(mask))
    place = mask.argmax(axis=1)
    return np.where(mask[np.arange(len(mask)), place], place + 1.0, 0.0)


def first_bar_after(mask: BoolArray, bar: FloatArray | int) -> FloatArray:
    """The first bar strictly later than `bar` (one number, or (N,)) on which `mask` holds, else 0."""
    after = np.asarray(bar, dtype=np.float64).reshape(-1, 1)
    return first_bar(mask & (np.arange(1, mask.shape[1] + 1) > after))


def first_bar_from(mask: BoolArray, bar: FloatArray) -> FloatArray:
    """The first bar from `bar` (N,) on, `bar` included, on which `mask` holds, else 0."""
    return first_bar_after(mask, bar - 1.0)


def happened(bar: FloatArray) -> BoolArray:
    """Where an event bar (N,) is a bar: neither 0 nor null."""
    return bar > 0


def earlier(one: FloatArray, other: FloatArray) -> FloatArray:
    """The earlier of two event bars, 0 where neither happened, null where either is null."""
    either = np.minimum(np.where(one == 0, np.inf, one), np.where(other == 0, np.inf, other))
    return np.where(np.isinf(either), 0.0, either)


def in_first_hour(bar: FloatArray) -> FloatArray:
    """An event bar (N,) as of the end of the first hour: a later event did not happen."""
    return np.where(bar > FIRST_HOUR, 0.0, bar)


def highest_until(high: FloatArray, bar: FloatArray) -> FloatArray:
    """The highest high of bars 1..`bar` (N,); null where `bar` is 0 or null."""
    return _running_at(np.maximum.accumulate(high, axis=1), bar)


def lowest_until(low: FloatArray, bar: FloatArray) -> FloatArray:
    """The lowest low of bars 1..`bar` (N,); null where `bar` is 0 or null."""
    return _running_at(np.minimum.accumulate(low, axis=1), bar)


def _running_at(running: FloatArray, bar: FloatArray) -> FloatArray:
    known = happened(bar)
    place = np.where(known, bar, 1.0).astype(np.int64) - 1
    return np.where(known, running[np.arange(len(bar)), place], np.nan)


def first_highest_bar(high: FloatArray) -> FloatArray:
    """The first bar (N,) with the highest high of the given bars."""
    place: IntArray = high.argmax(axis=1)
    return place.astype(np.float64) + 1.0


def first_lowest_bar(low: FloatArray) -> FloatArray:
    """The first bar (N,) with the lowest low of the given bars."""
    return first_highest_bar(-low)


def below_prior_low(low: FloatArray) -> BoolArray:
    """Bars (N, B) with a low under the low of the bar before; never bar 1."""
    mask = np.zeros(low.shape, dtype=np.bool_)
    mask[:, 1:] = low[:, 1:] < low[:, :-1]
    return mask


def above_prior_high(high: FloatArray) -> BoolArray:
    """Bars (N, B) with a high over the high of the bar before; never bar 1."""
    return below_prior_low(-high)


def above_every_high(high: FloatArray) -> BoolArray:
    """Bars (N, B) with a high over every earlier high of the session; never bar 1."""
    mask = np.zeros(high.shape, dtype=np.bool_)
    mask[:, 1:] = high[:, 1:] > np.maximum.accumulate(high, axis=1)[:, :-1]
    return mask


def below_every_low(low: FloatArray) -> BoolArray:
    """Bars (N, B) with a low under every earlier low of the session; never bar 1."""
    return above_every_high(-low)


def null_where(missing: BoolArray, values: FloatArray | BoolArray) -> FloatArray:
    """`values` (N,) with null where `missing`."""
    return np.where(missing, np.nan, values)


def lacks(*levels: FloatArray) -> BoolArray:
    missing = np.zeros(levels[0].shape, dtype=np.bool_)
    for level in levels:
        missing |= np.isnan(level)
    return missing


def percent(part: FloatArray, whole: FloatArray) -> FloatArray:
    """100 * part / whole; null where `whole` is zero or either is null.

    In ticks it is the double nearest to the true share. Ten times a mean of ten ranges is whole, so that 7 of
    5.6 ticks are exactly 125.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        return null_where(whole == 0, 100.0 * ADR_SESSIONS * part / (ADR_SESSIONS * whole))


def classify(labels: tuple[str, ...], cases: Mapping[str, BoolArray], otherwise: str) -> FloatArray:
    """Codes (N,) of the first case that holds, in the given order; `otherwise` where none does."""
    codes = [float(labels.index(label)) for label in cases]
    return np.select(list(cases.values()), codes, default=float(labels.index(otherwise)))


def place_of(price: FloatArray, low: FloatArray, high: FloatArray) -> FloatArray:
    """Codes of PLACE: strictly above `high`, strictly below `low`, else inside; null without a level."""
    codes = classify(PLACE, {"above": price > high, "below": price < low}, otherwise="inside")
    return null_where(lacks(low, high), codes)


def direction_of(start: FloatArray, end: FloatArray) -> FloatArray:
    """Codes of DIRECTION: bull where `end` is above `start`, bear where below, doji where equal."""
    return classify(DIRECTION, {"bull": end > start, "bear": end < start}, otherwise="doji")


def sides_broken(up_bar: FloatArray, down_bar: FloatArray) -> FloatArray:
    """Codes of SIDES from the two breakout bars; null where either is null."""
    up, down = happened(up_bar), happened(down_bar)
    codes = classify(SIDES, {"both": up & down, "up_only": up, "down_only": down}, otherwise="none")
    return null_where(lacks(up_bar, down_bar), codes)
