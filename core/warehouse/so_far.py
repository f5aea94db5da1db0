"""The session so far in the warehouse, `today/ES.json`, separate from the bars."""

from core.contracts.next_session import SoFar, so_far_from_json, so_far_to_json
from core.warehouse.durable import write_file
from core.warehouse.paths import Warehouse


def write_so_far(warehouse: Warehouse, so_far: SoFar) -> None:
    """Replace the symbol's session so far, whole or not at all."""
    path = warehouse.so_far(so_far.symbol)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, so_far_to_json(so_far))


def read_so_far(warehouse: Warehouse, symbol: str) -> SoFar | None:
    """The symbol's session so far, None without one; DataError `damaged_so_far`."""
    path = warehouse.so_far(symbol)
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return None
    return so_far_from_json(content, symbol, str(path))
