"""The usual questions: answered by the night, and asked of the matching days."""

from starlette.responses import Response

from core.claims.answers import question_rates
from core.contracts.next_answers import QuestionsAnswer
from core.contracts.next_requests import QuestionsRequest
from service.access.tiers import LIMITS
from service.answers.common import question_of
from service.edge.encoding import encode
from service.edge.request import ApiRequest
from service.snapshots.question import Question

_NOBODY = "User-agent: *\nDisallow: /\n"
_CLAIMS = "User-agent: *\nAllow: /claims\nDisallow: /\n"


async def claims(request: ApiRequest) -> bytes:
    """GET /v2/claims: open to everybody where the settings say so."""
    if not request.services.settings.public_claims:
        request.principal = await request.identified(reads=True)
    return (await request.snapshot()).claims


async def questions(request: ApiRequest) -> bytes:
    """POST /v2/questions: those of the tier that apply to a matching day, cached."""
    body, cache = request.read(QuestionsRequest), request.services.cache
    with request.stopwatch.stretch("parse"):
        question = await question_of(request, body, request.tier())
    key = f"questions|{question.key}"
    answer = cache.get(key)
    if answer is None:
        answer = await request.in_turn(_answer, request, question)
        cache.put(key, answer, request.caller.user.user_id, LIMITS[question.tier].cache_ttl)
    return answer


def _answer(request: ApiRequest, question: Question) -> bytes:
    snapshot = question.snapshot
    with request.stopwatch.stretch("filter"):
        selection = question.select()
    request.services.metrics.selections.observe(selection.count)
    with request.stopwatch.stretch("statistics"):
        found = question_rates(snapshot.questions, question.query, selection, question.tier)
    with request.stopwatch.stretch("encode"):
        return encode(QuestionsAnswer(selection.count, found, snapshot.id))


async def robots(request: ApiRequest) -> Response:
    """GET /robots.txt: where everybody may read the claims, crawlers may read that page and nothing else."""
    return Response(_CLAIMS if request.services.settings.public_claims else _NOBODY, media_type="text/plain")
