"""Prices of a file: beyond the exchange's limits, taken back by the next bar, on another level or grid.

Two signs of adjustment (market-data A.4, stage 7): difference adjustment leaves prices on the tick, ratio
adjustment does not; and unadjusted closes of a year's last session lie within about 1.5 % of the S&P 500's.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal

import numpy as np
import pandas as pd

from core.importing.findings.defects import FileFinding, FileView, rows_finding
from core.importing.formats.bar_file import TICK_TOLERANCE, BarFile, float32_tolerance, in_ticks
from core.market.calendar_facts import QUARTERLY_MONTHS, third_friday
from core.market.instruments import Instrument
from core.market.market import BoolArray, DateArray, FloatArray, IntArray
from core.market.rth_bars import as_dates, group_starts
from core.market.session_clock import BAR_MINUTES, GLOBEX_OPEN_MINUTE, OVERNIGHT, RTH
from core.market.sessions import spikes

Verdict = Literal["unadjusted", "back-adjusted", "ratio-adjusted", "on the tick"]
"""The conclusion from the signs; `on the tick` if no year's end can be compared."""

_CLOSES = (2058.90, 2043.94, 2238.83, 2673.61, 2506.85, 3230.78, 3756.07, 4766.18, 3839.50, 4769.83, 5881.63)
YEAR_END_CLOSES: dict[str, dict[int, float]] = {"ES": dict(enumerate(_CLOSES, start=2014))}
"""The S&P 500's close on the last session of a year, in points."""

_CASH_CLOSE_BAR = 78
_LARGEST_CARRY = 0.015
_GROWS = 0.005
_SURE = 0.99

_STRETCH_BARS = 20
_STRETCH_SHARE = 0.5
_AROUND_BARS = 12
_PERSISTS = 0.5

_RUNNING_IMPOSSIBLE, _RUNNING_ODD = 0.03, 0.0075
_OPENING_IMPOSSIBLE = 0.08
_PAUSE_ODD, _WEEKEND_ODD = 0.015, 0.03
_PAUSE_LEAST, _PAUSE_MOST = 60, 24 * 60
_AFTERNOON = 12 * 60
_LARGEST_ROLL = 0.03

_LEAST_VOLUME = {"ES": 1_000}
"""The median volume of a five-minute RTH bar that the instrument exceeds in every year since 2006."""

DAILY_LIMIT, NIGHT_LIMIT = 0.20, 0.07
"""The largest move of a session from the settlement before, and of the night from 18:00 to 09:30."""

