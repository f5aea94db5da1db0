"""Target before stop: which of two prices a day reaches first after a decision bar, and its result.

Source: design/beyond.md, section 13, and design/truth.md, section 4.

Prices are whole ticks. Days are columns, so that one bar of all days is one row; B bars remain after the
decision bar. A distance is how far a day has traded to one side by each of them.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.contracts.known_at import LAST_BAR
from core.figures.coin_means import PairedResults
from core.figures.formulas import Counts, Floats, Mask

Ticks = NDArray[np.int32]
Levels = NDArray[np.uint16]
Places = NDArray[np.uint8]
Codes = NDArray[np.uint8]
Rows = NDArray[np.intp]

TARGET_FIRST, STOP_FIRST, SAME_BAR, NEITHER = range(4)

LEVELS_PER_ADR = 10_000.0
"""Levels in ADR10 are tenths of a percent, and ADR10 is in tenths of ticks."""

FARTHEST = 2**16 - 1
"""Distances from here on are equal; levels are below."""

_AT_ONCE = 600
"""Days with bars that fit a processor's cache."""


Within = Callable[[Rows, Rows], tuple[Ticks, Ticks]]
"""Highs and lows (k, 5) of the minutes in some bars of some days, as `Steps` counts both; first to last."""


class Steps(NamedTuple):
    """High, low and close (B, n) of each bar after the decision, less the close before it.

    The first bar is less the price at the decision. `adr10` (n,) are tenths of ticks, 0 if unknown.
    `within` gives the minutes of a bar, less the close before it too; None if no minutes are kept.
    """

    high: Ticks
    low: Ticks
    close: Ticks
    adr10: Ticks
    within: Within | None = None

    @property
    def bars(self) -> int:
        return len(self.close)


@dataclass(frozen=True, eq=False)
class Table:
    """Targets (T, S) and stops (S,) as levels: tenths of a percent of ADR10 if `in_adr`, else ticks.

    `costs` are ticks of one round trip.
    """

    targets: Levels
    stops: Levels
    in_adr: bool
    side: Literal["up", "down"]
    costs: float = 0


@dataclass(frozen=True, eq=False)
class Days:
    """N days from the close of bar `from_bar`; bar 0 is the open.

    `prices` gives open, high, low and close (4, 81, n) of some of them, `adr10` (N,) are tenths of ticks.
    `minutes` (2, N, 81, 5) are highs and lows within the bars, in ticks from their open; a missing minute has
    a high below its low. None if none are kept.
    """

    prices: Callable[[Rows], Ticks]
    adr10: Ticks
    from_bar: int
    minutes: NDArray[np.int16] | None = None

    def steps(self, rows: Rows) -> Steps:
        open_, high, low, close = self.prices(rows)
        before = np.concatenate((open_[:1], close[:-1]))[self.from_bar :]
        opened = open_[self.from_bar :] - before
        high, low, close = (each[self.from_bar :] - before for each in (high, low, close))
        return Steps(high, low, close, self.adr10[rows], self._within(rows, opened))

    def _within(self, rows: Rows, opened: Ticks) -> Within | None:
        if self.minutes is None:
            return None
        kept = self.minutes

        def within(bars: Rows, days: Rows) -> tuple[Ticks, Ticks]:
            found = kept[:, rows[days], bars + self.from_bar] + opened[bars, days][:, np.newaxis]
            return found[0], found[1]

        return within


