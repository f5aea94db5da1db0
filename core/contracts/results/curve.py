"""Answers of POST /v2/curve: see `core.views.curve`."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from core.contracts.results.comparison import GroupRate
from core.contracts.results.rates import Difference, Interval, NoCoin


class CurveCoin(Struct, frozen=True, gc=False):
    """The outcome on the coin days of the question whose own value lies among the window's."""

    days: int
    occurrence_days: int
    occurrence: float


class CurvePoint(Struct, frozen=True, gc=False):
    """The outcome on the days whose value is `lowest` to `highest`, both included; `value` is their median.

    `coin` is null where the snapshot has no coin days.
    """

    value: float
    lowest: float
    highest: float
    days: int
    occurrence_days: int
    occurrence: float
    confidence_interval: Interval
    coin: CurveCoin | NoCoin | None


class CurveCut(Struct, frozen=True, gc=False):
    """The outcome `below` a value and `above` it: what the filters `<` and `>=` select.

    `difference` is above minus below, Newcombe's limits, null without a day on a side; `p_value` is Fisher's,
    null there too, and where the outcome is decided or known when it is asked.
    """

    value: float
    below: GroupRate
    above: GroupRate
    difference: Difference | None
    p_value: float | None


NoCurve = Literal["few_days"]
"""Why there is no curve: fewer than 40 matched days have a value and an outcome."""
