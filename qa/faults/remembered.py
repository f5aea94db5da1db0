"""Lets builds of this process share what they compute in memory, by the digest of their bars."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from core.build.build import Build
from core.build.checks import Check, Verdict
from core.warehouse.bars import content_sha256

_COMPUTED = (
    *("sessions", "session_bars", "market", "catalogue", "columns", "coin_years", "coin"),
    *("signals", "pack", "index", "results", "module_tables", "claims_file", "claims", "tables"),
    *("alike_years", "served_pack"),
)
CHECKED_IN_MEMORY = (
    *("columns_are_whole", "signals_are_known", "signals_are_the_charts", "index_counts_are_column_counts"),
    *("coins_turn_real_days", "coin_days_are_the_columns", "days_alike_are_the_service_s"),
    *("claims_are_counted_again", "modules_answer", "evidence_agrees"),
)


def remember_computed() -> None:
    """Let builds of the same bars share what they compute, and the checks that look at nothing else."""
    kept: dict[tuple[str, str], Any] = {}
    for name in _COMPUTED:
        part = cached_property(_remembered(name, Build.__dict__[name].func, kept))
        part.__set_name__(Build, name)
        setattr(Build, name, part)
    run = Check.run

    def checked(check: Check, build: Build) -> Verdict:
        if check.name not in CHECKED_IN_MEMORY:
            return run(check, build)
        verdict: Verdict = _remembered(check.name, lambda build: run(check, build), kept)(build)
        return verdict

    setattr(Check, "run", checked)  # noqa: B010


def _remembered(
    name: str, make: Callable[[Any], Any], kept: dict[tuple[str, str], Any]
) -> Callable[[Any], Any]:
    def part(build: Any) -> Any:
        key = (name, _digest(build))
        if key not in kept:
            kept[key] = make(build)
        return kept[key]

    return part


def _digest(build: Build) -> str:
    """Digest of the bars as they were read, whatever their record says."""
    known: str = build.__dict__.get("bars_digest") or content_sha256(build.bars)
    build.__dict__["bars_digest"] = known
    return known
