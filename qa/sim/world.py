"""A warehouse and a state folder in which commands work, each in a fork, and the full build of any bars."""

import gc
import logging
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from importlib import import_module
from pathlib import Path

from cli.main import _command
from core.build.checks import Check, Verdict
from core.build.manifest import code_commit, engine_version
from core.contracts.errors import AlmanacError
from core.contracts.manifest import Manifest
from core.importing import importer, so_far
from core.importing.drop import DropFolder
from core.market.calendar import exchange_calendar
from core.warehouse.bars import read_bars_index
from core.warehouse.due import NEW_YORK
from core.warehouse.integrity import verify_snapshot
from core.warehouse.paths import Warehouse
from pipelines.alerts import Alert
from pipelines.nightly_context import NightlyContext
from pipelines.runs import build_snapshot, run_night
from qa.faults.apart import answer_of, code_of, lasting_folder, scratch_folder
from qa.faults.remembered import CHECKED_IN_MEMORY
from qa.faults.sign_ins import fill_state, sign_up
from qa.faults.stage import REFUSED, content_of, run_command
from qa.faults.touches import Watch
from qa.sim.bars import FIRST_BARS, Versions, all_bars
from qa.sim.definitions import Definitions
from qa.sim.mishaps import Clock, Mishap
from service.snapshots.source import DirectorySource
from service.snapshots.store import SnapshotStore
from tests.support.night_stage import KeptAlerts
from tests.support.read_here import read_here
from tests.support.small_warehouse import saved

SYMBOL = "ES"
BEGIN = datetime(2023, 12, 28, 18, 30, tzinfo=NEW_YORK)
"""When the session after the first bars is due."""


@dataclass(frozen=True, slots=True)
class Built:
    """What a full build of some bars makes: the manifest, and the digest of what a reader has loaded."""

    manifest: Manifest
    content: str


class World:
    def __init__(self) -> None:
        self.root = scratch_folder()
        shutil.copytree(_template()[0], self.root, dirs_exist_ok=True)
        self.warehouse = Warehouse(self.root / "warehouse")
        self.state = self.root / "state"
        self.backup = self.root / "backup"
        self.clock = Clock(BEGIN)
        self.definitions = Definitions(self.root / "calendar.toml")
        self.runs = 0

    @property
    def in_backup(self) -> Warehouse:
        return Warehouse(self.backup / "warehouse")

    @property
    def directory(self) -> Path:
        return self.warehouse.snapshots(SYMBOL)

    def close(self) -> None:
        """Remove the folders, and change the definitions back."""
        self.definitions.put(frozenset())
        shutil.rmtree(self.root, ignore_errors=True)

    def run(self, work: Callable[[], None], mishap: Mishap | None = None) -> int:
        """Do `work` in a fork with the simulated clock; returns its exit code."""

        def run() -> None:
            self.clock.install()
            if mishap is not None:
                Watch(self.root, mishap.tamper(self.clock))
            work()

        self.runs += 1
        code = code_of(run)
        if mishap is not None:
            self.clock.set(mishap.jump)
        return code

    def build(self) -> None:
        self._command("build", SYMBOL)

    def night(self) -> None:
        """A nightly run; one that fails ends as a command does that is refused."""
        drop, alerts = DropFolder(self.warehouse.drop), KeptAlerts(list[Alert]())
        context = NightlyContext(self.warehouse, drop, None, alerts, now=self.clock.now)
        try:
            last = run_night(context, SYMBOL).last
        except (AlmanacError, OSError):
            sys.exit(REFUSED)
        if last is not None and last.result == "failed":
            sys.exit(REFUSED)

    def import_file(self, path: Path) -> None:
        self._command("import", str(path))

    def roll_back(self) -> None:
        self._command("rollback", SYMBOL)

    def verify(self) -> None:
        self._command("verify", "--state", str(self.state))

    def back_up(self) -> None:
        self._command("backup", str(self.backup), "--state", str(self.state))

    def restore(self) -> None:
        self._command("restore", str(self.backup), "--state", str(self.state), "--replace")

    def build_and_sign_up(self, name: str) -> None:
        self.build()
        sign_up(self.state, name)

    def _command(self, *arguments: str) -> None:
        run_command(*arguments, "--warehouse", str(self.warehouse.root))

    @contextmanager
    def restored_elsewhere(self) -> Iterator["World"]:
        """The backup, restored to folders of its own and verified there."""
        other = copy(self)
        other.warehouse, other.state = Warehouse(self.root / "brought"), self.root / "brought-state"
        for work in (other.restore, other.verify):
            code = self.run(work)
            assert code == 0, f"{work.__name__} of the backup ended with {code}"
        yield other
        for folder in (other.warehouse.root, other.state):
            shutil.rmtree(folder)

    def reader(self) -> SnapshotStore:
        store = SnapshotStore(DirectorySource(self.warehouse.root), SYMBOL)
        store.refresh()
        return store

    def digests(self) -> tuple[str, ...]:
        """What a snapshot is made from: bars, the files that they came from, definitions."""
        record = read_bars_index(self.warehouse, SYMBOL)
        sources = sorted(source.sha256 for source in record.sources)
        return record.content_sha256, *sources, *sorted(self.definitions.changed)

    def built_in_full(self) -> Built:
        """What a build of the warehouse's bars makes where nothing was ever built."""
        sources = read_bars_index(self.warehouse, SYMBOL).sources
        made_of = *self.digests(), *sorted(source.name for source in sources)
        if made_of not in _BUILT:
            _BUILT[made_of] = answer_of(self._build_elsewhere)
        return _BUILT[made_of]

    def _build_elsewhere(self) -> Built:
        elsewhere = Warehouse(self.root / "full")
        try:
            shutil.copytree(self.warehouse.bars_root, elsewhere.bars_root)
            return built_there(elsewhere, build_snapshot(elsewhere, SYMBOL).snapshot_id)
        finally:
            shutil.rmtree(elsewhere.root, ignore_errors=True)


