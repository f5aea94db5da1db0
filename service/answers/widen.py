"""Which filters to leave out of a question for more days."""

from collections.abc import Sequence

from core.contracts.answers import Removal, WidenAnswer
from core.contracts.requests import WidenRequest
from core.contracts.results.comparison import GroupRate
from core.question.filter_values import refuse
from core.views.curve import require_outcome
from core.views.widen import rates_of, widening_of
from service.access.tiers import LIMITS
from service.answers.common import question_of
from service.edge.encoding import encode
from service.edge.request import ApiRequest
from service.snapshots.question import Question, applied_filters, parse_feature


async def widen(request: ApiRequest) -> bytes:
    """POST /v2/widen: what each removal gives, from the cache where it knows the answer."""
    body, cache = request.read(WidenRequest), request.services.cache
    with request.stopwatch.stretch("parse"):
        question = await question_of(request, body, request.tier())
        if body.feature is not None:
            outcome = parse_feature(question.snapshot, question.tier, body.feature, "feature")
            require_outcome(outcome, body.label, "feature", "widen_outcome")
        elif body.label is not None:
            refuse("widen_outcome", f"label: {body.label!r} is of no feature; name its feature too.")
    key = f"widen|{question.key}|{body.feature}|{body.label!r}|{body.keep_dates}"
    answer = cache.get(key)
    if answer is None:
        answer = await request.in_turn(_answer, request, question, body)
        cache.put(key, answer, request.caller.user.user_id, LIMITS[question.tier].cache_ttl)
    return answer


def _answer(request: ApiRequest, question: Question, body: WidenRequest) -> bytes:
    index, filters = question.snapshot.index, applied_filters(question)
    with request.stopwatch.stretch("filter"):
        found = widening_of(index, question.query, keep_dates=body.keep_dates)
        removals = found.removals()
        masks = [found.without(removed) for removed in ((), *removals)]
    with request.stopwatch.stretch("statistics"):
        rates: Sequence[GroupRate | None] = [None] * len(masks)
        if body.feature is not None:
            outcome = index.catalogue.by_name[body.feature]
            rates = rates_of(index, question.query, outcome, body.label, masks)
        n_days, *others = (int(mask.sum()) for mask in masks)
        figures = zip(removals, others, rates[1:], strict=True)
        answer = WidenAnswer(
            n_days,
            body.feature,
            body.label,
            rates[0],
            [Removal(list(at), [filters[each] for each in at], n, rate) for at, n, rate in figures],
            question.snapshot.id,
        )
    with request.stopwatch.stretch("encode"):
        return encode(answer)
