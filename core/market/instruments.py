"""The known instruments: the product's own, one declaration each, and those of a maintainer's file."""

import math
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from core.contracts.bounded_toml import load_toml
from core.contracts.errors import DataError
from core.contracts.regular_files import read_regular

SAMPLE_SYMBOL = "DEMO"
"""The symbol of the made-up sessions."""

COIN_SYMBOL = "DEMO-COIN"
"""The symbol of the coin market: the sample with every bar kept or mirrored by a coin."""

SAMPLE_SYMBOLS = (SAMPLE_SYMBOL, COIN_SYMBOL)
"""The symbols of sample data; nothing is imported into them."""

_NEEDED: dict[str, type] = {"name": str, "tick": float, "point_value": float, "contract_root": str}
_FREE: dict[str, type] = {"calendar": str, "prior_high": float, "bars": str}
_MOST_BYTES = 1_000_000
_BARS = ("5m", "1m")
_SYMBOL = re.compile(r"[A-Z][A-Z0-9]{0,7}")
_ROOT = re.compile(r"[A-Z0-9]{1,4}")

MONTH_CODES = "FGHJKMNQUVXZ"
"""The letters of contract months, January to December."""

MICROS = ("MES", "MNQ", "MYM", "M2K")
"""The micro futures: separate instruments, known only if somebody declares them."""

_CONTRACT = re.compile(rf"([A-Z0-9]{{1,4}}?)([{MONTH_CODES}])(\d{{1,2}})")
_CONTINUOUS = re.compile(
    r"(?:[A-Z][A-Z_]*:)?(F\.US\.|[@/#]?)([A-Z][A-Z0-9]{0,7}?)"
    r"(?:=F|[. ]F|[. ]?#.*|\.[CNV]\.\d+|1?!|C1|[*@].*|=\d.*|\.FUT)?"
)
"""A symbol as vendors spell its continuous contract: ES1!, @ES, /ES, ES=F, ES.F, ES.c.0, ES*0, F.US.EP."""

_CQG = "F.US."
_CQG_ROOTS = {"EP": "ES", "ENQ": "NQ"}
_WORDS = re.compile(r"F\.US\.[A-Z0-9]+|[A-Z0-9]+!?")

_MONTH_AND_YEAR = re.compile(r"(?<![A-Z0-9])([A-Z][A-Z0-9]{1,2})[ _](\d{2})-(\d{2})(?!\d)")
_CODE = re.compile(
    rf"(?<![A-Z0-9])([A-Z][A-Z0-9]{{1,2}})(?:_([{MONTH_CODES}])\d(\d)|([{MONTH_CODES}])\d?(\d))(?![A-Z0-9])"
)


@dataclass(frozen=True)
class Instrument:
    """The declaration of a symbol.

    `tick` and `point_value` are in points and dollars; a point holds a whole number of ticks. `contract_root`
    begins every contract code (ES in ESH4). `prior_high` is the highest print before the data begin, in
    points, if known (ruling 6); `levels` are the lowest and the highest possible price in points, if known.
    With `bars` "1m" the one-minute bars are kept with the five-minute ones.
    """

    symbol: str
    name: str
    tick: float
    point_value: float
    contract_root: str
    calendar: str = "XNYS"
    prior_high: float | None = None
    levels: tuple[float, float] | None = None
    bars: Literal["5m", "1m"] = "5m"

    @cached_property
    def keeps_minutes(self) -> bool:
        return self.bars == "1m"

    @cached_property
    def ticks_per_point(self) -> int:
        return round(1 / self.tick)


_OWN = {
    symbol: Instrument(symbol, name, tick, point_value, contract_root=root, levels=levels)
    for symbol, name, tick, point_value, root, levels in (
        ("ES", "E-mini S&P 500", 0.25, 50.0, "ES", (200.0, 60_000.0)),
        ("NQ", "E-mini Nasdaq-100", 0.25, 20.0, "NQ", (400.0, 200_000.0)),
        ("YM", "E-mini Dow", 1.0, 5.0, "YM", (2_000.0, 400_000.0)),
        ("RTY", "E-mini Russell 2000", 0.1, 50.0, "RTY", (150.0, 20_000.0)),
        (SAMPLE_SYMBOL, "Sample data", 0.25, 50.0, "DEM", None),
        (COIN_SYMBOL, "Sample data mirrored by a coin", 0.25, 50.0, "DEC", None),
    )
}


def declared(file: str) -> dict[str, Instrument]:
    """The product's own instruments and those of a file of declarations (docs/scale-out.md); empty: no file.

    The file is TOML, one table per symbol; for the product's own it may set `bars` alone. DataError
    `bad_instruments` if it cannot be read, if a declaration has a missing, unknown or invalid part, or if it
    takes a symbol or a contract root in use.
    """
    if not file:
        return _OWN
    try:
        content = read_regular(Path(file), "Expected a file of tables, one per symbol.", _MOST_BYTES)
        tables = load_toml(content.decode("utf-8"))
    except DataError as error:
        raise _bad(error.detail.removesuffix(".")) from error
    except ValueError as error:
        raise _bad(f"{file}: {error}") from error
    roots = {own.contract_root: own.symbol for own in _OWN.values()}
    further = {}
    for symbol, table in tables.items():
        where = f"{file} [{symbol}]"
        if not (_SYMBOL.fullmatch(symbol) and isinstance(table, dict)):
            raise _bad(f"{where}: expected a table named by a symbol such as MES")
        if symbol in _OWN and table.keys() == {"bars"}:
            further[symbol] = replace(_OWN[symbol], bars=_bars(where, table["bars"]))
            continue
        values = _checked(where, symbol, table, roots)
        roots[values["contract_root"]] = symbol
        further[symbol] = Instrument(symbol, **values)
    return _OWN | further


