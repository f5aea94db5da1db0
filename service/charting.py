"""One day as the chart reads it: bars, levels, signals and what is drawn (spec/chart.md section 3)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import orjson

from core.contracts.charts import ChartMetadata, ReferenceLines
from core.query.bar_book import BarBook
from core.query.day_signals import day_signals, shown_bars
from core.signals.ama_config import AmaConfig
from service.bar_rows import bar_labels, bar_rows, signal_rows
from service.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Drawing:
    """A day to draw (None: nothing matches), by which settings, and whether with the session before."""

    snapshot: Snapshot
    day: str | None
    config: AmaConfig
    with_previous: bool

    @property
    def key(self) -> str:
        """Equal exactly for equal drawings (design/ama.md section 6)."""
        shown = "both" if self.with_previous else "current"
        return f"{self.snapshot.symbol}|{self.snapshot.id}|{self.day}|{shown}|{self.config.key()}"


def draw(drawing: Drawing) -> bytes:
    """The day as `ChartData`, encoded."""
    book = drawing.snapshot.book
    place = None if drawing.day is None else book.place(drawing.day)
    if place is None:
        return _draw_nothing(drawing)
    shown = shown_bars(book, place, with_previous=drawing.with_previous)
    values = day_signals(book, place, drawing.config, with_previous=drawing.with_previous)
    labels = bar_labels(book, place, shown)
    on_day = book.bars_of(place).start - shown.start
    return orjson.dumps(
        {
            "bars": bar_rows(book, shown, labels, values),
            "referenceLines": _reference_lines(book, place),
            "amaSignals": signal_rows(labels, values) if drawing.config.enabled else [],
            "metadata": _metadata(drawing, place, int(np.count_nonzero(values.signal_type[on_day:]))),
        }
    )


def _draw_nothing(drawing: Drawing) -> bytes:
    metadata = ChartMetadata(
        currentDate=None,
        previousDate=None,
        totalBars=0,
        amaEnabled=drawing.config.enabled,
        amaSignalCount=0,
        kind=None,
        reason=None,
        is_roll=False,
        contract=None,
        symbol=drawing.snapshot.symbol,
        price_decimals=price_decimals(drawing.snapshot.book.tick),
        tick=drawing.snapshot.book.tick,
    )
    lines = ReferenceLines(None, None, None, None, None, None)
    return orjson.dumps({"bars": [], "referenceLines": lines, "amaSignals": [], "metadata": metadata})


def _reference_lines(book: BarBook, place: int) -> ReferenceLines:
    """Levels of the session; its open only where bar 1 is there."""
    session, first = book.sessions[place], book.bars_of(place).start
    opened = float(book.columns[0, first]) if book.bar_number[first] == 1 else None
    return ReferenceLines(session.hoy, session.loy, session.coy, session.gxh, session.gxl, opened)


def _metadata(drawing: Drawing, place: int, signals: int) -> ChartMetadata:
    book = drawing.snapshot.book
    session, own = book.sessions[place], book.bars_of(place)
    previous = book.previous(place) if drawing.with_previous else None
    return ChartMetadata(
        currentDate=session.session_date,
        previousDate=None if previous is None else book.sessions[previous].session_date,
        totalBars=own.stop - own.start,
        amaEnabled=drawing.config.enabled,
        amaSignalCount=signals,
        kind=session.kind,
        reason=session.reason,
        is_roll=session.is_roll,
        contract=session.contract,
        symbol=drawing.snapshot.symbol,
        price_decimals=price_decimals(book.tick),
        tick=book.tick,
    )


def price_decimals(tick: float) -> int:
    """Digits after the point that every price on the tick needs."""
    return len(f"{tick:.6f}".rstrip("0").partition(".")[2])
