"""Target before stop for the matching days."""

from core.contracts.answers import ExcursionAnswer
from core.contracts.requests import ExcursionRequest
from core.views.excursion import Excursion, excursion_of, later_than, require_decided
from service.access.tiers import LIMITS, require_part
from service.answers.common import question_of
from service.edge.encoding import encode
from service.edge.request import ApiRequest, weight_of
from service.snapshots.question import Question, traded


async def excursion(request: ApiRequest) -> bytes:
    """POST /v2/excursion: every target with every stop, from the cache where it knows the answer."""
    body, cache = request.read(ExcursionRequest), request.services.cache
    with request.stopwatch.stretch("parse"):
        question = await question_of(request, body, request.tier())
        require_part(question.tier, "excursion")
        asked = excursion_of(body, question.snapshot.book.ticks_per_point)
        require_decided(asked, question.query.as_of)
    key = f"excursion|{question.key}|{asked}"
    answer = cache.get(key)
    if answer is None:
        answer = await request.in_turn(
            _answer, request, question, asked, weight=weight_of(len(body.targets) * len(body.stops))
        )
        cache.put(key, answer, request.caller.user.user_id, LIMITS[question.tier].cache_ttl)
    return answer


def _answer(request: ApiRequest, question: Question, asked: Excursion) -> bytes:
    with request.stopwatch.stretch("filter"):
        selection = question.select()
    request.services.metrics.selections.observe(selection.count)
    with request.stopwatch.stretch("statistics"):
        found = traded(question, selection, asked)
        answer = ExcursionAnswer(
            days=selection.count,
            asked_days=len(found.rows),
            minute_days=found.minute_days(),
            cells=found.cells(),
            detail=found.detail(),
            look_ahead=later_than(question.query, question.snapshot.index, asked.from_bar),
            snapshot=question.snapshot.id,
        )
    with request.stopwatch.stretch("encode"):
        return encode(answer)
