"""A whole question answered from the definitions: filters in, days and modules out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tests.oracles.case import Case, Data, metadata
from tests.oracles.catalogue import SPECS, Spec
from tests.oracles.days import Day, Value
from tests.oracles.features import ANSWERS
from tests.oracles.filters import split
from tests.oracles.modules import answer

Filters = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Selection:
    """Matched days, the others of the date range, every full session, and the filters that chose."""

    matched: list[Day]
    others: list[Day]
    universe: Sequence[Day]
    filters: Filters


def select(
    days: Sequence[Day], filters: Filters, start: str | None = None, end: str | None = None
) -> Selection:
    """The days a filter map keeps."""
    matched, others = split(days, filters, start, end)
    return Selection(matched, others, days, filters)


def case_for(name: str, selection: Selection) -> Case:
    """A feature's values on the days of a selection; conditioned where a filter names it."""
    tell = ANSWERS[name]
    universe = [tell(day) for day in selection.universe]
    return Case(
        spec_for(name, universe),
        [tell(day) for day in selection.matched],
        [tell(day) for day in selection.others],
        universe,
        conditioned=name in selection.filters,
        days=selection.matched,
        other_days=selection.others,
        universe_days=selection.universe,
    )


def spec_for(name: str, universe: Sequence[Value]) -> Spec:
    """A feature's spec; the years of `year` are those of the data (ruling 27)."""
    if name == "year":
        return replace(SPECS[name], labels=tuple(sorted({str(value) for value in universe})))
    return SPECS[name]


def statistics(name: str, selection: Selection) -> tuple[Data, dict[str, Data]]:
    """A feature's metadata {n, missing_days} and {module: data}."""
    case = case_for(name, selection)
    return metadata(case), answer(case)
