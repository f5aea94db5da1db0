"""The steps of a build, in order, each with its report and the checks before the next one."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from core.build.build import SKIPPED_WHERE_THERE, Build, start
from core.build.checks import CHECKS, Check, Numbers, Verdict
from core.contracts.errors import DataError
from core.warehouse.paths import Warehouse


@dataclass(frozen=True, slots=True)
class Step:
    """One step: `run` makes its tables from those of `after` and returns its numbers."""

    name: str
    doc: str
    run: Callable[[Build], Numbers]
    after: tuple[str, ...] = ()

    @property
    def checks(self) -> tuple[Check, ...]:
        return tuple(check for check in CHECKS if check.step == self.name)


@dataclass(frozen=True, slots=True)
class StepReport:
    """A finished step; `checked` holds each check's verdict by its name.

    A failed check is the last of them. `warnings` name what was left out and why.
    """

    step: str
    numbers: Numbers
    seconds: float
    checked: dict[str, Verdict]
    warnings: tuple[str, ...] = ()

    @property
    def failed(self) -> tuple[Check, Verdict] | None:
        """The failed check with its verdict, None without one."""
        found = ((check, self.checked.get(check.name)) for check in CHECKS)
        return next(((check, each) for check, each in found if each and not each.passed), None)


def _bars(build: Build) -> Numbers:
    record, _ = build.record, build.own_verdicts  # what a check leaves out is part of the snapshot's name
    return {"bars": record.rows, "from": record.first_ts, "to": record.last_ts, "rolls": record.roll_policy}


def _sessions(build: Build) -> Numbers:
    listed = ("short", "quarantined", "missing", "closed_days", "rolls")
    found = build.sessions
    return {"full": found.full_count, **{name: len(getattr(found, name)) for name in listed}}


def _features(build: Build) -> Numbers:
    own = build.own
    of_own = {"own": len(own.columns), "own_left_out": len(own.mistakes)}
    return {
        "features": len(build.columns),
        **(of_own if any(of_own.values()) else {}),
        "sessions": len(build.market),
    }


def _signals(build: Build) -> Numbers:
    kinds = build.signals.signal_type
    return {"signals": int((kinds != 0).sum()), "bars": len(kinds)}


def _coin(build: Build) -> Numbers:
    draws, sessions = build.coin.draws, len(build.market)
    return {
        "draws": draws,
        "sessions": sessions,
        "days": draws * sessions,
        "features": len(build.coin.columns),
    }


def _modules(build: Build) -> Numbers:
    made = build.module_tables
    return {"features": len(build.results), "figures": len(made.modules), "by_year": len(made.stability)}


def _claims(build: Build) -> Numbers:
    found = build.claims_file
    answered = len(build.claim_tables.document)
    return {"claims": answered, "claims_left_out": len(found.mistakes)}


def _pack(build: Build) -> Numbers:
    pack = build.served_pack
    in_memory = sum(array.nbytes for array in pack.arrays.values())
    return {"arrays": len(pack.arrays), "documents": len(pack.documents), "bytes": in_memory}


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
    Step("features", "One column per feature, one row per full session.", _features, ("sessions",)),
    Step(
        "signals", "AMA signals at the server's defaults of every bar of a session.", _signals, ("sessions",)
    ),
    Step(
        "coin",
        "Coin days: every feature on real sessions in which a fair coin turned each bar.",
        _coin,
        ("sessions", "features"),
    ),
    Step(
        "claims",
        "The usual questions and the maintainer's own, answered.",
        _claims,
        ("sessions", "features", "signals", "coin"),
    ),
    Step(
        "modules",
        "The baseline of every module on the whole history, and each occurrence year by year.",
        _modules,
        ("sessions", "features", "signals", "coin"),
    ),
    Step(
        "pack",
        "The arrays and documents that a service loads, with the back-test of days alike.",
        _pack,
        ("sessions", "features", "signals", "coin", "claims", "modules"),
    ),
    Step(
        "snapshot",
        "Parquet, serving pack, manifest: checked, not served yet.",
        _snapshot,
        ("sessions", "features", "signals", "coin", "claims", "modules", "pack"),
    ),
    Step("published", "CURRENT points at the snapshot.", _published, ("snapshot",)),
)


def run_step(step: Step, build: Build) -> StepReport:
    """Run a step and its checks; a failed check is the last of the report.

    A failed check also removes the unfinished snapshot.
    """
    began = time.perf_counter()
    try:
        numbers = _numbers(step, build)
        checked: dict[str, Verdict] = {}
        for check in step.checks:
            checked[check.name] = check.run(build)
            if not checked[check.name].passed:
                break
    except BaseException:
        build.close()
        raise
    report = StepReport(step.name, numbers, time.perf_counter() - began, checked, _warnings(step, build))
    if report.failed:
        build.close()
    return report


def _numbers(step: Step, build: Build) -> Numbers:
    """Run the step unless a whole snapshot holds its result."""
    if step.name in SKIPPED_WHERE_THERE and build.is_there:
        return {"is_there": build.snapshot_id}
    return step.run(build)


def _warnings(step: Step, build: Build) -> tuple[str, ...]:
    """What the step left out of the maintainer's own features and claims."""
    if step.run is _features:
        return tuple(map(str, build.own.mistakes))
    return tuple(map(str, build.claims_file.mistakes)) if step.run is _claims else ()


def require(report: StepReport, symbol: str) -> None:
    """DataError `check_failed` if a check of the report failed."""
    if report.failed:
        check, verdict = report.failed
        found = ", ".join(f"{name} {value}" for name, value in verdict.numbers.items())
        raise DataError(
            f"{symbol}: check {check.name} failed: {check.claim} ({found}). {verdict.remedy}",
            code="check_failed",
        )


def require_sane_bars(warehouse: Warehouse, symbol: str) -> None:
    """DataError if the symbol's bars, or the sessions they make, fail a check."""
    build = start(warehouse, symbol)
    for step in STEPS[:2]:
        require(run_step(step, build), symbol)
