"""One day as the chart reads it (spec/chart.md section 3), and the days it stands among."""

from bisect import bisect_left
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import orjson
from msgspec.structs import asdict

from core.contracts.chart_answers import ChartMetadata, Navigation, ReferenceLines
from core.contracts.errors import UnknownName
from core.contracts.known_at import LAST_BAR
from core.contracts.requests import Direction
from core.figures.bitmap import Bitmap
from core.question.filters import parse_date
from core.signals.ama import AmaResult
from core.signals.ama_config import AmaConfig
from core.warehouse.serving.bar_book import BarBook, Floats, day_signals, shown_bars
from service.snapshots.snapshot import Snapshot

BAR_MINUTES = 5
OPENING_MINUTE = 9 * 60 + 30

_IBS, _AVERAGE, _PRICE = 2, 4, 6
"""Decimals on the wire."""

Labels = dict[str, list[Any]]


@dataclass(frozen=True, slots=True)
class DayChart:
    """A day to draw (None: nothing matches), by which settings, and whether with the session before."""

    snapshot: Snapshot
    day: str | None
    config: AmaConfig
    with_previous: bool

    @property
    def key(self) -> str:
        """Equal exactly for equal charts (design/ama.md section 6)."""
        shown = "both" if self.with_previous else "current"
        return f"{self.snapshot.symbol}|{self.snapshot.id}|{self.day}|{shown}|{self.config.key()}"


def selected_day(text: str | None, field: str = "selected_date") -> str | None:
    """A request's selected date in ISO form; InvalidRequest `date_format` where it is no date."""
    return None if text is None else parse_date(field, text).isoformat()


def draw(chart: DayChart) -> bytes:
    """The day as `ChartData`, encoded; NaN becomes null."""
    book = chart.snapshot.book
    index = None if chart.day is None else book.session_index(chart.day)
    if index is None:
        lines = ReferenceLines(None, None, None, None, None, None)
        return _encoded([], lines, [], _metadata(chart, None, 0))
    shown, on_day = shown_bars(book, index, with_previous=chart.with_previous), book.bars_of(index)
    values = day_signals(book, index, chart.config, with_previous=chart.with_previous)
    numbers: list[int] = book.bar_number[shown].tolist()
    before = on_day.start - shown.start
    labels: Labels = {
        "bar_number": numbers,
        "session": ["previous"] * before + ["current"] * (len(numbers) - before),
        "index": [number - before for number in numbers[:before]] + numbers[before:],
    }
    signals = _rows(labels | {"signal_type": values.signal_type.tolist(), "ft_flag": values.ft_flag.tolist()})
    session = book.sessions[index]
    opened = float(book.in_points(on_day)[0, 0]) if book.bar_number[on_day.start] == 1 else None
    lines = ReferenceLines(session.hoy, session.loy, session.coy, session.gxh, session.gxl, opened)
    about = _metadata(chart, index, int(np.count_nonzero(values.signal_type[before:])))
    return _encoded(_bars(book, shown, labels, values), lines, signals if chart.config.enabled else [], about)


def _encoded(bars: Any, lines: ReferenceLines, signals: Any, about: ChartMetadata) -> bytes:
    data = {"bars": bars, "referenceLines": lines, "amaSignals": signals, "metadata": about}
    return orjson.dumps(data, default=asdict)


def _metadata(chart: DayChart, index: int | None, signals: int) -> ChartMetadata:
    book = chart.snapshot.book
    session = None if index is None else book.sessions[index]
    previous = None if index is None or not chart.with_previous else book.previous(index)
    bars = slice(0) if index is None else book.bars_of(index)
    return ChartMetadata(
        currentDate=session.session_date if session else None,
        previousDate=None if previous is None else book.sessions[previous].session_date,
        totalBars=len(book.bar_number[bars]),
        amaEnabled=chart.config.enabled,
        amaSignalCount=signals,
        kind=session.kind if session else None,
        reason=session.reason if session else None,
        is_roll=session is not None and session.is_roll,
        contract=session.contract if session else None,
        symbol=chart.snapshot.symbol,
        price_decimals=price_decimals(book.tick),
        tick=book.tick,
        adr10=adr10_before(chart.snapshot, session.session_date) if session else None,
    )


def adr10_before(snapshot: Snapshot, day: str) -> float | None:
    """The day's ADR10 in points; a day that is not full has that of the next full one. None where unknown."""
    row = bisect_left(snapshot.days, day)
    adr10 = np.nan if row == len(snapshot.days) else float(snapshot.index.adr10[row])
    return None if np.isnan(adr10) else adr10


def price_decimals(tick: float) -> int:
    """Digits after the point that every price on the tick needs."""
    return len(f"{tick:.6f}".rstrip("0").partition(".")[2])


