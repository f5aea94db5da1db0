"""A maintainer's declarations of further instruments: TOML, one table per symbol."""

import math
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.contracts.errors import DataError

_NEEDED: dict[str, type] = {"name": str, "tick": float, "point_value": float, "contract_root": str}
_FREE: dict[str, type] = {"calendar": str, "prior_high": float}
_KINDS = _NEEDED | _FREE
_SYMBOL = re.compile(r"[A-Z][A-Z0-9]{0,7}")
_ROOT = re.compile(r"[A-Z0-9]{1,4}")


def declarations(file: str, taken: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """What an `Instrument` is made of, by symbol; `taken` are contract roots in use, with their symbols.

    DataError `bad_instruments` where the file cannot be read, or a declaration lacks a part, has a part too
    many or one that cannot be, or takes a symbol or a contract root that is in use.
    """
    try:
        tables = tomllib.loads(Path(file).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise _bad(f"{file}: {error}") from error
    roots = dict(taken)
    for symbol, table in tables.items():
        place = f"{file} [{symbol}]"
        if not (_SYMBOL.fullmatch(symbol) and isinstance(table, dict)):
            raise _bad(f"{place}: expected a table named by a symbol such as MES")
        _check(place, symbol, table, roots)
        roots[table["contract_root"]] = symbol
    return {symbol: {"symbol": symbol} | table for symbol, table in tables.items()}


def _check(place: str, symbol: str, table: dict[str, Any], roots: Mapping[str, str]) -> None:
    missing, unknown = sorted(_NEEDED.keys() - table.keys()), sorted(table.keys() - _KINDS.keys())
    if missing or unknown:
        raise _bad(
            f"{place}: lacks {missing}, has {unknown}; expected {list(_NEEDED)}, may have {list(_FREE)}"
        )
    table |= {name: _value(f"{place} {name}", found, _KINDS[name]) for name, found in table.items()}
    tick, root = table["tick"], table["contract_root"]
    if tick > 1 or not math.isclose(1 / tick, round(1 / tick), rel_tol=1e-9):
        raise _bad(f"{place} tick: found {tick}, expected a whole number of ticks in a point")
    if not _ROOT.fullmatch(root):
        raise _bad(f"{place} contract_root: found {root!r}, expected such as ES, at most four of A-Z, 0-9")
    owner = symbol if symbol in roots.values() else roots.get(root)
    if owner is not None:
        raise _bad(f"{place}: symbol or contract root belongs to {owner} already")


def _value(place: str, found: object, kind: type) -> object:
    if kind is float and isinstance(found, int | float) and not isinstance(found, bool):
        if 0 < found < math.inf:
            return float(found)
    elif kind is str and isinstance(found, str) and found:
        return found
    expected = "a number above 0" if kind is float else "a text"
    raise _bad(f"{place}: found {found!r}, expected {expected}")


def _bad(problem: str) -> DataError:
    return DataError(f"{problem}. Correct the file that ALMANAC_INSTRUMENTS names.", code="bad_instruments")
