"""An occurrence from year to year: counts by hand, and clusters where they were put."""

import numpy as np
import pytest
from numpy.typing import NDArray

from core.contracts.catalogue import Catalogue
from core.evidence.stability import Stability, stability_of
from core.features.compute import FeatureColumn
from core.market.market import DateArray
from tests.unit.figures.small_features import BOOLEAN, EVENT, NUMERIC, PLACE, SIDES

EVERY = (BOOLEAN, EVENT, SIDES, PLACE, NUMERIC)


def weekdays(count: int, first: str = "2024-01-01") -> DateArray:
    return np.busday_offset(first, np.arange(count), roll="forward")


def stability(values: NDArray[np.float64], dates: DateArray) -> Stability:
    return stability_of(Catalogue((BOOLEAN,), ()), dates, {BOOLEAN.name: FeatureColumn(values)})[0]


def test_years_count_days_with_a_value_and_active_ones() -> None:
    dates = np.array(["2023-12-28", "2023-12-29", "2024-01-02", "2024-01-03"], dtype="datetime64[D]")
    found = stability(np.array([1.0, np.nan, 0.0, 1.0]), dates)
    assert [(each.year, each.n, each.days, each.occurrence) for each in found.years] == [
        (2023, 1, 1, 1.0),
        (2024, 2, 1, 0.5),
    ]
    assert found.years[0].upper == 1.0
    assert found.years[1].lower == pytest.approx(0.094531, abs=1e-6)


def test_every_feature_with_an_occurrence_stands_there_and_no_other() -> None:
    dates = weekdays(10)
    columns = {each.name: FeatureColumn(np.arange(10.0) % 2) for each in EVERY}
    found = stability_of(Catalogue(EVERY, ()), dates, columns)
    assert [each.feature for each in found] == [BOOLEAN.name, EVENT.name, SIDES.name]
    assert [each.years[0].days for each in found] == [5, 5, 5]


def test_the_design_effect_of_two_weeks_is_worked_out_by_hand() -> None:
    """Weekly sums about the rate 0.5 are 2.5 and -2.5; neighbours weigh 8/9; p (1 - p) n is 2.5."""
    found = stability(np.repeat([1.0, 0.0], 5), weekdays(10))
    assert found.design_effect == pytest.approx((2 * 6.25 - 2 * 8 / 9 * 6.25) / 2.5)
    apart = stability(np.repeat([1.0, 0.0], 5), np.concatenate([weekdays(5), weekdays(5, "2024-06-03")]))
    assert apart.design_effect == pytest.approx(2 * 6.25 / 2.5), "weeks far apart do not lean on each other"


def test_seasons_of_active_days_are_marked_and_a_coin_is_not() -> None:
    dates = weekdays(1500)
    coin = np.random.default_rng(1).integers(0, 2, 1500).astype(np.float64)
    assert stability(coin, dates).design_effect == pytest.approx(1, abs=0.35)
    assert not stability(coin, dates).days_cluster
    seasons = (np.arange(1500) // 100 % 2).astype(np.float64)
    effect = stability(seasons, dates).design_effect
    assert effect is not None
    assert effect > 5, "no week alone holds an effect above five"
    assert stability(seasons, dates).days_cluster


@pytest.mark.parametrize("value", [0.0, 1.0, np.nan])
def test_a_rate_of_nothing_all_or_no_day_has_no_design_effect(value: float) -> None:
    found = stability(np.full(20, value), weekdays(20))
    assert (found.design_effect, found.days_cluster) == (None, False)
