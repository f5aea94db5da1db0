"""Stamps of any written form: epochs, ISO 8601, date and time in one column or two, with or without zone."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Literal, NoReturn, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from core.contracts.errors import DataError, quoted
from core.importing.findings.defects import refuse_row
from core.importing.formats.text import pieces
from core.importing.overrides import Label
from core.importing.zones.zones import instants_of
from core.market.market import IntArray

Stamps64 = NDArray[np.datetime64]

_EPOCH_UNITS: dict[int, Literal["s", "ms", "us", "ns"]] = {10: "s", 13: "ms", 16: "us", 19: "ns"}
"""An epoch's unit by its number of digits."""

_SPLIT = r"^(?P<date>\d[\d/.\-]*)[ Tt,;]*(?P<time>[\d:.,]*)\s*(?P<half>[AaPp][Mm])?\s*(?P<zone>.*)$"
_PARTS = 4
_DATE = re.compile(r"(\d{1,9})[/.\-](\d{1,9})[/.\-](\d{1,9})|(\d{4})(\d{2})(\d{2})", re.ASCII)
_EXCEL = "Excel"
_ORDERS = {"Y-M-D": (0, 1, 2), "M/D/Y": (2, 0, 1), "D/M/Y": (2, 1, 0)}
"""The position of year, month and day in a date of each form."""

_EPOCH = date(1970, 1, 1)
_CLOCK = re.compile(
    r"(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?|(\d{2})(\d{2})(\d{2})?|(\d)(\d{2})(\d{2})"
)
_HOUR = 3_600_000_000
"""In microseconds."""

_EPOCH_FRACTION = r"\.0*$"
_SERIAL, _SERIAL_DAY = re.compile(r"\d{5}[.,]\d+"), re.compile(r"\d{5}")
_DAY_FRACTION = re.compile(r"0?[.,]\d+|0")
_SERIAL_EPOCH = 25_569
"""Excel's number of 1970-01-01: days since 1899-12-30."""

_Number = TypeVar("_Number", int, IntArray)

_Coded = tuple[NDArray[np.int32], list[str]]
"""For each row the position of its text in the list, which is in the order of the file."""


@dataclass(frozen=True, slots=True)
class Stamps:
    """n stamps as numpy microseconds.

    They are wall-clock times of an unknown zone if `zone` is None, else UTC instants; `zone` then names what
    made them so. `form` is the written form, `documented` the end of the bar that the vendor documents.
    """

    at: Stamps64
    form: str
    zone: str | None
    documented: Label = "open"


@dataclass(frozen=True, slots=True)
class _Text:
    """The text of n stamps: one column, or a date and a time column."""

    first: pa.ChunkedArray
    second: pa.ChunkedArray | None
    path: Path

    def pieces(self) -> Iterator[pa.ChunkedArray]:
        """The stripped text, some rows at a time."""
        if self.second is None:
            yield from map(pc.utf8_trim_whitespace, pieces(self.first, "the stamps"))
            return
        for first, second in zip(pieces(self.first, "the stamps"), pieces(self.second), strict=True):
            yield pc.utf8_trim_whitespace(pc.binary_join_element_wise(first, second, " "))

    def at(self, row: int) -> str:
        second = None if self.second is None else self.second.slice(row, 1)
        return str(next(_Text(self.first.slice(row, 1), second, self.path).pieces())[0])

    def refuse(self, row: int) -> NoReturn:
        """Raise DataError `bad_stamp` for the stamp in this row."""
        expected = (
            "a date and a time of day, as 2024-02-05 14:30, Excel's number of days, as 45327.604167, or an "
            "epoch in seconds, milli-, micro- or nanoseconds"
        )
        problem = f"the stamp is {quoted(self.at(row))}. Expected {expected}"
        refuse_row(self.path, row, problem, code="bad_stamp")


