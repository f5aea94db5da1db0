"""Days in whole numbers: in tenths of a tick prices and ADR10 are whole, so plain arithmetic is exact."""

from dataclasses import replace

from tests.oracles.catalogue import SPECS
from tests.oracles.days import Bar, Day, Value
from tests.oracles.past import Past


def in_tenths(day: Day, tick: float) -> Day:
    """The day in tenths of a tick."""
    per_point = _per_point(tick)

    def tenths(price: float) -> int:
        return round(price * per_point)

    hoy, loy, coy = map(tenths, day.yesterday or (0.0, 0.0, 0.0))
    gxh, gxl = map(tenths, day.globex or (0.0, 0.0))
    return replace(
        day,
        bars=tuple(Bar(*map(tenths, bar)) for bar in day.bars),
        yesterday=day.yesterday and (hoy, loy, coy),
        globex=day.globex and (gxh, gxl),
        adr10=day.adr10 and tenths(day.adr10),
        minutes=tuple(tuple(Bar(*map(tenths, bar)) for bar in inside) for inside in day.minutes),
        ranges_before=tuple(map(tenths, day.ranges_before)),
        past=_past_in_tenths(day.past, per_point),
    )


def in_points(name: str, answer: Value, tick: float) -> Value:
    """A feature's answer on such a day in the feature's own unit."""
    if answer is None or SPECS[name].unit != "pts":
        return answer
    return float(answer) / _per_point(tick)


def _per_point(tick: float) -> int:
    return round(1 / tick) * 10


def _past_in_tenths(past: Past, per_point: int) -> Past:
    """An average stands between the ticks; the highest print is a price."""
    return replace(
        past,
        ema=past.ema and tuple(value * per_point for value in past.ema),
        ema_before=past.ema_before and past.ema_before * per_point,
        daily_ema=past.daily_ema and past.daily_ema * per_point,
        highest=past.highest and round(past.highest * per_point),
    )
