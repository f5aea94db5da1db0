"""The steps of a build, in order, each with what it reports and the checks that let the next one begin."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from core.contracts.errors import DataError
from core.build.build import Build, started
from core.build.checks import CHECKS, Check, Numbers, Verdict
from core.storage.paths import Warehouse
from core.storage.snapshots import make_current


@dataclass(frozen=True, slots=True)
class Step:
    """One step: `run` makes its part of the build from those of `after`; the numbers are worth reporting."""

    name: str
    doc: str
    run: Callable[[Build], Numbers]
    after: tuple[str, ...] = ()

    @property
    def checks(self) -> tuple[Check, ...]:
        """The blocking checks after this step."""
        return tuple(check for check in CHECKS if check.step == self.name)


@dataclass(frozen=True, slots=True)
class StepReport:
    """A step that is done and checked; `checked` holds each check's verdict by its name.

    A check that does not pass is the last of them.
    """

    step: str
    numbers: Numbers
    seconds: float
    checked: dict[str, Verdict]


@dataclass(frozen=True, slots=True)
class BuiltSnapshot:
    """The outcome of a build; `is_new` is false where the very same snapshot was there already."""

    symbol: str
    snapshot_id: str
    full_sessions: int
    is_new: bool


def _bars(build: Build) -> Numbers:
    record = build.record
    return {"bars": record.rows, "from": record.first_ts, "to": record.last_ts, "rolls": record.roll_policy}


def _sessions(build: Build) -> Numbers:
    found = build.sessions
    return {
        "full": found.full_count,
        "short": len(found.short),
        "quarantined": len(found.quarantined),
        "missing": len(found.missing),
        "closed_days": len(found.closed_days),
        "rolls": len(found.rolls),
    }


def _features(build: Build) -> Numbers:
    return {"features": len(build.columns), "sessions": len(build.market)}


def _signals(build: Build) -> Numbers:
    found = build.signals.signal_type
    return {"bars": len(found), "signals": int((found != 0).sum())}


def _index(build: Build) -> Numbers:
    return {
        "arrays": len(build.index.pack.arrays),
        "bytes": sum(a.nbytes for a in build.pack.arrays.values()),
    }


def _modules(build: Build) -> Numbers:
    return {
        "features": len(build.results),
        "answers": sum(len(result.modules) for result in build.results.values()),
    }


def _snapshot(build: Build) -> Numbers:
    files = build.written[1].files
    return {"id": build.snapshot_id, "files": len(files), "bytes": sum(entry.bytes for entry in files)}


def _published(build: Build) -> Numbers:
    return {"id": build.published.name, "replaces": build.started_from or "nothing"}


STEPS: tuple[Step, ...] = (
    Step("bars", "The imported five-minute bars with their sources.", _bars),
    Step(
        "sessions",
        "Full sessions and half days; everything else quarantined with its reason.",
        _sessions,
        ("bars",),
    ),
    Step(
        "features",
        "One column per registered feature, one row per full session.",
        _features,
        ("sessions",),
    ),
    Step("signals", "AMA at the server's defaults on every bar of a session.", _signals, ("sessions",)),
    Step(
        "index",
        "Bitmaps, codes and sorted columns of every feature, bars and signals of every session.",
        _index,
        ("features", "signals"),
    ),
    Step("modules", "The baseline: every probability module on all days.", _modules, ("index",)),
    Step(
        "snapshot",
        "Parquet, serving pack and manifest in a folder nobody looks at yet.",
        _snapshot,
        ("modules",),
    ),
    Step(
        "published",
        "The snapshot under its name, with CURRENT pointing at it.",
        _published,
        ("snapshot",),
    ),
)


def run_step(step: Step, build: Build, progress: Callable[[StepReport], None] = lambda report: None) -> None:
    """Make the step's part and check it; DataError `check_failed` names the check that does not pass.

    `progress` hears of the step and its checks, also of one that fails.
    """
    began = time.perf_counter()
    numbers = step.run(build)
    checked: dict[str, Verdict] = {}
    for check in step.checks:
        checked[check.name] = check.run(build)
        if not checked[check.name].passed:
            break
    progress(StepReport(step.name, numbers, time.perf_counter() - began, checked))
    for check in step.checks:
        _require(check, checked[check.name], build.symbol)


def _require(check: Check, verdict: Verdict, symbol: str) -> None:
    if not verdict.passed:
        found = ", ".join(f"{name} {value}" for name, value in verdict.numbers.items())
        raise DataError(
            f"{symbol}: check {check.name} failed: {check.claim} ({found}). {verdict.remedy}",
            code="check_failed",
        )


def build_snapshot(
    warehouse: Warehouse, symbol: str, progress: Callable[[StepReport], None] = lambda report: None
) -> BuiltSnapshot:
    """Build the symbol's bars into a snapshot and publish it; `progress` hears of every step.

    Where a whole snapshot of these very bars, definitions and code is there, only the pointer is seen to.
    DataError on any fault; then the snapshot served before is still served.
    """
    with started(warehouse, symbol) as build:
        for step in STEPS[:2]:
            run_step(step, build, progress)
        is_new = not build.is_there
        if is_new:
            for step in STEPS[2:]:
                run_step(step, build, progress)
        else:
            make_current(build.shelf, build.snapshot_id, build.started_from)
        return BuiltSnapshot(symbol, build.snapshot_id, build.sessions.full_count, is_new)
