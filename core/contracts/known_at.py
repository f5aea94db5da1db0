"""When a value is known, and from when on it can resolve (bar numbers 0..81)."""

from __future__ import annotations

from enum import StrEnum

LAST_BAR = 81
"""Bars of a full session: 09:30 to 16:15 New York in five-minute bars."""


class KnownAt(StrEnum):
    """The class of a feature's earliest certain bar (design: features.md section 2)."""

    PRE = "pre"
    OPEN = "open"
    BAR_1 = "b1"
    BAR_12 = "b12"
    BAR_18 = "b18"
    EVENT = "event"
    EOD = "eod"

    @property
    def bar(self) -> int:
        """The bar at whose close the value is certain; 0 is before or at the open."""
        return _KNOWN_BAR[self]


_KNOWN_BAR = {
    KnownAt.PRE: 0,
    KnownAt.OPEN: 0,
    KnownAt.BAR_1: 1,
    KnownAt.BAR_12: 12,
    KnownAt.BAR_18: 18,
    KnownAt.EVENT: LAST_BAR,
    KnownAt.EOD: LAST_BAR,
}
