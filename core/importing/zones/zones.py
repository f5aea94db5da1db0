"""Zones by name: IANA's, offsets, the abbreviations of e-mail, and New York's clock plus some hours."""

import re
from pathlib import Path
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd

from core.contracts.errors import quoted
from core.importing.findings.defects import refuse_row
from core.market.market import DateArray
from core.market.session_clock import NEW_YORK

SHIFTS = range(-12, 15)
"""The hours by which a server's clock may differ from New York's all year."""

_SHIFTED = re.compile(r"(?:America/)?New_York([+-]\d{1,2})")
_ABBREVIATIONS = {"EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7}
"""Hours from UTC of the zones of RFC 5322."""

_OFFSET = re.compile(r"(?:UTC|GMT)?([+-])(\d{2}):?(\d{2})?", re.IGNORECASE)


def instants_of(wall: DateArray, word: str, row: int, path: Path) -> DateArray:
    """Wall-clock times in the zone `word` as UTC; DataError `bad_stamp` at `row` for an unknown zone."""
    if word.upper() in ("Z", "UTC", "GMT"):
        return wall
    if word.upper() in _ABBREVIATIONS:
        return wall - np.timedelta64(_ABBREVIATIONS[word.upper()], "h")
    offset = _OFFSET.fullmatch(word)
    if offset is not None:
        minutes = int(offset[2]) * 60 + int(offset[3] or 0)
        return wall - np.timedelta64(minutes if offset[1] == "+" else -minutes, "m")
    try:
        return to_utc(wall, word)
    except (KeyError, ValueError, OSError) as error:
        reason = str(error).partition(",")[0] if is_zone(word) else "no such zone is known"
        refuse_row(
            path, row, f"zone {quoted(word)}: {reason}. Write an IANA name or an offset", code="bad_stamp"
        )


def to_utc(wall: DateArray, zone: str) -> DateArray:
    """Wall-clock times of `zone` as UTC; ValueError if one does not exist there or exists twice."""
    shifted = _SHIFTED.fullmatch(zone)
    if shifted is not None:
        return to_utc(wall - np.timedelta64(int(shifted[1]), "h"), NEW_YORK)
    local = pd.DatetimeIndex(wall).tz_localize(ZoneInfo(zone), ambiguous="raise", nonexistent="raise")
    return np.asarray(local.tz_convert("UTC").tz_localize(None), dtype="datetime64[us]")


def is_zone(name: str) -> bool:
    """Whether `name` is an IANA zone, or New York's clock plus some hours, such as New_York+7."""
    shifted = _SHIFTED.fullmatch(name)
    if shifted is not None:
        return int(shifted[1]) in SHIFTS
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return False
    return True
