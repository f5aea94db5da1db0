"""STUB"""

from service.http.request import ApiRequest


async def day_lists(request: ApiRequest) -> bytes:
    """STUB"""
    raise NotImplementedError


async def put_day_list(request: ApiRequest) -> bytes:
    """STUB"""
    raise NotImplementedError


async def remove_day_list(request: ApiRequest) -> bytes:
    """STUB"""
    raise NotImplementedError
