"""The first line of a symbol's status: at a glance whether tonight worked."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.build.status import NightStatus, SymbolStatus
    from core.contracts.manifest import Manifest
    from core.storage.nights import Try


def headline(found: SymbolStatus) -> str:
    """`ES  ok  2026-11-20 in, built 18:42`, or in capitals what is wrong; hours are New York's."""
    tonight = found.tonight
    if tonight is None or found.manifest is None or found.state == "outdated":
        return f"{found.symbol}  {found.state}" + (f": {found.detail}" if found.detail else "")
    if found.state == "stale":
        return f"{found.symbol}  STALE  {_stale(found.manifest, tonight)}"
    word = "ok" if found.state == "ok" else "INCOMPLETE"
    return f"{found.symbol}  {word}  {_in(found.manifest, tonight)}"


def _in(manifest: Manifest, tonight: NightStatus) -> str:
    built = _local(manifest.built_at, tonight)
    hour = f"{built:%H:%M}" if built.date() >= tonight.due.session else f"{built:%Y-%m-%d %H:%M}"
    days = ", ".join(str(day) for day in tonight.missing)
    failed = [_reason(tonight)] if tonight.has_failed else []
    gone = [f"no bars of {days}: drop a file that has them"] if days else []
    return "; ".join([f"{tonight.due.session} in, built {hour}", *failed, *gone])


def _stale(manifest: Manifest, tonight: NightStatus) -> str:
    next_try = tonight.due.next_try
    day = "" if next_try == tonight.due.last_try else f"{next_try:%Y-%m-%d} "
    expected = f"expected {tonight.due.session}, have {manifest.last_session}"
    return f"{expected}: {_reason(tonight)}, next try {day}{next_try:%H:%M}"


def _reason(tonight: NightStatus) -> str:
    last = None if tonight.night is None else tonight.night.last
    if last is None:
        return "no nightly run yet"
    hour = f"{_local(last.ended or last.started, tonight):%H:%M}"
    if last.result is None:
        return f"the run of {hour} is at work" if tonight.is_running else f"the run of {hour} was cut off"
    return f"{_word(last, tonight)} at {hour}"


def _word(last: Try, tonight: NightStatus) -> str:
    words = {
        "late": "not there yet",
        "missing": "missing",
        "outage": "provider outage",
        "ok": "gone since it was in",
    }
    if last.result in ("late", "missing") and "quarantined" in tonight.lacking:
        return tonight.lacking
    return words.get(str(last.result), str(last.result))


def _local(stamp: str, tonight: NightStatus) -> datetime:
    return datetime.fromisoformat(stamp).astimezone(tonight.due.last_try.tzinfo)


def days_ago(day: date, today: date) -> str:
    """`today`, `1 day ago`, `12 days ago`."""
    days = (today - day).days
    return "today" if days == 0 else f"{days:,} {'day' if days == 1 else 'days'} ago"
