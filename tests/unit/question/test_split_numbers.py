"""A number that means one thing where an event happened and another where not is shown for both apart."""

from typing import Any

import numpy as np
import pytest

from core.contracts.results.spreads import NumberDistribution, Quartiles
from core.features.registry import catalogue
from core.question.filters import parse_query
from core.question.index import results_of
from tests.unit.question.test_decided import index

HEAT, FILL = "gap_adverse_pct_adr", "gap_fill_bar"


def answer(filters: Any) -> NumberDistribution:
    snapshot = index()
    first, last = snapshot.first_date, snapshot.last_date
    query = parse_query(filters, None, None, snapshot.catalogue, first=first, last=last)
    found = results_of(snapshot, query, snapshot.sessions.select(query), [HEAT], exact=True)
    data = found[HEAT].modules["basic_distribution"].data
    assert isinstance(data, NumberDistribution)
    return data


def middle(mask: Any) -> Quartiles:
    values = index().columns[HEAT].numbers[mask]
    values = values[~np.isnan(values)]
    q1, median, q3 = np.quantile(values, (0.25, 0.5, 0.75)).tolist() if len(values) else (None,) * 3
    return Quartiles(len(values), median, q1, q3)


@pytest.mark.parametrize("value", [None, True, False])
def test_heat_is_told_of_filled_and_of_unfilled_days(value: bool | None) -> None:
    snapshot = index()
    codes, up = snapshot.days[FILL].codes, snapshot.days["gap_up"].codes
    known = codes != 255
    matched = np.ones(len(codes), dtype=np.bool_) if value is None else up == int(value)
    found = answer({} if value is None else {"gap_up": {"operator": "=", "value": value}})
    assert found.parts is not None
    assert [(part.split_by, part.happened, part.label) for part in found.parts] == [
        (FILL, True, "Gap filled"),
        (FILL, False, "Gap not filled"),
    ]
    for part, days in zip(found.parts, (known & (codes > 0), known & (codes == 0)), strict=True):
        assert part.matched == middle(matched & days)
        assert part.others == (None if value is None else middle(~matched & days))
    assert sum(part.matched.n for part in found.parts) == found.n
    assert min(part.matched.n for part in found.parts) > 0


def test_what_splits_a_number_is_an_event_of_the_catalogue_and_all_else_has_no_parts() -> None:
    known = catalogue().by_name
    split = {each.name: known[each.split_by] for each in known.values() if each.split_by is not None}
    assert {name: event.name for name, event in split.items()} == {HEAT: FILL}
    assert all(event.is_event_bar and known[name].kind == "numeric" for name, event in split.items())
