"""Bars as JSON: what TradeStation's, Tradovate's and Massive's interfaces answer, saved to a file."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pyarrow as pa

from core.contracts.errors import DataError
from core.importing.formats.header import BOM
from core.importing.formats.packages import PackedFile
from core.importing.formats.text import TextTable, in_utf8
from core.warehouse.schemas import PRICE_COLUMNS

_STARTS = (b"{", b"[")
_HEAD_BYTES = 100_000
_SHORT = {"t": "ts", "o": "open", "h": "high", "l": "low", "c": "close", "v": "volume", "n": "transactions"}
"""The names of Massive's (Polygon's) aggregates."""

_NEEDED = {"t", "o", "h", "l", "c"}


def sniff(file: PackedFile) -> bool:
    head, _ = in_utf8(file.members[0].data[:_HEAD_BYTES])
    return head.removeprefix(BOM).lstrip()[:1] in _STARTS


def read(file: PackedFile) -> TextTable:
    """The bars of a JSON answer, or of one answer or bar per line, as text columns.

    Bars are objects with any of open, high, low, close, or with t, o, h, l and c, at any depth; their ticker
    is their answer's. DataError `damaged_file` if it is not JSON, `missing_column` if it holds no bars.
    """
    path = file.path
    data, findings = in_utf8(file.members[0].data)
    bars = [bar for document in _documents(path, data) for bar in _bars(document)]
    if not bars:
        raise DataError(
            f"{path}: holds no bars: no JSON object with open, high, low and close. Save the whole answer.",
            code="missing_column",
        )
    names = tuple(dict.fromkeys(name for bar in bars for name in bar))
    columns = tuple(pa.chunked_array([[_text(bar.get(name)) for bar in bars]]) for name in names)
    return TextTable(path, "JSON", names, columns, findings)


def _documents(path: Path, data: bytes) -> list[Any]:
    body = data.removeprefix(BOM)
    try:
        return [orjson.loads(body)]
    except orjson.JSONDecodeError as error:
        whole = error
    try:
        return [orjson.loads(line) for line in body.splitlines() if line.strip()]
    except orjson.JSONDecodeError:
        raise DataError(
            f"{path}: is no whole JSON ({whole}). It may be cut off; save it again.", code="damaged_file"
        ) from whole


def _bars(document: Any) -> Iterator[dict[str, Any]]:
    waiting: list[tuple[Any, Any]] = [(document, None)]
    while waiting:
        value, ticker = waiting.pop()
        if isinstance(value, dict):
            named = {str(name).lower(): part for name, part in value.items()}
            if not named.keys().isdisjoint(PRICE_COLUMNS):
                yield named
                continue
            if named.keys() >= _NEEDED:
                bar = {_SHORT.get(name, name): part for name, part in named.items()}
                yield bar if ticker is None else {**bar, "ticker": ticker}
                continue
            ticker = named.get("ticker", ticker)
            value = list(value.values())
        if isinstance(value, list):
            waiting.extend((part, ticker) for part in reversed(value))


def _text(value: Any) -> str:
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    return "" if value is None else str(value)
