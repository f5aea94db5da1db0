"""Who still works with the folders that a restore is about to move aside."""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from core.contracts.errors import DataError
from core.storage.databases import is_database, is_database_sidecar, is_in_use
from core.storage.folders import locked
from core.storage.paths import Warehouse, is_set_aside
from core.storage.snapshot_directory import is_alive, pointer_held


def require_idle(warehouse: Warehouse, state: Path) -> None:
    """DataError `in_use` where a service has a database of `state` open, or a build writes a snapshot."""
    for building in warehouse.snapshots_root.glob("*/.building-*"):
        if is_alive(building):
            raise DataError(f"{building}: is being built. Stop the build first.", code="in_use")
    for path in _databases(state):
        if _is_open(path):
            raise DataError(f"{path}: is in use. Stop the service first.", code="in_use")


def _databases(state: Path) -> Iterator[Path]:
    for top in (path for path in state.glob("*") if not is_set_aside(path)):
        for path in (top, *top.rglob("*")):
            if path.is_file() and not is_database_sidecar(path) and is_database(path):
                yield path


def _is_open(path: Path) -> bool:
    """Whether another process has a database open, if only to wait: nobody else then may have it alone."""
    address = f"{path.resolve().as_uri()}?mode=rw"
    try:
        with closing(sqlite3.connect(address, uri=True, timeout=1, isolation_level=None)) as database:
            for statement in ("PRAGMA locking_mode=EXCLUSIVE", "BEGIN EXCLUSIVE", "ROLLBACK"):
                database.execute(statement)
    except sqlite3.Error as error:
        return is_in_use(error)
    return False


@contextmanager
def quiet(warehouse: Warehouse) -> Iterator[None]:
    """Nobody imports bars, publishes or removes a snapshot inside."""
    with ExitStack() as stack:
        for symbol in warehouse.symbols():
            stack.enter_context(locked(warehouse.bars(symbol)))
        for directory in sorted(path for path in warehouse.snapshots_root.glob("*") if path.is_dir()):
            stack.enter_context(pointer_held(directory))
        yield
