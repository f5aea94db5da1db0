"""Chi-square with its pooling rule, and Holm, against scipy and statsmodels."""

import numpy as np
import pytest
from scipy.stats import chi2_contingency
from statsmodels.stats.multitest import multipletests

from core.figures import tests
from tests.unit.figures.small_features import adjusted


def chi_square(matched: list[int], others: list[int]) -> float | None:
    """The p-value of one feature's labels."""
    found = tests.chi_square(np.array([matched]), np.array([others]))[0].item()
    return None if np.isnan(found) else found


def scipy_p(*rows: list[int]) -> float:
    return float(chi2_contingency(rows, correction=False).pvalue)


@pytest.mark.parametrize(
    ("matched", "others"),
    [([30, 40], [50, 20]), ([30, 40, 50], [60, 61, 62]), ([100, 90, 80, 70], [5, 60, 200, 90])],
)
def test_labels_all_common_are_pearson_s_test(matched: list[int], others: list[int]) -> None:
    assert chi_square(matched, others) == pytest.approx(scipy_p(matched, others), rel=1e-9)


def test_two_labels_have_no_continuity_correction() -> None:
    corrected = chi2_contingency([[30, 40], [50, 20]], correction=True).pvalue
    assert chi_square([30, 40], [50, 20]) != pytest.approx(float(corrected), rel=1e-3)


def test_a_label_absent_on_both_sides_is_dropped() -> None:
    assert chi_square([30, 0, 40], [50, 0, 20]) == chi_square([30, 40], [50, 20])


def test_rare_labels_are_pooled_into_a_label_of_their_own() -> None:
    assert chi_square([30, 40, 4, 3], [50, 20, 3, 4]) == pytest.approx(
        scipy_p([30, 40, 7], [50, 20, 7]), rel=1e-9
    )


def test_a_pool_still_rare_joins_the_smallest_other_label() -> None:
    assert chi_square([30, 40, 2, 1], [50, 20, 1, 2]) == pytest.approx(scipy_p([30, 43], [50, 23]), rel=1e-9)


def test_an_expected_count_of_exactly_five_is_enough() -> None:
    assert chi_square([5, 45], [5, 45]) == pytest.approx(scipy_p([5, 45], [5, 45]))
    assert chi_square([5, 44], [4, 47]) is None


@pytest.mark.parametrize(
    ("matched", "others"),
    [([0, 0], [10, 10]), ([10, 10], [0, 0]), ([40, 0], [60, 0]), ([1, 2, 1], [200, 100, 300]), ([3], [5])],
)
def test_no_test_without_days_or_a_second_common_label(matched: list[int], others: list[int]) -> None:
    assert chi_square(matched, others) is None


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
