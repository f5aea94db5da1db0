"""The dates of a request: Date_Range, or start_date and end_date where it is absent (ruling 20)."""

from datetime import date
from typing import Any

from core.query.conditions import DATE_RANGE
from core.query.filter_values import refuse, shown, to_date


def given_dates(start_date: object, end_date: object) -> tuple[date | None, date | None]:
    """start_date and end_date, None where absent.

    Raises:
        InvalidRequest: `date_format`, `date_order`.
    """
    start = None if start_date is None else parse_date("start_date", start_date)
    end = None if end_date is None else parse_date("end_date", end_date)
    if start is not None and end is not None and start > end:
        refuse("date_order", f"start_date {start} is after end_date {end}; exchange them.")
    return start, end


def parse_date(field: str, raw: object) -> date:
    """The day of a field of a request.

    Raises:
        InvalidRequest: `date_format`.
    """
    day = to_date(raw)
    if day is None:
        refuse("date_format", f"{field}: {shown(raw)} is not a date; write it as YYYY-MM-DD.")
    return day


def parse_date_range(entry: dict[str, Any]) -> tuple[date, date]:
    """A Date_Range filter's first and last day: operator range with [start, end], or = with one day.

    Raises:
        InvalidRequest: `unknown_operator`, `by_bar_not_supported`, `range_values`, `date_format` or
            `date_order`.
    """
    if entry.get("by_bar") is not None:
        refuse("by_bar_not_supported", f"{DATE_RANGE}: by_bar is only for event features; leave it out.")
    operator, value = entry["operator"], entry["value"]
    if operator == "=":
        day = parse_date(DATE_RANGE, value)
        return day, day
    if operator != "range":
        refuse("unknown_operator", f"{DATE_RANGE}: operator {shown(operator)} is not one of =, range.")
    return _parse_span(value)


def narrow(ranges: list[tuple[date, date]]) -> tuple[date, date]:
    """The days that every range holds.

    Raises:
        InvalidRequest: `date_order` where there is no such day.
    """
    start = max(start for start, _ in ranges)
    end = min(end for _, end in ranges)
    if start > end:
        refuse("date_order", f"{DATE_RANGE}: the ranges have no day in common; send one of them.")
    return start, end


def _parse_span(value: object) -> tuple[date, date]:
    if not isinstance(value, list) or len(value) != 2:
        refuse(
            "range_values",
            f"{DATE_RANGE}: range needs a list of two dates [start, end], found {shown(value)}.",
        )
    start, end = (parse_date(DATE_RANGE, day) for day in value)
    if start > end:
        refuse("date_order", f"{DATE_RANGE}: {start} is after {end}; give [start, end] with start <= end.")
    return start, end
