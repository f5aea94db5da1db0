"""Target before stop for the days of a question: the checked request, its figures, the days of a cell.

Distances in ADR10 and in R are counted in tenths of a percent of ADR10, those in points in ticks: both are
whole numbers, so that a touch is exact in every unit.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from core.contracts.requests import (
    DecisionBar,
    DistanceUnit,
    ExcursionPart,
    ExcursionRequest,
    FirstTraded,
    Way,
)
from core.contracts.results.excursion import (
    ExcursionCell,
    ExcursionCoin,
    ExcursionDetail,
    ExcursionEnded,
    ExcursionShare,
    ExcursionYear,
)
from core.contracts.results.rates import Interval, NoCoin
from core.contracts.results.verdict import Untested
from core.figures.coin_means import MeansAgainstCoins, PairedResults, means_against_coins
from core.figures.excursion import (
    FARTHEST,
    LEVELS_PER_ADR,
    NEITHER,
    SAME_BAR,
    STOP_FIRST,
    TARGET_FIRST,
    Codes,
    Days,
    MirroredDays,
    Rows,
    Table,
    Ticks,
    counts,
    outcomes,
    paired_results,
    results,
)
from core.figures.formulas import Counts, Floats, shares_of, to_json_numbers
from core.figures.outcomes import adjusted_tests, verdict_of
from core.figures.own_coins import LEAST_DAYS
from core.figures.verdict import Difference, untested
from core.question.conditions import FilterQuery, as_of_words
from core.question.filter_values import refuse
from core.question.index import SnapshotIndex
from core.question.look_ahead import known_bars

MOST_DISTANCES = 20
LADDER = range(5, 101, 5)
"""Distances in percent of ADR10."""

R_TENTHS = range(1, 201)
"""Multiples of the stop, in tenths."""

_UNIT_WORDS = {"adr": "% of ADR10", "points": "points", "r": "R"}
_RESULT_UNITS = _UNIT_WORDS | {"points": "pts"}
_FIRST: tuple[FirstTraded, ...] = get_args(FirstTraded)


@dataclass(frozen=True, slots=True)
class Excursion:
    """A checked question: `targets` and `stops` as requested, `costs` in ticks."""

    from_bar: DecisionBar
    side: Way
    unit: DistanceUnit
    targets: tuple[float, ...]
    stops: tuple[float, ...]
    costs: float = 0

    @property
    def in_adr(self) -> bool:
        """Whether a day needs ADR10."""
        return self.unit != "points"

    def scale(self, per_point: int) -> int:
        """Levels in a point, or in a percent of ADR10."""
        return 10 if self.in_adr else per_point

    def table(self, per_point: int) -> Table:
        scale = self.scale(per_point)
        stops = np.rint(np.array(self.stops) * scale)
        targets = np.rint(np.array(self.targets) * scale)[:, np.newaxis]
        every = targets * stops / 10 if self.unit == "r" else np.repeat(targets, len(stops), axis=1)
        levels = np.rint(every).astype(np.uint16), stops.astype(np.uint16)
        return Table(*levels, self.in_adr, self.side, self.costs)


def excursion_of(request: ExcursionRequest, per_point: int) -> Excursion:
    """The request, checked; `per_point` are ticks.

    Raises:
        InvalidRequest: `distances_count`, `distance_range`.
    """
    for field, found in (("targets", request.targets), ("stops", request.stops)):
        if not 1 <= len(found) <= MOST_DISTANCES:
            refuse("distances_count", f"{field}: {len(found)} found; 1 to {MOST_DISTANCES} expected.")
        for place, distance in enumerate(found):
            _check(f"{field}[{place}]", distance, _unit_of(field, request.unit), per_point)
    lists = tuple(request.targets), tuple(request.stops)
    return Excursion(request.from_bar, request.side, request.unit, *lists, request.costs)


def require_decided(excursion: Excursion, as_of: int | None) -> None:
    """Raise if the decision bar is over as of the question's bar.

    Raises:
        InvalidRequest: `decided_before`.
    """
    if as_of is not None and excursion.from_bar < as_of:
        reached = f"the question is as of {as_of_words(as_of)}"
        refuse("decided_before", f"from_bar: {excursion.from_bar} is over, {reached}; decide then or later.")


def excursion_of_part(part: ExcursionPart, per_point: int) -> Excursion:
    """The one cell of a part, checked.

    Raises:
        InvalidRequest: `distance_range`.
    """
    for field, distance in (("target", part.target), ("stop", part.stop)):
        _check(f"excursion.{field}", distance, _unit_of(field, part.unit), per_point)
    return Excursion(part.from_bar, part.side, part.unit, (part.target,), (part.stop,))


def cell_sentence(part: ExcursionPart) -> str:
    """A cell in words: `up from bar 12, target 30 % of ADR10, stop 20 % of ADR10: target first`."""
    start = "the open" if part.from_bar == 0 else f"bar {part.from_bar}"
    target, stop = (
        f"{field} {distance:g} {_UNIT_WORDS[_unit_of(field, part.unit)]}"
        for field, distance in (("target", part.target), ("stop", part.stop))
    )
    return f"{part.side} from {start}, {target}, {stop}: {part.first.replace('_', ' ')}"


def _unit_of(field: str, unit: DistanceUnit) -> DistanceUnit:
    return "adr" if unit == "r" and field.startswith("stop") else unit


def _check(field: str, distance: float, unit: DistanceUnit, per_point: int) -> None:
    if unit == "adr":
        good, expected = distance in LADDER, "5, 10, ... 100 percent of ADR10"
    elif unit == "r":
        good, expected = _is_whole(distance * 10, R_TENTHS), "0.1, 0.2, ... 20 times the stop"
    else:
        most = (FARTHEST - 1) // per_point
        good = _is_whole(distance * per_point, range(1, most * per_point + 1))
        expected = f"points, a multiple of the tick {1 / per_point:g} up to {most}"
    if not good:
        refuse("distance_range", f"{field}: {distance:g} found; {expected} expected.")


def _is_whole(number: float, allowed: range) -> bool:
    """Whether a number is one of the allowed, up to the rounding of 0.1 in binary."""
    return abs(number) <= FARTHEST and abs(number - round(number)) < 1e-6 and round(number) in allowed


def later_than(query: FilterQuery, index: SnapshotIndex, from_bar: int) -> list[str]:
    """Filters known later than the decision, each once."""
    late = (each.name for each, bar in known_bars(query, index.catalogue) if bar > from_bar)
    return list(dict.fromkeys(late))


@dataclass(frozen=True, eq=False)
class ExcursionDays:
    """The matched days with the needed figures, `rows` of the N full sessions; `scale` is the excursion's."""

    index: SnapshotIndex
    query: FilterQuery
    excursion: Excursion
    table: Table
    scale: int
    days: Days
    rows: Rows

    def cells(self) -> list[ExcursionCell]:
        """Every target with every stop, the first target's first."""
        days = counts(self.days, self.rows, self.table).reshape(4, -1)
        rates, intervals = _rates(days[TARGET_FIRST], days[TARGET_FIRST] + days[STOP_FIRST])
        found = means_against_coins(self._paired())
        figures = zip(
            [(target, stop) for target in self.excursion.targets for stop in self.excursion.stops],
            days.T.tolist(),
            rates,
            intervals,
            self._break_even(),
            _ended(days),
            *self._means(found, days[SAME_BAR]),
            self._coins(found),
            strict=True,
        )
        return [
            ExcursionCell(target, stop, hit, stopped, same, neither, *others)
            for (target, stop), (hit, stopped, same, neither), *others in figures
        ]

    def _paired(self) -> PairedResults:
        coin, matched = self.index.coin, self.index.coin_days(self.query)
        if coin is None or matched is None:
            found = results(self.days, self.rows, self.table)
            none = np.zeros_like(found)
            return PairedResults(found, np.zeros(len(self.rows), dtype=np.int64), none, none)
        coin_days = MirroredDays(self.days, coin.draws, coin.tosses)
        return paired_results(coin_days, self.rows, matched.rows(), self.table)

    @property
    def _levels_in_r(self) -> Floats:
        return np.tile(self.table.stops.astype(np.float64), len(self.table.targets))

    @property
    def _levels_in_unit(self) -> Floats:
        """By cell the levels in one of the unit that was asked."""
        in_r = self._levels_in_r
        return in_r if self.excursion.unit == "r" else np.full_like(in_r, self.scale)

    def _means(self, found: MeansAgainstCoins, same_bar: Counts) -> tuple[list[Any], ...]:
        """The mean in R, in percent of ADR10 and in points, its interval, and `mean_if_target`."""
        in_unit, gained = self._levels_in_unit, self.table.targets + self.table.stops.astype(np.float64)
        with np.errstate(invalid="ignore"):
            if_target = found.mean + same_bar * gained.ravel() / len(self.rows)
        limits = np.stack((found.mean_lower, found.mean_upper), axis=1) / in_unit[:, np.newaxis]
        figures = found.mean / self._levels_in_r, found.mean / self.scale, if_target / in_unit, limits
        in_r, mean, other, ends = (to_json_numbers(each, np.isnan(each)) for each in figures)
        unknown = [None] * len(mean)
        means = (mean, unknown) if self.excursion.in_adr else (unknown, mean)
        return in_r, *means, [Interval(*each) for each in ends], other

    def _coins(self, found: MeansAgainstCoins) -> list[ExcursionCoin | NoCoin | None]:
        """By cell the coin on the same days; Holm's adjustment ranges over the cells."""
        if self.index.coin is None:
            return [None] * len(found.mean)
        if not found.n:
            reason: Untested = "no_pair" if found.unpaired else "too_few"
            return [NoCoin(untested("coin", reason))] * len(found.mean)
        figures = np.stack((found.coin_mean, found.difference, found.lower, found.upper), axis=1)
        figures /= self._levels_in_unit[:, np.newaxis]
        reason = "too_few" if found.n < LEAST_DAYS else "no_chance"
        shown = (
            to_json_numbers(figures, np.isnan(figures)),
            adjusted_tests(found.p_value, [reason] * len(figures)),
        )
        unit = _RESULT_UNITS[self.excursion.unit]
        return [
            ExcursionCoin(
                found.n,
                found.unpaired,
                mean,
                difference,
                Interval(lower, upper),
                verdict_of("coin", tested, None, Difference(difference, mean, excess, unit)),
            )
            for (mean, difference, lower, upper), tested, excess in zip(
                *shown, found.excess.tolist(), strict=True
            )
        ]

    def minute_days(self) -> int | None:
        """Number of the days with one-minute bars; None if the symbol keeps none."""
        if self.days.minutes is None:
            return None
        high, low = self.days.minutes[:, self.rows]
        return int(np.count_nonzero((high >= low).any(axis=(1, 2))))

    def detail(self) -> ExcursionDetail | None:
        """The details of a single cell, None for several."""
        if self.table.targets.size > 1:
            return None
        first = outcomes(self.days, self.rows, self.table)
        days = np.bincount(first, minlength=len(_FIRST))
        shares = zip(_FIRST, days.tolist(), *_rates(days, np.full(len(days), len(self.rows))), strict=True)
        return ExcursionDetail(list(map(ExcursionShare, *zip(*shares, strict=True))), self._years(first))

    def _years(self, first: Codes) -> list[ExcursionYear]:
        years = self.index.session_date[self.rows].astype("datetime64[Y]").astype(np.int64) + 1970
        each_year, of_day = np.unique(years, return_inverse=True)
        hit, n = (
            np.bincount(of_day, weights=mask, minlength=len(each_year)).astype(np.int64)
            for mask in (first == TARGET_FIRST, first <= STOP_FIRST)
        )
        rates, intervals = _rates(hit, n)
        columns = each_year.tolist(), n.tolist(), hit.tolist(), rates, intervals
        return list(map(ExcursionYear, *columns))

    def _break_even(self) -> list[float | None]:
        """The rate at which target less costs covers stop plus costs; costs by the days' mean ADR10."""
        costs = self.excursion.costs
        if self.table.in_adr and costs:
            known = self.days.adr10[self.rows]
            costs = costs * LEVELS_PER_ADR / known.mean() if len(known) else np.nan
        stops, targets = self.table.stops.astype(np.float64), self.table.targets.astype(np.float64)
        rates = np.where(costs < targets, (stops + costs) / (stops + targets), np.nan).ravel()
        return list(to_json_numbers(rates, np.isnan(rates)))


