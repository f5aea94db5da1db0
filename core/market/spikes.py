"""Bad ticks: a high or a low far from the bars around it, which the next bar takes back."""

from dataclasses import dataclass

import numpy as np

from core.market.market import FloatArray

_LEAST = 0.005
_LARGE = 0.02
_TIMES, _TIMES_LARGE = 30.0, 4.0
_AROUND_BARS = 12


@dataclass(frozen=True, slots=True)
class Spike:
    """The bar at position `at` whose high or low, `value` in points, lies `away` beyond both neighbours'.

    `away` is a fraction of the price.
    """

    at: int
    field: str
    value: float
    away: float


def spikes(prices: FloatArray) -> list[Spike]:
    """The spikes among n bars (n, 4: open, high, low, close), by position.

    A spike reaches 0.5 % beyond both neighbours and thirty times as far as the bars around it are long, or
    2 % and four times. A bar on either end has no such neighbours and is none.
    """
    if len(prices) < 3:
        return []
    high, low, middle = prices[:, 1], prices[:, 2], prices[1:-1, 3]
    above = (high[1:-1] - np.maximum(high[:-2], high[2:])) / middle
    below = (np.minimum(low[:-2], low[2:]) - low[1:-1]) / middle
    found = [
        Spike(int(at) + 1, field, float(values[at + 1]), float(away[at]))
        for field, values, away in (("high", high, above), ("low", low, below))
        for at in np.flatnonzero(away > _LEAST)
    ]
    return sorted((each for each in found if _stands_out(prices, each)), key=lambda each: each.at)


def _stands_out(prices: FloatArray, spike: Spike) -> bool:
    first, last = max(spike.at - _AROUND_BARS, 0), spike.at + _AROUND_BARS + 1
    around = np.delete(prices[first:last], spike.at - first, axis=0)
    usual = float(np.median(around[:, 1] - around[:, 2]))
    times = spike.away * float(around[:, 3].mean())
    return times > _TIMES * usual or (spike.away > _LARGE and times > _TIMES_LARGE * usual)
