"""Answers of target before stop: see `core.views.excursion`."""

from __future__ import annotations

from msgspec import Struct

from core.contracts.requests import FirstTraded
from core.contracts.results.rates import Interval, NoCoin
from core.contracts.results.verdict import Verdict


class ExcursionEnded(Struct, frozen=True, gc=False):
    """How the days ended, as shares that add to 1: at the target, at the stop, or neither, at the close."""

    target: float
    stop: float
    close: float


class ExcursionCoin(Struct, frozen=True, gc=False):
    """The mean result of the coin days of the matched days' own sessions that match as well.

    `days` matched days are compared; `unpaired_days` have no coin day that matches. `mean` is the mean over
    the compared days of the mean of their coin days, `difference` the compared days' mean minus it.
    """

    days: int
    unpaired_days: int
    mean: float
    difference: float
    confidence_interval: Interval
    verdict: Verdict


class ExcursionCell(Struct, frozen=True, gc=False):
    """One target and one stop, in the unit that was asked.

    Each day has a result after costs: the target, minus the stop, or how far it closes to the target's side
    where it reaches neither. A bar that holds both, or a minute where one-minute bars are kept, counts as
    stop; `mean_if_target` is the mean if it counts as target. R is the stop. `mean_adr_pct` is null in
    points, `mean_points` in another unit. The mean's interval, `mean_if_target` and `coin` are in the unit
    that was asked; an interval is null with fewer than 10 days.

    `rate` is target first of target first and stop first, days of `same_bar` left out; `break_even` is the
    rate at which these two alone come to their costs; null where costs take the whole target, or the days
    have no ADR10 to measure costs by. `coin` is null where the snapshot has no coin days.
    """

    target: float
    stop: float
    target_first_days: int
    stop_first_days: int
    same_bar_days: int
    neither_days: int
    rate: float | None
    confidence_interval: Interval
    break_even: float | None
    ended: ExcursionEnded | None
    mean_r: float | None
    mean_adr_pct: float | None
    mean_points: float | None
    mean_interval: Interval
    mean_if_target: float | None
    coin: ExcursionCoin | NoCoin | None


class ExcursionShare(Struct, frozen=True, gc=False):
    """How many of a cell's days traded so, `share` of all of them."""

    first: FirstTraded
    days: int
    share: float | None
    confidence_interval: Interval


class ExcursionYear(Struct, frozen=True, gc=False):
    """A cell's rate of one calendar year; `days` are those of target first and stop first."""

    year: int
    days: int
    target_first_days: int
    rate: float | None
    confidence_interval: Interval


class ExcursionDetail(Struct, frozen=True, gc=False):
    """What is told of a single cell: all that came first, and the years."""

    shares: list[ExcursionShare]
    years: list[ExcursionYear]
