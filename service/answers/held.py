"""Whether an outcome has stopped coming as often as it did."""

from msgspec.structs import asdict

from core.contracts.answers import HeldAnswer
from core.contracts.requests import HeldRequest
from core.figures.bitmap import Bitmap
from core.views.curve import require_outcome
from core.views.stopped import stopped_of
from service.call import GAP_UP, Calls, Prepared
from service.edge.request import ApiRequest
from service.snapshots.question import Question, parse_feature

calls = Calls("held")


@calls.question("/v2/held", HeldRequest, HeldAnswer, example=GAP_UP | {"feature": "gap_fill_bar"})
def held(_request: ApiRequest, question: Question, body: HeldRequest) -> Prepared:
    """Whether an outcome has stopped coming as often as it did."""
    outcome = parse_feature(question.snapshot, question.tier, body.feature, "feature")
    require_outcome(outcome, None, "feature", "held_outcome")
    return Prepared(lambda selection: _answer(question, body.feature, selection))


def _answer(question: Question, feature: str, selection: Bitmap) -> HeldAnswer:
    snapshot = question.snapshot
    found = stopped_of(snapshot.index, question.query, selection, feature)
    return HeldAnswer(**asdict(found), feature=feature, snapshot=snapshot.id)
