"""Bars and signals of a drawn day as rows of its answer (spec/chart.md section 3)."""

from functools import cache
from typing import Any

import numpy as np

from core.contracts.known_at import LAST_BAR
from core.contracts.pack import BarColumn
from core.query.bar_book import BarBook, Floats
from core.signals.ama import AmaResult

BAR_MINUTES = 5
OPENING_MINUTE = 9 * 60 + 30

_IBS, _AVERAGE, _PRICE = 2, 4, 6
"""Decimals on the wire."""

Labels = dict[str, list[Any]]


def bar_labels(book: BarBook, place: int, shown: slice) -> Labels:
    """Number, session and index of each shown bar; the session before ends at index 0."""
    numbers: list[int] = book.bar_number[shown].tolist()
    before = book.bars_of(place).start - shown.start
    own = len(numbers) - before
    return {
        "bar_number": numbers,
        "session": ["previous"] * before + ["current"] * own,
        "index": [number - before for number in numbers[:before]] + numbers[before:],
    }


def bar_rows(book: BarBook, shown: slice, labels: Labels, values: AmaResult) -> list[dict[str, Any]]:
    """The fields of `ChartBar`; NaN stands for null until it is encoded."""
    prices = book.columns[:, shown]
    return _rows(
        labels
        | _moments(book, shown)
        | {
            "open": _written(prices[BarColumn.OPEN], _PRICE),
            "high": _written(prices[BarColumn.HIGH], _PRICE),
            "low": _written(prices[BarColumn.LOW], _PRICE),
            "close": _written(prices[BarColumn.CLOSE], _PRICE),
            "volume": _whole(prices[BarColumn.VOLUME]),
            "ema": _written(values.ema, _PRICE),
            "ibs": _written(values.ibs, _IBS),
            "bar_range": _written(values.bar_range, _PRICE),
            "avg_range": _written(values.avg_range, _AVERAGE),
            "z_score_full": _written(values.z_score_full, _AVERAGE),
            "z_score_body": _written(values.z_score_body, _AVERAGE),
            "is_outside_bar": values.is_outside_bar.tolist(),
            "is_inside_bar": values.is_inside_bar.tolist(),
            "time_label": [time_labels()[number - 1] for number in labels["bar_number"]],
        }
    )


def signal_rows(labels: Labels, values: AmaResult) -> list[dict[str, Any]]:
    """The fields of `AmaSignal`, one row per shown bar, zeros included."""
    return _rows(labels | {"signal_type": values.signal_type.tolist(), "ft_flag": values.ft_flag.tolist()})


def _moments(book: BarBook, shown: slice) -> Labels:
    """Session date of each bar, and its open in UTC."""
    sessions = [book.sessions[place] for place in book.session_of_bar[shown].tolist()]
    numbers = book.bar_number[shown].tolist()
    return {
        "date": [session.session_date for session in sessions],
        "time": [
            session.opens_at[:10] + _times(session.opens_at[11:16])[number - 1]
            for session, number in zip(sessions, numbers, strict=True)
        ],
    }


@cache
def _times(opening: str) -> tuple[str, ...]:
    """The part of a UTC stamp after the date, for each bar of a session that opens at HH:MM."""
    first = int(opening[:2]) * 60 + int(opening[3:])
    minutes = range(first, first + LAST_BAR * BAR_MINUTES, BAR_MINUTES)
    return tuple(f"T{minute // 60:02d}:{minute % 60:02d}:00Z" for minute in minutes)


@cache
def time_labels() -> tuple[str, ...]:
    """The New York open of each bar by the twelve-hour clock, 9:30 to 4:10."""
    minutes = range(OPENING_MINUTE, OPENING_MINUTE + LAST_BAR * BAR_MINUTES, BAR_MINUTES)
    return tuple(f"{(minute // 60 - 1) % 12 + 1}:{minute % 60:02d}" for minute in minutes)


def _written(values: Floats, decimals: int) -> list[float]:
    """Rounded as they are sent; adding 0 leaves no -0."""
    rounded: list[float] = (np.round(values, decimals) + 0.0).tolist()
    return rounded


def _whole(values: Floats) -> list[int | None]:
    """Whole numbers, None where there is none."""
    return [int(value) if value == value else None for value in values.tolist()]


def _rows(columns: Labels) -> list[dict[str, Any]]:
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
