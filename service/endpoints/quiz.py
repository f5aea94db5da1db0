"""STUB"""

from service.http.request import ApiRequest


async def quiz_next(request: ApiRequest) -> bytes:
    """STUB"""
    raise NotImplementedError


async def quiz_answer(request: ApiRequest) -> bytes:
    """STUB"""
    raise NotImplementedError
