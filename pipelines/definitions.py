"""What Dagster loads: `dagster dev -m pipelines.definitions`."""

import dagster as dg

from pipelines.assets import all_assets
from pipelines.build_jobs import build_symbol
from pipelines.failures import run_failures
from pipelines.night_jobs import nightly, purge
from pipelines.schedules import nightly_first_try, nightly_second_try, weekly_purge
from pipelines.sensors import drop_folder
from pipelines.workbench import Workbench

build_and_publish = dg.define_asset_job(
    "build_and_publish", description="Bars to published snapshot, for one symbol."
)

defs = dg.Definitions(
    assets=all_assets(),
    jobs=[build_and_publish, build_symbol, nightly, purge],
    schedules=[nightly_first_try, nightly_second_try, weekly_purge],
    sensors=[drop_folder, run_failures],
    resources={"workbench": Workbench()},
    executor=dg.in_process_executor,
)
