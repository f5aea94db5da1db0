"""A file compared with the existing bars: defects that only shared stamps reveal."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.importing.findings.defects import FileFinding, rows_finding
from core.market.market import BoolArray, DateArray, FloatArray, IntArray
from core.market.session_clock import BAR_MINUTES, utc_stamps
from core.warehouse.schemas import PRICE_COLUMNS

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
    """The m stamps in both file and warehouse, with compatible contracts.

    `row` (m,) is the data row, `day` (m,) the UTC day, `apart` (m, 4) the file's prices less the warehouse's,
    `volume` and `old_volume` (m,).
    """

    row: IntArray
    day: DateArray
    apart: FloatArray
    volume: FloatArray
    old_volume: FloatArray


def compared_findings(
    there: pd.DataFrame, fresh: pd.DataFrame, rows: IntArray, tick: float
) -> tuple[FileFinding, ...]:
    """Findings from comparing the file's bars `fresh` with the warehouse's bars `there`.

    `rows` are the data rows of `fresh`, counted from 1. Both frames have ts ascending, open, high, low,
    close, volume and contract. Fewer shared stamps than two sessions' worth give no finding.
    """
    old, new = there["ts"], fresh["ts"]
    is_whole = bool(len(old) and new.iloc[0] <= old.iloc[0] and new.iloc[-1] >= old.iloc[-1])
    moved = () if is_whole or not len(old) else tuple(_other_hours(there, fresh, rows))
    if moved:
        return moved
    shared = _shared(there, fresh, rows)
    if len(shared.row) < _LEAST_BARS:
        return ()
    quotes = tuple(_quotes(shared, tick))
    spliced = () if is_whole else tuple(_other_adjustment(shared))
    return quotes or (*_tick_counts(shared), *spliced)


def _shared(there: pd.DataFrame, fresh: pd.DataFrame, rows: IntArray) -> _Shared:
    old, new = utc_stamps(there["ts"]), utc_stamps(fresh["ts"])
    _, at_old, at_new = np.intersect1d(old, new, assume_unique=True, return_indices=True)
    names = [frame["contract"].fillna("").to_numpy()[at] for frame, at in ((there, at_old), (fresh, at_new))]
    agree = (names[0] == names[1]) | (names[0] == "") | (names[1] == "")
    ours, theirs = fresh.iloc[at_new[agree]], there.iloc[at_old[agree]]
    return _Shared(
        row=rows[at_new[agree]],
        day=new[at_new[agree]].astype("datetime64[D]"),
        apart=ours[PRICE_COLUMNS].to_numpy(np.float64) - theirs[PRICE_COLUMNS].to_numpy(np.float64),
        volume=ours["volume"].to_numpy(np.float64),
        old_volume=theirs["volume"].to_numpy(np.float64),
    )


def _other_hours(there: pd.DataFrame, fresh: pd.DataFrame, rows: IntArray) -> Iterator[FileFinding]:
    """Bars that equal existing ones at shifted stamps."""
    old, new = (utc_stamps(frame["ts"]).astype("datetime64[m]").astype(np.int64) for frame in (there, fresh))
    old_prices, prices = (frame[PRICE_COLUMNS].to_numpy(dtype=np.float64) for frame in (there, fresh))

    def same(bars: IntArray, late: int) -> BoolArray:
        """Which of the file's `bars` equal existing ones `late` minutes earlier."""
        at = np.searchsorted(old, new[bars] - late).clip(max=len(old) - 1)
        return np.asarray((old[at] == new[bars] - late) & (old_prices[at] == prices[bars]).all(axis=1))

    near = np.flatnonzero((new >= old[0] - _MOST_LATE) & (new <= old[-1] + _MOST_LATE))
    other = near[~same(near, 0)]
    if len(other) < _LEAST_MOVED:
        return
    for late in (sign * minutes for minutes in _LATE for sign in (1, -1)):
        moved = other[same(other, late)]
        if len(moved) >= _LEAST_MOVED and len(np.unique(prices[moved, 3])) >= _LEAST_VARIED:
            detail = (
                f"{len(moved):,} bars are those already there {abs(late)} minutes "
                f"{'later' if late > 0 else 'earlier'}. Correct the stamps of the file; where those already "
                "there are wrong, remove them first."
            )
            yield FileFinding("shifted_stamps", int(rows[moved[0]]), detail, len(moved))
            return


def _quotes(shared: _Shared, tick: float) -> Iterator[FileFinding]:
    close = shared.apart[:, 3]
    if np.abs(close).max() > _WIDEST_TICKS * tick:
        return
    for name, side, away in (("bid", "below", close < 0), ("ask", "above", close > 0)):
        stray = (close != 0) & ~away
        if away.mean() >= _QUOTED_SHARE and stray.mean() <= _STRAY_SHARE:
            detail = (
                f"{away.mean():.0%} of {len(close):,} shared closes lie {side} those already there and none "
                f"on the other side: {name} prices, no trades. Export the last price."
            )
            yield FileFinding("quotes_not_trades", int(shared.row[away.argmax()]), detail, int(away.sum()))


def _tick_counts(shared: _Shared) -> Iterator[FileFinding]:
    counted = (shared.apart == 0).all(axis=1) & (shared.old_volume >= _LEAST_VOLUME)
    fewer = counted & (shared.volume < _FEWER * shared.old_volume)
    words = (
        f"{{}} bars have the prices of the bars already there and less than {_FEWER:.0%} of their volume: a "
        "count of trades. Export the volume in contracts."
    )
    where = _throughout(shared, fewer, counted) & fewer
    yield from rows_finding("tick_count_volume", words, where, shared.row)


def _other_adjustment(shared: _Shared) -> Iterator[FileFinding]:
    """Bars that differ by a constant, the same one throughout most of their day."""
    first = shared.apart[:, 0]
    moved = (first != 0) & (shared.apart == first[:, None]).all(axis=1)
    everything = np.ones(len(first), dtype=np.bool_)
    bars = pd.Series(first)
    alike = bars.groupby([shared.day, first]).transform("size")
    is_level = np.asarray(2 * alike > bars.groupby(shared.day).transform("size"))
    moved_days = _throughout(shared, moved & is_level, everything) & moved
    rows = shared.row[moved_days]
    if len(rows):
        detail = (
            f"{len(rows):,} bars lie a constant {first[moved_days][0]:+.2f} points from the bars already "
            "there: another adjustment. Export as before, or import a file that holds the whole history."
        )
        yield FileFinding("adjustment_splice", int(rows[0]), detail, len(rows))


def _throughout(shared: _Shared, where: BoolArray, of: BoolArray) -> BoolArray:
    """Bars of days on which nearly all of `of` are in `where`; none below two sessions' worth."""
    counts = pd.DataFrame({"where": where, "of": of}).groupby(shared.day).transform("sum")
    days = np.asarray((counts["of"] > 0) & (counts["where"] >= _SURE * counts["of"]))
    return days if (days & where).sum() >= _LEAST_BARS else np.zeros_like(days)
