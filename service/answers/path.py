"""How far the matching days had gone from their open, bar by bar."""

from core.contracts.day_answers import PathAnswer
from core.contracts.view_requests import PathRequest
from core.figures.bitmap import Bitmap
from core.views.path import PathDays
from service.call import GAP_UP, Calls, Prepared
from service.edge.request import ApiRequest
from service.snapshots.question import Question

calls = Calls("path")


@calls.question("/v2/path", PathRequest, PathAnswer, part="path", example=GAP_UP)
def path(_request: ApiRequest, question: Question, _body: PathRequest) -> Prepared:
    """How far days had gone from their open, bar by bar."""
    return Prepared(lambda selection: _answer(question, selection))


def _answer(question: Question, selection: Bitmap) -> PathAnswer:
    snapshot, book = question.snapshot, question.snapshot.book
    days = snapshot.index, question.query, selection
    found = PathDays(*days, book.full_sessions, book.ticks_per_point)
    return PathAnswer(
        total_days=selection.count,
        matched=found.of_matched(),
        others=found.of_others(),
        coin=found.of_coin(),
        snapshot=snapshot.id,
    )
