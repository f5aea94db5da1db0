"""Which of a date's numbers is the year, the month and the day."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from core.contracts.errors import DataError

_NUMBERS = re.compile(r"(\d{1,9})[/.\-](\d{1,9})[/.\-](\d{1,9})", re.ASCII)
_WHOLE = re.compile(r"(\d{4})(\d{2})(\d{2})", re.ASCII)
_EPOCH = date(1970, 1, 1).toordinal()
_SATURDAY = 5

Order = tuple[int, int, int]
_FORMS: dict[Order, str] = {(0, 1, 2): "Y-M-D", (2, 0, 1): "M/D/Y", (2, 1, 0): "D/M/Y"}
_YEAR_FIRST, _MONTH_FIRST, _DAY_FIRST = _FORMS


@dataclass(frozen=True, slots=True)
class DateReader:
    """Reads a date's text; `order` holds where its year, month and day stand."""

    order: Order

    @property
    def form(self) -> str:
        """The order in letters: Y-M-D, M/D/Y or D/M/Y."""
        return _FORMS[self.order]

    def days(self, text: str) -> int | None:
        """Days since 1970-01-01; None where the text is no date."""
        parts = _parts(text)
        if parts is None:
            return None
        year, month, day = (parts[at] for at in self.order)
        try:
            return date(year + (2000 if year < 100 else 0), month, day).toordinal() - _EPOCH
        except (ValueError, OverflowError):
            return None


def date_reader(texts: Sequence[str], path: Path, likely: str | None = None) -> DateReader:
    """The reader that fits these dates, in the file's order.

    Of two that fit alike it is the day first between points, else the one of the form `likely`; DataError
    `date_form` without.
    """
    found = [parts for parts in map(_parts, texts) if parts is not None]
    if not found or found[0][0] > 31:
        return DateReader(_YEAR_FIRST)
    if any(parts[0] > 12 for parts in found):
        return DateReader(_DAY_FIRST)
    if any(parts[1] > 12 for parts in found):
        return DateReader(_MONTH_FIRST)
    if "." in texts[0]:
        return DateReader(_DAY_FIRST)
    return _by_calendar(texts, path, likely)


def _by_calendar(texts: Sequence[str], path: Path, likely: str | None) -> DateReader:
    fits = [reader for reader in map(DateReader, (_MONTH_FIRST, _DAY_FIRST)) if _is_natural(reader, texts)]
    expected = [reader for reader in fits if reader.form == likely]
    if len(fits) == 1 or expected:
        return (expected or fits)[0]
    raise DataError(
        f"{path}: the dates, the first {texts[0]!r}, read as month/day and as day/month alike. "
        "Import a longer file, one that holds a day after the 12th.",
        code="date_form",
    )


def _is_natural(reader: DateReader, texts: Sequence[str]) -> bool:
    days = [reader.days(text) for text in texts]
    known = [day for day in days if day is not None]
    saturdays = any(date.fromordinal(day + _EPOCH).weekday() == _SATURDAY for day in known)
    return len(known) == len(days) and not saturdays and known in (sorted(known), sorted(known, reverse=True))


def _parts(text: str) -> Order | None:
    found = _NUMBERS.fullmatch(text) or _WHOLE.fullmatch(text)
    return (int(found[1]), int(found[2]), int(found[3])) if found else None
