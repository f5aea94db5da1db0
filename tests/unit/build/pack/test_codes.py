"""Codes of counts whose range is a hint: no value is clamped, and none that is impossible gets through."""

from dataclasses import replace

import numpy as np
import pytest

from core.build.pack.build_pack import assemble_pack
from core.build.pack.feature_entries import widen_ranges
from core.contracts.catalogue import Catalogue
from core.contracts.errors import DataError
from core.evidence.verify_pack import verify_index
from core.features.compute import FeatureColumn
from core.question.conditions import Condition
from core.question.values import values_of
from core.warehouse.serving.load_index import load_index
from tests.unit.question.toy import CATALOGUE, Toy, toy


def hinted(name: str) -> Catalogue:
    features = (
        replace(each, range_is_hint=True) if each.name == name else each for each in CATALOGUE.features
    )
    return Catalogue(tuple(features), CATALOGUE.categories)


def with_runs(*runs: float) -> tuple[Toy, dict[str, FeatureColumn]]:
    """A snapshot whose first days have these values of `run`, a count from -30 to 30."""
    snap = toy(4)
    values = snap.columns["run"].values.copy()
    values[: len(runs)] = runs
    return snap, snap.columns | {"run": replace(snap.columns["run"], values=values)}


def test_a_run_longer_than_its_hint_is_found_by_every_operator() -> None:
    snap, columns = with_runs(-34, 41)
    index = load_index(assemble_pack(hinted("run"), snap.market, columns))
    verify_index(index, columns)
    assert index.catalogue.by_name["run"].value_range == (-34, 41)
    assert (values_of(index, "run")[0], values_of(index, "run")[-1]) == (-34, 41)
    found = [
        index.sessions.passing(Condition("run", False, operator, value)).count  # type: ignore[arg-type]
        for operator, value in [
            ("=", -34),
            ("<", -30),
            (">", 30),
            (">=", 41),
            ("range", (31, 50)),
            ("<", -34),
        ]
    ]
    assert found == [1, 1, 1, 1, 1, 0]


def test_values_inside_the_hint_leave_it_as_it_is() -> None:
    snap, columns = with_runs(3, -2)
    assert widen_ranges(hinted("run"), columns) == hinted("run")
    nothing = columns | {"run": FeatureColumn(np.full(len(snap.market), np.nan))}
    assert widen_ranges(hinted("run"), nothing) == hinted("run")


def test_a_range_that_is_no_hint_still_stops_the_build() -> None:
    snap, columns = with_runs(-34)
    with pytest.raises(DataError, match="run, session 2024-01-02: value -34 found, whole numbers from -30"):
        assemble_pack(CATALOGUE, snap.market, columns)


def test_a_half_is_no_count_even_where_the_range_is_a_hint() -> None:
    snap, columns = with_runs(-34.5)
    with pytest.raises(
        DataError, match=r"run, session 2024-01-02: value -34.5 found, whole numbers from -35"
    ):
        assemble_pack(hinted("run"), snap.market, columns)


def test_more_values_than_codes_stop_the_build() -> None:
    snap, columns = with_runs(-200, 100)
    with pytest.raises(DataError, match="run: 301 values, at most 255 can be coded"):
        assemble_pack(hinted("run"), snap.market, columns)
