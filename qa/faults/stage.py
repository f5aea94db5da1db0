"""A small warehouse with a served snapshot and newer bars, its builds quick to repeat, and a real reader.

What a build computes in memory is kept, so that a fault costs only what the build does with the disk; a
reader is the service's own store on the service's own source.
"""

import copy
import gc
import hashlib
import logging
import os
import shutil
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field, fields, replace
from functools import cache
from importlib import import_module
from pathlib import Path

import numpy as np

from cli.main import _command, main
from core.build.manifest import code_commit, engine_version
from core.importing.importer import import_file
from core.market.calendar import exchange_calendar
from core.warehouse.integrity import is_whole
from core.warehouse.paths import Warehouse
from core.warehouse.snapshots import current_id
from pipelines.runs import build_snapshot
from qa.faults.apart import code_here, lasting_folder
from qa.faults.registry import Tally
from qa.faults.remembered import remember_computed
from service.snapshots.snapshot import Snapshot
from service.snapshots.source import DirectorySource
from service.snapshots.store import SnapshotStore
from tests.support.small_warehouse import saved, small_bars, small_warehouse

SYMBOL = "ES"


@dataclass(frozen=True)
class Stage:
    """`template` is what each trial starts from; `old` is served there, `new` is what its bars build.

    `contents` are the digests of what a snapshot says, by id; `running` has loaded the old one. Served may be
    what `may_serve` names; `compared` counts what readers had loaded and was held to `contents`.
    """

    template: Path
    trial: Warehouse
    old: str
    new: str
    contents: dict[str, str]
    running: SnapshotStore
    may_serve: tuple[str, ...]
    compared: Tally = field(default_factory=Tally)

    @property
    def directory(self) -> Path:
        return self.trial.snapshots(SYMBOL)

    def reset(self) -> None:
        shutil.rmtree(self.trial.root, ignore_errors=True)
        shutil.copytree(self.template, self.trial.root)

    def fresh_reader(self) -> SnapshotStore:
        """A service that starts now."""
        store = SnapshotStore(DirectorySource(self.trial.root), SYMBOL)
        store.refresh()
        return store

    def running_reader(self) -> SnapshotStore:
        """A service that has the old snapshot loaded and looks again now."""
        store = copy.copy(self.running)
        store.refresh()
        return store

    def faults_of(self, store: SnapshotStore) -> list[str]:
        served = store.snapshots.get(SYMBOL)
        if served is None:
            return ["nothing is served, though a whole snapshot was there"]
        if served.id not in self.may_serve:
            return [f"{served.id} is served, expected one of {', '.join(self.may_serve)}"]
        self.compared.number += 1
        if content_of(served) != self.contents[served.id]:
            return [f"{served.id} is served, and says something else than {served.id}"]
        return []

    def judged(self) -> list[str]:
        """What is wrong after a fault: what both readers find, and whether what is served is whole."""
        fresh, running = self.fresh_reader(), self.running_reader()
        wrong = self.faults_of(fresh) + self.faults_of(running)
        if not wrong and fresh.snapshots[SYMBOL].id != running.snapshots[SYMBOL].id:
            wrong.append("a service that runs and one that starts serve two snapshots")
        if not wrong and not is_whole(self.directory / fresh.snapshots[SYMBOL].id):
            wrong.append(f"{fresh.snapshots[SYMBOL].id} is served and not whole")
        return wrong

    def recovered(self) -> list[str]:
        code = code_here(self.build)
        wrong = [f"the next build ended with {code}"] if code else self.judged()
        if not wrong and current_id(self.directory) != self.new:
            wrong.append("the next build left the old snapshot served")
        left = sorted(path.name for path in self.directory.glob(".*") if path.name != ".lock")
        return wrong + ([f"the next build left {', '.join(left)}"] if left else [])

    def build(self) -> None:
        """`almanac build` in this process, which ends with its exit code where that is not 0."""
        self.run("build", SYMBOL)

    def run(self, *arguments: str) -> None:
        """An `almanac` command on the trial, silent; the process ends with its exit code if not 0."""
        run_command(*arguments, "--warehouse", str(self.trial.root))


def run_command(*arguments: str) -> None:
    """An `almanac` command, silent; the process ends with 10 more than its exit code if that is not 0."""
    logging.disable(logging.CRITICAL)
    with (
        open(os.devnull, "w", encoding="utf-8") as nowhere,
        redirect_stdout(nowhere),
        redirect_stderr(nowhere),
    ):
        code = main(list(arguments))
    if code:
        sys.exit(10 + code)


REFUSED = 11
"""How a process ends whose command said what is wrong and gave up."""


def content_of(snapshot: Snapshot) -> str:
    """Digest of everything a snapshot answers from."""
    index, book = snapshot.index, snapshot.book
    digest = hashlib.sha256(f"{snapshot.id} {index.catalogue} {sorted(index.clustered)}".encode())
    parts: list[object] = [
        index.session_date,
        index.previous_row,
        book.ticks,
        book.volume,
        book.ema,
        book.bar_number,
        book.signals,
    ]
    parts += [book.no_prior, book.session_of_bar, repr((book.sessions, book.tick, book.counted))]
    for name, days in index.days.items():
        columns = [getattr(days, each.name) for each in fields(days)]
        parts += [
            name,
            index.columns[name].numbers,
            index.events.get(name),
            *columns[1:],
            *(days.split or ()),
        ]
    for part in parts:
        digest.update(part.tobytes() if isinstance(part, np.ndarray) else repr(part).encode())
    return digest.hexdigest()


def stage_in(folder: Path) -> Stage:
    """The stage with its trial in `folder`; the template is made once for all forks of this process."""
    made, trial = _prepared(), Warehouse(folder / "warehouse")
    running = SnapshotStore(DirectorySource(trial.root), SYMBOL)
    stage = replace(made, trial=trial, running=running, compared=Tally())
    stage.reset()
    stage.running.refresh()
    return stage


def prepare() -> None:
    """Make the template now, so that forks inherit it with everything imported."""
    _prepared()


@cache
def _prepared() -> Stage:
    logging.disable(logging.CRITICAL)
    exchange_calendar(), engine_version(), code_commit(), import_module("core.evidence.recompute")
    _command()
    remember_computed()
    root = lasting_folder()
    warehouse = small_warehouse(root, last="2024-07-10")
    old = build_snapshot(warehouse, SYMBOL).snapshot_id
    import_file(saved(small_bars(), root / "ES_2.parquet"), warehouse=warehouse)
    trial = Warehouse(root / "trial")
    shutil.copytree(warehouse.root, trial.root)
    new = build_snapshot(trial, SYMBOL).snapshot_id
    source = DirectorySource(trial.root)
    contents = {each: content_of(source.load(SYMBOL, each)) for each in (old, new)}
    gc.freeze()
    return Stage(warehouse.root, trial, old, new, contents, SnapshotStore(source, SYMBOL), (old, new))
