"""A vendor's file of bars read plainly: a line at a time, by what its vendor says of its parts."""

import csv
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from zoneinfo import ZoneInfo

Bar = tuple[datetime, float, float, float, float, int | None]
"""The open in UTC, then open, high, low, close and the volume, None where it is unknown."""

PRICES = ("open", "high", "low", "close")
NOTHING = ("", "nan", "null", "none", "n/a")

FIVE = timedelta(minutes=5)
FOOTER_LINES = 3
_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", re.ASCII)
_DATE = r"(?:(\d+)[/.\-](\d+)[/.\-](\d+)|(\d{4})(\d{2})(\d{2}))"
_TIME = r"(?:(\d{1,2}):(\d{2})(?::(\d{2})(?:\.0{1,9})?)?|(\d{2})(\d{2})(\d{2})?)"
_WRITTEN = re.compile(rf"{_DATE}[ Tt,;]*{_TIME}\s*(.*)", re.ASCII)
_OFFSET = re.compile(r"(?:UTC|GMT)?([+-])(\d{2}):?(\d{2})?", re.ASCII | re.IGNORECASE)


class Unreadable(Exception):
    """The file is not what its vendor writes."""


class NoHeader(Unreadable):
    """The names of the columns are not there: what each holds is for its values to say."""


@dataclass(frozen=True, slots=True)
class Form:
    """How a vendor writes: where a line's parts stand, by name or by place, and how its stamps are read."""

    stamp: Callable[[str], datetime]
    at: tuple[str | int, ...]
    prices: tuple[str | int, ...]
    volume: tuple[str | int, ...]
    between: str = ","
    contract: str | None = None

    @property
    def has_header(self) -> bool:
        return isinstance(self.at[0], str)


def wall(zone: str, order: str = "ymd", *, close: bool = False) -> Callable[[str], datetime]:
    """Reads stamps by the clock of a zone; where they name an offset or a zone themselves by that."""

    def read(text: str) -> datetime:
        found = _WRITTEN.fullmatch(text.strip())
        if found is None:
            raise Unreadable(f"stamp {text!r}")
        parts = [int(part) for part in found.groups()[:-1] if part is not None]
        at = dict(zip(order if found[1] else "ymd", parts[:3], strict=True))
        year = at["y"] + (2000 if at["y"] < 100 else 0)
        try:
            hour, minute, second = (*parts[3:], 0)[:3]
            local = datetime(year, at["m"], at["d"], hour, minute, second)  # noqa: DTZ001 - `_placed` adds the zone
        except (ValueError, OverflowError) as error:
            raise Unreadable(f"stamp {text!r}") from error
        return _placed(local, found[found.re.groups], zone) - (FIVE if close else timedelta(0))

    return read


def epoch(units: int) -> Callable[[str], datetime]:
    """Reads stamps that count `units` to the second since 1970."""

    def read(text: str) -> datetime:
        if not re.fullmatch(r"\d{10,19}", text.strip(), re.ASCII):
            raise Unreadable(f"stamp {text!r}")
        seconds, rest = divmod(int(text), units)
        if rest or seconds > 2**33:
            raise Unreadable(f"stamp {text!r}")
        return datetime.fromtimestamp(seconds, UTC)

    return read


def plain_bars(form: Form, data: bytes) -> list[Bar]:
    """Every row of a text file in its order, spreads left out; Unreadable where one is no bar."""
    rows = list(_rows(form, data))
    if not rows:
        raise Unreadable("no rows")
    bars = [_bar(form, row) for row in rows if "-" not in row.get("contract", "")]
    return bars


def plain_json(form: Form, data: bytes) -> list[Bar]:
    """Every bar in JSON, one document or one a line."""
    text = _text(data)
    try:
        documents = [json.loads(text)] if _is_one(text) else _lines(text)
    except ValueError as error:
        raise Unreadable("JSON") from error
    found = [bar for document in documents for bar in _objects(document)]
    return [_bar(form, {str(name).lower(): str(value) for name, value in bar.items()}) for bar in found]


def _text(data: bytes) -> str:
    marked = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    for name in ("utf-16",) if marked else ("utf-8", "cp1252"):
        try:
            return data.decode(name).lstrip("\ufeff\r\n")
        except UnicodeDecodeError:
            continue
    raise Unreadable("letters")


def _lines(text: str) -> list[Any]:
    return [json.loads(line) for line in text.split("\n") if line.strip()]


def _is_one(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict) and {str(name).lower() for name in value} & {"open", "high", "low", "close"}:
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _objects(part)


