"""ath_analysis: days that passed the highest print known before 09:30 (statistics.md, ruling 6)."""

from datetime import date

from tests.oracles.case import Case, Data, Told, told, told_all, told_universe
from tests.oracles.catalogue import is_active
from tests.oracles.days import Day
from tests.oracles.exchange import sessions_between
from tests.oracles.figures import quantile
from tests.oracles.proportions import percent, ratio


def ath_analysis(case: Case) -> Data:
    """All-time-high days, what follows them and how far below the others close; beside it the whole range.

    The earlier all-time-high day and the next session are the market's own, matched or not.
    """
    market = told_universe(case)
    return {**_analysis(told(case), market), "baseline": _analysis(told_all(case), market)}


def _analysis(days: Told, market: Told) -> Data:
    values = [is_active(value) for _, value in days if value is not None]
    made = [day for day, value in days if is_active(value)]
    not_made = [day for day, value in days if value is not None and not is_active(value)]
    since = [exchange_sessions(before, day.date) for day in made for before in _last_before(day, market)]
    after = [is_one for day in made for is_one in _next_of(day, market)]
    drawdowns = [_drawdown(day) for day in not_made]
    return {
        "ath_days": len(made),
        "percentage": percent(len(made), len(values)),
        "days_since_last": {"median": quantile(since, 0.5), "max": max(since, default=None)},
        "next_session_ath": ratio(sum(after), len(after)),
        "next_sessions": len(after),
        "median_bar_of_first_ath": quantile([_first_bar(day) for day in made], 0.5),
        "drawdown_when_not": {
            name: quantile(drawdowns, share) for name, share in (("median", 0.5), ("q1", 0.25), ("q3", 0.75))
        },
    }


def exchange_sessions(first: date, last: date) -> int:
    """Exchange sessions from one day to a later one: 1 for the next."""
    return len(sessions_between(first, last)) - 1


def _last_before(day: Day, market: Told) -> list[date]:
    """The date of the all-time-high day before, where there is one."""
    return [other.date for other, value in market if other.date < day.date and is_active(value)][-1:]


def _next_of(day: Day, market: Told) -> list[bool]:
    """Whether the adjacent session is an all-time-high day, where it is there and has a value."""
    return [is_active(value) for other, value in market if other.follows == day.date and value is not None]


def _ath(day: Day) -> float:
    if day.past.highest is None:
        raise ValueError(f"{day.date}: a value without the all-time high it asks about")
    return day.past.highest


def _first_bar(day: Day) -> int:
    return next(number for number, bar in enumerate(day.bars, start=1) if bar.high > _ath(day))


def _drawdown(day: Day) -> float:
    return 100 * (_ath(day) - day.bars[-1].close) / _ath(day)
