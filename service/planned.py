"""The fast way to a request's results: a plan per list of features, made when the list comes again.

A plan answers filtered questions; where one side of a feature has no day with a value, and for whatever a
plan cannot be made for, the modules answer feature by feature. Both ways give the same bytes.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Mapping
from weakref import WeakKeyDictionary

from core.query.answer_plan import AnswerPlan
from core.query.conditions import FilterQuery
from core.query.index import SnapshotIndex
from core.query.look_ahead import later_than
from core.query.plan_distinct import Given
from core.query.selection import Selection
from core.query.tier_tests import TierPlan, TierTests
from core.query.views import views
from service.apart import Apart
from service.encode import Fragment, encode, numbers

logger = logging.getLogger(__name__)

Names = tuple[str, ...]

_LEAST_PLANS = 4
_PLAN_BYTES = 24 * 1024 * 1024
_KEPT_LISTS = 1024


class Plans:
    """Plans by snapshot and list of features; they go when their snapshot does."""

    def __init__(self) -> None:
        self._apart = Apart()
        self._failing: WeakKeyDictionary[SnapshotIndex, set[Names]] = WeakKeyDictionary()
        self._tiers: WeakKeyDictionary[SnapshotIndex, dict[Names, TierPlan]] = WeakKeyDictionary()
        self._of: WeakKeyDictionary[SnapshotIndex, OrderedDict[Names, AnswerPlan | None]] = (
            WeakKeyDictionary()
        )

    def tests(
        self, index: SnapshotIndex, query: FilterQuery, selection: Selection, names: Names
    ) -> TierTests:
        """The tests of a tier's features on a selection; none without a condition."""
        if not query.conditions:
            return TierTests.none()
        try:
            tiers = self._tiers.setdefault(index, {})
            plan = tiers.get(names) or tiers.setdefault(names, TierPlan(index, names))
            return plan.tests(index, query, selection)
        except Exception:
            logger.exception("no plan for the tests of %d features", len(names))
            return TierTests.one_by_one(views(index, query, selection, names))

    def results(
        self, index: SnapshotIndex, query: FilterQuery, selection: Selection, names: Names, tests: TierTests
    ) -> Mapping[str, Fragment]:
        """The results that a plan gives; none without a condition, without a plan, or where it fails."""
        failing = self._failing.setdefault(index, set())
        if not (names and query.conditions) or names in failing:
            return {}
        try:
            plan = self.plan(index, names)
            return {} if plan is None else planned_results(plan, index, query, selection, tests, self._apart)
        except Exception:
            logger.exception("no plan for %s", ", ".join(names))
            failing.add(names)
            return {}

    def plan(self, index: SnapshotIndex, names: Names) -> AnswerPlan | None:
        """The plan of a list; None the first time it is asked for, and where none can be made."""
        known = self._of.setdefault(index, OrderedDict())
        if names not in known:
            known[names] = None
            while len(known) > _KEPT_LISTS:
                known.popitem(last=False)
            return None
        plan = known[names] or AnswerPlan(index, names, encode)
        known[names] = plan
        known.move_to_end(names)
        _make_room(known)
        return plan


def _make_room(known: OrderedDict[Names, AnswerPlan | None]) -> None:
    """Drop the plans longest unused, until the rest keep to the budget; the last few always stay."""
    planned = [(names, plan.nbytes) for names, plan in known.items() if plan is not None]
    kept = sum(size for _, size in planned)
    for names, size in planned[:-_LEAST_PLANS]:
        if kept <= _PLAN_BYTES:
            break
        known[names] = None
        kept -= size


def planned_results(
    plan: AnswerPlan,
    index: SnapshotIndex,
    query: FilterQuery,
    selection: Selection,
    tests: TierTests,
    apart: Apart,
) -> dict[str, Fragment]:
    """The result of each feature with a day on both sides, encoded; the query has a condition."""
    sides = plan.parting.of(index, query, selection)
    given = Given(
        tests=tests.table(plan.names),
        conditioned={condition.feature for condition in query.conditions if not condition.prev},
        look_ahead=later_than(plan.late_from, query, index.catalogue),
        modules=apart.modules(index, plan, sides, query),
    )
    answers = plan.answers(sides, given, numbers)
    matched, others = map(plan.table.present, sides.counts)
    return {
        name: Fragment(answers[name])
        for name, here, there in zip(plan.names, matched.tolist(), others.tolist(), strict=True)
        if here and there
    }
