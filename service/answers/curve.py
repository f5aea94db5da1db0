"""How often an outcome comes along the values of a feature, on the matching days."""

from core.contracts.answers import CurveAnswer
from core.contracts.requests import CurveRequest
from core.views.curve import Curve, CurveDays, curve_of, deciles
from service.access.tiers import LIMITS, require_part
from service.answers.common import question_of
from service.edge.encoding import encode
from service.edge.request import ApiRequest
from service.snapshots.question import Question, parse_feature


async def curve(request: ApiRequest) -> bytes:
    """POST /v2/curve: the curve and its cut, from the cache where it knows the answer."""
    body, cache = request.read(CurveRequest), request.services.cache
    with request.stopwatch.stretch("parse"):
        question = await question_of(request, body, request.tier())
        require_part(question.tier, "curve")
        for field, name in (("by", body.by), ("outcome", body.outcome)):
            parse_feature(question.snapshot, question.tier, name, field)
        asked = curve_of(body, question.snapshot.catalogue, question.query.as_of)
    key = f"curve|{question.key}|{body.by}|{body.outcome}|{body.label!r}|{body.cut}"
    answer = cache.get(key)
    if answer is None:
        answer = await request.in_turn(_answer, request, question, asked)
        cache.put(key, answer, request.caller.user.user_id, LIMITS[question.tier].cache_ttl)
    return answer


def _answer(request: ApiRequest, question: Question, asked: Curve) -> bytes:
    with request.stopwatch.stretch("filter"):
        selection = question.select()
    request.services.metrics.selections.observe(selection.count)
    with request.stopwatch.stretch("statistics"):
        found = CurveDays(question.snapshot.index, question.query, asked, selection)
        days, decided_by = found.days(), found.decided_by()
        window_days, points = found.points(days)
        answer = CurveAnswer(
            days=selection.count,
            asked_days=len(days.values),
            window_days=window_days,
            points=points,
            reason=None if points else "few_days",
            deciles=deciles(days),
            cut=found.cut(days, bool(decided_by)),
            decided_by=decided_by,
            look_ahead=found.look_ahead(),
            snapshot=question.snapshot.id,
        )
    with request.stopwatch.stretch("encode"):
        return encode(answer)
