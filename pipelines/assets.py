"""One asset per step of the build, each with the blocking checks that stand after it."""

import dagster as dg

from core.build.build import Build
from core.build.checks import Check
from core.build.steps import STEPS, Step
from core.market.instruments import INSTRUMENTS
from pipelines.publication_asset import redis_publish
from pipelines.workbench import Workbench

SYMBOLS = dg.StaticPartitionsDefinition(list(INSTRUMENTS))


def asset_of(step: Step) -> dg.AssetsDefinition:
    """The asset that makes a step's part; a check that fails stops everything downstream."""

    @dg.asset(
        name=step.name,
        description=step.doc,
        group_name="almanac",
        deps=list(step.after),
        partitions_def=SYMBOLS,
        check_specs=[_spec(check) for check in step.checks],
    )
    def make(context: dg.AssetExecutionContext, workbench: Workbench) -> dg.MaterializeResult:  # type: ignore[type-arg]
        build = workbench.build(context.partition_key)
        numbers = step.run(build)
        results = [_result(check, build) for check in step.checks]
        return dg.MaterializeResult(metadata=dict(numbers), check_results=results)

    return make


def _spec(check: Check) -> dg.AssetCheckSpec:
    return dg.AssetCheckSpec(check.name, asset=check.step, description=check.claim, blocking=True)


def _result(check: Check, build: Build) -> dg.AssetCheckResult:
    verdict = check.run(build)
    return dg.AssetCheckResult(
        check_name=check.name,
        passed=verdict.passed,
        metadata=dict(verdict.numbers),
        description=check.claim if verdict.passed else verdict.remedy,
    )


def all_assets() -> list[dg.AssetsDefinition]:
    """One asset per step, each standing on the steps it is made from, and the publication in Redis."""
    return [*(asset_of(step) for step in STEPS), redis_publish(SYMBOLS)]
