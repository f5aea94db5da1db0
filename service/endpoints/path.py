"""STUB"""

from service.http.request import ApiRequest


async def path(request: ApiRequest) -> bytes:
    """STUB"""
    raise NotImplementedError
