"""From a question to its results: the one path that compute, probabilities and the batch share."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Lock

from core.contracts.answers import AppliedFilter, StatisticsMetadata
from core.contracts.catalogue import PREV_SUFFIX, FeatureDefinition, Tier
from core.contracts.errors import InvalidRequest
from core.contracts.requests import Filters
from core.contracts.results import FeatureResult
from core.modules.results import adjust, feature_results
from core.modules.selection_tests import FeatureTests, own_p_values, selection_tests
from core.query.conditions import DATE_RANGE, FilterQuery
from core.query.filters import feature_named, parse_query
from core.query.look_ahead import hindsight, looks_ahead
from core.query.marks import marks_of
from core.query.selection import Selection
from core.query.sentences import date_sentence, sentence
from core.query.views import views
from service.access.tiers import LIMITS
from service.encode import Fragment
from service.snapshot import Snapshot

_KEPT_SELECTIONS = 256


@dataclass(frozen=True, slots=True)
class Question:
    """A checked question to one snapshot, as one tier may ask it."""

    snapshot: Snapshot
    tier: Tier
    query: FilterQuery

    @property
    def key(self) -> str:
        """Equal exactly for questions with the same days, tests and rights."""
        return f"{self.snapshot.symbol}|{self.snapshot.id}|{self.tier}|{self.query.key()}"

    @property
    def unfiltered(self) -> bool:
        """Whether all days of the snapshot answer."""
        return self.query.whole and not self.query.conditions

    def select(self) -> Selection:
        """The matching sessions."""
        return self.snapshot.index.select(self.query)


def parse_question(
    snapshot: Snapshot, tier: Tier, filters: Filters, start_date: str | None, end_date: str | None
) -> Question:
    """The filters and dates of a request, checked against catalogue and tier.

    Raises:
        InvalidRequest, Forbidden: see `core.query.filters.parse_query`.
    """
    index = snapshot.index
    query = parse_query(
        filters,
        start_date,
        end_date,
        snapshot.catalogue,
        first=index.first_date,
        last=index.last_date,
        tier=tier,
    )
    return Question(snapshot, tier, query)


def parse_features(snapshot: Snapshot, tier: Tier, names: Sequence[str], field: str) -> list[str]:
    """The features a request names, each once, in its order, within the tier's limit.

    Raises:
        InvalidRequest: `unknown_feature`, `prev_not_supported`, `too_many_features`.
        Forbidden: `feature_not_in_tier`.
    """
    wanted = list(dict.fromkeys(names))
    limit = LIMITS[tier].max_features
    if len(wanted) > limit:
        detail = f"{field}: {len(wanted)} features found, at most {limit} are answered on {tier}."
        raise InvalidRequest(detail, code="too_many_features")
    for name in wanted:
        _check_readable(snapshot, tier, name, field)
    return wanted


def _check_readable(snapshot: Snapshot, tier: Tier, name: str, field: str) -> None:
    if name.endswith(PREV_SUFFIX) and name not in snapshot.catalogue.by_name:
        base = feature_named(name.removesuffix(PREV_SUFFIX), snapshot.catalogue, tier)
        detail = f"{field}: {name} can only be asked in a filter; read {base.name} instead."
        raise InvalidRequest(detail, code="prev_not_supported")
    feature_named(name, snapshot.catalogue, tier)


def applied_filters(question: Question) -> list[AppliedFilter]:
    """The filters in canonical order, each with its sentence."""
    query = question.query
    dates = [] if query.whole else [_applied_dates(query)]
    return dates + [
        AppliedFilter(
            condition.name,
            condition.operator,
            list(condition.value) if isinstance(condition.value, tuple) else condition.value,
            condition.by_bar,
            sentence(condition, question.snapshot.catalogue),
        )
        for condition in query.conditions
    ]


def _applied_dates(query: FilterQuery) -> AppliedFilter:
    span = [query.start.isoformat(), query.end.isoformat()]
    return AppliedFilter(DATE_RANGE, "range", span, None, date_sentence(query.start, query.end))


@dataclass(frozen=True, slots=True)
class TierTests:
    """The tests of a tier's features on one selection; the q-values are Holm's over one p-value each."""

    by_feature: Mapping[str, FeatureTests]
    q_values: Mapping[str, float | None]


_NO_TESTS = TierTests({}, {})


class Answerer:
    """Answers questions; keeps the last selections' tests, so a card reads the same alone and in a batch.

    Threads may share it: two that ask the same at once make the same tests.
    """

    def __init__(self) -> None:
        self._tests: OrderedDict[str, TierTests] = OrderedDict()
        self._lock = Lock()

    def results(
        self, question: Question, selection: Selection, names: Sequence[str]
    ) -> Mapping[str, FeatureResult | Fragment]:
        """Results by feature; on all days they are the snapshot's own baseline, encoded long ago."""
        baseline = question.snapshot.baseline
        if question.unfiltered and all(name in baseline for name in names):
            return {name: baseline[name] for name in names}
        return self._compute(question, selection, names)

    def metadata(self, question: Question, selection: Selection, names: Sequence[str]) -> StatisticsMetadata:
        """What the results have in common."""
        catalogue = question.snapshot.catalogue
        universe = question.snapshot.index.days_of(question.query)
        return StatisticsMetadata(
            total_days=selection.count,
            baseline_days=universe,
            others_days=universe - selection.count,
            look_ahead=looks_ahead((catalogue.by_name[name] for name in names), question.query, catalogue),
            hindsight=hindsight(question.query, catalogue),
        )

    def _compute(
        self, question: Question, selection: Selection, names: Sequence[str]
    ) -> dict[str, FeatureResult | Fragment]:
        index, query = question.snapshot.index, question.query
        asked = views(index, query, selection, _coded(question, names))
        marks = marks_of(index, query, [view.definition for view in asked])
        tests = self._tier_tests(question, selection)
        return dict(feature_results(asked, tests.q_values, marks, tests.by_feature))

    def _tier_tests(self, question: Question, selection: Selection) -> TierTests:
        """The tests of the selection, kept until others were asked for more lately."""
        with self._lock:
            known = self._tests.get(question.key)
        known = _tier_tests(question, selection) if known is None else known
        with self._lock:
            self._tests[question.key] = known
            self._tests.move_to_end(question.key)
            while len(self._tests) > _KEPT_SELECTIONS:
                self._tests.popitem(last=False)
        return known


def _tier_tests(question: Question, selection: Selection) -> TierTests:
    """None of them without a condition: then there are no other days."""
    if not question.query.conditions:
        return _NO_TESTS
    snapshot = question.snapshot
    asked = views(snapshot.index, question.query, selection, snapshot.tested[question.tier])
    tests = selection_tests(asked)
    return TierTests(tests, adjust(own_p_values(asked, tests)))


def _coded(question: Question, names: Sequence[str]) -> list[str]:
    return [name for name in names if _is_coded(question.snapshot.catalogue.by_name[name])]


def _is_coded(definition: FeatureDefinition) -> bool:
    """Whether the feature has statistics; a date has none."""
    return definition.kind != "date"
