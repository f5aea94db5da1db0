"""Which filters to leave out of a question for more days."""

from collections.abc import Sequence

from core.contracts.answers import Removal, WidenAnswer
from core.contracts.requests import WidenRequest
from core.contracts.results.comparison import GroupRate
from core.question.filter_values import refuse
from core.views.curve import require_outcome
from core.views.widen import rates_of, widening_of
from service.call import GAP_UP, Calls, Prepared
from service.edge.request import ApiRequest
from service.snapshots.question import Question, applied_filters, parse_feature

calls = Calls("widen")


@calls.question("/v2/widen", WidenRequest, WidenAnswer, example=GAP_UP | {"feature": "gap_fill_bar"})
def widen(_request: ApiRequest, question: Question, body: WidenRequest) -> Prepared:
    """Which filters to leave out for more days."""
    if body.feature is not None:
        outcome = parse_feature(question.snapshot, question.tier, body.feature, "feature")
        require_outcome(outcome, body.label, "feature", "widen_outcome")
    elif body.label is not None:
        refuse("widen_outcome", f"label: {body.label!r} is of no feature; name its feature too.")
    return Prepared(lambda _selection: _answer(question, body))


def _answer(question: Question, body: WidenRequest) -> WidenAnswer:
    index, filters = question.snapshot.index, applied_filters(question)
    found = widening_of(index, question.query, keep_dates=body.keep_dates)
    removals = found.removals()
    masks = [found.without(removed) for removed in ((), *removals)]
    rates: Sequence[GroupRate | None] = [None] * len(masks)
    if body.feature is not None:
        outcome = index.catalogue.by_name[body.feature]
        rates = rates_of(index, question.query, outcome, body.label, masks)
    n_days, *others = (int(mask.sum()) for mask in masks)
    figures = zip(removals, others, rates[1:], strict=True)
    return WidenAnswer(
        n_days,
        body.feature,
        body.label,
        rates[0],
        [Removal(list(at), [filters[each] for each in at], n, rate) for at, n, rate in figures],
        question.snapshot.id,
    )
