"""From a question to its results: the one path that compute, probabilities and the batch share."""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.json import Encoder

from core.contracts.answers import AppliedFilter, StatisticsMetadata
from core.contracts.catalogue import PREV_SUFFIX, Tier
from core.contracts.errors import InvalidRequest
from core.contracts.requests import Filters
from core.query.conditions import DATE_RANGE, FilterQuery, date_sentence, sentence
from core.query.filters import feature_named, parse_query
from core.query.index import Selection
from core.query.marks import hindsight, looks_ahead
from core.query.results import results_of
from service.access.tiers import LIMITS
from service.encode import Fragment
from service.snapshot import Snapshot

_ENCODER = Encoder()


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


def results(question: Question, selection: Selection, names: Sequence[str]) -> dict[str, Fragment]:
    """Results by feature, encoded; Holm's adjustment ranges over all features of the tier."""
    snapshot = question.snapshot
    answered = results_of(snapshot.index, question.query, selection, names, snapshot.tested[question.tier])
    return {name: Fragment(_ENCODER.encode(result)) for name, result in answered.items()}


def metadata(question: Question, selection: Selection, names: Sequence[str]) -> StatisticsMetadata:
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
