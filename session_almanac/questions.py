"""How a question is written: filters, dates, and what else goes with it, in the words of the API."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, TypedDict

from session_almanac.transport import iso_date

Day = date | str
"""A date, or its text as YYYY-MM-DD."""
Condition = dict[str, Any]
Filters = Mapping[str, Any] | Sequence[Mapping[str, Any]]
"""As the API has them: a list of conditions and groups, a map by feature, or one condition alone."""


_QUESTION = frozenset({"filters", "start_date", "end_date"})


class QuestionOptions(TypedDict, total=False):
    """Options of every question: its dates, the last known bar, the symbol.

    With `snapshot`, a snapshot's id, an answer of another one is `CallRefused` with the code `snapshot_gone`.
    """

    start_date: Day | None
    end_date: Day | None
    as_of: int | None
    symbol: str | None
    snapshot: str | None


def where(
    feature: str,
    operator: str = "=",
    value: object = True,
    *,
    by_bar: int | None = None,
    first_in: int | None = None,
    prev: int = 0,
) -> Condition:
    """One condition of a filter; `prev` 1 to 5 reads the feature that many sessions before, then without
    `by_bar`: that session is over.

    >>> where("gap_up")
    {'feature': 'gap_up', 'operator': '=', 'value': True}
    >>> where("gap_fill_bar", ">", 0, by_bar=12)
    {'feature': 'gap_fill_bar', 'operator': '>', 'value': 0, 'by_bar': 12}
    >>> where("gap_fill_bar", "=", 0, prev=1)
    {'feature': 'gap_fill_bar_prev', 'operator': '=', 'value': 0}
    """
    suffix = "" if prev == 0 else "_prev" if prev == 1 else f"_prev{prev}"
    numbers = {"by_bar": by_bar, "first_in": first_in}
    condition = {"feature": feature + suffix, "operator": operator, "value": value}
    return condition | {name: number for name, number in numbers.items() if number is not None}


def body_of(filters: Filters | None) -> dict[str, Any]:
    """Filters, or a question of filters and dates, as a body of the API."""
    dates: tuple[Any, Any] = (None, None)
    if isinstance(filters, Mapping) and filters and _QUESTION.issuperset(filters):
        dates, filters = (filters.get("start_date"), filters.get("end_date")), filters.get("filters")
    if isinstance(filters, Mapping) and {"feature", "operator"} <= set(filters):
        filters = [filters]
    start, end = (None if day is None else iso_date(day) for day in dates)
    return {"filters": filters if filters is not None else {}, "start_date": start, "end_date": end}
