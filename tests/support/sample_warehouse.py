"""The sample sessions as a warehouse, built once a run, whichever worker asks first."""

import fcntl
import os
from pathlib import Path

import pytest

from core.importing.importer import import_sample
from core.warehouse.paths import Warehouse
from pipelines.runs import build_snapshot


def sample_warehouse(factory: pytest.TempPathFactory) -> Warehouse:
    """The one warehouse of this run; read only."""
    base = factory.getbasetemp()
    folder = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    warehouse, built = Warehouse(folder / "sample-warehouse"), folder / "sample-warehouse.built"
    with Path(folder / "sample-warehouse.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not built.exists():
            import_sample(warehouse)
            build_snapshot(warehouse, "DEMO")
            built.touch()
    return warehouse
