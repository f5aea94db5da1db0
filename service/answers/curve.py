"""How often an outcome comes along the values of a feature, on the matching days."""

from core.contracts.answers import CurveAnswer
from core.contracts.requests import CurveRequest
from core.figures.bitmap import Bitmap
from core.views.curve import Curve, CurveDays, curve_of, deciles
from service.call import GAP_UP, Calls, Prepared
from service.edge.request import ApiRequest
from service.snapshots.question import Question, parse_feature

calls = Calls("curve")


@calls.question(
    "/v2/curve",
    CurveRequest,
    CurveAnswer,
    part="curve",
    example=GAP_UP | {"by": "gap_size_pts", "outcome": "gap_fill_bar"},
)
def curve(_request: ApiRequest, question: Question, body: CurveRequest) -> Prepared:
    """How often an outcome comes along the values of a feature."""
    for field, name in (("by", body.by), ("outcome", body.outcome)):
        parse_feature(question.snapshot, question.tier, name, field)
    wanted = curve_of(body, question.snapshot.catalogue, question.query.as_of)
    return Prepared(lambda selection: _answer(question, selection, wanted))


def _answer(question: Question, selection: Bitmap, wanted: Curve) -> CurveAnswer:
    found = CurveDays(question.snapshot.index, question.query, wanted, selection)
    days, decided_by = found.days(), found.decided_by()
    window_days, points = found.points(days)
    return CurveAnswer(
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
