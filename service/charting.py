"""One day as the chart reads it: bars, levels, signals and what is drawn (spec/chart.md section 3)."""

from dataclasses import dataclass

import numpy as np
import orjson

from core.contracts.charts import ChartMetadata, ReferenceLines
from core.query.bar_book import BarBook, day_signals, shown_bars
from core.signals.ama_config import AmaConfig
from service.bar_rows import bar_labels, bar_rows, signal_rows
from service.snapshot import Snapshot


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


def draw(chart: DayChart) -> bytes:
    """The day as `ChartData`, encoded."""
    book = chart.snapshot.book
    place = None if chart.day is None else book.place(chart.day)
    if place is None:
        return _draw_nothing(chart)
    shown = shown_bars(book, place, with_previous=chart.with_previous)
    values = day_signals(book, place, chart.config, with_previous=chart.with_previous)
    labels = bar_labels(book, place, shown)
    on_day = book.bars_of(place).start - shown.start
    return orjson.dumps(
        {
            "bars": bar_rows(book, shown, labels, values),
            "referenceLines": _reference_lines(book, place),
            "amaSignals": signal_rows(labels, values) if chart.config.enabled else [],
            "metadata": _metadata(chart, place, int(np.count_nonzero(values.signal_type[on_day:]))),
        }
    )


def _draw_nothing(chart: DayChart) -> bytes:
    metadata = ChartMetadata(
        currentDate=None,
        previousDate=None,
        totalBars=0,
        amaEnabled=chart.config.enabled,
        amaSignalCount=0,
        kind=None,
        reason=None,
        is_roll=False,
        contract=None,
        symbol=chart.snapshot.symbol,
        price_decimals=price_decimals(chart.snapshot.book.tick),
        tick=chart.snapshot.book.tick,
    )
    lines = ReferenceLines(None, None, None, None, None, None)
    return orjson.dumps({"bars": [], "referenceLines": lines, "amaSignals": [], "metadata": metadata})


def _reference_lines(book: BarBook, place: int) -> ReferenceLines:
    """Levels of the session; its open only where bar 1 is there."""
    session, first = book.sessions[place], book.bars_of(place).start
    opened = float(book.columns[0, first]) if book.bar_number[first] == 1 else None
    return ReferenceLines(session.hoy, session.loy, session.coy, session.gxh, session.gxl, opened)


def _metadata(chart: DayChart, place: int, signals: int) -> ChartMetadata:
    book = chart.snapshot.book
    session, own = book.sessions[place], book.bars_of(place)
    previous = book.previous(place) if chart.with_previous else None
    return ChartMetadata(
        currentDate=session.session_date,
        previousDate=None if previous is None else book.sessions[previous].session_date,
        totalBars=own.stop - own.start,
        amaEnabled=chart.config.enabled,
        amaSignalCount=signals,
        kind=session.kind,
        reason=session.reason,
        is_roll=session.is_roll,
        contract=session.contract,
        symbol=chart.snapshot.symbol,
        price_decimals=price_decimals(book.tick),
        tick=book.tick,
    )


def price_decimals(tick: float) -> int:
    """Digits after the point that every price on the tick needs."""
    return len(f"{tick:.6f}".rstrip("0").partition(".")[2])
