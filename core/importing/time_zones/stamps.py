"""Stamps of any written form: epochs, ISO 8601, date and time in one column or two, with or without zone."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from core.importing.overrides import Label
from core.importing.readers.bar_checks import refuse_row
from core.importing.time_zones.dates import date_reader
from core.importing.time_zones.stamp_text import Coded, StampText, refuse_stamp, split_stamps

Stamps64 = NDArray[np.datetime64]

_CLOCK = re.compile(
    r"(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?|(\d{2})(\d{2})(\d{2})?|(\d)(\d{2})(\d{2})"
)
_OFFSET = re.compile(r"(?:UTC|GMT)?([+-])(\d{2}):?(\d{2})?", re.IGNORECASE)
_EPOCH_UNITS: dict[int, Literal["s", "ms", "us", "ns"]] = {10: "s", 13: "ms", 16: "us", 19: "ns"}


@dataclass(frozen=True, slots=True)
class Stamps:
    """n stamps as numpy microseconds.

    `zone` is None where they are wall-clock times of an unknown zone, else they are UTC instants and `zone`
    says what made them so. `form` is the written form in words, `documented` the end of the bar that the
    vendor says they mark.
    """

    at: Stamps64
    form: str
    zone: str | None
    documented: Label = "open"


def read_stamps(
    first: pa.ChunkedArray, second: pa.ChunkedArray | None, path: Path, likely: str | None = None
) -> Stamps:
    """The stamps of one column, or of a date and a time column; DataError names the first bad row.

    Dates that read in two ways are taken as in the form `likely`.
    """
    text = StampText(first, second)
    epoch = _epochs(text) if second is None else None
    return epoch if epoch is not None else _written(text, path, likely)


def _epochs(text: StampText) -> Stamps | None:
    at = np.empty(len(text), dtype="datetime64[us]")
    digits, first = len(text[0]), 0
    unit = _EPOCH_UNITS.get(digits)
    if unit is None:
        return None
    for piece in text.pieces():
        same = pc.equal(pc.utf8_length(piece), digits)
        if not pc.all(pc.and_(same, pc.ascii_is_decimal(piece))).as_py():
            return None
        try:
            numbers = pc.cast(piece, pa.int64()).to_numpy()
        except pa.ArrowInvalid:
            return None
        at[first : first + len(piece)] = numbers.astype(f"datetime64[{unit}]")
        first += len(piece)
    return Stamps(at, f"epoch ({unit})", "UTC")


def _written(text: StampText, path: Path, likely: str | None) -> Stamps:
    dates, times, halves, zones = split_stamps(text, path)
    reader = date_reader(dates[1], path, None if likely is None else likely.partition(" ")[0])
    days = _each(dates, [reader.days(word) for word in dates[1]], text, path)
    clocks = [_of_day(word) for word in times[1]]
    of_day = _each(times, clocks, text, path) + _half_day(halves, _hours(times, clocks))
    wall = days.astype("datetime64[D]").astype("datetime64[us]") + of_day.astype("timedelta64[us]")
    return _placed(wall, zones, f"{reader.form} {_time_form(times[1])}", text, path)


def _hours(times: Coded, clocks: list[int | None]) -> NDArray[np.int64]:
    hours = np.array([0 if clock is None else clock // 3_600_000_000 for clock in clocks], dtype=np.int64)
    return hours[times[0]]


def _each(coded: Coded, values: list[int | None], text: StampText, path: Path) -> NDArray[np.int64]:
    bad = np.array([value is None for value in values])
    if bad.any():
        refuse_stamp(path, text, int(bad[coded[0]].argmax()))
    return np.array(values, dtype=np.int64)[coded[0]]


def _of_day(word: str) -> int | None:
    found = _CLOCK.fullmatch(word)
    if found is None:
        return None
    groups = found.groups()
    hour, minute, second = next(
        part for part in (groups[0:3], groups[4:7], groups[7:10]) if part[0] is not None
    )
    micros = int((groups[3] or "0").ljust(6, "0")[:6])
    if int(hour) > 23 or int(minute) > 59 or int(second or 0) > 59:
        return None
    return ((int(hour) * 60 + int(minute)) * 60 + int(second or 0)) * 1_000_000 + micros


def _half_day(halves: Coded, hours: NDArray[np.int64]) -> NDArray[np.int64]:
    if halves[1] == [""]:
        return np.zeros(1, dtype=np.int64)
    word = np.array([half.lower() for half in halves[1]])[halves[0]]
    shift = np.where((word == "pm") & (hours < 12), 12, np.where((word == "am") & (hours == 12), -12, 0))
    return np.asarray(shift * 3_600_000_000)


def _time_form(words: list[str]) -> str:
    return "HH:MM" if ":" in words[0] else "HHMMSS"


def _placed(
    wall: Stamps64,
    zones: Coded,
    form: str,
    text: StampText,
    path: Path,
) -> Stamps:
    codes, words = zones
    if words == [""]:
        return Stamps(wall, form, None)
    if "" in words:
        row = int((codes != codes[0]).argmax())
        problem = f"the stamp is {text[row]!r}, others name another zone or none. Write one zone throughout"
        refuse_row(path, row, problem, code="mixed_zones")
    utc = wall.copy()
    for code, word in enumerate(words):
        here = codes == code
        utc[here] = _instants(wall[here], word, int(here.argmax()), path)
    return Stamps(utc, form, words[0] if len(words) == 1 else "offset")


def _instants(wall: Stamps64, word: str, row: int, path: Path) -> Stamps64:
    if word.upper() in ("Z", "UTC", "GMT"):
        return wall
    offset = _OFFSET.fullmatch(word)
    if offset is not None:
        minutes = int(offset[2]) * 60 + int(offset[3] or 0)
        return wall - np.timedelta64(minutes if offset[1] == "+" else -minutes, "m")
    try:
        return to_utc(wall, word)
    except (KeyError, ValueError, OSError) as error:
        reason = str(error).partition(",")[0] if is_zone(word) else "no such zone is known"
        refuse_row(path, row, f"zone {word!r}: {reason}. Write an IANA name or an offset", code="bad_stamp")


def to_utc(wall: Stamps64, zone: str) -> Stamps64:
    """Wall-clock times of `zone` as UTC; ValueError where one does not exist there or exists twice."""
    local = pd.DatetimeIndex(wall).tz_localize(ZoneInfo(zone), ambiguous="raise", nonexistent="raise")
    return np.asarray(local.tz_convert("UTC").tz_localize(None), dtype="datetime64[us]")


def is_zone(name: str) -> bool:
    """Whether `name` is a zone by its IANA name."""
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return False
    return True
