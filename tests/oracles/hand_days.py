"""Days made by hand: quiet bars around 100 with the few bars a case is about put in their place."""

from dataclasses import replace
from datetime import date

from tests.oracles.days import Bar, Day
from tests.oracles.exchange import is_half_day, session_before, sessions_between

Prices = tuple[float, float, float, float]
Levels = tuple[float, float, float]

QUIET: Prices = (100, 101, 99, 100)


def day_of(
    bars: dict[int, Prices] | None = None,
    quiet: Prices = QUIET,
    *,
    yesterday: Levels | None = (110, 90, 100),
    globex: tuple[float, float] | None = (105, 95),
    adr10: float | None = 20,
    ranges_before: tuple[float, ...] = (),
) -> Day:
    """A full session of `quiet` bars (open, high, low, close) but for those given by number."""
    placed = bars or {}
    return Day(
        date=date(2024, 7, 5),
        bars=tuple(Bar(*placed.get(number, quiet)) for number in range(1, 82)),
        yesterday=yesterday,
        globex=globex,
        adr10=adr10,
        contract=None,
        prev_date=date(2024, 7, 3),
        ranges_before=ranges_before,
    )


def chain(count: int, first: date = date(2024, 6, 24)) -> list[Day]:
    """Quiet full sessions in a row, each following the one before; the half days between are skipped over."""
    open_days = sessions_between(first, date(2026, 12, 31))
    dates = [day for day in open_days if not is_half_day(day)][:count]
    quiet = day_of()
    return [
        replace(quiet, date=day, prev_date=session_before(day), follows=follows)
        for day, follows in zip(dates, [None, *dates], strict=False)
    ]