def read_stamps(
    first: pa.ChunkedArray, second: pa.ChunkedArray | None, path: Path, likely: str | None = None
) -> Stamps:
    """The stamps of one column, or of a date and a time column; DataError names the first bad row.

    Ambiguous dates are read in the form `likely`.
    """
    text = _Text(first, second, path)
    numbers = (_epochs(text) or _serials(text)) if second is None else None
    return numbers or _written(text, likely)


def microseconds(nanoseconds: _Number) -> _Number:
    """Whole microseconds; a remainder gives an odd number, which is off every grid of bars."""
    return nanoseconds // 1000 | (nanoseconds % 1000 > 0)


def _epochs(text: _Text) -> Stamps | None:
    at = np.empty(len(text.first), dtype="datetime64[us]")
    digits, first = len(re.sub(_EPOCH_FRACTION, "", text.at(0))), 0
    unit = _EPOCH_UNITS.get(digits)
    if unit is None:
        return None
    for cells in text.pieces():
        piece = pc.replace_substring_regex(cells, _EPOCH_FRACTION, "")
        same = pc.equal(pc.utf8_length(piece), digits)
        if not pc.all(pc.and_(same, pc.ascii_is_decimal(piece))).as_py():
            return None
        try:
            numbers = pc.cast(piece, pa.int64()).to_numpy()
        except pa.ArrowInvalid:
            return None
        count, of = (microseconds(numbers), "us") if unit == "ns" else (numbers, unit)
        at[first : first + len(piece)] = count.astype(f"datetime64[{of}]")
        first += len(piece)
    return Stamps(at, f"epoch ({unit})", "UTC")


def _serials(text: _Text) -> Stamps | None:
    """Excel's numbers of days, if every stamp is one; rounded to the second, which five decimals keep."""
    if not _SERIAL.fullmatch(text.at(0)):
        return None
    at = np.empty(len(text.first), dtype="datetime64[us]")
    first = 0
    for piece in text.pieces():
        odd = ~pc.match_substring_regex(piece, r"^\d{5}([.,]\d+)?$").to_numpy()
        if odd.any():
            text.refuse(first + int(odd.argmax()))
        days = pc.cast(pc.replace_substring(piece, ",", "."), pa.float64()).to_numpy() - _SERIAL_EPOCH
        at[first : first + len(piece)] = np.rint(days * 86_400).astype(np.int64).astype("datetime64[s]")
        first += len(piece)
    return Stamps(at, "Excel's number of days", None)


def _written(text: _Text, likely: str | None) -> Stamps:
    dates, times, halves, zones = _split(text)
    form = _date_form(dates[1], text.path, likely and likely.partition(" ")[0])
    days = _each(dates, [_days(word, form) for word in dates[1]], text)
    of_day = _each(times, [_of_day(word, form) for word in times[1]], text)
    if halves[1] != [""]:
        half, hour = np.array([word.lower() for word in halves[1]])[halves[0]], of_day // _HOUR
        of_day += 12 * _HOUR * ((half == "pm") & (hour < 12))
        of_day -= 12 * _HOUR * ((half == "am") & (hour == 12))
    wall = days.astype("datetime64[D]").astype("datetime64[us]") + of_day.astype("timedelta64[us]")
    clock = "day's share" if _DAY_FRACTION.fullmatch(times[1][0]) else "HHMMSS"
    form = f"{form} {'HH:MM' if ':' in times[1][0] else clock}"
    codes, words = zones
    if words == [""]:
        return Stamps(wall, form, None)
    if "" in words:
        row = int((codes != codes[0]).argmax())
        found = f"the stamp is {quoted(text.at(row))}, others name another zone or none"
        problem = f"{found}. Write one zone throughout"
        refuse_row(text.path, row, problem, code="mixed_zones")
    for code, word in enumerate(words):
        here = codes == code
        wall[here] = instants_of(wall[here], word, int(here.argmax()), text.path)
    return Stamps(wall, form, words[0] if len(words) == 1 else "offset")