@dataclass(frozen=True, eq=False)
class MirroredDays:
    """The coin days of N days, `draws` of each one after another: D in all.

    `tosses` (D, 11) are a coin day's coins as bits, bar 1 first: 1 keeps a bar, 0 mirrors it.
    """

    days: Days
    draws: int
    tosses: NDArray[np.uint8]

    def steps(self, rows: Rows) -> Steps:
        """A mirrored bar goes as far the other way, with high and low swapped."""
        real, places = np.unique(rows // self.draws, return_inverse=True)
        steps = self.days.steps(real)
        high, low, close, adr10 = (each[..., places] for each in steps[:4])
        bits = np.unpackbits(self.tosses[rows], axis=1, count=LAST_BAR)[:, self.days.from_bar :]
        kept = np.ascontiguousarray(bits.T).view(np.bool_)
        return Steps(
            np.where(kept, high, -low),
            np.where(kept, low, -high),
            np.where(kept, close, -close),
            adr10,
            None if steps.within is None else _mirrored(steps.within, kept, places),
        )


def _mirrored(of_real: Within, kept: Mask, places: Rows) -> Within:
    """The minutes in the bars of coin days, from those of the real days at `places`."""

    def within(bars: Rows, days: Rows) -> tuple[Ticks, Ticks]:
        high, low = of_real(bars, places[days])
        is_kept = kept[bars, days][:, np.newaxis]
        return np.where(is_kept, high, -low), np.where(is_kept, low, -high)

    return within


def outcomes(days: Days | MirroredDays, rows: Rows, table: Table) -> Codes:
    """What came first on some days, (n,), by the first target and the first stop of a table."""
    found = [np.zeros(0, dtype=np.uint8)]
    for steps in _parts(days, rows):
        masks = (mask[0, 0] for mask in _masks(steps, table))
        found.append(np.select(list(masks), (TARGET_FIRST, STOP_FIRST, NEITHER), SAME_BAR).astype(np.uint8))
    return np.concatenate(found)


def counts(days: Days | MirroredDays, rows: Rows, table: Table) -> Counts:
    """How many of some days by what came first, (4, T, S)."""
    found = np.zeros((4, *table.targets.shape), dtype=np.int64)
    for steps in _parts(days, rows):
        for code, mask in zip((TARGET_FIRST, STOP_FIRST, NEITHER), _masks(steps, table), strict=True):
            found[code] += np.count_nonzero(mask, axis=2)
    found[SAME_BAR] = len(rows) - found.sum(axis=0)
    return found


def results(days: Days, rows: Rows, table: Table) -> Floats:
    """Each day's result in levels after costs (C, n): target, minus stop, or how far the day closes.

    A bar that holds both prices counts as stop, unless its minutes decide. The first target's cells come
    first.
    """
    found = [np.zeros((table.targets.size, 0))]
    return np.concatenate(found + [_results(steps, table) for steps in _parts(days, rows)], axis=1)


def paired_results(days: MirroredDays, rows: Rows, coin_rows: Rows, table: Table) -> PairedResults:
    """The results of some days, and of those of their coin days that are among `coin_rows`; both ascend."""
    coin_rows = coin_rows[np.isin(coin_rows // days.draws, rows)]
    places = rows.searchsorted(coin_rows // days.draws)
    sums, squares = np.zeros((2, table.targets.size, len(rows)))
    for start in range(0, len(coin_rows), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        found = _results(days.steps(coin_rows[part]), table)
        own, starts = np.unique(places[part], return_index=True)
        sums[:, own] += np.add.reduceat(found, starts, axis=1)
        squares[:, own] += np.add.reduceat(found * found, starts, axis=1)
    coin_days = np.bincount(places, minlength=len(rows))
    return PairedResults(results(days.days, rows, table), coin_days, sums, squares)


def _results(steps: Steps, table: Table) -> Floats:
    hit, _, neither = _masks(steps, table)
    per_tick = LEVELS_PER_ADR / steps.adr10 if table.in_adr else 1.0
    gone = steps.close.sum(axis=0) * per_tick
    missed = np.where(neither, gone if table.side == "up" else -gone, -1.0 * table.stops[:, np.newaxis])
    found = np.where(hit, table.targets[..., np.newaxis], missed)
    if table.costs:
        found -= table.costs * per_tick
    return found.reshape(table.targets.size, -1)


def _parts(days: Days | MirroredDays, rows: Rows) -> Iterator[Steps]:
    return (days.steps(rows[start : start + _AT_ONCE]) for start in range(0, len(rows), _AT_ONCE))


def _masks(steps: Steps, table: Table) -> tuple[Mask, Mask, Mask]:
    """Target first, stop first, neither (T, S, n); the rest reached both in one bar or one minute."""
    target, stop = _places(steps, table)
    hit, stopped, neither = target < stop, stop < target, np.minimum(target, stop) == steps.bars
    if steps.within is not None:
        _settle(hit, stopped, steps, steps.within, table, target)
    return hit, stopped, neither


def _settle(hit: Mask, stopped: Mask, steps: Steps, within: Within, table: Table, waits: Places) -> None:
    """Mark what came in the earlier minute if one bar has both."""
    tied = ~hit & ~stopped & (waits < steps.bars)
    targets, stops, days = np.nonzero(tied)
    if not len(days):
        return
    bars = waits[targets, stops, days].astype(np.intp)
    before = (np.cumsum(steps.close, axis=0, dtype=np.int32) - steps.close)[bars, days][:, np.newaxis]
    high, low = within(bars, days)
    there = high >= low
    up, down = (
        _in_levels(each, steps.adr10[days][:, np.newaxis], table.in_adr)
        for each in (before + high, -before - low)
    )
    to_target, to_stop = (up, down) if table.side == "up" else (down, up)
    at = targets, stops
    first_target = _first_minute(there & (to_target >= table.targets[at][:, np.newaxis]))
    first_stop = _first_minute(there & (to_stop >= table.stops[stops][:, np.newaxis]))
    hit[targets, stops, days] = first_target < first_stop
    stopped[targets, stops, days] = first_stop < first_target


def _first_minute(reached: Mask) -> Rows:
    """The first minute (k,) of a bar that reached a level; the number of minutes if none did."""
    return np.asarray(np.where(reached.any(axis=1), reached.argmax(axis=1), reached.shape[1]))


def _distances(steps: Steps, in_adr: bool) -> tuple[Levels, Levels]:
    """How far n days have traded upwards and downwards by each bar (B, n)."""
    before = np.cumsum(steps.close, axis=0, dtype=np.int32) - steps.close
    both = before + steps.high, -(before + steps.low)
    up, down = (_in_levels(np.maximum.accumulate(each), steps.adr10, in_adr) for each in both)
    return up, down


def _in_levels(ticks: Ticks, adr10: Ticks, in_adr: bool) -> Levels:
    """Distances as whole levels, rounded down.

    A quotient of whole numbers below 2**53 rounds to a whole number only if it is one.
    """
    reached = np.floor(ticks * LEVELS_PER_ADR / adr10) if in_adr else ticks
    return np.clip(reached, 0, FARTHEST).astype(np.uint16)


def _places(steps: Steps, table: Table) -> tuple[Places, Places]:
    """Bars before each target (T, S, n) and stop (S, n) is reached; all of them if it never is."""
    up, down = _distances(steps, table.in_adr)
    to_target, to_stop = (up, down) if table.side == "up" else (down, up)
    levels, cells = np.unique(table.targets, return_inverse=True)
    return _waits(to_target, levels)[cells.reshape(table.targets.shape)], _waits(to_stop, table.stops)


def _waits(distance: Levels, levels: Levels) -> Places:
    found = np.empty((len(levels), distance.shape[1]), dtype=np.uint8)
    for place, level in enumerate(levels):
        np.add.reduce(distance < level, axis=0, dtype=np.uint8, out=found[place])
    return found
