"""What the bars show that is no fault of a session and still has to be said."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Literal

import numpy as np
import pandas as pd

from core.contracts.manifest import RollPolicy
from core.market.market import DateArray, SessionTable
from core.market.rth_bars import NOT_COUNTED, RthBars, as_dates
from core.market.session_clock import CLOSED_DAY, OVERNIGHT, BarClock, utc_stamps
from core.market.spikes import spikes

WarningKind = Literal[
    "unknown_rolls",
    "pause_bars",
    "closed_day_outside_rth",
    "overnight_contract",
    "no_overnight",
    "open_session",
    "spike",
]

_WORDS: dict[WarningKind, str] = {
    "unknown_rolls": "the bars name no contracts and no --roll was given: rolls are unknown",
    "pause_bars": "bars between 17:00 and 18:00 New York, when Globex is shut",
    "closed_day_outside_rth": "exchange closed, trade outside RTH hours only",
    "overnight_contract": "overnight bars of another contract, left out of the session's range",
    "no_overnight": "no overnight bars of the session's contract",
    "open_session": "bars of a session whose RTH bars are not there yet",
    "spike": "a high or low far beyond the bars around it that the next bar takes back",
}


_MOST_NAMED = 10


@dataclass(frozen=True, slots=True)
class SessionWarning:
    """One observation with the dates it is about, for the manifest."""

    kind: WarningKind
    detail: str
    dates: tuple[date, ...] = ()


def collect_warnings(
    clock: BarClock, rth: RthBars, table: SessionTable, policy: RollPolicy
) -> tuple[SessionWarning, ...]:
    """Everything found in these bars, in a fixed order; nothing where all is as usual."""
    closed = clock.segment == CLOSED_DAY
    quiet = np.setdiff1d(clock.trade_day[closed], clock.trade_day[closed & clock.in_rth_hours])
    codes = rth.codes_of(clock.session_date)
    is_foreign = (clock.segment == OVERNIGHT) & (codes != rth.bar_codes) & (codes != NOT_COUNTED)
    about: tuple[tuple[WarningKind, DateArray], ...] = (
        ("pause_bars", clock.trade_day[clock.in_pause]),
        ("closed_day_outside_rth", quiet),
        ("overnight_contract", clock.session_date[is_foreign]),
        ("no_overnight", table.session_date[np.isnan(table.gxh)]),
        ("open_session", _open_session(clock, rth)),
    )
    found = (_warning(kind, days) for kind, days in about)
    unknown = (SessionWarning("unknown_rolls", _WORDS["unknown_rolls"]),) if policy == "unknown" else ()
    return (*unknown, *(warning for warning in found if warning.dates), *_spikes(rth.bars))


def _spikes(bars: pd.DataFrame) -> Iterator[SessionWarning]:
    found = spikes(bars[["open", "high", "low", "close"]].to_numpy())
    if found:
        stamps = utc_stamps(bars["ts"])[[each.at for each in found]].astype("datetime64[m]")
        named = [f"{at}Z {each.field} {each.value:.12g}" for at, each in zip(stamps, found, strict=True)]
        more = f" and {len(named) - _MOST_NAMED} more" if len(named) > _MOST_NAMED else ""
        yield SessionWarning("spike", f"{_WORDS['spike']}: {', '.join(named[:_MOST_NAMED])}{more}")


def _warning(kind: WarningKind, days: DateArray) -> SessionWarning:
    dates = as_dates(np.unique(days))
    days_word = "day" if len(dates) == 1 else "days"
    return SessionWarning(kind, f"{_WORDS[kind]} ({len(dates)} {days_word})", dates)


def _open_session(clock: BarClock, rth: RthBars) -> DateArray:
    if not len(rth.dates):
        return clock.session_date
    later: DateArray = clock.session_date[clock.session_date > rth.dates[-1]]
    return later