def _split(text: _Text) -> tuple[_Coded, ...]:
    """Dates, times, halves (am, pm) and zones; DataError `bad_stamp` names the first row without a date."""
    codes = [np.empty(len(text.first), dtype=np.int32) for _ in range(_PARTS)]
    words: list[dict[str, int]] = [{} for _ in range(_PARTS)]
    first = 0
    for piece in text.pieces():
        parts = pc.extract_regex(piece, _SPLIT)
        odd = pc.is_null(parts).to_numpy()
        if odd.any():
            text.refuse(first + int(odd.argmax()))
        for at, known in enumerate(words):
            coded = pc.struct_field(parts, at).dictionary_encode().combine_chunks()
            found = [known.setdefault(word, len(known)) for word in coded.dictionary.to_pylist()]
            codes[at][first : first + len(piece)] = np.array(found, dtype=np.int32)[coded.indices.to_numpy()]
        first += len(piece)
    return tuple(zip(codes, map(list, words), strict=True))


def _each(coded: _Coded, values: list[int | None], text: _Text) -> IntArray:
    """Each row's value, from one per distinct text; DataError `bad_stamp` at the first without one."""
    codes, bad = coded[0], np.array([value is None for value in values])
    if bad.any():
        text.refuse(int(bad[codes].argmax()))
    return np.array(values, dtype=np.int64)[codes]


def _date_form(texts: Sequence[str], path: Path, likely: str | None) -> str:
    """The date form that fits these dates, in the file's order.

    If two fit alike: day first between points, else `likely`; DataError `date_form` without.
    """
    if texts and _SERIAL_DAY.fullmatch(texts[0]):
        return _EXCEL
    found = [parts for parts in map(_date_parts, texts) if parts is not None]
    if not found or found[0][0] > 31:
        return "Y-M-D"
    if any(parts[0] > 12 for parts in found):
        return "D/M/Y"
    if any(parts[1] > 12 for parts in found):
        return "M/D/Y"
    if "." in texts[0]:
        return "D/M/Y"
    fits = [form for form in ("M/D/Y", "D/M/Y") if _is_natural(form, texts)]
    if likely in fits:
        return likely
    if len(fits) == 1:
        return fits[0]
    raise DataError(
        f"{path}: the dates, the first {quoted(texts[0])}, read as month/day and as day/month alike. "
        "Import a longer file, one that holds a day after the 12th.",
        code="date_form",
    )


def _is_natural(form: str, texts: Sequence[str]) -> bool:
    """Whether these dates, read in the form, are monotonic and none is a Saturday."""
    days = [_days(text, form) for text in texts]
    known = [day for day in days if day is not None]
    saturdays = any((day - 2) % 7 == 0 for day in known)  # 1970-01-03 was one
    return len(known) == len(days) and not saturdays and known in (sorted(known), sorted(known, reverse=True))


def _days(text: str, form: str) -> int | None:
    """Days since 1970-01-01; None if the text is not a date of the form."""
    if form == _EXCEL:
        return int(text) - _SERIAL_EPOCH if _SERIAL_DAY.fullmatch(text) else None
    parts = _date_parts(text)
    if parts is None:
        return None
    year, month, day = (parts[at] for at in _ORDERS[form])
    try:
        return (date(year + (2000 if year < 100 else 0), month, day) - _EPOCH).days
    except (ValueError, OverflowError):
        return None


def _date_parts(text: str) -> list[int] | None:
    found = _DATE.fullmatch(text)
    return None if found is None else [int(part) for part in found.groups() if part]


def _of_day(word: str, form: str) -> int | None:
    """Microseconds of the day; None if the text is not a time of day."""
    if form == _EXCEL and _DAY_FRACTION.fullmatch(word):
        return round(float(word.replace(",", ".")) * 86_400) * 1_000_000
    found = _CLOCK.fullmatch(word)
    if found is None:
        return None
    groups = found.groups()
    hour, minute, second = (int(groups[at] or groups[at + 4] or groups[at + 7] or 0) for at in range(3))
    if hour > 23 or minute > 59 or second > 59:
        return None
    fraction = microseconds(int((groups[3] or "0").ljust(9, "0")))
    return ((hour * 60 + minute) * 60 + second) * 1_000_000 + fraction
