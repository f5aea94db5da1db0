"""The usual questions: answered by the night, and asked of the matching days."""

from core.contracts.next_answers import ClaimsAnswer, QuestionsAnswer
from service.http.request import ApiRequest


async def claims(request: ApiRequest) -> ClaimsAnswer:
    """GET /v2/claims: open to everybody where the settings say so."""
    raise NotImplementedError


async def questions(request: ApiRequest) -> QuestionsAnswer:
    """POST /v2/questions: those of the tier that apply to a matching day."""
    raise NotImplementedError
