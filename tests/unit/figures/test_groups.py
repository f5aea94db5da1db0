"""A group is any mask of days: years, sets that share days; a module is one definition."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
import pytest
from msgspec import Struct
from msgspec.json import Encoder
from msgspec.structs import replace as changed

from core.build.pack.build_pack import assemble_pack
from core.contracts.catalogue import FeatureDefinition
from core.contracts.results.rates import Rate
from core.features.compute import compute_features
from core.features.registry import catalogue_of
from core.figures.answer import Engine, Groups, result_of
from core.figures.bitmap import Layout
from core.figures.columns import ACTIVE, Sheet
from core.figures.counting import figures_of
from core.figures.kinds import KINDS, Feature, kind
from core.question.index import SnapshotIndex
from core.warehouse.serving.load_index import load_index
from tests.property.markets import random_market
from tests.unit.figures.small_features import BOOLEAN, COUNT, coded, day_by_day, define, weekdays

NAMES = ["gap_up", "gap_fill_bar", "close_ibs", "or12_bo_sides"]


@lru_cache
def index() -> SnapshotIndex:
    market = random_market(5, 400)
    return load_index(assemble_pack(catalogue_of(market), market, compute_features(market)))


def test_calendar_years_are_groups() -> None:
    snapshot = index()
    years = snapshot.session_date.astype("datetime64[Y]")
    found = np.unique(years)
    by_year = figures_of(
        snapshot.engine.columns, NAMES, [snapshot.layout.bitmap(years == year) for year in found], exact=True
    )
    active = snapshot.days["gap_up"].codes == 1
    known = snapshot.days["gap_up"].codes != 255
    for year, figures in zip(found, by_year, strict=True):
        rate = figures["gap_up"].rates(ACTIVE)[0]
        inside = years == year
        assert (rate.days, rate.of) == ((active & inside).sum(), (known & inside).sum())
        assert rate.lower is not None
        assert rate.share is not None
        assert rate.lower <= rate.share
        values = snapshot.columns["close_ibs"].numbers[inside]
        assert figures["close_ibs"].spread().median == np.nanmedian(values)


def test_two_sets_of_days_may_share_days() -> None:
    snapshot = index()
    up, first = snapshot.days["gap_up"].codes == 1, np.arange(snapshot.n_sessions) < 250
    groups = [snapshot.layout.bitmap(days) for days in (up, first)]
    one, other = figures_of(snapshot.engine.columns, NAMES, groups)
    alone = [figures_of(snapshot.engine.columns, NAMES, [days])[0] for days in groups]
    for name in NAMES:
        assert one[name].all_rates == alone[0][name].all_rates
        assert other[name].spreads == alone[1][name].spreads


class KnownDays(Struct, frozen=True):
    """Days with a value, and the most that one of them had."""

    days: int
    most: float | None
    often: Rate


@pytest.fixture
def toy() -> Iterator[FeatureDefinition]:
    """A module of one definition: what it counts, and a function of the figures."""

    def count_often(sheet: Sheet) -> None:
        sheet.rates("three or more", {"often": sheet.within(3, float("inf"))})

    @kind("Known Days", count_often, bars=("three or more",))
    def known_days(f: Feature) -> Any:
        often = f.matched.rates("three or more")[0]
        return KnownDays(f.matched.known, f.matched.spread().most, Rate(often.share, often.days, often.of))

    yield define("touches", "integer count", "known_days", value_range=(0, 5))
    del KINDS["known_days"]


def test_a_module_is_one_definition(toy: FeatureDefinition) -> None:
    days = [0, 3, None, 5, 1, 4]
    layout = Layout(weekdays(len(days)))
    engine = Engine([day_by_day(toy, days)], layout)
    matched = layout.bitmap(np.array([True, True, True, True, False, False]))
    results = engine.results(Groups(matched, ~matched), [toy.name], exact=True)
    module = results[toy.name].modules["known_days"]
    assert (module.status, module.display_name, module.metadata.missing_days) == ("success", "Known Days", 1)
    data: Any = module.data
    assert data == KnownDays(3, 5.0, Rate(2 / 3, 2, 3))
    assert b'"often":{"occurrence":0.666' in Encoder().encode(module)
    assert engine.columns.sheets[toy.name].parts["three or more"].spans["often"] == (3, 6)


def test_six_decimals_or_all_of_them() -> None:
    engine = Engine([day_by_day(BOOLEAN, [True, False, False])], Layout(weekdays(3)))
    exact, served = (next(engine.features(Groups(), ["gap_up"], exact=each)) for each in (True, False))
    assert exact.matched.rates(ACTIVE)[0].share == 1 / 3
    assert served.matched.rates(ACTIVE)[0].share == 0.333333
    assert changed(result_of(served), feature="x").feature == "x"


def test_codes_are_those_of_the_pack() -> None:
    assert coded(COUNT, [0, 5, None]).tolist() == [0, 5, 255]
