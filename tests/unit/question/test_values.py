"""Values as people read them."""

import numpy as np

from core.question.values import columns, values_of
from tests.unit.question.toy import CATALOGUE, toy

NAMES = [feature.name for feature in CATALOGUE.features]


def test_values_of_lists_what_the_data_holds_in_order() -> None:
    snap = toy(3, 130)
    for feature in CATALOGUE.features:
        if feature.kind == "date":
            continue
        raw = snap.columns[feature.name].values
        distinct = sorted(set(raw[~np.isnan(raw)].tolist()))
        named = [feature.labels[int(value)] for value in distinct] if feature.labels else distinct
        assert values_of(snap.index, feature.name) == named


def test_values_have_the_types_json_shows() -> None:
    snap = toy(3, 130)
    assert values_of(snap.index, "flag") == [False, True]
    assert {type(value) for value in values_of(snap.index, "flag")} == {bool}
    assert values_of(snap.index, "touch_bar")[0] == 0
    assert {type(value) for value in values_of(snap.index, "touch_bar")} == {int}
    assert {type(value) for value in values_of(snap.index, "size")} == {float}
    assert values_of(snap.index, "day")[:2] == ["2024-01-02", "2024-01-03"]


def test_columns_read_sessions_in_the_order_asked_with_none_for_null() -> None:
    snap = toy(3, 130)
    rows = np.array([129, 0, 5, 5])
    table = columns(snap.index, rows, NAMES)
    assert list(table) == NAMES
    for feature in CATALOGUE.features[:-1]:
        raw = snap.columns[feature.name].values[rows].tolist()
        named = [None if value != value else value for value in raw]
        if feature.labels:
            named = [None if value is None else feature.labels[int(value)] for value in named]
        assert table[feature.name] == named
    assert table["day"] == [str(day) for day in snap.market.session_date[rows]]
