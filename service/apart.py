"""What no plan answers, as JSON: modules without a shape of their own, and baselines of all sessions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from core.contracts.catalogue import FeatureDefinition
from core.modules.ema_accumulation import ema_baseline
from core.modules.feature_view import FeatureView
from core.modules.plan.shapes import SHAPES
from core.modules.results import module_result
from core.modules.streak_analysis import streak_baseline
from core.query.answer_plan import AnswerPlan
from core.query.conditions import FilterQuery
from core.query.index import SnapshotIndex
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
        self, index: SnapshotIndex, plan: AnswerPlan, sides: Parted, query: FilterQuery
    ) -> dict[str, Texts]:
        """By feature of the plan, the JSON of what it leaves out, by what the plan calls it."""
        if not plan.left_out:
            return {}
        kept = self._kept.setdefault(index, {}) if query.whole else {}
        found = {name: kept[name] for name, kinds in plan.left_out.items() if name in kept and _keeps(kinds)}
        asked = [name for name in plan.left_out if name not in found]
        if not asked:
            return found
        for view in views_of(index, plan.table, sides, query, asked):
            name = view.definition.name
            kept[name] = kept.get(name) or _baselines(view)
            found[name] = kept[name] | _modules(view)
        return found


def _keeps(kinds: Sequence[str]) -> bool:
    """Whether no filter changes any of these."""
    return all(kind.startswith("baseline ") for kind in kinds)


def _unplanned(definition: FeatureDefinition) -> list[str]:
    return [kind for kind in definition.modules if kind not in SHAPES]


def _told(definition: FeatureDefinition) -> list[str]:
    return [kind for kind in definition.modules if kind in _BASELINES]


def _baselines(view: FeatureView) -> Texts:
    return {f"baseline {kind}": encode(_BASELINES[kind](view)) for kind in _told(view.definition)}


def _modules(view: FeatureView) -> Texts:
    return {f"module {kind}": encode(module_result(kind, view)) for kind in _unplanned(view.definition)}
