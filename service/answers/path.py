"""How far the matching days had gone from their open, bar by bar."""

from core.contracts.day_answers import PathAnswer
from core.contracts.day_requests import PathRequest
from core.views.path import path_days
from service.access.tiers import LIMITS, require_part
from service.answers.common import question_of
from service.edge.encoding import encode
from service.edge.request import ApiRequest
from service.snapshots.question import Question


async def path(request: ApiRequest) -> bytes:
    """POST /v2/path: the typical path, from the cache where it knows the answer."""
    body, cache = request.read(PathRequest), request.services.cache
    with request.stopwatch.stretch("parse"):
        question = await question_of(request, body, request.tier())
        require_part(question.tier, "path")
    key = f"path|{question.key}"
    answer = cache.get(key)
    if answer is None:
        answer = await request.in_turn(_answer, request, question)
        cache.put(key, answer, request.caller.user.user_id, LIMITS[question.tier].cache_ttl)
    return answer


def _answer(request: ApiRequest, question: Question) -> bytes:
    snapshot = question.snapshot
    with request.stopwatch.stretch("filter"):
        selection = question.select()
    request.services.metrics.selections.observe(selection.count)
    with request.stopwatch.stretch("statistics"):
        book = snapshot.book
        asked = snapshot.index, question.query, selection
        found = path_days(*asked, book.full_sessions, book.ticks_per_point)
        answer = PathAnswer(
            total_days=selection.count,
            matched=found.of_matched(),
            others=found.of_others(),
            coin=found.of_coin(),
            snapshot=snapshot.id,
        )
    with request.stopwatch.stretch("encode"):
        return encode(answer)