_FROM_SETTLEMENT, _CARRY = 0.005, 0.03
_AFTER_CASH_CLOSE = 3
_MOST_SESSIONS = 5
_BEFORE_BARS = 3 * 276


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Share of prices on the tick, and per year the distance of its last close from the cash.

    `first_end` is the position of the bar that ends the first of these years.
    """

    on_tick_share: float
    verdict: Verdict
    drifts: Mapping[int, float]
    first_end: int

    def __str__(self) -> str:
        line = f"adjustment: {self.verdict}, {self.on_tick_share:.2%} of the prices on the tick"
        ends = ", ".join(f"{year} {drift:+.1%}" for year, drift in self.drifts.items())
        return f"{line}; year-end closes against the S&P 500: {ends}" if ends else line


def probe_adjustment(view: FileView) -> Adjustment:
    """Measure whether a file's prices are the exchange's or were shifted at each roll."""
    ticks, away = in_ticks(view.prices, view.known)
    is_kept = away <= TICK_TOLERANCE
    share = float((is_kept if is_kept.all() else away <= float32_tolerance(ticks)).mean())
    year_ends = _year_ends(view)
    drifts = {year: drift for year, (drift, _) in year_ends.items()}
    verdict: Verdict = "unadjusted"
    if share < _SURE:
        verdict = "ratio-adjusted"
    elif not drifts:
        verdict = "on the tick"
    else:
        ends = [abs(drift) for drift in drifts.values()]
        first, last = ends[0], ends[-1]
        if first > _LARGEST_CARRY and (len(drifts) == 1 or first > last + _GROWS):
            verdict = "back-adjusted"
    return Adjustment(share, verdict, drifts, next((at for _, at in year_ends.values()), 0))


def level_findings(view: FileView) -> Iterator[FileFinding]:
    """Splices of two adjustments, level jumps, prices kept in 32 bits, and no or a thin volume."""
    yield from _off_tick(view)
    yield from _jumps(view)
    yield from _volumes(view)


def adjustment_findings(view: FileView, adjustment: Adjustment) -> Iterator[FileFinding]:
    """`back_adjusted` at the year end that is furthest from the cash."""
    if adjustment.verdict == "back-adjusted":
        (year, drift), at = next(iter(adjustment.drifts.items())), adjustment.first_end
        detail = (
            f"the close at the end of {year}, data row {view.row[at]}, lies {drift:+.1%} from the S&P 500's, "
            "later ones less: old prices were adjusted. Say --roll adjusted"
        )
        yield view.finding("back_adjusted", at, detail)


def _year_ends(view: FileView) -> dict[int, tuple[float, int]]:
    """By year, the drift of its last 16:00 close from the cash and the position of that bar."""
    closes = YEAR_END_CLOSES.get(view.known.symbol, {})
    at: IntArray = np.flatnonzero(view.clock.bar_number == _CASH_CLOSE_BAR)
    dates = view.clock.session_date[at]
    years = dates.astype("datetime64[Y]").astype(np.int64) + 1970
    found = {}
    for last in np.flatnonzero(years != np.append(years[1:], 0)).tolist():
        year = int(years[last])
        if year not in closes:
            continue
        december = view.calendar.sessions_between(f"{year}-12-01", f"{year}-12-31")
        if dates[last] == december[-1]:
            found[year] = (float(view.prices[at[last], 3] / closes[year] - 1), int(at[last]))
    return found


def _off_tick(view: FileView) -> Iterator[FileFinding]:
    """Prices off the tick at one end of the file alone, or by what 32 bits lose.

    `off_tick` covers the other cases later.
    """
    ticks, away = in_ticks(view.prices, view.known)
    rounded = np.asarray((away > TICK_TOLERANCE).any(axis=1))
    if not rounded.any():
        return
    off = (away > float32_tolerance(ticks)).any(axis=1)
    if not off.any():
        words = "{} rows with prices kept in 32 bits, rounded to the tick; the first is data row {}"
        yield from rows_finding("float32_prices", words, rounded, view.row)
        return
    lead = np.concatenate([[0.0], np.cumsum(off - _STRETCH_SHARE)])
    leaves, returns = int(lead.argmin()), int(lead.argmax())
    for at, sign, sides in (
        (leaves, 1, "leave the tick from here on and lie on it before"),
        (returns, -1, "lie on the tick from here on and not before, as ratio adjustment leaves them"),
    ):
        weights = sign * np.array([-lead[at], lead[-1] - lead[at]])
        if weights.min() >= _STRETCH_SHARE * _STRETCH_BARS:
            yield _splice(view, at, f"the prices {sides}", int(off.sum()))
            return


def _jumps(view: FileView) -> Iterator[FileFinding]:
    with np.errstate(divide="ignore", invalid="ignore"):
        jump = np.abs(view.prices[1:, 0] / view.prices[:-1, 3] - 1)
    odd, impossible = _bounds(view)
    same = view.codes[1:] == view.codes[:-1]
    for at in (np.flatnonzero((jump > odd) & same & np.isfinite(jump)) + 1).tolist():
        if not _persists(view.prices[:, 3], at):
            continue
        size = float(jump[at - 1])
        detail = f"the level jumps by {size:.2%} between two bars and stays there"
        if size > impossible[at - 1]:
            yield _splice(view, at, detail, len(view.row) - at)
        elif size > _LARGEST_ROLL or not _may_roll(as_dates(view.clock.trade_day[at : at + 1])[0]):
            days = view.days_of(at)
            yield view.finding("level_jump", at, f"{days[0]}: {detail}, data row {view.row[at]}", 1, days)


def _bounds(view: FileView) -> tuple[FloatArray, FloatArray]:
    """Per step between bars the odd and the impossible jump; infinite across missing bars."""
    step = np.diff(view.minutes)
    running = step == BAR_MINUTES
    # From a session's end, in the afternoon, to the next session's beginning.
    sessions = np.diff(view.calendar.positions(view.clock.session_date))
    afternoon = (view.clock.minute >= _AFTERNOON) & (view.clock.minute < GLOBEX_OPEN_MINUTE)
    opening = (step >= _PAUSE_LEAST) & (sessions <= 1) & afternoon[:-1]
    opening_odd = np.where(step <= _PAUSE_MOST, _PAUSE_ODD, _WEEKEND_ODD)
    odd = np.where(running, _RUNNING_ODD, np.where(opening, opening_odd, np.inf))
    impossible = np.where(running, _RUNNING_IMPOSSIBLE, np.where(opening, _OPENING_IMPOSSIBLE, np.inf))
    return odd, impossible


def _persists(closes: FloatArray, at: int) -> bool:
    before = float(np.median(closes[max(at - _AROUND_BARS, 0) : at]))
    after = closes[at : at + _AROUND_BARS]
    return bool((np.abs(after - before) > _PERSISTS * abs(float(closes[at]) - before)).all())


def _may_roll(day: date) -> bool:
    """Whether continuous contracts may roll on `day`: classic Thursday to the Monday after expiry."""
    dates = np.array([day], dtype="datetime64[D]")
    after = int((dates - third_friday(dates)).astype(np.int64)[0])
    return day.month in QUARTERLY_MONTHS and -8 <= after <= 3


def _splice(view: FileView, at: int, detail: str, rows: int) -> FileFinding:
    remedy = "Two adjustments are joined here: export one throughout."
    return view.finding("adjustment_splice", at, f"{detail}. {remedy}", rows)


def _volumes(view: FileView) -> Iterator[FileFinding]:
    unknown = np.isnan(view.volume)
    words = "{} bars without a volume, the first data row {}: kept as unknown"
    yield from rows_finding("no_volume", words, unknown, view.row)
    rth: BoolArray = (view.clock.segment == RTH) & ~unknown
    least, middle = _LEAST_VOLUME.get(view.known.symbol), np.median(view.volume[rth]) if rth.any() else np.inf
    if least is not None and middle < least:
        detail = (
            f"half of the RTH bars have a volume of {middle:.0f} or less, below the {least:,} of "
            f"{view.known.symbol}; it may count trades"
        )
        yield view.finding("thin_volume", int(rth.argmax()), detail, int(rth.sum()))


@dataclass(frozen=True, slots=True)
class _Limits:
    """Per bar (n,) in points: the last close, the lowest and the highest allowed price (NaN: any)."""

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
    """`beyond_limit` in `file`, measured from the last close of `there` (ts, prices, contract) before it."""
    before = there[there["ts"] < file.frame["ts"].iloc[0]].tail(_BEFORE_BARS)
    frame = pd.concat([before.set_axis(np.full(len(before), -1)), file.frame.iloc[:_BEFORE_BARS]])
    for finding in limit_findings(FileView.of(frame, known)):
        if finding.kind == "beyond_limit" and finding.row > 0:
            yield finding


def _limits(view: FileView) -> _Limits:
    """Limits from the cash close or the last RTH close before, whichever allows more.

    The first day is limited by its own median close. A day over a week after its last close has no limit.
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
    """By session its date, cash close, last RTH close and contract; an unknown session at the end."""
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
