"""Target before stop for the matching days."""

from core.contracts.answers import ExcursionAnswer
from core.contracts.requests import ExcursionRequest
from core.figures.bitmap import Bitmap
from core.views.excursion import Excursion, excursion_of, later_than, require_decided
from service.call import GAP_UP, Calls, Prepared
from service.edge.request import ApiRequest
from service.snapshots.question import Question, traded

calls = Calls("data")


@calls.question(
    "/v2/excursion",
    ExcursionRequest,
    ExcursionAnswer,
    part="excursion",
    example=GAP_UP | {"from_bar": 12, "side": "up", "targets": [30], "stops": [20]},
)
def excursion(_request: ApiRequest, question: Question, body: ExcursionRequest) -> Prepared:
    """Which a day trades at first, a target or a stop."""
    wanted = excursion_of(body, question.snapshot.book.ticks_per_point)
    require_decided(wanted, question.query.as_of)
    cells = len(body.targets) * len(body.stops)
    return Prepared(lambda selection: _answer(question, selection, wanted), cells)


def _answer(question: Question, selection: Bitmap, wanted: Excursion) -> ExcursionAnswer:
    found = traded(question, selection, wanted)
    return ExcursionAnswer(
        days=selection.count,
        asked_days=len(found.rows),
        minute_days=found.minute_days(),
        cells=found.cells(),
        detail=found.detail(),
        look_ahead=later_than(question.query, question.snapshot.index, wanted.from_bar),
        snapshot=question.snapshot.id,
    )
