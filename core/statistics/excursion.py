"""Target before stop: which of two prices a day trades at first after a decision bar (design beyond.md 13).

Prices are whole ticks. Days stand by column, so that one bar of all days is one row; B bars are left after
the decision bar. A distance is how far a day has traded to one side by each of them, running.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.contracts.known_at import LAST_BAR
from core.statistics.formulas import Counts, Mask

Ticks = NDArray[np.int32]
Levels = NDArray[np.uint16]
Places = NDArray[np.uint8]

TARGET_FIRST, STOP_FIRST, SAME_BAR, NEITHER = range(4)

LEVELS_PER_ADR = 10_000.0
"""Levels in ADR10 are tenths of a percent, and ADR10 stands in tenths of ticks."""

FARTHEST = 2**16 - 1
"""Distances from here on are one; levels lie below."""

_DAYS_AT_ONCE = 1200
"""Days whose bars fit a processor's cache."""


class Steps(NamedTuple):
    """High, low and close (B, n) of each bar after the decision, from the close before: first from its price.

    `adr10` (n,) are tenths of ticks, 0 where it is unknown.
    """

    high: Ticks
    low: Ticks
    close: Ticks
    adr10: Ticks

    @property
    def bars(self) -> int:
        """B."""
        return len(self.close)


class Distances(NamedTuple):
    """How far n days have traded upwards and downwards by each bar (B, n), in the steps of the levels."""

    up: Levels
    down: Levels


@dataclass(frozen=True, eq=False)
class Table:
    """Targets (T, S) and stops (S,) as levels: tenths of a percent of ADR10 where `in_adr`, else ticks."""

    targets: Levels
    stops: Levels
    in_adr: bool
    side: Literal["up", "down"]


@dataclass(frozen=True, eq=False)
class CoinToss:
    """The coins of D coin days, `draws` of each session beside each other: (D, 11), bar 1 the first bit."""

    draws: int
    coins: NDArray[np.uint8]


def steps_of(prices: Ticks, adr10: Ticks, from_bar: int) -> Steps:
    """The steps after the close of bar `from_bar`, 0 is the open; `prices` (4, 81, n) are open to close."""
    open_, high, low, close = prices
    before = np.concatenate((open_[:1], close[:-1]))[from_bar:]
    return Steps(high[from_bar:] - before, low[from_bar:] - before, close[from_bar:] - before, adr10)


def outcomes(steps: Steps, table: Table) -> NDArray[np.intp]:
    """What came first on n days, (n,), by the first target and the first stop of a table."""
    targets, stops = _places(_distances(steps, table.in_adr), table)
    target, stop = targets[0, 0], stops[0]
    return np.where(
        target < stop,
        TARGET_FIRST,
        np.where(stop < target, STOP_FIRST, np.where(target < steps.bars, SAME_BAR, NEITHER)),
    )


def counts(steps: Steps, days: Mask, table: Table) -> Counts:
    """Days of the asked ones (n,) by what came first, (4, T, S)."""
    return _summed((_taken(steps, rows) for rows in _at_once(days)), table)


def coin_counts(steps: Steps, days: Mask, toss: CoinToss, table: Table) -> Counts:
    """The same of the asked coin days (D,)."""
    parts = (_tossed(steps, rows, toss) for rows in _at_once(days))
    return _summed(parts, table)


def _at_once(days: Mask) -> Iterator[NDArray[np.intp]]:
    rows = np.flatnonzero(days)
    return (rows[start : start + _DAYS_AT_ONCE] for start in range(0, len(rows), _DAYS_AT_ONCE))


def _taken(steps: Steps, rows: NDArray[np.intp]) -> Steps:
    return Steps(*(each[..., rows] for each in steps))


def _tossed(steps: Steps, rows: NDArray[np.intp], toss: CoinToss) -> Steps:
    """The steps of some coin days: a mirrored bar goes as far the other way, high and low change places."""
    high, low, close, adr10 = _taken(steps, rows // toss.draws)
    bits = np.unpackbits(toss.coins[rows], axis=1, count=LAST_BAR)[:, LAST_BAR - steps.bars :]
    kept = np.ascontiguousarray(bits.T).view(np.bool_)
    return Steps(np.where(kept, high, -low), np.where(kept, low, -high), np.where(kept, close, -close), adr10)


def _summed(parts: Iterator[Steps], table: Table) -> Counts:
    found = np.zeros((4, *table.targets.shape), dtype=np.int64)
    for steps in parts:
        targets, stops = _places(_distances(steps, table.in_adr), table)
        first, second = targets, stops[np.newaxis]
        found[TARGET_FIRST] += np.count_nonzero(first < second, axis=2)
        found[STOP_FIRST] += np.count_nonzero(second < first, axis=2)
        found[SAME_BAR] += np.count_nonzero((first == second) & (first < steps.bars), axis=2)
        found[NEITHER] += np.count_nonzero((first == second) & (first == steps.bars), axis=2)
    return found


def _distances(steps: Steps, in_adr: bool) -> Distances:
    before = np.cumsum(steps.close, axis=0, dtype=np.int32) - steps.close
    both = before + steps.high, -(before + steps.low)
    return Distances(*(_in_levels(np.maximum.accumulate(each), steps.adr10, in_adr) for each in both))


def _in_levels(ticks: Ticks, adr10: Ticks, in_adr: bool) -> Levels:
    """Distances as whole levels reached: so far that the next one is not.

    A quotient of whole numbers below 2**53 rounds to a whole number only where it is one.
    """
    reached = np.floor(ticks * LEVELS_PER_ADR / adr10) if in_adr else ticks
    return np.clip(reached, 0, FARTHEST).astype(np.uint16)


def _places(distances: Distances, table: Table) -> tuple[Places, Places]:
    """How many bars each target (T, S, n) and stop (S, n) waits; all of them where it is never reached."""
    to_target, to_stop = distances if table.side == "up" else distances[::-1]
    levels, cells = np.unique(table.targets, return_inverse=True)
    return _waits(to_target, levels)[cells.reshape(table.targets.shape)], _waits(to_stop, table.stops)


def _waits(distance: Levels, levels: Sequence[np.uint16] | Levels) -> Places:
    found = np.empty((len(levels), distance.shape[1]), dtype=np.uint8)
    for place, level in enumerate(levels):
        np.add.reduce(distance < level, axis=0, dtype=np.uint8, out=found[place])
    return found
