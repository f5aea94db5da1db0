"""Days that were most like a day by a bar, and what followed on them."""

from bisect import bisect_left

from core.contracts.day_answers import AlikeAnswer
from core.contracts.day_requests import AlikeRequest
from core.contracts.errors import InvalidRequest
from core.question.filters import parse_date
from core.views.alike import Alike, AlikeDays, alike_of
from service.access.tiers import LIMITS, require_part
from service.answers.common import question_of
from service.edge.encoding import encode
from service.edge.request import ApiRequest
from service.snapshots.chart import why_without_session
from service.snapshots.next_session import NextDay, next_day
from service.snapshots.question import Question, parse_features
from service.snapshots.snapshot import Snapshot


async def alike(request: ApiRequest) -> bytes:
    """POST /v2/alike: the days alike and what followed, from the cache where it knows the answer."""
    body, cache = request.read(AlikeRequest), request.services.cache
    with request.stopwatch.stretch("parse"):
        question = await question_of(request, body, request.tier())
        require_part(question.tier, "alike")
        snapshot = question.snapshot
        parse_features(snapshot, question.tier, body.leave_out, "leave_out")
        day = _asked_day(request, snapshot, body)
        visible = snapshot.catalogue.visible(question.tier)
        if isinstance(day, NextDay):
            asked = alike_of(body, snapshot.index.n_sessions, visible, day.coming)
        else:
            asked = alike_of(body, day, visible)
    looked_at = ",".join(each.name for each in asked.looked_at)
    which = (day.day, day.has_night) if isinstance(day, NextDay) else day
    key = f"alike|{question.key}|{which}|{asked.most}|{looked_at}"
    answer = cache.get(key)
    if answer is None:
        answer = await request.in_turn(_answer, request, question, asked)
        cache.put(key, answer, request.caller.user.user_id, LIMITS[question.tier].cache_ttl)
    return answer


def _asked_day(request: ApiRequest, snapshot: Snapshot, body: AlikeRequest) -> int | NextDay:
    """The row of a date, or the next session.

    Raises:
        InvalidRequest: `date_or_next`, `date_format`, `date_not_full_session`.
        UnknownName: `no_next_session`.
    """
    if (body.date is None) == (body.next is None):
        found = "neither" if body.date is None else "both"
        detail = f"date, next: {found} found; send the date of a day, or next for the next session."
        raise InvalidRequest(detail, code="date_or_next")
    if body.next is None:
        return _full_session(snapshot, parse_date("date", body.date).isoformat())
    return next_day(snapshot, request.services.so_far.of(snapshot.symbol), body.next)


def _full_session(snapshot: Snapshot, day: str) -> int:
    """The row of a full session.

    Raises:
        InvalidRequest: `date_not_full_session`, with why it is none, and the nearest that are.
    """
    at = bisect_left(snapshot.days, day)
    if snapshot.days[at : at + 1] == [day]:
        return at
    nearest = ", ".join(snapshot.days[max(0, at - 1) : at + 1])
    index = snapshot.book.session_index(day)
    if index is None:
        why = why_without_session(snapshot, day)
    else:
        is_short = snapshot.book.sessions[index].kind == "short"
        why = " is a half day" if is_short else " is quarantined: its bars are not whole"
    detail = f"date: {day}{why}; a full session is expected, nearest: {nearest}."
    raise InvalidRequest(detail, code="date_not_full_session")


def _answer(request: ApiRequest, question: Question, asked: Alike) -> bytes:
    with request.stopwatch.stretch("filter"):
        selection = question.select()
    request.services.metrics.selections.observe(selection.count)
    index = question.snapshot.index
    with request.stopwatch.stretch("statistics"):
        found = AlikeDays(index, asked, selection)
        names = (each.name for each in asked.looked_at)
        answer = AlikeAnswer(
            date=question.snapshot.days[asked.row] if asked.coming is None else asked.coming.session_date,
            as_of=asked.as_of,
            compared_days=len(found.compared),
            weights=dict(zip(names, found.weights.tolist(), strict=True)),
            days=found.days(),
            outcomes=found.outcomes(),
            snapshot=question.snapshot.id,
        )
    with request.stopwatch.stretch("encode"):
        return encode(answer)
