"""The assets of a build and of a night, as jobs select them."""

import dagster as dg

from pipelines.assets.imported import imported
from pipelines.assets.night import night
from pipelines.assets.redis import redis_publish
from pipelines.assets.steps import STEP_ASSETS

BUILD_ASSETS: list[dg.AssetsDefinition] = [*STEP_ASSETS, redis_publish]
"""Those of a build and of its publication in Redis."""

NIGHT_ASSETS: list[dg.AssetsDefinition] = [imported, *BUILD_ASSETS, night]
"""Those of a build with what a night does before and after it."""
