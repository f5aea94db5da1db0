"""How a session so far travels from who reads it to the services: a file of the warehouse, or a key of Redis.

today/ES.json                 in the warehouse
almanac:{ES}:today            in Redis; expires
"""

from datetime import date

import msgspec

from core.contracts.errors import DataError
from core.contracts.next_session import SoFar

SO_FAR_FOLDER = "today"

HIGHEST = 10**12
"""No price and no second since 1970 is beyond it."""

SO_FAR_LIFETIME = 2 * 24 * 3600
"""Seconds after which Redis forgets a session so far."""

so_far_key = "almanac:{{{}}}:today".format
"""The key of one symbol."""


def so_far_to_json(so_far: SoFar) -> bytes:
    """The session so far as it travels."""
    return msgspec.json.format(msgspec.json.encode(so_far), indent=0)


def so_far_from_json(content: bytes, symbol: str, name: str) -> SoFar:
    """What `so_far_to_json` wrote of `symbol`; DataError `damaged_so_far` naming `name` on anything else."""
    try:
        found = msgspec.json.decode(content, type=SoFar)
        date.fromisoformat(found.session_date)
        if found.symbol != symbol:
            raise ValueError(f"it is of {found.symbol!r}")
        if fault := found.bars.fault:
            raise ValueError(fault)
        numbers = found.at, found.gxh, found.gxl, found.open, *found.bars.h, *found.bars.l
        if any(abs(each or 0) > HIGHEST for each in numbers):
            raise ValueError(f"found a number beyond {HIGHEST:,}")
    except (ValueError, msgspec.DecodeError) as error:
        raise DataError(
            f"{name}: is no session so far of {symbol} ({error}). Run `almanac today` again.",
            code="damaged_so_far",
        ) from error
    return found
