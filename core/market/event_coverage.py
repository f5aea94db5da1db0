"""How far the event tables reach, and when somebody has to extend them."""

from __future__ import annotations

from datetime import date, timedelta

from core.market.event_calendars import EVENT_NAMES, EVENTS_FOLDER, EventTable, event_table

NOTICE = timedelta(days=60)


def coverage_warnings(today: date) -> list[str]:
    """One sentence for each table that covers nothing, or ends within 60 days of `today`."""
    return [said for name in EVENT_NAMES if (said := coverage_warning(event_table(name), today))]


def coverage_warning(table: EventTable, today: date) -> str:
    """What to do about a table whose coverage ends soon or has ended; empty where all is well."""
    where = EVENTS_FOLDER.name
    if table.last is None:
        return (
            f"events: {table.name} covers nothing; add dates with their source to {where}/{table.name}.csv."
        )
    if table.last - today > NOTICE:
        return ""
    when = "ended" if table.last < today else "ends"
    return (
        f"events: {table.name} {when} on {table.last}; later sessions are null. Add dates with their "
        f"source to {where}/{table.name}.csv and move {where}/coverage.toml."
    )
