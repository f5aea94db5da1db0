"""Two questions beside each other."""

from core.contracts.answers import CompareAnswer
from core.contracts.errors import Forbidden, InvalidRequest
from core.contracts.requests import ComparedQuestion, CompareRequest
from core.views.compare import comparison_of
from service.access.tiers import LIMITS, require_part
from service.edge.encoding import encode
from service.edge.request import ApiRequest, weight_of
from service.snapshots.question import Question, parse_features, parse_question


async def compare(request: ApiRequest) -> bytes:
    """POST /v2/compare: A beside B, from the cache where it knows the answer."""
    body, cache = request.read(CompareRequest), request.services.cache
    with request.stopwatch.stretch("parse"):
        a, b = [await _question(request, body, side, name) for name, side in (("a", body.a), ("b", body.b))]
        require_part(a.tier, "compare")
        names = parse_features(a.snapshot, a.tier, body.features, "features")
    key = f"compare|{a.key}|{b.key}|{','.join(names)}"
    answer = cache.get(key)
    if answer is None:
        answer = await request.in_turn(_answer, request, a, b, names, weight=weight_of(2 * len(names)))
        cache.put(key, answer, request.caller.user.user_id, LIMITS[a.tier].cache_ttl)
    return answer


async def _question(request: ApiRequest, body: CompareRequest, side: ComparedQuestion, name: str) -> Question:
    """One side's question; a refusal says which side it is of."""
    try:
        asked = side.filters, side.start_date, side.end_date, body.as_of
        return parse_question(await request.snapshot(body.symbol), request.tier(), *asked)
    except (InvalidRequest, Forbidden) as error:
        raise type(error)(f"{name}: {error.detail}", code=error.code) from error


def _answer(request: ApiRequest, a: Question, b: Question, names: list[str]) -> bytes:
    snapshot = a.snapshot
    with request.stopwatch.stretch("statistics"):
        found = comparison_of(snapshot.index, a.query, b.query, names, snapshot.tested[a.tier])
        answer = CompareAnswer(
            found.a_days, found.b_days, found.both_days, found.features, found.ranking, snapshot.id
        )
    with request.stopwatch.stretch("encode"):
        return encode(answer)
