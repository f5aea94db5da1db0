"""A condition's bitmaps are a plain comparison of the columns, for every label, whole number and bar."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from core.contracts.catalogue import FeatureDefinition
from core.features.by_bar import value_by_bar
from core.figures.bitmap import Bitmap, Layout
from core.figures.columns import Column
from core.market.market import FloatArray
from core.question.bitmaps import Bitmaps
from core.question.conditions import Condition
from tests.property.test_coin_answers import Snap, snap

BARS = range(1, 82)


@pytest.fixture(scope="module")
def made() -> Snap:
    """Sessions with two coin days each."""
    return snap(3, sessions=60, draws=2)


def differing(made: Snap, *, coin: bool, by_bar: bool) -> list[str]:
    """The conditions of equality that are other than a plain comparison, on sessions or coin days."""
    bitmaps = made.index.coin_bitmaps if coin else made.index.sessions
    assert bitmaps is not None
    columns = made.coin.columns if coin else made.columns
    found = []
    for feature in made.index.catalogue.features:
        if feature.name not in columns or feature.kind in ("numeric", "date"):
            continue
        for bar in (BARS if feature.by_bar_safe else ()) if by_bar else (None,):
            values = columns[feature.name].values if bar is None else value_by_bar(feature, columns, bar)
            found += [
                f"{feature.name} = {cell} by {bar}"
                for cell, number in cells_of(bitmaps, feature, bar)
                if not is_plain(bitmaps, Condition(feature.name, 0, "=", cell, bar), values, number)
            ]
    return found


def cells_of(
    bitmaps: Bitmaps, feature: FeatureDefinition, bar: int | None
) -> Iterator[tuple[bool | int | str, int]]:
    """Every value with its number; of a bar those about it."""
    definition = bitmaps.definitions[feature.name]
    first = 0 if definition.value_range is None else definition.value_range[0]
    for number, cell in enumerate(definition.coded_values, first):
        if bar is None or feature.kind == "enum" or number in (0, 1, bar - 1, bar, bar + 1):
            yield cell, number


def is_plain(bitmaps: Bitmaps, condition: Condition, values: FloatArray, number: int) -> bool:
    holds, known = bitmaps.bitmap(condition)
    plain = values == number
    same = np.array_equal(holds.mask, plain) and np.array_equal(known.mask, ~np.isnan(values))
    return same and holds.count == int(plain.sum()) and np.array_equal(holds.rows(), np.flatnonzero(plain))


@pytest.mark.parametrize("coin", [False, True], ids=["sessions", "coin days"])
@pytest.mark.parametrize("by_bar", [False, True], ids=["whole day", "every bar"])
def test_equality_is_a_plain_comparison(made: Snap, coin: bool, by_bar: bool) -> None:
    assert differing(made, coin=coin, by_bar=by_bar) == []


def test_a_mask_of_several_years_comes_back_from_its_words() -> None:
    layout, rng = (
        Layout(np.arange("2022-11-20", "2025-03-01", 3, dtype="datetime64[D]")),
        np.random.default_rng(1),
    )
    assert layout.years.tolist() == [2022, 2023, 2024, 2025]
    for share in (0.0, 0.1, 0.9, 1.0):
        mask, other = rng.random((2, layout.days)) < share
        days, others = layout.bitmap(mask), layout.bitmap(other)
        assert np.array_equal(days.mask, mask)
        assert np.array_equal((~days).mask, ~mask)
        assert ((~days).count, (days & ~days).count) == (layout.days - days.count, 0)
        assert np.array_equal((days & others).mask, mask & other)
        assert np.array_equal((days | others).mask, mask | other)


def test_a_table_of_values_that_is_one_off_is_seen(made: Snap, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Column.by_value
    monkeypatch.setattr(Column, "by_value", lambda column: np.roll(plain(column), 1, axis=0))
    assert "gap_up = True by None" in differing(snap_again(made), coin=False, by_bar=False)


def test_null_that_counts_as_a_value_is_seen(made: Snap, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Column, "known", property(lambda column: np.ones(len(column.codes), dtype=np.bool_)))
    for coin in (False, True):
        assert differing(snap_again(made), coin=coin, by_bar=False)


def test_an_end_of_codes_that_is_left_out_is_seen(made: Snap, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Column.days_with
    monkeypatch.setattr(Column, "days_with", lambda column, wanted: plain(column, np.roll(wanted, 1)))
    assert differing(made, coin=True, by_bar=False)


def test_an_event_of_the_next_bar_is_seen(made: Snap, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Bitmaps._happened
    monkeypatch.setattr(Bitmaps, "_happened", lambda days, feature, bar: plain(days, feature, bar + 1))
    for coin in (False, True):
        assert differing(made, coin=coin, by_bar=True)


def test_a_complement_with_the_bits_after_a_year_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bitmap, "__invert__", lambda days: Bitmap(~days.words, days.layout))
    layout = Layout(np.array(["2024-01-02", "2025-01-02"], dtype="datetime64[D]"))
    assert (~layout.no_day).count != layout.days


def snap_again(made: Snap) -> Snap:
    """The same days in an index that has looked up nothing yet."""
    return replace(made, index=replace(made.index))
