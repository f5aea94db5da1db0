"""Where everything in the warehouse lies, and which symbols it has.

bars/symbol=ES/year=2024/part-0.parquet     bars, partitioned by the year of their session
bars/symbol=ES/_bars.json                   where they come from
bars/symbol=ES/_files.json                  size and digest of every other file of the folder
bars/symbol=ES/_origins.pq                  which source gave each bar
bars/symbol=ES/_minutes/year=2024.pq        one-minute bars inside the bars, of a symbol that keeps them
bars/symbol=ES/_changes/year=2024.pq        what later files changed
sources.toml, sources/NAME.json             how much a source weighs, how its files are read
claims.toml                                 a maintainer's own claims
snapshots/ES/<snapshot_id>/                 manifest.json, *.parquet, serving/
snapshots/ES/CURRENT                        one line: the snapshot that is served
work/ES/sessions/, features/, signals/ ...  tables that steps hand on to the next; made again by every build
work/own-features/NAME.py.json              what a check found of a file of own features
nights/ES/2026-11-20.json                   what the runs of the night after a session found and did
nights/alerts.json                          alerts that were posted and are not over
drop/ES/                                    files that wait for the nightly run; then done/ or refused/
today/ES.json                               the session so far, as `almanac today` read it last
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.contracts.next_session import SO_FAR_FOLDER

DEFAULT_SYMBOL = "ES"

_SYMBOL_PREFIX = "symbol="

REPLACED, ARRIVING = ".replaced-", ".restoring"
"""What a restore moved aside in a folder, and what has not wholly arrived there; no part of what it holds."""


def is_set_aside(path: Path) -> bool:
    """Whether a restore left it: neither read nor backed up."""
    return path.name.startswith((REPLACED, ARRIVING))


@dataclass(frozen=True, slots=True)
class Warehouse:
    """The folder `root` and the paths in it; creates nothing."""

    root: Path

    @property
    def bars_root(self) -> Path:
        return self.root / "bars"

    def bars(self, symbol: str) -> Path:
        return self.bars_root / f"{_SYMBOL_PREFIX}{symbol}"

    def bars_index(self, symbol: str) -> Path:
        return self.bars(symbol) / "_bars.json"

    def symbols(self) -> tuple[str, ...]:
        """Symbols that have bars, ascending."""
        folders = self.bars_root.glob(f"{_SYMBOL_PREFIX}*")
        return tuple(sorted(path.name.removeprefix(_SYMBOL_PREFIX) for path in folders if path.is_dir()))

    def symbols_ever(self) -> tuple[str, ...]:
        """Symbols with bars ever written, also while an import is between its two renames."""
        there = (self.bars_root.glob(f"{start}{_SYMBOL_PREFIX}*") for start in ("", ".lock-"))
        return tuple(sorted({path.name.rpartition("=")[2] for paths in there for path in paths}))

    @property
    def sources_file(self) -> Path:
        return self.root / "sources.toml"

    @property
    def claims_file(self) -> Path:
        return self.root / "claims.toml"

    @property
    def sources(self) -> Path:
        return self.root / "sources"

    @property
    def snapshots_root(self) -> Path:
        return self.root / "snapshots"

    def snapshots(self, symbol: str) -> Path:
        return self.snapshots_root / symbol

    def snapshot(self, symbol: str, snapshot_id: str) -> Path:
        return self.snapshots(symbol) / snapshot_id

    def work(self, symbol: str, step: str) -> Path:
        """The files of a step of the symbol's latest build; neither backed up nor verified."""
        return self.root / "work" / symbol / step

    @property
    def own_features(self) -> Path:
        """The results of checks of own features; neither backed up nor verified."""
        return self.root / "work" / "own-features"

    def nights(self, symbol: str) -> Path:
        return self.root / "nights" / symbol

    def night(self, symbol: str, session: str) -> Path:
        return self.nights(symbol) / f"{session}.json"

    def attempt(self, symbol: str) -> Path:
        """The progress of the current nightly run."""
        return self.work(symbol, "imported") / "record.json"

    @property
    def open_alerts(self) -> Path:
        return self.root / "nights" / "alerts.json"

    @property
    def drop(self) -> Path:
        """The default drop folder."""
        return self.root / "drop"

    def so_far(self, symbol: str) -> Path:
        """The symbol's session so far; neither backed up nor verified."""
        return self.root / SO_FAR_FOLDER / f"{symbol}.json"


def symbols_with_snapshots(warehouse: Warehouse) -> tuple[str, ...]:
    """Symbols that have been published, ascending."""
    return tuple(sorted(pointer.parent.name for pointer in warehouse.snapshots_root.glob("*/CURRENT")))


def known_symbols(warehouse: Warehouse) -> tuple[str, ...]:
    """Symbols with bars or snapshots, ascending."""
    return tuple(sorted({*warehouse.symbols(), *symbols_with_snapshots(warehouse)}))


def default_symbol(symbols: Sequence[str]) -> str | None:
    """ES if there, else the first; None without any (ruling 9)."""
    return DEFAULT_SYMBOL if DEFAULT_SYMBOL in symbols else next(iter(symbols), None)