_BUILT: dict[tuple[str, ...], Built] = {}


def built_there(warehouse: Warehouse, snapshot_id: str) -> Built:
    """A snapshot, every file as its manifest has it, without what differs from build to build."""
    manifest = verify_snapshot(warehouse.snapshot(SYMBOL, snapshot_id))
    content = content_of(DirectorySource(warehouse.root).load(SYMBOL, manifest.snapshot_id))
    sources = sorted(manifest.sources, key=lambda source: source.sha256)
    return Built(replace(manifest, built_at="", replaces=None, sources=sources), content)


def prepare() -> None:
    """Make what every run begins with, so that forks inherit it with everything imported."""
    _template()


def first_snapshots() -> list[Built]:
    """The snapshots of each of `FIRST_BARS`, in a new world."""
    return _template()[1]


@cache
def _template() -> tuple[Path, list[Built]]:
    logging.disable(logging.CRITICAL)
    exchange_calendar(), engine_version(), code_commit(), import_module("core.evidence.recompute")
    _command()
    for module in (importer, so_far):
        setattr(module, "read_bounded", read_here)  # noqa: B010
    _leave_out_checks_of_memory()
    root = lasting_folder()
    warehouse = Warehouse(root / "warehouse")
    snapshots = [_first_snapshot(warehouse, versions) for versions in FIRST_BARS]
    for built in snapshots:
        os.utime(warehouse.snapshot(SYMBOL, built.manifest.snapshot_id), (0, 0))  # no reader has it any more
    fill_state(root / "state")
    gc.freeze()
    return root, snapshots


def _first_snapshot(warehouse: Warehouse, versions: Versions) -> Built:
    file = saved(all_bars(versions), warehouse.root.parent / "first" / "ES.parquet")
    importer.import_file(file, warehouse=warehouse)
    return built_there(warehouse, build_snapshot(warehouse, SYMBOL).snapshot_id)


def _leave_out_checks_of_memory() -> None:
    """Half of a build's time goes to checks that read no file; each build here is held to a full one."""
    run = Check.run

    def checked(check: Check, build: object) -> Verdict:
        return Verdict(True) if check.name in CHECKED_IN_MEMORY else run(check, build)  # type: ignore[arg-type]

    setattr(Check, "run", checked)  # noqa: B010
