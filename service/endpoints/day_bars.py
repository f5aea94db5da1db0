"""STUB"""

from service.http.request import ApiRequest


async def day_bars(request: ApiRequest) -> bytes:
    """STUB"""
    raise NotImplementedError
