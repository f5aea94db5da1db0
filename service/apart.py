"""What no plan answers, as JSON: modules without a shape of their own, and baselines of all sessions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from weakref import WeakKeyDictionary

from core.contracts.catalogue import FeatureDefinition
from core.modules.ema_accumulation import ema_baseline
from core.modules.feature_view import FeatureView
from core.modules.plan.shapes import SHAPES
from core.modules.results import module_result
from core.modules.streak_analysis import streak_baseline
from core.query.conditions import FilterQuery
from core.query.index import SnapshotIndex
from core.query.tables import CountTable
from core.query.views import Parted, views_of
from service.encode import encode

Texts = dict[str, bytes]

_BASELINES: Mapping[str, Callable[[FeatureView], Any]] = {
    "streak_analysis": streak_baseline,
    "ema_accumulation": ema_baseline,
}


class Apart:
    """Answers beside a plan; what no filter changes is written once for a snapshot."""

    def __init__(self) -> None:
        self._kept: WeakKeyDictionary[SnapshotIndex, dict[str, Texts]] = WeakKeyDictionary()

    def modules(
        self, index: SnapshotIndex, table: CountTable, sides: Parted, query: FilterQuery
    ) -> dict[str, Texts]:
        """By feature of the table, the JSON of what a plan leaves out, by what the plan calls it."""
        kept = self._kept.setdefault(index, {}) if query.whole else {}
        definitions = [index.catalogue.by_name[name] for name in table.names]
        asked = [
            each.name for each in definitions if _unplanned(each) or (_told(each) and each.name not in kept)
        ]
        found = {name: kept[name] for name in table.names if name in kept}
        for view in views_of(index, table, sides, query, asked):
            name = view.definition.name
            kept[name] = kept.get(name) or _baselines(view)
            found[name] = kept[name] | _modules(view)
        return found


def _unplanned(definition: FeatureDefinition) -> list[str]:
    return [kind for kind in definition.modules if kind not in SHAPES]


def _told(definition: FeatureDefinition) -> list[str]:
    return [kind for kind in definition.modules if kind in _BASELINES]


def _baselines(view: FeatureView) -> Texts:
    return {f"baseline {kind}": encode(_BASELINES[kind](view)) for kind in _told(view.definition)}


def _modules(view: FeatureView) -> Texts:
    return {f"module {kind}": encode(module_result(kind, view)) for kind in _unplanned(view.definition)}
