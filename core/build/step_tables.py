"""The tables of an earlier step on the disk, as the later steps read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from core.contracts.pack import Clusters
from core.features.compute import FeatureColumn
from core.market.sessions import SessionBuild
from core.signals.ama import Signals

if TYPE_CHECKING:
    from core.build.own.own_features import OwnFeatures


@dataclass(frozen=True, slots=True)
class FeatureTables:
    """Every feature on every full session, own features among them."""

    columns: dict[str, FeatureColumn]
    own: OwnFeatures


@dataclass(frozen=True, slots=True)
class ModuleTables:
    """Every figure of the baseline, every occurrence by year, and which features' days cluster."""

    modules: pa.Table
    stability: pa.Table
    clusters: Mapping[str, Clusters]


@dataclass(frozen=True, slots=True)
class ClaimTables:
    """The answered claims: their tables by name, and the document that a service reads."""

    tables: Mapping[str, pa.Table]
    document: list[Any]


@dataclass(slots=True)
class StepTables:
    """The tables of earlier steps, read from the disk; None for one not read."""

    sessions: SessionBuild | None = None
    features: FeatureTables | None = None
    signals: Signals | None = None
    modules: ModuleTables | None = None
    claims: ClaimTables | None = None
    staged: Path | None = None
