"""Holm's adjustment against statsmodels."""

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

from tests.unit.figures.small_features import adjusted


def test_holm_agrees_with_statsmodels() -> None:
    p_values = np.random.default_rng(3).random(40) ** 3
    p_values[7] = p_values[8]
    ours = adjusted({str(i): p for i, p in enumerate(p_values.tolist())})
    theirs = multipletests(p_values, method="holm")[1]
    assert list(ours.values()) == pytest.approx(theirs.tolist(), rel=1e-12)


def test_holm_leaves_untested_features_outside() -> None:
    assert adjusted({"a": 0.02, "b": None, "c": 0.01}) == {"a": 0.02, "b": None, "c": 0.02}
    assert adjusted({}) == {}
    assert adjusted({"a": None}) == {"a": None}
