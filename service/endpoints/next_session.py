"""What is known of the next session."""

from core.contracts.next_answers import NextAnswer
from service.http.request import ApiRequest


async def next_session(request: ApiRequest) -> NextAnswer:
    """GET /v2/next: by the last night, and by the day so far where it is there."""
    raise NotImplementedError


async def next_session_typed(request: ApiRequest) -> NextAnswer:
    """POST /v2/next: with typed numbers."""
    raise NotImplementedError
