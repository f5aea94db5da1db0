"""Compare two questions."""

from core.contracts.answers import CompareAnswer
from core.contracts.errors import Forbidden, InvalidRequest
from core.contracts.requests import ComparedQuestion, CompareRequest, QuestionRequest
from core.views.compare import comparison_of
from service.call import GAP_UP, Calls
from service.edge.request import ApiRequest
from service.encoding import encode
from service.members.tiers import require_part
from service.snapshots.question import Question, parse_features, parse_question

calls = Calls("compare")


@calls.post(
    "/v2/compare",
    CompareRequest,
    CompareAnswer,
    limit="compute",
    part="compare",
    example={"a": GAP_UP, "b": {"filters": []}, "features": ["gap_fill_bar"]},
)
async def compare(request: ApiRequest) -> bytes:
    """Two questions beside each other."""
    body = request.read(CompareRequest)
    with request.stopwatch.stretch("parse"):
        a, b = [await _question(request, body, side, name) for name, side in (("a", body.a), ("b", body.b))]
        require_part(a.tier, "compare")
        names = parse_features(a.snapshot, a.tier, body.features, "features")

    async def answer() -> bytes:
        return await request.in_turn(_answer, request, a, b, names, parts=2 * len(names))

    return await request.cached(f"compare|{a.key}|{b.key}|{','.join(names)}", a.tier, answer)


async def _question(request: ApiRequest, body: CompareRequest, side: ComparedQuestion, name: str) -> Question:
    """One side's question; an error names the side."""
    try:
        question = QuestionRequest(
            filters=side.filters, start_date=side.start_date, end_date=side.end_date, as_of=body.as_of
        )
        return parse_question(question, await request.snapshot(body.symbol, body.snapshot), request.tier())
    except (InvalidRequest, Forbidden) as error:
        raise type(error)(f"{name}: {error.detail}", code=error.code) from error


def _answer(request: ApiRequest, a: Question, b: Question, names: list[str]) -> bytes:
    snapshot = a.snapshot
    with request.stopwatch.stretch("statistics"):
        found = comparison_of(snapshot.index, a.query, b.query, names)
        answer = CompareAnswer(
            found.a_days, found.b_days, found.both_days, found.features, found.ranking, snapshot.id
        )
    with request.stopwatch.stretch("encode"):
        return encode(answer)
