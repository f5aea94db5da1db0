"""Days that were most like a day by a bar, and what followed on them."""

from bisect import bisect_left

from starlette.concurrency import run_in_threadpool

from core.contracts.day_answers import AlikeAnswer
from core.contracts.day_requests import AlikeRequest
from core.contracts.errors import InvalidRequest
from core.query.alike import Alike, AlikeDays, alike_of
from core.query.filters import parse_date
from service.access.tiers import LIMITS, require_part
from service.data.chart import why_without_session
from service.data.question import Question, parse_features
from service.data.snapshot import Snapshot
from service.endpoints.common import question_of
from service.http.encoding import encode
from service.http.request import ApiRequest


async def alike(request: ApiRequest) -> bytes:
    """POST /v2/alike: the days alike and what followed, from the cache where it knows the answer."""
    body, cache = request.read(AlikeRequest), request.services.cache
    with request.stopwatch.stretch("parse"):
        question = question_of(request, body, request.tier())
        require_part(question.tier, "alike")
        snapshot = question.snapshot
        parse_features(snapshot, question.tier, body.leave_out, "leave_out")
        row = _full_session(snapshot, parse_date("date", body.date).isoformat())
        asked = alike_of(body, row, snapshot.catalogue.visible(question.tier))
    looked_at = ",".join(each.name for each in asked.looked_at)
    key = f"alike|{question.key}|{row}|{asked.most}|{looked_at}"
    answer = cache.get(key)
    if answer is None:
        answer = await run_in_threadpool(_answer, request, question, asked)
        cache.put(key, answer, request.caller.user.user_id, LIMITS[question.tier].cache_ttl)
    return answer


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
        found = AlikeDays(index, asked, selection.mask)
        names = (each.name for each in asked.looked_at)
        answer = AlikeAnswer(
            date=question.snapshot.days[asked.row],
            as_of=asked.as_of,
            compared_days=len(found.compared),
            weights=dict(zip(names, found.weights.tolist(), strict=True)),
            days=found.days(),
            outcomes=found.outcomes(),
            snapshot=question.snapshot.id,
        )
    with request.stopwatch.stretch("encode"):
        return encode(answer)
