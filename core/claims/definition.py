"""A usual question as written: its days, its outcome, and published figures."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from core.contracts.catalogue import TIERS, Catalogue, Tier
from core.question.conditions import Condition, FilterQuery
from core.question.conditions import definition_of as feature_of
from core.question.filters import parse_query


@dataclass(frozen=True, slots=True)
class PublishedFigure:
    """A published figure as written, and its range as fractions.

    `market` is the symbol that it is of, None where no single one is named; `days` how many it counts.
    """

    who: str
    where: str
    figure: str
    low: float
    high: float
    market: str | None = None
    days: int | None = None


@dataclass(frozen=True, slots=True)
class ClaimDefinition:
    """A checked question: of the days that match `query`, as of its bar, how many pass `outcome`?

    It covers all dates. `tier` is the narrowest that sees every feature of it; `is_own` marks one of the
    maintainer's.
    """

    id: str
    group: str
    question: str
    query: FilterQuery
    outcome: Condition
    tier: Tier
    published: tuple[PublishedFigure, ...] = ()
    is_own: bool = False

    @property
    def as_of(self) -> int | None:
        return self.query.as_of

    @property
    def filters(self) -> list[dict[str, Any]]:
        return [each.to_wire() for each in self.query.filters]


def definition_of(claim: Mapping[str, Any], catalogue: Catalogue) -> ClaimDefinition:
    """The question of a claim (`Claim`) in a pack's document, on all dates.

    Raises:
        AlmanacError: the catalogue lacks one of its features or values.
        KeyError: a part of it is missing.
    """
    first, last, as_of = date.min, date.max, claim["as_of"]
    query = parse_query(claim["filters"], None, None, catalogue, first=first, last=last, as_of=as_of)
    outcome = parse_query([claim["outcome"]], None, None, catalogue, first=first, last=last).conditions[0]
    words = claim["id"], claim["group"], claim["question"]
    return ClaimDefinition(*words, query, outcome, claim["tier"], is_own=claim["is_own"])


def tier_of(query: FilterQuery, outcome: Condition, catalogue: Catalogue) -> Tier:
    """The narrowest tier that sees the features of filters and outcome; a session before needs standard."""
    conditions = (*query.conditions, outcome)
    tiers: list[Tier] = [feature_of(each, catalogue).tier for each in conditions]
    tiers += ["standard" for each in conditions if each.prev]
    return max(tiers, key=TIERS.index)