def _bars(book: BarBook, shown: slice, labels: Labels, values: AmaResult) -> list[dict[str, Any]]:
    """The fields of `ChartBar`."""
    numbers, (open_, high, low, close) = labels["bar_number"], book.in_points(shown)
    sessions = [book.sessions[index] for index in book.session_of_bar[shown].tolist()]
    opens = np.array([session.opens_at[:16] for session in sessions], dtype="datetime64[m]")
    times = opens + BAR_MINUTES * (np.array(numbers) - 1)
    return _rows(
        labels
        | {
            "date": [session.session_date for session in sessions],
            "time": np.datetime_as_string(times, unit="s", timezone="UTC").tolist(),
            "open": _written(open_, _PRICE),
            "high": _written(high, _PRICE),
            "low": _written(low, _PRICE),
            "close": _written(close, _PRICE),
            "volume": [None if each < 0 else each for each in book.volume[shown].tolist()],
            "ema": _written(values.ema, _PRICE),
            "ibs": _written(values.ibs, _IBS),
            "bar_range": _written(values.bar_range, _PRICE),
            "avg_range": _written(values.avg_range, _AVERAGE),
            "z_score_full": _written(values.z_score_full, _AVERAGE),
            "z_score_body": _written(values.z_score_body, _AVERAGE),
            "is_outside_bar": values.is_outside_bar.tolist(),
            "is_inside_bar": values.is_inside_bar.tolist(),
            "time_label": [time_labels()[number - 1] for number in numbers],
        }
    )


@cache
def time_labels() -> tuple[str, ...]:
    """The New York open of each bar by the twelve-hour clock, 9:30 to 4:10."""
    minutes = range(OPENING_MINUTE, OPENING_MINUTE + LAST_BAR * BAR_MINUTES, BAR_MINUTES)
    return tuple(f"{(minute // 60 - 1) % 12 + 1}:{minute % 60:02d}" for minute in minutes)


def _written(values: Floats, decimals: int) -> list[float]:
    """Rounded as they are sent; adding 0 leaves no -0."""
    rounded: list[float] = (np.round(values, decimals) + 0.0).tolist()
    return rounded


def _rows(columns: Labels) -> list[dict[str, Any]]:
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def matching_days(snapshot: Snapshot, selection: Bitmap) -> list[str]:
    """The matched sessions' dates, ascending."""
    if selection.count == snapshot.index.n_sessions:
        return snapshot.days
    return [snapshot.days[row] for row in selection.rows().tolist()]


def chosen_day(snapshot: Snapshot, days: list[str], selected: str | None) -> str | None:
    """The day to draw: the selected one, the latest without; None where no day matches.

    A half day and a quarantined session match no filter and are drawn when asked for (rulings 1 and 38).

    Raises:
        UnknownName: `date_not_matched`, with why the date has no session or that it does not match, and the
            nearest days that match.
    """
    if selected is None:
        return days[-1] if days else None
    at = bisect_left(days, selected)
    if days[at : at + 1] == [selected] or snapshot.is_outside_filters(selected):
        return selected
    if not days:
        return None
    nearest = ", ".join(days[max(0, at - 1) : at + 1])
    why = why_without_session(snapshot, selected) or f" is not among the {len(days)} matching days"
    raise UnknownName(f"selected_date: {selected}{why}; nearest: {nearest}", code="date_not_matched")


def why_without_session(snapshot: Snapshot, day: str) -> str | None:
    """What follows the date in a sentence on why it has no session; None where it has one."""
    manifest = snapshot.manifest
    if day in snapshot.days:
        return None
    if day < manifest.first_session:
        return f" is before the data, which begin on {manifest.first_session}"
    if day > manifest.last_session:
        return f" is after the data, which end on {manifest.last_session}"
    return " is missing" if day in manifest.missing_sessions else ": the exchange was closed"


def navigation(days: list[str], current: str | None) -> Navigation:
    """The days in an order, and those beside the current one."""
    before, after = _beside(days, current)
    return Navigation(
        availableDates=days,
        currentDate=current,
        currentIndex=before if before < after and current is not None else -1,
        totalDates=len(days),
        previous=days[before - 1] if before > 0 else None,
        next=days[after] if after < len(days) else None,
        has_previous=before > 0,
        has_next=after < len(days),
    )


def _beside(days: list[str], current: str | None) -> tuple[int, int]:
    """How many days come before the current one, and the place of the day after it.

    A day that is none of them has its place by date; in another order it comes before all of them.
    """
    if current is None:
        return 0, len(days)
    if current in days:
        return days.index(current), days.index(current) + 1
    place = bisect_left(days, current) if days == sorted(days) else 0
    return place, place


def stepped(days: list[str], current: str | None, direction: Direction) -> str | None:
    """Where a step from a day leads in the order of the days; it stays at the first and the last.

    The current day need not match; without one the step is from the latest. None without days.
    """
    if not days:
        return None
    before, after = _beside(days, max(days) if current is None else current)
    index = {"first": 0, "last": len(days) - 1, "previous": before - 1, "next": after}[direction]
    return days[min(max(index, 0), len(days) - 1)]
