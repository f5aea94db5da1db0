"""Prices of a file that no session trades at, and prices that the next bar takes back."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from core.importing.findings.defects import FileFinding
from core.importing.findings.view import FileView
from core.importing.formats.bar_file import BarFile
from core.market.instruments import Instrument
from core.market.market import DateArray, FloatArray, IntArray
from core.market.rth_bars import group_starts
from core.market.session_clock import OVERNIGHT, RTH
from core.market.spikes import spikes

DAILY_LIMIT, NIGHT_LIMIT = 0.20, 0.07
"""What a session may move from the settlement before, and what the night from 18:00 to 09:30 may."""

_FROM_SETTLEMENT, _CARRY = 0.005, 0.03
_AFTER_CASH_CLOSE = 3
_MOST_SESSIONS = 5
_BEFORE_BARS = 3 * 276


@dataclass(frozen=True, slots=True)
class _Limits:
    """Of each of n bars, in points: the last close, and the lowest and highest price allowed (NaN: any)."""

    close: FloatArray
    lowest: FloatArray
    highest: FloatArray


def limit_findings(view: FileView) -> Iterator[FileFinding]:
    """`beyond_limit` at the first price beyond the exchange's limit, and every `spike`."""
    limits = _limits(view)
    over, under = view.prices[:, 1] > limits.highest, view.prices[:, 2] < limits.lowest
    if (over | under).any():
        at = int((over | under).argmax())
        name, price = ("high", view.prices[at, 1]) if over[at] else ("low", view.prices[at, 2])
        is_night = view.clock.segment[at] == OVERNIGHT
        limit = f"{NIGHT_LIMIT:.0%} overnight" if is_night else f"{DAILY_LIMIT:.0%} a session"
        detail = (
            f"{view.when(at)}: {name} {price:.12g} lies {price / limits.close[at] - 1:+.1%} from the last "
            f"close {limits.close[at]:.12g}; the exchange's limit is {limit}. Correct the row or leave it "
            "out."
        )
        yield view.finding("beyond_limit", at, detail, int((over | under).sum()))
    for spike in spikes(view.prices):
        detail = (
            f"{view.when(spike.at)}: {spike.field} {spike.value:.12g} lies {spike.away:.1%} beyond the bars "
            f"before and after it, data row {view.row[spike.at]}"
        )
        yield view.finding("spike", spike.at, detail, 1, view.days_of(spike.at))


def findings_after(there: pd.DataFrame, file: BarFile, known: Instrument) -> Iterator[FileFinding]:
    """`beyond_limit` in `file` from the last close of the bars `there` before it (ts, prices, contract)."""
    before = there[there["ts"] < file.frame["ts"].iloc[0]].tail(_BEFORE_BARS)
    frame = pd.concat([before.set_axis(np.full(len(before), -1)), file.frame.iloc[:_BEFORE_BARS]])
    for finding in limit_findings(FileView.of(replace(file, frame=frame), known)):
        if finding.kind == "beyond_limit" and finding.row > 0:
            yield finding


def _limits(view: FileView) -> _Limits:
    """Limits from the cash close or the last RTH close before, whichever allows more.

    The first day is held to its own median close; a day whose last close is over a week back to nothing.
    """
    clock, overnight = view.clock, view.clock.segment == OVERNIGHT
    days, closes, codes = _last_closes(view)
    before = np.searchsorted(days[:-1], clock.trade_day) - 1
    sessions = view.calendar.positions(clock.trade_day) - view.calendar.positions(days)[before]
    slack = np.where(codes[before] == view.codes, _FROM_SETTLEMENT, _CARRY)
    further = np.where(sessions <= _MOST_SESSIONS, sessions - 1, np.nan)
    limit = np.where(overnight, NIGHT_LIMIT, DAILY_LIMIT)
    first = (before == -1) & (clock.trade_day == clock.trade_day[0])
    middle = np.where(first, np.median(view.prices[first, 3]) if first.any() else np.nan, np.nan)
    lowest = closes[before].min(axis=1) * (1 - limit - slack) * (1 - DAILY_LIMIT) ** further
    highest = closes[before].max(axis=1) * (1 + limit + slack) * (1 + DAILY_LIMIT) ** further
    return _Limits(
        close=np.where(first, middle, closes[before, 1]),
        lowest=np.where(first, middle * (1 - DAILY_LIMIT), lowest),
        highest=np.where(first, middle * (1 + DAILY_LIMIT), highest),
    )


def _last_closes(view: FileView) -> tuple[DateArray, FloatArray, IntArray]:
    """Of each session its date, its cash close and last RTH close, and its contract; unknown at the end."""
    rth = np.flatnonzero(view.clock.segment == RTH)
    starts = group_starts(view.clock.session_date[rth])
    ends = np.append(starts[1:], len(rth))[: len(starts)] - 1
    last, cash = rth[ends], rth[np.maximum(ends - _AFTER_CASH_CLOSE, starts)]
    closes = np.column_stack([view.prices[cash, 3], view.prices[last, 3]])
    return (
        np.append(view.clock.session_date[last], view.clock.trade_day[0]),
        np.vstack([closes, [np.nan, np.nan]]),
        np.append(view.codes[last], view.codes[0]),
    )
