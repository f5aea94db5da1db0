"""What every asset of a night declares alike: group, owner, partitions, version of the code, freshness."""

from collections.abc import Sequence
from datetime import timedelta
from typing import TypedDict

import dagster as dg

from core.build.manifest import engine_version
from core.market.instruments import INSTRUMENTS
from pipelines.nightly_context import NightlyContext

Context = dg.ResourceParam[NightlyContext]
"""The surroundings of a run, as an asset's function takes them."""

SYMBOLS = dg.StaticPartitionsDefinition(list(INSTRUMENTS))

OWNERS = ["team:almanac"]

_LONGEST_CLOSURE = timedelta(days=4)
"""From one session's evening to the next: a weekend with a holiday before or after it."""

FRESHNESS = dg.FreshnessPolicy.time_window(
    warn_window=_LONGEST_CLOSURE + timedelta(hours=12), fail_window=_LONGEST_CLOSURE + timedelta(days=1)
)
"""Warns once the second try of a night at 02:30 has passed without a new session."""


class AssetOptions(TypedDict):
    group_name: str
    owners: Sequence[str]
    kinds: set[str]
    partitions_def: dg.PartitionsDefinition[str]
    code_version: str
    freshness_policy: dg.FreshnessPolicy


def nightly_asset(*kinds: str) -> AssetOptions:
    return {
        "group_name": "almanac",
        "owners": OWNERS,
        "kinds": set(kinds),
        "partitions_def": SYMBOLS,
        "code_version": engine_version(),
        "freshness_policy": FRESHNESS,
    }
