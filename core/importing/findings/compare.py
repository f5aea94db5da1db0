"""A file beside the bars that are there already: what only shows where two tell of the same stamps."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.importing.findings.defects import FileFinding
from core.importing.readers.bar_checks import PRICE_COLUMNS
from core.market.market import BoolArray, FloatArray, IntArray
from core.market.rth_bars import group_starts
from core.market.session_clock import BAR_MINUTES, utc_stamps

_LEAST_BARS = 162
_SURE = 0.95
_FEWER = 0.7
_LEAST_VOLUME = 10
_QUOTED_SHARE = 0.3
_STRAY_SHARE = 0.01
_MOST_LATE = 180
_LATE = range(BAR_MINUTES, _MOST_LATE + 1, BAR_MINUTES)
_LEAST_MOVED, _LEAST_VARIED = 60, 20
_WIDEST_TICKS = 4


@dataclass(frozen=True, slots=True)
class _Shared:
    """The m stamps that file and warehouse both have, of contracts that do not contradict.

    `row` (m,) is the data row, `day` (m,) the UTC day, `apart` (m, 4) the file's prices less the
    warehouse's, `volume` and `old_volume` (m,). `is_whole` says that the file spans everything there is.
    """

    row: IntArray
    day: IntArray
    apart: FloatArray
    volume: FloatArray
    old_volume: FloatArray
    is_whole: bool


def compared_findings(
    there: pd.DataFrame, fresh: pd.DataFrame, rows: IntArray, tick: float
) -> tuple[FileFinding, ...]:
    """What the bars `there` say of the bars `fresh` of a file, whose data rows `rows` count from 1.

    Both have ts ascending, open, high, low, close, volume and contract. Nothing is said of shared stamps
    below two sessions' worth.
    """
    moved = tuple(_other_hours(there, fresh, rows))
    if moved:
        return moved
    shared = _shared(there, fresh, rows)
    if len(shared.row) < _LEAST_BARS:
        return ()
    found = [*_quotes(shared, tick)]
    return tuple(found or [*_tick_counts(shared), *_other_adjustment(shared)])


def _shared(there: pd.DataFrame, fresh: pd.DataFrame, rows: IntArray) -> _Shared:
    old, new = utc_stamps(there["ts"]), utc_stamps(fresh["ts"])
    _, at_old, at_new = np.intersect1d(old, new, assume_unique=True, return_indices=True)
    names = [frame["contract"].fillna("").to_numpy()[at] for frame, at in ((there, at_old), (fresh, at_new))]
    agree = (names[0] == names[1]) | (names[0] == "") | (names[1] == "")
    at_old, at_new = at_old[agree], at_new[agree]
    prices = [frame[PRICE_COLUMNS].to_numpy(dtype=np.float64) for frame in (there, fresh)]
    return _Shared(
        row=rows[at_new],
        day=new[at_new].astype("datetime64[D]").astype(np.int64),
        apart=prices[1][at_new] - prices[0][at_old],
        volume=fresh["volume"].to_numpy(dtype=np.float64)[at_new],
        old_volume=there["volume"].to_numpy(dtype=np.float64)[at_old],
        is_whole=bool(len(old) and new[0] <= old[0] and new[-1] >= old[-1]),
    )


def _other_hours(there: pd.DataFrame, fresh: pd.DataFrame, rows: IntArray) -> Iterator[FileFinding]:
    """Bars that are those already there at other stamps; a file of all there is may replace them."""
    old, new = (utc_stamps(frame["ts"]).astype("datetime64[m]").astype(np.int64) for frame in (there, fresh))
    if not len(old) or (new[0] <= old[0] and new[-1] >= old[-1]):
        return
    prices = [frame[PRICE_COLUMNS].to_numpy(dtype=np.float64) for frame in (there, fresh)]
    near = np.flatnonzero((new >= old[0] - _MOST_LATE) & (new <= old[-1] + _MOST_LATE))
    other = near[~_same(old, prices[0], new[near], prices[1][near])]
    for late in (
        [sign * minutes for minutes in _LATE for sign in (1, -1)] if len(other) >= _LEAST_MOVED else ()
    ):
        moved = other[_same(old, prices[0], new[other] - late, prices[1][other])]
        if len(moved) >= _LEAST_MOVED and len(np.unique(prices[1][moved, 3])) >= _LEAST_VARIED:
            told = (
                f"{len(moved):,} bars are those already there {abs(late)} minutes "
                f"{'later' if late > 0 else 'earlier'}. Correct the stamps of the file; where those already "
                "there are wrong, remove them first."
            )
            yield FileFinding("shifted_stamps", int(rows[moved[0]]), told, len(moved))
            return


def _same(old: IntArray, old_prices: FloatArray, stamps: IntArray, prices: FloatArray) -> BoolArray:
    at = np.searchsorted(old, stamps).clip(max=len(old) - 1)
    return np.asarray((old[at] == stamps) & (old_prices[at] == prices).all(axis=1))


def _quotes(shared: _Shared, tick: float) -> Iterator[FileFinding]:
    close = shared.apart[:, 3]
    if np.abs(close).max() > _WIDEST_TICKS * tick:
        return
    for side, away in (("below", close < 0), ("above", close > 0)):
        stray = (close != 0) & ~away
        if away.mean() >= _QUOTED_SHARE and stray.mean() <= _STRAY_SHARE:
            name = "bid" if side == "below" else "ask"
            told = (
                f"{away.mean():.0%} of {len(close):,} shared closes lie {side} those already there and none "
                f"on the other side: {name} prices, no trades. Export the last price."
            )
            yield FileFinding("quotes_not_trades", int(shared.row[away.argmax()]), told, int(away.sum()))


def _tick_counts(shared: _Shared) -> Iterator[FileFinding]:
    counted = (shared.apart == 0).all(axis=1) & (shared.old_volume >= _LEAST_VOLUME)
    fewer = counted & (shared.volume < _FEWER * shared.old_volume)
    days = _days(shared, fewer, counted)
    if days.any():
        rows = shared.row[days & fewer]
        told = (
            f"{len(rows):,} bars have the prices of the bars already there and less than {_FEWER:.0%} of "
            "their volume: a count of trades. Export the volume in contracts."
        )
        yield FileFinding("tick_count_volume", int(rows[0]), told, len(rows))


def _other_adjustment(shared: _Shared) -> Iterator[FileFinding]:
    first = shared.apart[:, 0]
    moved = (first != 0) & (shared.apart == first[:, None]).all(axis=1)
    level = np.zeros(len(first))
    for begin, end in _spans_of_days(shared):
        values, counts = np.unique(first[begin:end], return_counts=True)
        level[begin:end] = values[counts.argmax()]
    days = _days(shared, moved & (first == level), np.ones(len(first), dtype=np.bool_))
    if not days.any() or shared.is_whole:
        return
    rows = shared.row[days & moved]
    told = (
        f"{len(rows):,} bars lie a constant {first[days & moved][0]:+.2f} points from the bars already "
        "there: another adjustment. Export as before, or import a file that holds the whole history."
    )
    yield FileFinding("adjustment_splice", int(rows[0]), told, len(rows))


def _days(shared: _Shared, where: BoolArray, of: BoolArray) -> BoolArray:
    """The bars of days on which nearly all of `of` are in `where`, if two sessions' worth are."""
    days = np.zeros(len(where), dtype=np.bool_)
    for begin, end in _spans_of_days(shared):
        count = int(of[begin:end].sum())
        days[begin:end] = bool(count) and where[begin:end].sum() >= _SURE * count
    return days if (days & where).sum() >= _LEAST_BARS else np.zeros_like(days)


def _spans_of_days(shared: _Shared) -> list[tuple[int, int]]:
    starts = group_starts(shared.day)
    return list(zip(starts.tolist(), np.append(starts[1:], len(shared.day)).tolist(), strict=True))
