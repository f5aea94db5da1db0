"""Answers of target before stop: see `core.views.excursion`."""

from __future__ import annotations

from msgspec import Struct

from core.contracts.requests import FirstTraded
from core.contracts.results.rates import Difference, Interval, NoCoin


class ExcursionCoin(Struct, frozen=True, gc=False):
    """What a coin gives: the same cell on the coin days that match the question.

    `days` are those of target first and stop first; `difference` is matched minus coin, Newcombe's limits.
    """

    days: int
    target_first_days: int
    rate: float
    difference: Difference


class ExcursionCell(Struct, frozen=True, gc=False):
    """One target and one stop, in the unit that was asked.

    Days on which both were traded in the same bar, or in the same minute where one-minute bars are kept, are
    of an unknown order, and no part of the rate: `rate` is
    target first of target first and stop first. `break_even` is the rate from which a trade pays its costs;
    null where costs take the whole target, or the days have no ADR10 to measure costs by. `coin` is null
    where the snapshot has no coin days.
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
