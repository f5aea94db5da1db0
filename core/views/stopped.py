"""Has it stopped? Outcomes on the first half of their days, and on the days after them."""

from collections.abc import Sequence
from datetime import date
from math import isfinite

from core.contracts.results.rates import Stopped
from core.contracts.results.verdict import Untested
from core.figures.bitmap import Bitmap, Dates
from core.figures.formulas import Mask
from core.figures.stopped import ALARM, LEAST_DAYS, Monitored, delays, monitored
from core.figures.verdict import TOO_FEW_TO_MONITOR, fall_verdict, untested
from core.question.conditions import FilterQuery
from core.question.index import SnapshotIndex, deciding
from core.question.look_ahead import is_known

SESSIONS_A_YEAR = 250


def stopped_of(index: SnapshotIndex, query: FilterQuery, matched: Bitmap, name: str) -> Stopped:
    """Whether a feature with an occurrence comes less often; as of a bar on the days at risk."""
    reason: Untested | None = None
    if name in deciding(index, query):
        reason = "fixed_by_filter"
    elif query.as_of is not None and is_known(index.catalogue.by_name[name], query.as_of):
        reason = "known_by_then"
    flags = index.engine_of(query).columns.flags
    row = flags.row_of[name]
    words = flags.words[:, [flags.known[row], flags.active[row]]] & matched.words[:, None]
    counted, came = flags.layout.unpack(words).T[:, None]
    return stopped(counted, came, index.session_date, index.universe(query).count, [reason])[0]


def stopped(
    counted: Mask, came: Mask, dates: Dates, sessions: int, reasons: Sequence[Untested | None]
) -> list[Stopped]:
    """Whether outcomes (T,) come less often, on the days (T, N) that count for each.

    These are days of `sessions` sessions, which tell how many there are in a year. `reasons` say why some
    are not looked at.
    """
    found = monitored(counted, came)
    falls = delays(found.p0, found.rate)
    return [
        _answer(found, row, float(falls[row]), dates, sessions) if reason is None else _unmonitored(reason)
        for row, reason in enumerate(reasons)
    ]


def _answer(found: Monitored, row: int, fall: float, dates: Dates, sessions: int) -> Stopped:
    if not found.days[row]:
        return _unmonitored("too_few" if found.n[row] < LEAST_DAYS else "no_chance")
    has_alarm = found.alarm[row] >= 0
    since: date | None = dates[found.since[row]].item() if has_alarm else None
    delay = int(fall) if isfinite(fall) else None
    years = round(ALARM / float(found.n[row]) * sessions / SESSIONS_A_YEAR, 1)
    verdict = fall_verdict(float(found.p0[row]), float(found.rate[row]), since, years, delay)
    day = None if since is None else since.isoformat()
    return Stopped(bool(has_alarm), day, int(found.days[row]), years, delay, verdict)


def _unmonitored(reason: Untested) -> Stopped:
    verdict = TOO_FEW_TO_MONITOR if reason == "too_few" else untested("first_half", reason)
    return Stopped(None, None, 0, None, None, verdict)
