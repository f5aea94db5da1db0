"""What Dagster loads: `dagster dev -m pipelines.definitions`."""

import dagster as dg

from pipelines.assets import ASSETS, warehouse_parts
from pipelines.failures import run_failures
from pipelines.jobs import build_symbol, nightly, purge
from pipelines.night_assets import imported, night, turn
from pipelines.nightly_context import place_here
from pipelines.schedules import nightly_first_try, nightly_second_try, weekly_purge
from pipelines.sensors import drop_folder


@dg.resource(description="Where a run works and with whom, as its process's environment says.")
def place(context: dg.InitResourceContext) -> object:
    """The place of a run."""
    return place_here()


defs = dg.Definitions(
    assets=[imported, *ASSETS, night],
    jobs=[build_symbol, nightly, purge],
    schedules=[nightly_first_try, nightly_second_try, weekly_purge],
    sensors=[drop_folder, run_failures],
    resources={"parts": warehouse_parts, "place": place, "turn": turn},
    executor=dg.in_process_executor,
)
