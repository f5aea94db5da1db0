"""What Dagster loads: `dagster dev -m pipelines.definitions`."""

import dagster as dg

from pipelines.assets import all_assets
from pipelines.workbench import Workbench

build_and_publish = dg.define_asset_job(
    "build_and_publish", description="Bars to published snapshot, for one symbol."
)

defs = dg.Definitions(
    assets=all_assets(),
    jobs=[build_and_publish],
    resources={"workbench": Workbench()},
    executor=dg.in_process_executor,
)