def _checked(where: str, symbol: str, table: dict[str, Any], roots: Mapping[str, str]) -> dict[str, Any]:
    """A declaration's parts; `roots` are the contract roots in use, with their symbols."""
    kinds = _NEEDED | _FREE
    missing, unknown = sorted(_NEEDED.keys() - table.keys()), sorted(table.keys() - kinds.keys())
    if missing or unknown:
        raise _bad(
            f"{where}: lacks {missing}, has {unknown}; expected {list(_NEEDED)}, may have {list(_FREE)}"
        )
    values = {name: _value(f"{where} {name}", found, kinds[name]) for name, found in table.items()}
    tick, root = values["tick"], values["contract_root"]
    if tick > 1 or not math.isclose(1 / tick, round(1 / tick), rel_tol=1e-9):
        raise _bad(f"{where} tick: found {tick}, expected a whole number of ticks in a point")
    if not _ROOT.fullmatch(root):
        raise _bad(f"{where} contract_root: found {root!r}, expected such as ES, at most four of A-Z, 0-9")
    if "bars" in values:
        _bars(where, values["bars"])
    owner = symbol if symbol in roots.values() else roots.get(root)
    if owner is not None:
        raise _bad(f"{where}: symbol or contract root belongs to {owner} already")
    return values


def _bars(where: str, found: Any) -> Any:
    if found not in _BARS:
        raise _bad(f"{where} bars: found {found!r}, expected one of {', '.join(_BARS)}")
    return found


def _value(where: str, found: object, kind: type) -> Any:
    if kind is float and isinstance(found, int | float) and not isinstance(found, bool):
        if 0 < found < math.inf:
            return float(found)
    elif kind is str and isinstance(found, str) and found:
        return found
    expected = "a number above 0" if kind is float else "a text"
    raise _bad(f"{where}: found {found!r}, expected {expected}")


def _bad(problem: str) -> DataError:
    return DataError(f"{problem}. Correct the file that ALMANAC_INSTRUMENTS names.", code="bad_instruments")


INSTRUMENTS = declared(os.environ.get("ALMANAC_INSTRUMENTS", "").strip())
"""All instruments by symbol, including those of the file that ALMANAC_INSTRUMENTS names."""


def instrument(symbol: str) -> Instrument:
    """The declaration of `symbol`; DataError `symbol_unknown` lists the known ones."""
    try:
        return INSTRUMENTS[symbol]
    except KeyError:
        known = ", ".join(INSTRUMENTS)
        raise DataError(
            f"unknown symbol {symbol!r}; known symbols: {known}. A new one is one declaration in "
            "the file that ALMANAC_INSTRUMENTS names (docs/scale-out.md).",
            code="symbol_unknown",
        ) from None


def symbol_of_contract(contract: str) -> str | None:
    """The symbol of a contract code (ESH4 or ESH24 is ES), None without a declaration of its root."""
    parts = _CONTRACT.fullmatch(contract.upper())
    if parts is None:
        return None
    return next((known.symbol for known in INSTRUMENTS.values() if known.contract_root == parts[1]), None)


def symbols_in_name(name: str) -> list[str]:
    """Symbols in a file's name, named directly or by a contract, ascending."""
    return sorted({symbol for symbol in words_in_name(name).values() if symbol in INSTRUMENTS})


def words_in_name(name: str) -> dict[str, str]:
    """Symbol by word of a file's name that names one, also by a micro future."""
    found = {word: symbol_named(word) for word in _WORDS.findall(name.upper())}
    return {word: symbol for word, symbol in found.items() if symbol is not None}


def symbol_named(word: str) -> str | None:
    """The symbol of a word in any vendor's spelling, or of a contract; also by a micro future."""
    contract = _CONTRACT.fullmatch(word.upper())
    root = contract and contract[1]
    return continuous_symbol(word) or symbol_of_contract(word) or (root if root in MICROS else None)


def continuous_symbol(word: str) -> str | None:
    """The symbol of a word in any vendor's spelling, but not of a single contract."""
    if word.upper() in INSTRUMENTS:
        return word.upper()
    parts = _CONTINUOUS.fullmatch(word.upper())
    if parts is None:
        return None
    root = _CQG_ROOTS.get(parts[2], parts[2]) if parts[1] == _CQG else parts[2]
    return root if root in INSTRUMENTS or root in MICROS else None


def contract_named(name: str) -> str | None:
    """The contract in a file's name, such as ESZ4, also of a micro future; None without one.

    Known forms are `ES 12-24.Last.txt`, `ES_Z24_5min.txt`, `ESZ24.csv` and `ESZ4.scid`.
    """
    month = _MONTH_AND_YEAR.search(name.upper())
    if month is not None and 1 <= int(month[2]) <= 12:
        return f"{month[1]}{MONTH_CODES[int(month[2]) - 1]}{int(month[3]) % 10}"
    codes = ("".join(filter(None, code.groups())) for code in _CODE.finditer(name.upper()))
    return next((code for code in codes if symbol_named(code)), None)
