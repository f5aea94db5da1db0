"""The assets of a build: one per step, from the bars to the published snapshot."""

from collections.abc import Iterator, Mapping
from typing import Any

import dagster as dg

from core.build.build import Build, start
from core.build.run_build import run_with_room
from core.build.steps import STEPS, Step, StepReport, require
from core.contracts.errors import DataError
from pipelines.assets.asset_options import Context, nightly_asset
from pipelines.assets.imported import imported
from pipelines.assets.table_metadata import table_metadata
from pipelines.assets.work_folder import failed_step

KINDS: Mapping[str, tuple[str, ...]] = {
    "bars": ("parquet", "pandas"),
    "sessions": ("parquet", "pandas"),
    "features": ("parquet", "numpy"),
    "signals": ("parquet", "numpy"),
    "coin": ("parquet", "numpy"),
    "modules": ("parquet", "scipy"),
    "claims": ("parquet", "scipy"),
    "pack": ("numpy", "json"),
    "snapshot": ("parquet", "json"),
    "published": ("file",),
}
"""What each asset is made of or with, as its badge in Dagster's page says."""


def _step_asset(step: Step) -> dg.AssetsDefinition:
    @dg.asset(
        name=step.name,
        description=step.doc,
        deps=[] if step.after else [imported],
        ins={name: dg.AssetIn(name) for name in step.after},
        check_specs=[
            dg.AssetCheckSpec(check.name, asset=step.name, description=check.claim, blocking=True)
            for check in step.checks
        ],
        io_manager_key="work_folder",
        **nightly_asset(*KINDS[step.name]),
    )
    def make(context: dg.AssetExecutionContext, nightly_context: Context, **made: Build) -> Iterator[Any]:
        symbol, warehouse = context.partition_key, nightly_context.warehouse
        try:
            build = made[step.after[0]] if step.after else start(warehouse, symbol)
            report = run_with_room(step, build)
            nightly_context.progress(report)
            yield from _check_results(step, report, symbol)
            require(report, symbol)
        except DataError as error:
            raise failed_step(error) from error
        yield dg.MaterializeResult(
            value=build,
            metadata={
                **report.numbers,
                **table_metadata(build, report),
                "seconds": round(report.seconds, 3),
                **({"warnings": list(report.warnings)} if report.warnings else {}),
            },
            data_version=dg.DataVersion(build.made_from),
        )

    return make


def _check_results(step: Step, report: StepReport, symbol: str) -> Iterator[dg.AssetCheckResult]:
    for check in step.checks:
        if verdict := report.checked.get(check.name):
            yield dg.AssetCheckResult(
                check_name=check.name,
                asset_key=step.name,
                passed=verdict.passed,
                metadata={"symbol": symbol, **verdict.numbers},
                description=check.claim if verdict.passed else verdict.remedy,
            )


STEP_ASSETS: list[dg.AssetsDefinition] = [*map(_step_asset, STEPS)]
"""One asset per step of a build, each made from the tables of the steps that it names."""
