"""STUB"""

from service.http.request import ApiRequest


async def alike(request: ApiRequest) -> bytes:
    """STUB"""
    raise NotImplementedError
