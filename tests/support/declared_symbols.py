"""Four small symbols: two of the product's futures and their micros, which a maintainer's file declares."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from core.importing.importer import import_file
from core.market import instruments
from core.warehouse.paths import Warehouse
from tests.support.small_warehouse import saved, small_bars

MICROS = {"MES": (0.25, 5), "MYM": (1, 0.5)}
SYMBOLS = ("ES", "YM", *MICROS)
_DECLARATION = """
[{symbol}]
name = "Micro {symbol}"
tick = {tick}
point_value = {point}
contract_root = "{symbol}"
"""


@dataclass(frozen=True, slots=True)
class DeclaredSymbols:
    """A warehouse with bars of every symbol and no snapshot, and the file that declares the micros."""

    warehouse: Warehouse
    declarations: Path


def declared_symbols(root: Path, patch: pytest.MonkeyPatch) -> DeclaredSymbols:
    """Import them; this process knows the micros as long as `patch` lasts."""
    declarations = root / "instruments.toml"
    declarations.write_text(
        "".join(
            _DECLARATION.format(symbol=symbol, tick=tick, point=point)
            for symbol, (tick, point) in MICROS.items()
        )
    )
    for symbol, declared in instruments.declared(str(declarations)).items():
        patch.setitem(instruments.INSTRUMENTS, symbol, declared)
    warehouse = Warehouse(root / "warehouse")
    for seed, symbol in enumerate(SYMBOLS):
        bars = small_bars(seed=seed, contract=f"{symbol}U4", last="2024-06-21", tick=_tick(symbol))
        import_file(saved(bars, root / f"{symbol}.parquet"), warehouse=warehouse)
    return DeclaredSymbols(warehouse, declarations)


def _tick(symbol: str) -> float:
    return instruments.instrument(symbol).tick