def _rows(form: Form, data: bytes) -> Iterator[dict[Any, str]]:
    text = _text(data)
    lines = [line for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n") if line.strip()]
    cells = [next(csv.reader([line], delimiter=form.between, skipinitialspace=True)) for line in lines]
    if not cells:
        return
    header, cells = _header(form, cells)
    width = Counter(map(len, cells)).most_common(1)[0][0] if cells else 0
    names: Sequence[Any] = range(width) if header is None else _names(form, header, cells, width)
    for number, row in enumerate(cells):
        if len(row) == width:
            yield dict(reversed(list(zip(names, row, strict=True))))
        elif number < len(cells) - FOOTER_LINES:
            raise Unreadable(f"row {number + 1}")


def _header(form: Form, cells: list[list[str]]) -> tuple[list[str] | None, list[list[str]]]:
    """The names, if there are some, and the rows: what stands above either is passed over."""
    first = next((at for at, row in enumerate(cells) if sum(map(_is_number, row)) >= len(PRICES)), len(cells))
    if not form.has_header:
        return None, cells[first:]
    named = [[cell.strip().strip('"').strip("<>").strip().lower() for cell in row] for row in cells[:first]]
    needed = {*form.prices, *form.at}
    header = next((names for names in reversed(named) if needed <= set(names)), None)
    if header is None:
        raise NoHeader("no line has the names")
    return header, cells[first:]


def _is_number(cell: str) -> bool:
    return _NUMBER.fullmatch(cell.strip().replace(",", "")) is not None


def _names(form: Form, header: list[str], cells: list[list[str]], width: int) -> list[str]:
    """One name per column: of a header one too long or too short the only one by which the rows are bars."""
    if len(header) == width:
        return _of_first_block(form, header)
    ways = [
        *([*header[:at], "", *header[at:]] for at in range(width) if len(header) == width - 1),
        *([*header[:at], *header[at + 1 :]] for at in range(len(header)) if len(header) == width + 1),
    ]
    rows = [row for row in cells if len(row) == width]
    found: dict[tuple[Bar, ...], list[str]] = {}
    for way in ways:
        try:
            bars = [_bar(form, dict(reversed(list(zip(way, row, strict=True))))) for row in rows]
        except Unreadable:
            continue
        if all(
            low <= min(opened, close) <= max(opened, close) <= high for _, opened, high, low, close, _ in bars
        ):
            found.setdefault(tuple(bars), way)
    if len(found) != 1:
        raise NoHeader("the names fit in no way or in several")
    return next(iter(found.values()))


def _of_first_block(form: Form, names: list[str]) -> list[str]:
    """The names where prices that stand outside of the first four together have none."""
    prices = set(form.prices)
    blocks = [at for at in range(len(names) - 3) if set(names[at : at + 4]) == prices]
    if not blocks or all(names.count(str(name)) == 1 for name in form.prices):
        return names
    kept = range(blocks[0], blocks[0] + 4)
    return ["" if name in prices and at not in kept else name for at, name in enumerate(names)]


def _bar(form: Form, row: dict[Any, str]) -> Bar:
    try:
        stamp = " ".join(row[name] for name in form.at)
        prices = [_number(row[name]) for name in form.prices]
        volume = _volume(form, row)
    except KeyError as error:
        raise Unreadable(f"column {error}") from error
    ticks = [round(price * 4) for price in prices]
    if any(abs(price * 4 - tick) > 1e-3 for price, tick in zip(prices, ticks, strict=True)):
        raise Unreadable("off the tick")
    return (form.stamp(stamp), *(tick / 4 for tick in ticks), volume)  # type: ignore[return-value]


def _volume(form: Form, row: dict[Any, str]) -> int | None:
    cells = [row.get(name, "") for name in form.volume]
    if form.has_header and any(cell.strip().lower() in NOTHING for cell in cells):
        return None
    return int(sum(_number(cell) for cell in cells))


def _number(text: str) -> float:
    plain = text.strip().replace(",", "")
    if not _NUMBER.fullmatch(plain):
        raise Unreadable(f"number {text!r}")
    number = float(plain)
    if not abs(number) <= 2**53:
        raise Unreadable(f"number {text!r}")
    return number


def _placed(local: datetime, word: str, zone: str) -> datetime:
    if word.upper() in ("Z", "UTC", "GMT"):
        return local.replace(tzinfo=UTC)
    offset = _OFFSET.fullmatch(word)
    try:
        if offset is not None:
            minutes = int(offset[2]) * 60 + int(offset[3] or 0)
            away = timezone(timedelta(minutes=minutes if offset[1] == "+" else -minutes))
            return local.replace(tzinfo=away).astimezone(UTC)
        return local.replace(tzinfo=ZoneInfo(word or zone)).astimezone(UTC)
    except (ValueError, KeyError, OSError, OverflowError) as error:
        raise Unreadable(f"zone {word!r}") from error
