"""Which symbols a warehouse has, and which is meant where none is named."""

from collections.abc import Sequence

from core.storage.paths import Warehouse

DEFAULT_SYMBOL = "ES"


def symbols_with_snapshots(warehouse: Warehouse) -> tuple[str, ...]:
    """Symbols that have been published, ascending."""
    return tuple(sorted(pointer.parent.name for pointer in warehouse.snapshots_root.glob("*/CURRENT")))


def known_symbols(warehouse: Warehouse) -> tuple[str, ...]:
    """Symbols with bars or snapshots, ascending."""
    return tuple(sorted({*warehouse.symbols(), *symbols_with_snapshots(warehouse)}))


def default_symbol(symbols: Sequence[str]) -> str | None:
    """ES if there, else the first; None where there is none (ruling 9)."""
    return DEFAULT_SYMBOL if DEFAULT_SYMBOL in symbols else next(iter(symbols), None)
