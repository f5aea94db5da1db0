"""The lines above the rows of a text file: which of them is the header, and what it names.

Titles, comments and `sep=;` may precede it. pandas writes a header of several lines for columns of several
levels, such as yfinance's: names, tickers, and the name of the index on a line of its own.
"""

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from core.contracts.errors import DataError
from core.importing.findings.defects import FileFinding

Role = Literal[
    "ts", "date", "time", "open", "high", "low", "close", "volume", "up", "down", "trades", "contract"
]
ROLES: tuple[Role, ...] = get_args(Role)
PRICES: tuple[Role, ...] = ("open", "high", "low", "close")

_WORDS: dict[Role, str] = {
    "ts": "ts|timestamp|datetime|date time|date/time|date_time|ts_event|window_start|gmt time|local time|"
    "open time|open_time|zeitstempel",
    "date": "date|datum",
    "time": "time|zeit|uhrzeit",
    "open": "open|eröffnung|eroeffnung|eröffn.|eröffnungskurs|erster",
    "high": "high|hoch|höchst|höchstkurs",
    "low": "low|tief|tiefst|tiefstkurs",
    "close": "close|last|latest|schluss|schluß|schlusskurs|letzter|zuletzt",
    "volume": "volume|vol|vol.|totalvolume|total volume|volumen|umsatz|stück|stücke",
    "up": "up|upvolume|up volume",
    "down": "down|downvolume|down volume",
    "trades": "trades|numberoftrades|number of trades|# of trades|barcount|transactions",
    "contract": "contract|symbol|ticker",
}
NAMES = {role: tuple(words.split("|")) for role, words in _WORDS.items()}
"""Header names by role; the first one in a header counts."""

_KNOWN = {name for words in NAMES.values() for name in words}

BOM = b"\xef\xbb\xbf"

_LEVEL_NAMES = ("", "price", "ticker", "symbol", "contract", "attributes")
"""The first cell of a line of tickers, or of names in a header of several lines."""

_TUPLE = re.compile(r"\('(.*)', '(.*)'\)")
"""How pandas writes a column of two levels on one line, or in parquet."""

_LEAST_NAMES = 2
_VALUE = re.compile(r"\s*[-+.]*\d")
_NUMBER = re.compile(r"\s*[-+]?[\d.,]*\d[\d.,]*(?:[eE][-+]?\d+)?\s*")


@dataclass(frozen=True, slots=True)
class Header:
    """`names` is None without a header, `ticker` the symbol of all columns or "".

    `lines` are its positions among the lines above the rows.
    """

    names: tuple[str, ...] | None
    lines: tuple[int, ...]
    ticker: str = ""


def plain_name(cell: str) -> str:
    """A cell of a header in lower case, without quotes or angle brackets."""
    return cell.strip().strip('"').strip("<>").strip().lower()


def is_value(cell: str) -> bool:
    """Whether a cell begins as numbers and stamps do."""
    return _VALUE.match(cell) is not None


def is_number(cell: str) -> bool:
    """Whether a cell is a number in any notation."""
    return _NUMBER.fullmatch(cell) is not None


def found_header(above: Sequence[Sequence[str]], width: int, path: Path) -> Header:
    """The header among the cells of the lines above rows of `width` cells.

    It is the last line with two column names, else the last line of that width without a value.
    DataError `unclear_columns` if it has columns of several tickers.
    """
    lines = [tuple(map(plain_name, (*_without_mark(cells[:1]), *cells[1:]))) for cells in above]
    named = [at for at, names in enumerate(lines) if len(_KNOWN.intersection(names)) >= _LEAST_NAMES]
    plain = [
        at
        for at, cells in enumerate(above)
        if abs(len(cells) - width) <= 1 and not any(map(is_value, cells)) and len(cells) > len(PRICES)
    ]
    at = max(named or plain, default=None)
    if at is None:
        return Header(None, ())
    names = lines[at]
    if any(map(_TUPLE.fullmatch, names)):
        named_once, ticker = _two_levels(names, path)
        return Header(named_once, (at,), ticker)
    neighbours = [each for each in (at - 1, *range(at + 1, len(lines))) if each >= 0]
    levels = [
        each for each in neighbours if len(lines[each]) == len(names) and not any(map(is_value, above[each]))
    ]
    tickers = [each for each in levels if lines[each][0] in _LEVEL_NAMES and all(lines[each][1:])]
    index = [each for each in levels if each > at and lines[each][0] and not any(lines[each][1:])]
    if tickers:
        ticker = _only([cell.strip() for each in tickers for cell in above[each][1:]], path)
        first = lines[index[0]][0] if index else ""
        return Header((first, *names[1:]), tuple(sorted({at, *tickers, *index})), ticker)
    return Header(names, (at,))


def _two_levels(names: Sequence[str], path: Path) -> tuple[tuple[str, ...], str]:
    """Names and ticker of two-level columns, in either order; single-level names stay."""
    pairs = [_TUPLE.fullmatch(name) for name in names]
    levels = [[str(pair[level]) if pair else None for pair in pairs] for level in (1, 2)]
    roles, tickers = levels if _KNOWN.intersection(levels[0]) else levels[::-1]
    named = tuple(name if role is None else role for role, name in zip(roles, names, strict=True))
    return named, _only([ticker for ticker in tickers if ticker is not None], path).upper()


def _only(tickers: Sequence[str], path: Path) -> str:
    """The one ticker of a header; DataError `unclear_columns` if there are two."""
    first, *others = sorted(set(tickers))
    if others:
        raise DataError(
            f"{path}: the header names columns of {first} and of {others[0]}. Export the bars of one symbol.",
            code="unclear_columns",
        )
    return first


def _without_mark(first: Sequence[str]) -> list[str]:
    """The cells, without a comment mark on the first."""
    return [cell.strip().removeprefix("//").removeprefix("#").strip() or cell for cell in first]


def repeated_names(names: Sequence[str]) -> tuple[FileFinding, ...]:
    """Role names that a header repeats, as with a study; the first column counts."""
    twice = list(dict.fromkeys(name for name in names if name in _KNOWN and names.count(name) > 1))
    if not twice:
        return ()
    detail = f"the header has {', '.join(map(repr, twice))} twice; the first column of a name is read"
    return (FileFinding("repeated_columns", 1, detail, len(twice)),)


def header_names(data: bytes) -> tuple[str, ...]:
    """Column names of a comma-separated file; none if the second line has more or fewer cells."""
    lines = data.removeprefix(BOM).decode("utf-8", "replace").splitlines()[:2] or [""]
    header, *row = (next(csv.reader([line]), []) for line in lines)
    return tuple(map(plain_name, header)) if all(len(cells) == len(header) for cells in row) else ()
