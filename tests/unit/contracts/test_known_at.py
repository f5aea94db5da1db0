"""A value may be known at any bar of the day; the classes of the design keep their names."""

import pytest

from core.contracts.catalogue import Catalogue
from core.contracts.known_at import LAST_BAR, KnownAt
from core.warehouse.serving.pack import catalogue_from_json, catalogue_to_json
from tests.unit.figures.small_features import define


@pytest.mark.parametrize("bar", range(LAST_BAR + 1))
def test_every_bar_has_a_class_that_names_it(bar: int) -> None:
    known = KnownAt.at(bar)
    assert known.bar == bar
    assert KnownAt(str(known)) == known


def test_the_classes_of_the_design_keep_their_names() -> None:
    named = (
        KnownAt.PRE,
        KnownAt.OPEN,
        KnownAt.BAR_1,
        KnownAt.BAR_12,
        KnownAt.BAR_18,
        KnownAt.EVENT,
        KnownAt.EOD,
    )
    assert [str(each) for each in named] == ["pre", "open", "b1", "b12", "b18", "event", "eod"]
    assert [each.bar for each in named] == [0, 0, 1, 12, 18, 81, 81]


@pytest.mark.parametrize("name", ["", "b0", "b01", "b81", "b100", "bar 12", "close", "B12"])
def test_another_name_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="known_at: expected pre, open, b1 to b80, event or eod, found"):
        KnownAt(name)


@pytest.mark.parametrize("bar", [-1, 82])
def test_a_bar_outside_the_day_is_refused(bar: int) -> None:
    with pytest.raises(ValueError, match="known_at"):
        KnownAt.at(bar)


def test_a_feature_known_at_any_bar_goes_through_the_pack() -> None:
    feature = define("toy", "boolean", known_at=KnownAt.at(27))
    assert (feature.known_at_bar(), feature.resolves_from, feature.spans_from) == (27, 27, 1)
    seen = Catalogue((feature,), ())
    assert catalogue_from_json(catalogue_to_json(seen)) == seen
