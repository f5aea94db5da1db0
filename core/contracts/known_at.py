"""When a value is known, and from when on it can resolve (bar numbers 0..81)."""

from __future__ import annotations

import re
from functools import cached_property
from typing import ClassVar, Self

LAST_BAR = 81
"""Bars of a full session: 09:30 to 16:15 New York in five-minute bars."""

_FIRST_MINUTE = 9 * 60 + 30
_BAR = re.compile(r"b([1-9][0-9]?)")


class KnownAt(str):
    """The class of a feature's earliest certain bar (design: features.md section 2), as it is served.

    `pre` and `open` before or at 9:30, `bN` at the close of bar N, `event` at its own bar, `eod` at the
    close of the day.
    """

    PRE: ClassVar[KnownAt]
    OPEN: ClassVar[KnownAt]
    BAR_1: ClassVar[KnownAt]
    BAR_12: ClassVar[KnownAt]
    BAR_18: ClassVar[KnownAt]
    EVENT: ClassVar[KnownAt]
    EOD: ClassVar[KnownAt]

    def __new__(cls, name: str) -> Self:
        """Raises ValueError for an unknown class."""
        if name not in _WORDS and not (_BAR.fullmatch(name) and int(name[1:]) < LAST_BAR):
            raise ValueError(f"known_at: expected pre, open, b1 to b80, event or eod, found {name!r}")
        return super().__new__(cls, name)

    @classmethod
    def at(cls, bar: int) -> Self:
        """Known at the close of a bar, 1..81; 0 is at the open."""
        return cls({0: "open", LAST_BAR: "eod"}.get(bar, f"b{bar}"))

    @cached_property
    def bar(self) -> int:
        """The bar at the close of which the value is certain; 0 is before or at the open."""
        if self in (KnownAt.PRE, KnownAt.OPEN):
            return 0
        return int(self[1:]) if _BAR.fullmatch(self) else LAST_BAR

    @property
    def words(self) -> str:
        """The time of day in New York: "at 10:30"."""
        return _WORDS.get(self) or f"at {time_of(self.bar)}"


def time_of(bar: int) -> str:
    """The time of day at which a bar closes: bar 12 at 10:30."""
    hours, minutes = divmod(_FIRST_MINUTE + 5 * bar, 60)
    return f"{hours}:{minutes:02}"


_WORDS = {
    "pre": "before the open",
    "open": "at the open, 9:30",
    "event": "when it happens",
    "eod": f"at the close, {time_of(LAST_BAR)}",
}
KnownAt.PRE, KnownAt.OPEN = KnownAt("pre"), KnownAt.at(0)
KnownAt.BAR_1, KnownAt.BAR_12, KnownAt.BAR_18 = (KnownAt.at(bar) for bar in (1, 12, 18))
KnownAt.EVENT, KnownAt.EOD = KnownAt("event"), KnownAt.at(LAST_BAR)
