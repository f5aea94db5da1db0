"""Answers of POST /v2/curve: see `core.views.curve`."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from core.contracts.results.comparison import GroupRate
from core.contracts.results.rates import Difference, Interval, NoCoin
from core.contracts.results.verdict import Verdict


class CurveCoin(Struct, frozen=True, gc=False):
    """The outcome on the coin days of the question whose own value lies among the window's."""

    days: int
    occurrence_days: int
    occurrence: float


class CurvePoint(Struct, frozen=True, gc=False):
    """The outcome on the days whose value is `lowest` to `highest`, both included; `value` is their median.

    `confidence_interval` is the 95 % interval of this point alone; `band` holds the true rates of all points
    with 95 %. `leaves_overall` marks a rate farther from that of all days than 95 % of curves without a bend
    are anywhere. `coin` is null where the snapshot has no coin days.
    """

    value: float
    lowest: float
    highest: float
    days: int
    occurrence_days: int
    occurrence: float
    confidence_interval: Interval
    band: Interval
    leaves_overall: bool
    coin: CurveCoin | NoCoin | None


class CurveCut(Struct, frozen=True, gc=False):
    """The outcome `below` a value and `above` it: what the filters `<` and `>=` select.

    `difference` is above minus below, Newcombe's limits, null without a day on a side. The p-value of
    `verdict` is Fisher's; the adjusted one is the share of random orders whose best cut is as good.
    """

    value: float
    below: GroupRate
    above: GroupRate
    difference: Difference | None
    verdict: Verdict


NoCurve = Literal["few_days"]
"""Why there is no curve: fewer than 40 matched days have a value and an outcome."""
