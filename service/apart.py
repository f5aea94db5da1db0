"""What no plan answers: the modules that read the sessions' order, feature by feature, as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary

from core.contracts.session_results import AthAnalysis, EmaAccumulation, StreakAnalysis
from core.modules.feature_view import FeatureView
from core.modules.plan.shapes import SHAPES
from core.modules.results import module_result
from core.query.conditions import FilterQuery
from core.query.index import SnapshotIndex
from core.query.tables import CountTable
from core.query.views import Parted, views_of
from service.encode import Fragment, encode

Baselines = dict[tuple[str, str], Fragment]


class Apart:
    """Answers beside a plan; a module's answer on every session of a snapshot is written once."""

    def __init__(self) -> None:
        self._kept: WeakKeyDictionary[SnapshotIndex, Baselines] = WeakKeyDictionary()

    def modules(
        self, index: SnapshotIndex, table: CountTable, sides: Parted, query: FilterQuery
    ) -> dict[str, dict[str, bytes]]:
        """By feature of the table, the JSON of each module that no plan makes."""
        kinds = {name: _unplanned(index.catalogue.by_name[name].modules) for name in table.names}
        asked = views_of(index, table, sides, query, [name for name in table.names if kinds[name]])
        kept = self._kept.setdefault(index, {}) if query.whole else None
        return {
            name: {kind: _written(kind, view, kept) for kind in kinds[name]}
            for view in asked
            for name in [view.definition.name]
        }


def _unplanned(modules: Sequence[str]) -> list[str]:
    return [kind for kind in modules if kind not in SHAPES]


def _written(kind: str, view: FeatureView, kept: Baselines | None) -> bytes:
    """One module's JSON; `kept` are the baselines written before, None where dates move the baseline."""
    result = module_result(kind, view)
    data: Any = result.data
    if kept is None or not isinstance(data, AthAnalysis | EmaAccumulation | StreakAnalysis):
        return encode(result)
    key = (view.definition.name, kind)
    if key not in kept:
        kept[key] = Fragment(encode(data.baseline))
    baseline: Any = kept[key]
    return encode(replace(result, data=replace(data, baseline=baseline)))
