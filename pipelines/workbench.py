"""The builds a Dagster run works on."""

import os
from pathlib import Path

import dagster as dg
from pydantic import PrivateAttr

from core.build.build import Build, start
from core.storage.paths import Warehouse


class Workbench(dg.ConfigurableResource[None]):
    """One build per symbol for the length of a run, in memory; nothing is passed through an IO manager.

    An asset materialised alone, or in another process, makes the parts it stands on anew. `warehouse` is the
    folder; empty means ALMANAC_WAREHOUSE, else ./warehouse. `redis` is where published snapshots go besides;
    empty means REDIS_URL, else nowhere.
    """

    warehouse: str = ""
    redis: str = ""
    _builds: dict[str, Build] = PrivateAttr(default_factory=dict)

    def build(self, symbol: str) -> Build:
        """The run's build of a symbol."""
        if symbol not in self._builds:
            self._builds[symbol] = start(self.place(), symbol)
        return self._builds[symbol]

    def place(self) -> Warehouse:
        """The warehouse."""
        return Warehouse(Path(self.warehouse or os.environ.get("ALMANAC_WAREHOUSE") or "warehouse"))

    def redis_url(self) -> str:
        """Where published snapshots go besides; empty for nowhere."""
        return self.redis or os.environ.get("REDIS_URL") or ""

    def teardown_after_execution(self, context: dg.InitResourceContext) -> None:
        """Remove what was written and not published."""
        for build in self._builds.values():
            build.close()
        self._builds.clear()
