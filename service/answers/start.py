"""What a page shows first, in one call."""

from msgspec.structs import asdict
from orjson import Fragment

from core.contracts.answers import StartAnswer
from core.contracts.errors import Forbidden, InvalidRequest
from core.contracts.requests import ComputeRequest, StartRequest
from core.question.values import values_of
from service.answers.catalogue import features
from service.answers.compute import computed
from service.answers.data import summary
from service.call import GAP_UP, Calls
from service.edge.errors import error_response
from service.edge.request import ApiRequest

calls = Calls("data")


@calls.post("/v2/start", StartRequest, StartAnswer, limit="compute", example=GAP_UP)
async def start(request: ApiRequest) -> dict[str, object]:
    """All that a page shows first.

    All parts are of one snapshot; a refused question leaves the others.
    """
    body = request.read(StartRequest)
    snapshot, tier = await request.snapshot(body.symbol, body.snapshot), request.tier()
    question = asdict(body)
    answer = refused = None
    try:
        answer = Fragment(
            await computed(request, ComputeRequest(statistics_features=question.pop("features"), **question))
        )
    except (InvalidRequest, Forbidden) as error:
        refused = Fragment(error_response(error).body)
    counted = [each.name for each in snapshot.catalogue.visible(tier) if each.value_range]
    return {
        "summary": await summary(request),
        "catalogue": await features(request),
        "values": {name: values_of(snapshot.index, name) for name in counted},
        "answer": answer,
        "refused": refused,
        "snapshot": snapshot.id,
    }
