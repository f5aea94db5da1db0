"""Proves that the pack's bars and signals are those of the sessions, and that a chart computes the same."""

from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from core.contracts.errors import DataError
from core.contracts.pack import BarColumn
from core.market.session_bars import SessionBars
from core.query.bar_book import BarBook
from core.query.day_signals import SERVER_DEFAULTS, computed_bars, first_needed
from core.signals.ama import AmaResult

_EVERY = 20
"""Every so many sessions, and every one without a bar before it, are computed once more as a chart does."""


def verify_bars(book: BarBook, bars: SessionBars, signals: AmaResult) -> int:
    """Compare every bar and signal with what the pack was made from; how many bars were compared.

    Raises:
        DataError: the first column, or the first session, that differs.
    """
    rows = {name.lower(): book.columns[column] for name, column in BarColumn.__members__.items()}
    for name, found in (
        rows | {"bar_number": book.bar_number, "session_of_bar": book.session_of_bar}
    ).items():
        _expect_equal(name, found, getattr(bars, name))
    counted = slice(bars.counted_bars)
    _expect_equal("signal_type", book.signals[0, counted], signals.signal_type)
    _expect_equal("ft_flag", book.signals[1, counted], signals.ft_flag)
    _expect_equal("signals of quarantined sessions", book.signals[:, bars.counted_bars :], 0)
    return len(rows["open"])


def verify_signals(book: BarBook) -> int:
    """Compute sessions once more from two sessions before, as a chart of them does; how many.

    Raises:
        DataError: the first session whose stored signals are others.
    """
    places = [p for p in range(book.counted) if p % _EVERY == 0 or not book.sessions[p].follows]
    for place in places:
        own, start = book.bars_of(place), book.bars_of(max(0, place - 2)).start
        found = computed_bars(
            book, slice(first_needed(book, start, SERVER_DEFAULTS), own.stop), SERVER_DEFAULTS, start
        )
        stored, day = book.signals[:, own], book.sessions[place].session_date
        for name, row in (("signal_type", stored[0]), ("ft_flag", stored[1])):
            _expect_equal(f"{name} of session {day}", row, getattr(found, name)[own.start - own.stop :])
    return len(places)


def _expect_equal(what: str, found: NDArray[Any], expected: NDArray[Any] | int) -> None:
    if not np.array_equal(found, np.broadcast_to(expected, found.shape), equal_nan=found.dtype.kind == "f"):
        _differs(what)


def _differs(what: str) -> NoReturn:
    raise DataError(f"serving pack, {what}: not what the bars give. Build it again.")
