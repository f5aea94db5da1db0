"""Target before stop, bar by bar from the definition (beyond.md section 13), in exact fractions."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import nan
from statistics import fmean, pvariance

from scipy import stats

from tests.oracles.days import Bar


def first_traded(
    bars: Sequence[Bar],
    from_bar: int,
    side: str,
    target: Fraction,
    stop: Fraction,
    minutes: Sequence[Sequence[Bar]] = (),
) -> str:
    """What a day trades first after the close of `from_bar`, 0 is the open; a touch counts.

    Distances and prices are in one unit, prices whole. `minutes` are those in each bar, of a bar without any
    the bar stands for itself.
    """
    # A fraction is reached where so many of its parts are: whole numbers compare ten times as fast.
    wanted, part_of_wanted = target.as_integer_ratio()
    risked, part_of_risked = stop.as_integer_ratio()
    price = bars[0].open if from_bar == 0 else bars[from_bar - 1].close
    prints: list[Bar] = []
    for number, bar in enumerate(bars):
        if number >= from_bar:
            prints.extend((minutes[number] if minutes else ()) or (bar,))
    for bar in prints:
        above, below = bar.high - price, price - bar.low
        hits_target = (above if side == "up" else below) * part_of_wanted >= wanted
        hits_stop = (below if side == "up" else above) * part_of_risked >= risked
        if hits_target and hits_stop:
            return "same_bar"
        if hits_target:
            return "target_first"
        if hits_stop:
            return "stop_first"
    return "neither"


def distances(
    unit: str, target: str, stop: str, adr10: Fraction | None, per_point: int
) -> tuple[Fraction, Fraction] | None:
    """Target and stop of one day in ticks, as they are written; None where the day has no ADR10."""
    wanted, risked = Fraction(target), Fraction(stop)
    if unit == "points":
        return wanted * per_point, risked * per_point
    if not adr10:
        return None
    risked = risked / 100 * adr10
    return (wanted * risked if unit == "r" else wanted / 100 * adr10), risked


def result(
    bars: Sequence[Bar],
    from_bar: int,
    side: str,
    target: Fraction,
    stop: Fraction,
    minutes: Sequence[Sequence[Bar]] = (),
) -> Fraction:
    """What a day comes to before costs (truth.md section 4), in the unit of the prices."""
    first = first_traded(bars, from_bar, side, target, stop, minutes)
    if first == "target_first":
        return target
    if first != "neither":
        return -stop
    price = bars[0].open if from_bar == 0 else bars[from_bar - 1].close
    gone = Fraction(bars[-1].close - price)
    return gone if side == "up" else -gone


@dataclass(frozen=True, slots=True)
class Means:
    """A mean result beside the coin's; NaN is no figure."""

    days: int
    unpaired_days: int
    mean: float
    mean_lower: float
    mean_upper: float
    coin_mean: float
    difference: float
    lower: float
    upper: float
    excess: float
    p: float


def means(days: Sequence[tuple[float, Sequence[float]]]) -> Means:
    """Of each day its result and those of its matching coin days."""
    pairs = [(own, coins) for own, coins in days if coins]
    results = [own for own, _ in days]
    draws = [(own, *coins) for own, coins in pairs]
    excess = sum(each[0] - fmean(each) for each in draws)
    variance = sum(pvariance(each) for each in draws)
    p = 2 * stats.norm.sf(abs(excess) / variance**0.5) if len(pairs) >= 10 and variance > 1e-9 else nan
    off = [own - fmean(coins) for own, coins in pairs]
    of_coin = [fmean(coins) for _, coins in pairs]
    # A day is as far from the mean of its coin days as it is from the mean of both, but for this share.
    wider = [((len(coins) + 1) / len(coins)) ** 2 * pvariance((own, *coins)) for own, coins in pairs]
    squares = [fmean(each * each for each in coins) for _, coins in pairs]
    pooled = fmean(squares) - fmean(of_coin) ** 2 if pairs else None
    return Means(
        len(pairs),
        len(days) - len(pairs),
        _mean(results),
        *_limits(results, pooled),
        _mean(of_coin),
        _mean(off),
        *_limits(off, fmean(wider) if pairs else None),
        excess,
        float(p),
    )


def _mean(values: Sequence[float]) -> float:
    return fmean(values) if values else nan


def _limits(values: Sequence[float], coin_variance: float | None) -> tuple[float, float]:
    """Student's interval; the coin's variance counts for 30 days."""
    n = len(values)
    if n < 10:
        return nan, nan
    prior = 0 if coin_variance is None else 30
    squares = n * pvariance(values) + prior * (coin_variance or 0.0)
    degrees = n - 1 + prior
    half = float(stats.t.ppf(0.975, degrees)) * (squares / degrees / n) ** 0.5
    return fmean(values) - half, fmean(values) + half
