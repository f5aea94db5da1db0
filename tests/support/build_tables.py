"""A build that takes the tables of its first steps from the disk."""

from core.build.build import Build, start
from core.build.parts import read_part
from core.warehouse.paths import Warehouse


def read_build(warehouse: Warehouse, symbol: str) -> Build:
    """A build with the tables of sessions, features and coin days as earlier steps left them."""
    build = start(warehouse, symbol)
    for step in ("sessions", "features", "coin"):
        read_part(build, step)
    return build
