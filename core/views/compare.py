"""Two questions side by side: A and B, each with its own filters and dates.

Source: design/beyond.md, section 4.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.contracts.results.comparison import FeatureComparison, GroupRate, LabelRates
from core.contracts.results.rates import Difference, Interval
from core.figures.bitmap import Bitmap
from core.figures.columns import Flags
from core.figures.formulas import Counts, compare, shares_of, to_json_numbers
from core.figures.tests import tests_of
from core.question.conditions import FilterQuery
from core.question.index import SnapshotIndex, deciding
from core.question.look_ahead import is_known

ACTIVITY = -1
"""The outcome for a feature's active days instead of a label."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Days of A, of B and of both; the named features; the tier's by significance of their difference."""

    a_days: int
    b_days: int
    both_days: int
    features: dict[str, FeatureComparison]
    ranking: list[str]


def comparison_of(
    index: SnapshotIndex, a: FilterQuery, b: FilterQuery, names: Sequence[str], tested: Sequence[str]
) -> Comparison:
    """Some features on the days of both questions; ranking and Holm's adjustment range over `tested`.

    Both questions are as of the same bar.
    """
    days_a, days_b = index.sessions.select(a), index.sessions.select(b)
    decided: dict[str, list[str]] = deciding(index, a)
    for name, filters in deciding(index, b).items():
        decided[name] = list(dict.fromkeys([*decided.get(name, []), *filters]))
    flags = index.engine_of(a).columns.flags
    by_name, as_of = index.catalogue.by_name, a.as_of
    tested = [name for name in tested if as_of is None or not is_known(by_name[name], as_of)]
    sides = _Sides(flags, days_a, days_b, [name for name in tested if name not in decided])
    compared = {
        name: sides.feature(name, by_name[name].labels, decided.get(name, []))
        for name in dict.fromkeys([*names, *tested])
        if name in flags.row_of
    }
    a_days, b_days, both_days = (each.count for each in (days_a, days_b, days_a & days_b))
    asked = {name: compared[name] for name in names if name in compared}
    return Comparison(a_days, b_days, both_days, asked, _ranking(compared, tested))


def _ranking(compared: dict[str, FeatureComparison], tested: Sequence[str]) -> list[str]:
    """By q-value, then by the size of the difference, then in the tier's order."""
    keys = {
        name: (each.q_value, -abs(each.difference.value))
        for name, each in compared.items()
        if name in tested and each.q_value is not None and each.difference is not None
    }
    return sorted((name for name in tested if name in keys), key=keys.__getitem__)


class _Sides:
    """Days by flag (4, R) of A, B, A alone and B alone, and the tests of the last two."""

    def __init__(self, flags: Flags, a: Bitmap, b: Bitmap, tested: Sequence[str]) -> None:
        self._flags = flags
        self._counts = np.stack([flags.count(days) for days in (a, b, a & ~b, b & ~a)])
        self._tests = tests_of(flags, self._counts[2], self._counts[3], tested)

    def feature(self, name: str, labels: Sequence[str], decided_by: list[str]) -> FeatureComparison:
        """One feature; an enum without an occurrence by its labels."""
        row, flags = self._flags.row_of[name], self._flags
        n = self._counts[:, flags.known[row]]
        by_label = self._counts[:, flags.outcomes[row, : len(labels)]] if flags.is_enum[row] else None
        place = ACTIVITY if by_label is None else _farthest(by_label, n)
        flag = flags.active[row] if place == ACTIVITY else flags.outcomes[row, place]
        days = self._counts[:, flag]
        activity, of_labels, q_value = to_json_numbers(self._tests[row], np.isnan(self._tests[row]))
        a, b, only_a, only_b = group_rates(days, n)
        return FeatureComparison(
            a,
            b,
            only_a,
            only_b,
            difference_of(days[2:], n[2:]),
            of_labels if flags.is_enum[row] else activity,
            q_value,
            decided_by,
            None if place == ACTIVITY else labels[place],
            None if by_label is None else _labels(labels, by_label[:2], n[:2]),
        )


def group_rates(days: Counts, n: Counts) -> list[GroupRate]:
    """The shares of `days` of `n` (G,), one per group."""
    return [
        GroupRate(share, some, of, Interval(lower, upper))
        for some, of, (share, lower, upper) in zip(days.tolist(), n.tolist(), shares_of(days, n), strict=True)
    ]


def difference_of(days: Counts, n: Counts) -> Difference | None:
    if not n.all():
        return None
    limits = compare(days[:, None], n[:, None])[1:, 0]
    return Difference(*to_json_numbers(limits))


@np.errstate(divide="ignore", invalid="ignore")
def _farthest(by_label: Counts, n: Counts) -> int:
    """The label (L,) with the largest difference between A alone and B alone; the first of equals."""
    shares = by_label[2:] / n[2:, None]
    return int(np.nan_to_num(np.abs(shares[0] - shares[1])).argmax())


def _labels(labels: Sequence[str], by_label: Counts, n: Counts) -> list[LabelRates]:
    """Every label on all days of A and of B; `by_label` (2, L)."""
    of_a, of_b = (
        group_rates(days, np.broadcast_to(of, days.shape)) for days, of in zip(by_label, n, strict=True)
    )
    return [LabelRates(*each) for each in zip(labels, of_a, of_b, strict=True)]
