"""Target before stop, bar by bar from the definition (beyond.md section 13), in exact fractions."""

from collections.abc import Sequence
from fractions import Fraction

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
