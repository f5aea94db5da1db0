"""How often an outcome comes along the values of a feature, and on either side of a cut.

Sources: design/beyond.md, section 5; design/truth.md, section 5. A window over the ranks gives a point its
lowest and highest value. Its days are all days with a value between these. So days of equal values share a
window, and their order changes no figure.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from core.contracts.catalogue import Catalogue, FeatureDefinition
from core.contracts.requests import CurveRequest
from core.contracts.results.curve import CurveCoin, CurveCut, CurvePoint
from core.contracts.results.rates import Interval, NoCoin
from core.contracts.results.verdict import Verdict
from core.figures.answer import Engine
from core.figures.bitmap import Bitmap
from core.figures.coin import LEAST_COIN_DAYS, excluded
from core.figures.columns import VALUE
from core.figures.curve_tests import band, best_cut_p, highest_z, leaves_overall
from core.figures.formulas import Counts, Floats, Mask, to_json_numbers, wilson
from core.figures.outcomes import adjusted_tests, verdict_of
from core.figures.tests import fisher
from core.figures.verdict import Difference as Compared
from core.figures.verdict import PValues, untested
from core.question.bitmaps import no_event_value
from core.question.conditions import Condition, FilterQuery
from core.question.filter_values import parse_value, refuse
from core.question.index import SnapshotIndex, deciding
from core.question.look_ahead import is_known, known_bars, later_filters, require_known
from core.views.compare import difference_of, group_rates

LEAST_DAYS = 40
"""Fewest days of a window, and of a curve."""

WINDOW_PERCENT = 15
STEPS = 50


@dataclass(frozen=True, slots=True)
class Curve:
    """A checked question: an outcome, or one `label` of it, along the values of `by`."""

    by: FeatureDefinition
    outcome: FeatureDefinition
    label: str | None
    cut: float | None

    def active(self, numbers: Floats) -> Mask:
        if self.label is not None:
            return np.asarray(numbers == self.outcome.labels.index(self.label))
        if self.outcome.kind == "enum":
            return np.asarray((numbers != no_event_value(self.outcome)) & ~np.isnan(numbers))
        return np.asarray(numbers > 0)


def curve_of(request: CurveRequest, catalogue: Catalogue, as_of: int | None) -> Curve:
    """The request, checked; its features are the catalogue's. A cut is a value of a filter on `by`.

    Raises:
        InvalidRequest: `curve_by`, `curve_outcome`, `value_type`, `not_known_yet`.
    """
    by, outcome, label = catalogue.by_name[request.by], catalogue.by_name[request.outcome], request.label
    if by.kind not in ("numeric", "integer count"):
        refuse("curve_by", f"by: {by.name} is a {by.kind}; a number or a count is expected.")
    if as_of is not None:
        require_known([Condition(by.name, 0, ">=", 0)], catalogue, as_of)
    require_outcome(outcome, label, "outcome", "curve_outcome")
    if request.cut is not None:
        parse_value("cut", ">=", request.cut, by)
    return Curve(by, outcome, label, request.cut)


def require_outcome(outcome: FeatureDefinition, label: str | None, field: str, code: str) -> None:
    """Raise unless the feature in a field has an occurrence, or the label.

    Raises:
        InvalidRequest: with `code`.
    """
    if label is not None and label not in outcome.labels:
        refuse(code, f"label: {label!r} is no label of {outcome.name}.")
    if label is None and "occurrence" not in outcome.modules:
        refuse(code, f"{field}: {outcome.name} has no occurrence; name one that has.")


class ValueDays:
    """Days by value, each with a value and an outcome: `values` (n,) ascend."""

    def __init__(self, values: Floats, active: Mask) -> None:
        order = values.argsort()
        self.values, self.active = values[order], active[order]
        self._upto = np.append(0, np.cumsum(self.active))

    def places(self, lowest: Floats, highest: Floats) -> tuple[Counts, Counts]:
        """The place of the first day with a lowest value, and the one after the last with a highest."""
        return self.values.searchsorted(lowest), self.values.searchsorted(highest, "right")

    def count(self, lowest: Floats, highest: Floats) -> tuple[Counts, Counts]:
        """Days of the outcome and all days, from a lowest to a highest value."""
        first, end = self.places(lowest, highest)
        return self._upto[end] - self._upto[first], end - first

    def cuts(self) -> Counts:
        """The days below each value but the lowest."""
        return np.flatnonzero(np.diff(self.values)) + 1

    def windows(self) -> tuple[int, Floats, Floats]:
        """The number of days in a window, and each distinct window's lowest and highest value."""
        n = len(self.values)
        size = max(LEAST_DAYS, -(-n * WINDOW_PERCENT // 100))
        starts = np.append(np.arange(0, n - size, max(1, n // STEPS)), n - size)
        ends = np.unique(np.stack((self.values[starts], self.values[starts + size - 1])), axis=1)
        return size, ends[0], ends[1]

    def medians(self, lowest: Floats, highest: Floats) -> Floats:
        """The median of the values from lowest to highest."""
        first, end = self.places(lowest, highest)
        return np.asarray(self.values[(first + end - 1) // 2] + self.values[(first + end) // 2]) / 2


@dataclass(frozen=True, eq=False)
class CurveDays:
    """The matched days of a question that have a value and an outcome, and their figures."""

    index: SnapshotIndex
    query: FilterQuery
    curve: Curve
    matched: Bitmap

    def days(self) -> ValueDays:
        outcome = self.curve.outcome.name
        outcomes = self._engine.columns.sheets[outcome].columns[VALUE].numbers
        return self._of(self.index.columns[self.curve.by.name].numbers, outcomes, self.matched)

    @property
    def _engine(self) -> Engine:
        """The engine of the days at risk."""
        return self.index.engine_of(self.query)

    def _of(self, values: Floats, outcomes: Floats, days: Bitmap) -> ValueDays:
        known = days.mask & ~np.isnan(values) & ~np.isnan(outcomes)
        return ValueDays(values[known], self.curve.active(outcomes[known]))

    def decided_by(self) -> list[str]:
        """The filters that decide the outcome; also `by`, if it is the outcome or its cut decides it."""
        by, outcome, cut = self.curve.by.name, self.curve.outcome.name, self.curve.cut
        found = deciding(self.index, self.query).get(outcome, [])
        sides = () if cut is None else (Condition(by, 0, "<", cut), Condition(by, 0, ">=", cut))
        is_decided = by == outcome or any(outcome in self.index.decided(each) for each in sides)
        return list(dict.fromkeys([*found, by])) if is_decided else found

    def look_ahead(self) -> list[str]:
        """The filters, and `by`, that are known later than the outcome can resolve."""
        by, catalogue = self.curve.by, self.index.catalogue
        own = Condition(by.name, 0, ">=", 0), by.known_at_bar()
        return later_filters(self.curve.outcome, [*known_bars(self.query, catalogue), own], self.query.as_of)

    def points(self, days: ValueDays) -> tuple[int, list[CurvePoint]]:
        """The days in a window and the curve, lowest values first; no points below 40 days."""
        if len(days.values) < LEAST_DAYS:
            return LEAST_DAYS, []
        size, lowest, highest = days.windows()
        active, n = days.count(lowest, highest)
        first, end = days.places(lowest, highest)
        from_truth, from_overall = highest_z(tuple(first.tolist()), tuple(end.tolist()), len(days.values))
        of_curve = band(active, n, from_truth, self.index.engine.columns.flags.log_factorials)
        columns = days.medians(lowest, highest), lowest, highest, active / n, *wilson(active, n), *of_curve
        figures = to_json_numbers(np.stack(columns, axis=1))
        leaves = leaves_overall(active, n, int(days.active.sum()), len(days.values), from_overall)
        shown = zip(
            figures, n.tolist(), active.tolist(), leaves.tolist(), self._coin(lowest, highest), strict=True
        )
        return size, [
            CurvePoint(
                value, low, high, of, some, share, Interval(*ends[:2]), Interval(*ends[2:]), is_off, coin
            )
            for (value, low, high, share, *ends), of, some, is_off, coin in shown
        ]

    def _coin(self, lowest: Floats, highest: Floats) -> Iterator[CurveCoin | NoCoin | None]:
        """Each window on the coin days of the question, by their own values."""
        coin, matched, reason = self._engine.coin, self.index.coin_days(self.query), self._no_coin()
        if coin is None or matched is None or reason is not None:
            yield from [reason] * len(lowest)
            return
        columns, by = coin.columns.columns, self.curve.by.name
        real = np.repeat(self.index.columns[by].numbers, coin.columns.draws)
        values = columns[by].numbers if by in columns else real
        days = self._of(values, columns[self.curve.outcome.name].numbers, matched)
        active, n = days.count(lowest, highest)
        with np.errstate(invalid="ignore"):
            shares = to_json_numbers(active / n, n == 0)
        for of, some, share in zip(n.tolist(), active.tolist(), shares, strict=True):
            yield NoCoin(untested("coin", "too_few")) if of < LEAST_COIN_DAYS else CurveCoin(of, some, share)

    def _no_coin(self) -> NoCoin | None:
        outcome, coin = self.curve.outcome.name, self.index.coin
        if coin is None:
            return None
        certain = (outcome,) if self._is_certain() else ()
        reason = excluded(coin, outcome, deciding(self.index, self.query), certain)
        return None if reason is None else NoCoin(untested("coin", reason))

    def _is_certain(self) -> bool:
        as_of = self.query.as_of
        return as_of is not None and is_known(self.curve.outcome, as_of)

    def cut(self, days: ValueDays, is_decided: bool) -> CurveCut | None:
        """The outcome below the requested cut, and from it on."""
        at = self.curve.cut
        if at is None:
            return None
        counts = days.count(np.array((at, -np.inf)), np.array((np.inf, np.inf)))
        some, of = (np.array((above, every - above)) for above, every in counts)
        over, under = group_rates(some, of)
        difference = difference_of(some, of)
        if is_decided:
            verdict = untested("below", "fixed_by_filter")
        elif self._is_certain():
            verdict = untested("below", "known_by_then")
        else:
            verdict = self._verdict(days, some, of)
        return CurveCut(at, under, over, difference, verdict)

    def _verdict(self, days: ValueDays, some: Counts, of: Counts) -> Verdict:
        """What the cut says; `some` of `of` days (2,) above and below it have the outcome."""
        of_best = best_cut_p(days.active, int(of[1]), days.cuts())
        if of_best is None:
            return untested("below", "too_few")
        factorials = self.index.engine.columns.flags.log_factorials
        (tested,) = adjusted_tests(fisher(some[:1], of[:1], some[1:], of[1:], factorials), ["no_chance"])
        above, below = (some / of).tolist()
        of_cut = tested if isinstance(tested, str) else PValues(tested.p, max(tested.p, of_best))
        return verdict_of("below", of_cut, None, Compared(above - below, below, above - below))


def deciles(days: ValueDays) -> list[float]:
    """The nine values that split the days into tenths; none without a day."""
    tenths = np.arange(1, 10) / 10
    return to_json_numbers(np.quantile(days.values, tenths)) if len(days.values) else []