@np.errstate(invalid="ignore")
def _ended(days: Counts) -> list[ExcursionEnded | None]:
    """By cell the shares of days (4, C) by their end; a bar that holds both is a stop."""
    ends = np.stack((days[TARGET_FIRST], days[STOP_FIRST] + days[SAME_BAR], days[NEITHER]), axis=1)
    shares = ends / ends.sum(axis=1, keepdims=True)
    return [
        None if share[0] is None else ExcursionEnded(*share)
        for share in to_json_numbers(shares, np.isnan(shares))
    ]


def adr10_tenths(index: SnapshotIndex, per_point: int) -> Ticks:
    """ADR10 (N,) in tenths of ticks, 0 if unknown; `per_point` are ticks."""
    return np.rint(np.nan_to_num(index.adr10) * per_point * 10).astype(np.int32)


def excursion_days(
    index: SnapshotIndex,
    query: FilterQuery,
    matched: Rows,
    excursion: Excursion,
    prices: Callable[[Rows], Ticks],
    per_point: int,
    minutes: NDArray[np.int16] | None = None,
) -> ExcursionDays:
    """The matched days with the needed figures: in ADR10 and R those with ADR10.

    `prices` gives open to close (4, 81, n) in ticks, `minutes` are those within the bars if they are kept.
    """
    adr10 = adr10_tenths(index, per_point)
    days = Days(prices, adr10, excursion.from_bar, minutes)
    rows = matched[adr10[matched] > 0] if excursion.in_adr else matched
    table, scale = excursion.table(per_point), excursion.scale(per_point)
    return ExcursionDays(index, query, excursion, table, scale, days, rows)


def part_of(found: ExcursionDays, first: FirstTraded) -> Rows:
    """The days of a single cell with this result."""
    is_wanted = outcomes(found.days, found.rows, found.table) == _FIRST.index(first)
    return np.compress(is_wanted, found.rows)


def _rates(days: Counts, n: Counts) -> tuple[Sequence[float | None], list[Interval]]:
    """Shares with Wilson's interval; null without a day."""
    figures = shares_of(days, n)
    return [share for share, *_ in figures], [Interval(*limits) for _, *limits in figures]
