"""The instruments there are: the product's own, one declaration each, and those of a maintainer's file."""

import os
import re
from dataclasses import dataclass
from typing import Literal

from core.contracts.errors import DataError
from core.market.instruments_file import declarations

RollRule = Literal["cme_quarterly"]

SAMPLE_SYMBOL = "DEMO"
"""The symbol of the made-up sessions; nothing is imported into it."""

_CONTRACT = re.compile(r"([A-Z0-9]{1,4}?)([FGHJKMNQUVXZ])(\d{1,2})")


@dataclass(frozen=True, slots=True)
class Instrument:
    """What has to be said about a symbol.

    `tick` and `point_value` are in points and dollars; a point holds a whole number of ticks. `contract_root`
    begins every contract code (ES in ESH4). `prior_high` is the highest print before the data begin, in
    points, where it is known (ruling 6), `levels` the lowest and the highest price in points that it can
    have, where they are known.
    """

    symbol: str
    name: str
    tick: float
    point_value: float
    contract_root: str
    calendar: str = "XNYS"
    roll_rule: RollRule = "cme_quarterly"
    prior_high: float | None = None
    levels: tuple[float, float] | None = None

    @property
    def ticks_per_point(self) -> int:
        """Whole ticks in one point."""
        return round(1 / self.tick)


_OWN = {
    symbol: Instrument(symbol, name, tick, point_value, contract_root=root, levels=levels)
    for symbol, name, tick, point_value, root, levels in (
        ("ES", "E-mini S&P 500", 0.25, 50.0, "ES", (200.0, 60_000.0)),
        ("NQ", "E-mini Nasdaq-100", 0.25, 20.0, "NQ", (400.0, 200_000.0)),
        ("YM", "E-mini Dow", 1.0, 5.0, "YM", (2_000.0, 400_000.0)),
        ("RTY", "E-mini Russell 2000", 0.1, 50.0, "RTY", (150.0, 20_000.0)),
        (SAMPLE_SYMBOL, "Sample data", 0.25, 50.0, "DEM", None),
    )
}


def declared(file: str) -> dict[str, Instrument]:
    """The product's own instruments and those of a file of declarations (docs/scale-out.md); empty: no file.

    DataError `bad_instruments` names what is wrong with the file.
    """
    taken = {own.contract_root: own.symbol for own in _OWN.values()}
    further = declarations(file, taken) if file else {}
    return _OWN | {symbol: Instrument(**values) for symbol, values in further.items()}


INSTRUMENTS = declared(os.environ.get("ALMANAC_INSTRUMENTS", "").strip())
"""All of them by symbol, those of the file that ALMANAC_INSTRUMENTS names among them."""


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
    """The symbol a contract code belongs to (ESH4 or ESH24 is ES), None where no declaration has its root."""
    parts = _CONTRACT.fullmatch(contract.upper())
    if parts is None:
        return None
    return next((known.symbol for known in INSTRUMENTS.values() if known.contract_root == parts[1]), None)


def symbols_in_name(name: str) -> list[str]:
    """The symbols that a file's name says, itself or by a contract, ascending."""
    words = re.split(r"[^A-Z0-9]+", name.upper())
    return sorted({symbol for word in words if (symbol := symbol_named(word)) is not None})


def symbol_named(word: str) -> str | None:
    """The symbol that a word is, or whose contract it is."""
    return word if word in INSTRUMENTS else symbol_of_contract(word)
