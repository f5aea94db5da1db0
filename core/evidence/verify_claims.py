"""Proves that the usual questions match the columns: counts each without bitmaps, and looks for a fall."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from core.claims.definition import ClaimDefinition
from core.contracts.catalogue import Catalogue, FeatureDefinition
from core.contracts.next_answers import Claim
from core.evidence import reference
from core.features.by_bar import value_by_bar
from core.features.compute import FeatureColumn
from core.market.market import BoolArray, DateArray, FloatArray, Market
from core.question.bitmaps import matching
from core.question.conditions import Condition

Columns = Mapping[str, FeatureColumn]

LEAST_MONITORED = 100
"""Days from which a fall is looked for."""


def recounted(
    claims: Sequence[Claim],
    definitions: Sequence[ClaimDefinition],
    catalogue: Catalogue,
    market: Market,
    columns: Columns,
) -> Iterator[tuple[str, bool]]:
    """The ids of the claims of plain conditions, without lists or dates, and whether their counts agree."""
    for claim, asked in zip(claims, definitions, strict=True):
        conditions = asked.query.filters
        if all(isinstance(each, Condition) and _is_plain(each, catalogue) for each in conditions):
            days, came = _days(asked, catalogue, market, columns)
            agrees = (int(days.sum()), int(came.sum())) == (claim.days, claim.occurrence_days)
            yield claim.id, agrees and _has_fallen_so(claim, market.session_date[days], came[days])


def _is_plain(condition: Condition, catalogue: Catalogue) -> bool:
    if condition.first_in is not None or condition.dates is not None:
        return False
    return catalogue.by_name[condition.feature].kind != "date"


def _has_fallen_so(claim: Claim, dates: DateArray, came: BoolArray) -> bool:
    """Whether the claim says when the rate of its days, on which its outcome `came` or not, likely fell."""
    stopped, half = claim.stopped, len(came) // 2
    if stopped.alarm is None:
        return stopped.verdict.reason != "too_few" or len(came) < LEAST_MONITORED
    since = reference.likely_fall(came[:half], came[half:])
    expected = None if since is None else str(dates[half + since])
    return (stopped.alarm, stopped.since, stopped.days) == (since is not None, expected, len(came) - half)


def _days(
    asked: ClaimDefinition, catalogue: Catalogue, market: Market, columns: Columns
) -> tuple[BoolArray, BoolArray]:
    """The days that a question is about, and those on which its outcome came."""
    days = np.ones(len(market), dtype=np.bool_)
    for each in asked.query.conditions:
        holds = _holds(each, _values(each, catalogue, columns), catalogue.by_name[each.feature])
        for _ in range(each.prev):
            holds = np.where(market.previous_row < 0, False, holds[market.previous_row])
        days &= holds
    values, definition = _values(asked.outcome, catalogue, columns), catalogue.by_name[asked.outcome.feature]
    days &= ~np.isnan(values)
    column, bar = columns[definition.name], asked.as_of
    if bar is not None and definition.by_bar_safe:
        happened = column.values if column.event_bar is None else column.event_bar
        days &= ~((happened >= 1) & (happened <= bar))
    return days, days & _holds(asked.outcome, values, definition)


def _values(condition: Condition, catalogue: Catalogue, columns: Columns) -> FloatArray:
    if condition.by_bar is None:
        return columns[condition.feature].values
    return value_by_bar(catalogue.by_name[condition.feature], columns, condition.by_bar)


def _holds(condition: Condition, values: FloatArray, definition: FeatureDefinition) -> BoolArray:
    """The days (N,) on which it holds, never for a null."""
    holds = matching(definition, values, condition.operator, condition.value)
    return np.asarray(~np.isnan(values) & holds)
