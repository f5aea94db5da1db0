"""The usual questions: answered by the night, and asked of the matching days."""

from starlette.responses import Response

from core.claims.answers import question_rates
from core.contracts.next_answers import ClaimsAnswer, QuestionsAnswer
from core.contracts.view_requests import QuestionsRequest
from core.figures.bitmap import Bitmap
from service.call import GAP_UP, READY, SNAPSHOT, SYMBOL, Calls, Prepared
from service.edge.request import ApiRequest
from service.snapshots.question import Question

calls = Calls("claims")
root_calls = Calls("claims")

_NOBODY = "User-agent: *\nDisallow: /\n"
_CLAIMS = "User-agent: *\nAllow: /claims\nDisallow: /\n"


@calls.get("/v2/claims", ClaimsAnswer, SYMBOL, SNAPSHOT, is_open=True, limit="compute")
async def claims(request: ApiRequest) -> bytes:
    """The usual questions, answered, beside what others published.

    Open to everybody where the settings say so.
    """
    if not request.services.settings.public_claims:
        request.principal = await request.identified(reads=True)
    return (await request.snapshot()).claims


@calls.question("/v2/questions", QuestionsRequest, QuestionsAnswer, example=GAP_UP)
def questions(_request: ApiRequest, question: Question, _body: QuestionsRequest) -> Prepared:
    """The usual questions, asked of the matching days."""
    return Prepared(lambda selection: _answer(question, selection))


def _answer(question: Question, selection: Bitmap) -> QuestionsAnswer:
    snapshot = question.snapshot
    found = question_rates(snapshot.questions, question.query, selection, question.tier)
    return QuestionsAnswer(selection.count, found, snapshot.id)


@root_calls.get("/robots.txt", None, is_open=True, takes_any_query=True, limit=READY)
async def robots(request: ApiRequest) -> Response:
    """GET /robots.txt: where everybody may read the claims, crawlers may read that page and nothing else."""
    return Response(_CLAIMS if request.services.settings.public_claims else _NOBODY, media_type="text/plain")
