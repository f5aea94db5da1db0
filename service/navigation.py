"""Which day is looked at, and which days stand beside it."""

from bisect import bisect_left, bisect_right

from core.contracts.charts import Direction, Navigation
from core.contracts.errors import UnknownName
from core.query.index import Selection
from service.snapshot import Snapshot


def matching_days(snapshot: Snapshot, selection: Selection) -> list[str]:
    """The matched sessions' dates, ascending."""
    if selection.count == snapshot.index.n_sessions:
        return snapshot.days
    return [snapshot.days[row] for row in selection.rows().tolist()]


def chosen_day(snapshot: Snapshot, days: list[str], selected: str | None) -> str | None:
    """The day to draw: the selected one, the latest without; None where no day matches.

    A half day and a quarantined session match no filter and are drawn when asked for (rulings 1 and 38).

    Raises:
        UnknownName: `date_not_matched`, with why the date has no session or that it does not match, and the
            nearest days that match.
    """
    if selected is None:
        return days[-1] if days else None
    if _stands_among(days, selected) or snapshot.is_outside_filters(selected):
        return selected
    if not days:
        return None
    at = bisect_left(days, selected)
    nearest = ", ".join(days[max(0, at - 1) : at + 1])
    why = _why_without_session(snapshot, selected) or f" is not among the {len(days)} matching days"
    raise UnknownName(f"selected_date: {selected}{why}; nearest: {nearest}", code="date_not_matched")


def _why_without_session(snapshot: Snapshot, day: str) -> str | None:
    """What follows the date in a sentence on why it has no session; None where it has one."""
    manifest = snapshot.manifest
    if _stands_among(snapshot.days, day):
        return None
    if day < manifest.first_session:
        return f" is before the data, which begin on {manifest.first_session}"
    if day > manifest.last_session:
        return f" is after the data, which end on {manifest.last_session}"
    return " is missing" if day in manifest.missing_sessions else ": the exchange was closed"


def navigation(days: list[str], current: str | None) -> Navigation:
    """The matching days around the current one."""
    before = 0 if current is None else bisect_left(days, current)
    after = len(days) if current is None else bisect_right(days, current)
    return Navigation(
        availableDates=days,
        currentDate=current,
        currentIndex=before if before < after and current is not None else -1,
        totalDates=len(days),
        has_previous=before > 0,
        has_next=after < len(days),
    )


def stepped(days: list[str], current: str | None, direction: Direction) -> str | None:
    """Where a step from a day leads; the first and the last day have no neighbour beyond. None without days.

    The current day need not match: its neighbours are those that would stand beside it.
    """
    if not days:
        return None
    current = days[-1] if current is None else current
    places = {
        "first": 0,
        "last": len(days) - 1,
        "previous": bisect_left(days, current) - 1,
        "next": bisect_right(days, current),
    }
    return days[min(max(places[direction], 0), len(days) - 1)]


def _stands_among(days: list[str], day: str) -> bool:
    at = bisect_left(days, day)
    return at < len(days) and days[at] == day
