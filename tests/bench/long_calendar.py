"""`almanac` on a calendar that begins in 1989, for 36 years: `python -m tests.bench.long_calendar ...`."""

from __future__ import annotations

import sys

from cli.main import main
from core.market import calendar

FIRST_DATE = "1989-01-03"


def begin_early() -> None:
    """Let this process's exchange calendar begin in 1989; before its first use."""
    calendar.FIRST_DATE = FIRST_DATE


def begin_in_time(first: str) -> None:
    """The same, where bars begin at `first`, before the calendar that a build makes otherwise."""
    if first < calendar.FIRST_DATE:
        begin_early()


if __name__ == "__main__":
    begin_early()
    sys.exit(main(sys.argv[1:]))
