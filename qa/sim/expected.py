"""What a simulated warehouse has to hold: bars, files that wait for a night, nights that were cut off."""

from copy import deepcopy
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from core.warehouse.bars import read_bars_index
from core.warehouse.paths import Warehouse
from qa.sim.bars import Versions, digest_of_bars, session_file, with_files
from tests.support.night_stage import aged
from tests.support.small_warehouse import saved

File = tuple[str, int]
"""A session's date and the version of its bars."""

_SYMBOL = "ES"
_OLD = 100_000.0
"""Seconds since a file in the drop folder was last changed, more than a night waits for."""


@dataclass
class Expected:
    """`waiting` are files of the drop folder by name, oldest first; `written` counts files.

    `is_cut` has by session whether the last run of its night was killed after it imported bars.
    """

    bars: Versions
    waiting: dict[str, File] = field(default_factory=dict)
    is_cut: dict[date, bool] = field(default_factory=dict)
    written: int = 0

    def copied(self) -> "Expected":
        return deepcopy(self)

    def save(self, folder: Path, file: File) -> Path:
        """Write a session's file under a name of its own."""
        self.written += 1
        return saved(session_file(*file), folder / f"ES_{self.written:04d}.parquet")

    def arrive(self, folder: Path, file: File) -> None:
        path = aged(self.save(folder, file), _OLD - self.written)
        self.waiting[path.name] = file

    def imported(self, warehouse: Warehouse) -> None:
        """Follow how far a night came: every file that left the drop folder is in the bars."""
        names, files = list(self.waiting), list(self.waiting.values())
        left = _waiting_in(warehouse)
        gone = len(names) - len(left)
        assert names[gone:] == left, f"{left} wait, of {names}"
        self._settle(
            warehouse, [with_files(self.bars, files[:count]) for count in range(gone, len(files) + 1)]
        )
        self.waiting = {name: self.waiting[name] for name in left}

    def given(self, warehouse: Warehouse, file: File, *, may_be_before: bool) -> None:
        """Follow the outcome of an import."""
        before = [self.bars] if may_be_before else []
        self._settle(warehouse, [*before, with_files(self.bars, [file])])

    def require(self, warehouse: Warehouse) -> None:
        """Require that the warehouse holds exactly this."""
        self._settle(warehouse, [self.bars])
        assert _waiting_in(warehouse) == list(self.waiting), f"{_waiting_in(warehouse)} wait"

    def is_in(self, warehouse: Warehouse) -> bool:
        return _digest_in(warehouse) == digest_of_bars(self.bars)

    def _settle(self, warehouse: Warehouse, possible: list[Versions]) -> None:
        digest = _digest_in(warehouse)
        found = [each for each in possible if digest_of_bars(each) == digest]
        assert found, "the bars are neither the old nor the new ones"
        self.bars = found[0]


def _digest_in(warehouse: Warehouse) -> str:
    return read_bars_index(warehouse, _SYMBOL).content_sha256


def _waiting_in(warehouse: Warehouse) -> list[str]:
    return sorted(path.name for path in (warehouse.drop / _SYMBOL).glob("ES_*.parquet"))
