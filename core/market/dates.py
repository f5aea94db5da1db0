"""Weekdays, months and years of dates, with numpy alone."""

from collections.abc import Iterator

import numpy as np

from core.market.market import DateArray, IntArray


def weekday(dates: DateArray) -> IntArray:
    """0 for Monday to 6 for Sunday."""
    # 1970-01-01 was a Thursday.
    return (dates.astype("datetime64[D]").astype(np.int64) + 3) % 7


def month(dates: DateArray) -> IntArray:
    """1 to 12."""
    return dates.astype("datetime64[M]").astype(np.int64) % 12 + 1


def years_of(dates: DateArray) -> Iterator[tuple[str, slice]]:
    """The years of ascending dates, each with the slice of its rows."""
    years, starts = np.unique(dates.astype("datetime64[Y]"), return_index=True)
    for year, start, end in zip(years, starts, [*starts[1:], len(dates)], strict=True):
        yield str(year), slice(int(start), int(end))
