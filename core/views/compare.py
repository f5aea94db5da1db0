"""Two questions side by side: A and B, each with its own filters and dates.

Source: design/truth.md, section 5.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.contracts.catalogue import FeatureDefinition
from core.contracts.results.comparison import FeatureComparison, GroupRate, LabelRates
from core.contracts.results.rates import Difference, Interval
from core.contracts.results.verdict import Untested, Verdict
from core.figures.coin import Coin
from core.figures.columns import Flags
from core.figures.formulas import Counts, compare, shares_of, to_json_numbers
from core.figures.outcomes import Family, outcomes_of, verdict_of
from core.figures.verdict import Difference as Compared
from core.figures.verdict import untested
from core.question.conditions import FilterQuery
from core.question.index import SnapshotIndex, deciding
from core.question.look_ahead import is_known
from core.views.shared_days import GroupDays, differences, p_values, reasons_of


@dataclass(frozen=True, slots=True)
class Comparison:
    """Days of A, of B and of both; the named features; those tested, by significance of their difference."""

    a_days: int
    b_days: int
    both_days: int
    features: dict[str, FeatureComparison]
    ranking: list[str]


def comparison_of(index: SnapshotIndex, a: FilterQuery, b: FilterQuery, names: Sequence[str]) -> Comparison:
    """Some features on the days of both questions; Holm's adjustment ranges over all of their outcomes.

    Both questions are as of the same bar.
    """
    days_a, days_b = index.sessions.select(a), index.sessions.select(b)
    groups = days_a, days_b, days_a & days_b
    decided: dict[str, list[str]] = deciding(index, a)
    for name, filters in deciding(index, b).items():
        decided[name] = list(dict.fromkeys([*decided.get(name, []), *filters]))
    engine, by_name, as_of = index.engine_of(a), index.catalogue.by_name, a.as_of
    reasons: dict[str, Untested] = dict.fromkeys(decided, "fixed_by_filter")
    if as_of is not None:
        reasons |= dict.fromkeys((name for name in names if is_known(by_name[name], as_of)), "known_by_then")
    flags = engine.columns.flags
    counts = np.stack([flags.count(days) for days in groups])
    sides = _Sides(flags, counts, names, by_name, engine.coin, reasons)
    compared = {name: sides.feature(name, decided.get(name, [])) for name in sides.rows_of}
    a_days, b_days, both_days = (days.count for days in groups)
    return Comparison(a_days, b_days, both_days, compared, sides.ranking())


class _Sides:
    """The outcomes of some features on A, B and both, by days with each flag (3, R) of these in `counts`.

    An enum has its labels, any other feature its occurrence: `rows_of` gives their rows by feature.
    `reasons` say why features are not tested.
    """

    def __init__(
        self,
        flags: Flags,
        counts: Counts,
        names: Collection[str],
        definitions: Mapping[str, FeatureDefinition],
        coin: Coin | None,
        reasons: Mapping[str, Untested],
    ) -> None:
        outcomes = [each for each in outcomes_of(flags, names) if each.is_label == flags.is_enum[each.row]]
        known, came = np.array([each.flags_in(flags) for each in outcomes], dtype=np.intp).reshape(-1, 2).T
        self._definitions, self._reasons = definitions, reasons
        self._keys = [each.key for each in outcomes]
        self.rows_of: dict[str, list[int]] = {}
        for row, key in enumerate(self._keys):
            self.rows_of.setdefault(key.name, []).append(row)
        days = GroupDays(counts[:, known], counts[:, came])
        found = differences(days)
        self._differences = to_json_numbers(found.T, np.isnan(found.T))
        alone = GroupDays(*(np.concatenate((each[:2], each[:2] - each[2])) for each in days))
        self._rates = [group_rates(*each) for each in zip(alone.came.T, alone.n.T, strict=True)]
        tested = [row for row, key in enumerate(self._keys) if key.name not in reasons]
        twin_of = {} if coin is None else coin.twin_of
        self._family = Family([self._keys[row] for row in tested], twin_of, definitions)
        of_tested = GroupDays(*(each[:, tested] for each in days))
        p = p_values(of_tested, flags.log_factorials)
        tests = self._family.tests(p, reasons_of(of_tested), exact=False)
        self._tests = dict(zip(self._family.row_of, tests, strict=True))
        self._verdicts = [self._verdict(row) for row in range(len(outcomes))]

    def _verdict(self, row: int) -> Verdict:
        key = self._keys[row]
        if key not in self._tests:
            return untested("b", self._reasons[key.name])
        value, reference = self._differences[row][0] or 0.0, self._rates[row][1].occurrence or 0.0
        return verdict_of("b", self._tests[key], self._family.twin(key), Compared(value, reference, value))

    def feature(self, name: str, decided_by: list[str]) -> FeatureComparison:
        """One feature; an enum by the label that differs most surely."""
        row = min(self.rows_of[name], key=self._significance)
        is_label = self._keys[row].place >= 0
        a, b, only_a, only_b = self._rates[row]
        return FeatureComparison(
            a,
            b,
            only_a,
            only_b,
            self._difference(row),
            self._verdicts[row],
            decided_by,
            self._label(row) if is_label else None,
            [self._label_rates(each) for each in self.rows_of[name]] if is_label else None,
        )

    def _significance(self, row: int) -> tuple[float, float]:
        """Ascending by adjusted p-value, then by the size of the difference; last what is not tested."""
        adjusted_p, value = self._verdicts[row].adjusted_p, self._differences[row][0]
        return (2.0 if adjusted_p is None else adjusted_p, -abs(value or 0.0))

    def ranking(self) -> list[str]:
        """The tested features, those that differ most surely first."""
        best = {name: min(map(self._significance, rows)) for name, rows in self.rows_of.items()}
        return sorted(
            (name for name, (adjusted_p, _) in best.items() if adjusted_p <= 1), key=best.__getitem__
        )

    def _label(self, row: int) -> str:
        name, place = self._keys[row]
        return self._definitions[name].labels[place]

    def _label_rates(self, row: int) -> LabelRates:
        a, b = self._rates[row][:2]
        return LabelRates(self._label(row), a, b, self._difference(row), self._verdicts[row])

    def _difference(self, row: int) -> Difference | None:
        value, lower, upper = self._differences[row]
        return None if value is None else Difference(value, lower, upper)


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
