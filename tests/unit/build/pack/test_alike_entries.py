"""The pack's back-test of days alike: as a service finds them, and refused where it cannot be."""

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from core.build.alike_years import alike_years
from core.build.pack.alike_entries import alike_entries
from core.build.pack.build_pack import assemble_pack
from core.contracts.errors import DataError
from core.contracts.pack import ALIKE_BARS, ALIKE_BRIER, ALIKE_DAYS, ALIKE_ERROR, ALIKE_WEEKS
from core.evidence import verify_pack
from core.evidence.verify_pack import verify_alike
from core.features.compute import compute_features
from core.features.registry import catalogue_of
from core.figures.alike import LEAST_BEFORE
from core.question.index import SnapshotIndex
from core.views.alike import known_by
from core.warehouse.serving.load_index import load_index
from core.warehouse.serving.pack import Pack
from tests.property.markets import random_market


@cache
def made() -> tuple[SnapshotIndex, Pack]:
    market = random_market(7, 300)
    pack = assemble_pack(catalogue_of(market), market, compute_features(market))
    index = load_index(pack)
    return index, replace(pack, arrays={**pack.arrays, **alike_entries(alike_years(index, {}).scores)})


def test_a_service_finds_the_same_days_and_reads_the_scores() -> None:
    index, pack = made()
    assert verify_alike(index, pack) == 2 * len(ALIKE_BARS)
    assert verify_alike(index, pack, index.n_sessions) == len(ALIKE_BARS)
    served = load_index(pack).back_test
    assert served is not None
    assert served.days.max() == 50
    assert index.back_test is None


@pytest.mark.parametrize(
    ("entry", "value", "words"),
    [
        (ALIKE_DAYS, 51, "days of the back-test"),
        (ALIKE_BRIER, 1.5, "Brier scores"),
        (ALIKE_BRIER, np.nan, "Brier scores without a day"),
        (ALIKE_WEEKS, 51, "weeks of the back-test"),
        (ALIKE_ERROR, np.nan, "errors without two weeks"),
        (ALIKE_ERROR, -0.1, "errors of the scores"),
    ],
)
def test_a_figure_that_cannot_be_is_refused(entry: str, value: Any, words: str) -> None:
    index, pack = made()
    spoilt = pack.array(entry).copy()
    spoilt[np.unravel_index(np.nanargmax(spoilt), spoilt.shape)] = value
    with pytest.raises(DataError, match=words):
        verify_alike(index, replace(pack, arrays={**pack.arrays, entry: spoilt}))


@pytest.mark.parametrize("first_new", [LEAST_BEFORE, 300], ids=["every_day_is_new", "the_last_day_is_new"])
def test_other_days_than_a_service_finds_are_refused(monkeypatch: pytest.MonkeyPatch, first_new: int) -> None:
    index, pack = made()
    monkeypatch.setattr(verify_pack, "known_by", lambda features, bar: known_by(features, bar)[3:])
    with pytest.raises(DataError, match="days like"):
        verify_alike(index, pack, first_new)


def test_a_back_test_of_another_shape_is_refused() -> None:
    pack = made()[1]
    short = {ALIKE_DAYS: pack.array(ALIKE_DAYS)[:-1]}
    with pytest.raises(DataError, match=ALIKE_DAYS):
        load_index(replace(pack, arrays={**pack.arrays, **short}))
