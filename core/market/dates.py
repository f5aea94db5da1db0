"""Weekdays and months of dates, with numpy alone."""

import numpy as np

from core.market.market import DateArray, IntArray


def weekday(dates: DateArray) -> IntArray:
    """0 for Monday to 6 for Sunday."""
    # 1970-01-01 was a Thursday.
    return (dates.astype("datetime64[D]").astype(np.int64) + 3) % 7


def month(dates: DateArray) -> IntArray:
    """1 to 12."""
    return dates.astype("datetime64[M]").astype(np.int64) % 12 + 1
