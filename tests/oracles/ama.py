"""The AMA signals once more, bar by bar in exact fractions, written from design/ama.md alone."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from statistics import mean, stdev
from typing import Any

DEFAULTS: dict[str, Any] = {
    "show_bull_breakouts": True,
    "show_bear_breakouts": True,
    "show_climax": False,
    "climax_factor": 1.8,
    "show_outside_bars": False,
    "strict_outside_bars": False,
    "show_big_breakouts": 0,
    "big_breakout_range_factor": 1.8,
    "zscore_lookback": 20,
    "zscore_threshold": 1.05,
    "compare_body2body": False,
    "paint_bigbo_by_bardir": True,
    "bl_signal_ibs": 69,
    "br_signal_ibs": 31,
    "bl_ft_bar_ibs": -1,
    "br_ft_bar_ibs": -1,
    "do_not_ibs_filter_ob": True,
    "range_filter": 0,
    "range_lookback": 10,
    "do_not_range_limit_ob": True,
    "paint_ft_bar": True,
    "ft_bar_must_bo": False,
    "ft_bar_must_close_beyond": True,
    "ft_after_ob": True,
    "ft_after_cx": True,
    "ft_bar_not_range_limited": True,
    "ft_color_same_as_bo": False,
    "ignore_open_gap": False,
}
CODES = {None: 0, "BO": 1, "CX": 2, "OB": 3, "BIG": 5, "FT": 10}


@dataclass
class Bar:
    """One bar: what it is given, then what is derived (section 3), then its signal (sections 5 and 6)."""

    number: int
    o: Fraction
    h: Fraction
    l: Fraction  # noqa: E741
    c: Fraction
    first: bool = False
    ibs: Fraction = Fraction(50)
    bar_dir: int = 1
    bo_dir: int = 0
    outside: bool = False
    inside: bool = False
    avg: Fraction | None = None
    z_full: float | None = None
    z_body: float | None = None
    ema: float = 0.0
    signal_type: int = 0
    ft_flag: int = 0

    @cached_property
    def range(self) -> Fraction:
        return self.h - self.l

    @cached_property
    def body(self) -> Fraction:
        return abs(self.c - self.o)


def bar(number: int, o: Any, h: Any, l: Any, c: Any, *, first: bool = False) -> Bar:  # noqa: E741
    """A bar of prices; `first` where the bar before is not to be compared with."""
    return Bar(number, Fraction(o), Fraction(h), Fraction(l), Fraction(c), first)


def evaluate(bars: list[Bar], sent: dict[str, Any], start: int = 0) -> list[Bar]:
    """Fill in values and signals; the run begins at bar `start` with no signal before it."""
    config = DEFAULTS | sent
    for at in range(len(bars)):
        _derive(bars, at, config)
        _average(bars, at, config)
    kind, side = None, 0
    for at in range(start, len(bars)):
        kind, side = _signal(bars, at, config, kind, side)
    return bars


def _derive(bars: list[Bar], at: int, config: dict[str, Any]) -> None:
    this = bars[at]
    before = None if at == 0 or this.first else bars[at - 1]
    if this.h != this.l:
        this.ibs = 100 * (this.c - this.l) / (this.h - this.l)
    if this.ibs != 50:
        this.bar_dir = 1 if this.ibs > 50 else -1
    elif this.c != this.o:
        this.bar_dir = 1 if this.c > this.o else -1
    else:
        this.bar_dir = before.bar_dir if before else 1
    if before:
        higher, lower = this.h > before.h, this.l < before.l
        same_high, same_low = this.h == before.h, this.l == before.l
        this.outside = higher and lower
        if not config["strict_outside_bars"]:
            this.outside = this.outside or (higher and same_low) or (same_high and lower)
        this.inside = not higher and not lower and not (same_high and same_low)
        if not this.outside:
            this.bo_dir = 1 if higher else -1 if lower else 0
    this.ema = float(this.c) if at == 0 else bars[at - 1].ema + (float(this.c) - bars[at - 1].ema) * 2 / 21


def _average(bars: list[Bar], at: int, config: dict[str, Any]) -> None:
    this = bars[at]
    if at + 1 >= config["range_lookback"]:
        window = bars[at + 1 - config["range_lookback"] : at + 1]
        this.avg = mean(each.range for each in window)
    if at + 1 >= config["zscore_lookback"]:
        window = bars[at + 1 - config["zscore_lookback"] : at + 1]
        this.z_full = _z_score([each.range for each in window])
        this.z_body = _z_score([each.body for each in window])


def _z_score(window: list[Fraction]) -> float:
    deviation = stdev(window)
    return 0.0 if deviation < 1e-9 else float(window[-1] - mean(window)) / deviation


def _signal(
    bars: list[Bar], at: int, config: dict[str, Any], before_kind: str | None, before_side: int
) -> tuple[str | None, int]:
    """Stages A to G of one bar; the kind and the side that the next one sees."""
    this = bars[at]
    if at == 0 or this.first:
        return None, 0
    kind, side = _a_to_c(this, bars[at - 1], config)
    kind, side, ft = _stage_d(this, bars[at - 1], config, kind, side, before_kind, before_side)
    if kind and _too_small(this, config, kind, ft):
        kind, side, ft = None, 0, 0
    if kind:
        kind, side = _stage_f(this, config, kind, side, ft)
    if kind and _fails_ibs(this, config, kind, side, ft):
        kind, side, ft = None, 0, 0
    same_colour = kind == "FT" and config["ft_color_same_as_bo"]
    this.signal_type = side * (1 if same_colour else CODES[kind])
    this.ft_flag = ft
    return kind, side


def _a_to_c(this: Bar, before: Bar, config: dict[str, Any]) -> tuple[str | None, int]:
    kind, side = None, 0
    if this.bo_dir == 1 and config["show_bull_breakouts"]:
        kind, side = "BO", 1
    if this.bo_dir == -1 and config["show_bear_breakouts"]:
        kind, side = "BO", -1
    if config["show_climax"] and _is_climax(this, before, Fraction(str(config["climax_factor"]))):
        kind, side = "CX", this.bo_dir
    if config["show_outside_bars"] and this.outside:
        up, down = this.h - before.h, before.l - this.l
        if up != down:
            kind, side = "OB", 1 if up > down else -1
        elif this.c != this.o or this.ibs != 50:
            kind, side = "OB", this.bar_dir
    return kind, side


def _is_climax(this: Bar, before: Bar, factor: Fraction) -> bool:
    if this.outside or before.inside or this.bar_dir != before.bar_dir:
        return False
    if this.bo_dir == 1:
        return this.h - before.h > factor * (this.l - before.l) and this.c > before.h
    return this.bo_dir == -1 and before.l - this.l > factor * (before.h - this.h) and this.c < before.l


def _stage_d(
    this: Bar,
    before: Bar,
    config: dict[str, Any],
    kind: str | None,
    side: int,
    before_kind: str | None,
    d: int,
) -> tuple[str | None, int, int]:
    blocked = (
        not config["paint_ft_bar"]
        or d == 0
        or (before_kind == "OB" and not config["ft_after_ob"])
        or (before_kind == "CX" and not config["ft_after_cx"])
        or (config["ignore_open_gap"] and this.number == 1)
    )
    if blocked:
        return kind, side, 0
    if config["ft_bar_must_close_beyond"]:
        passes = this.c > before.h if d == 1 else this.c < before.l
    elif config["ft_bar_must_bo"]:
        passes = this.bo_dir == d
    else:
        passes = this.bar_dir == d and kind != "OB"
    if passes:
        return "FT", d, d
    if kind != "OB" and d in (this.bar_dir, this.bo_dir):
        return None, 0, 0
    return kind, side, 0


def _too_small(this: Bar, config: dict[str, Any], kind: str, ft: int) -> bool:
    factor = config["range_filter"]
    if not factor or this.avg is None:
        return False
    if kind == "OB" and config["do_not_range_limit_ob"]:
        return False
    if ft and config["ft_bar_not_range_limited"]:
        return False
    return this.range < Fraction(str(float(factor))) * this.avg


def _stage_f(this: Bar, config: dict[str, Any], kind: str, side: int, ft: int) -> tuple[str, int]:
    mode = config["show_big_breakouts"]
    if mode == 0 or this.outside:
        return kind, side
    if mode == 1:
        factor = Fraction(str(config["big_breakout_range_factor"]))
        big = this.avg is not None and this.range >= factor * this.avg
    else:
        z = this.z_body if config["compare_body2body"] else this.z_full
        big = z is not None and z >= config["zscore_threshold"] - 1e-9
    b = this.bar_dir if config["paint_bigbo_by_bardir"] else side
    shown = config["show_bull_breakouts"] if b == 1 else config["show_bear_breakouts"]
    if not big or not shown or (ft and b != ft):
        return kind, side
    return "BIG", b


def _fails_ibs(this: Bar, config: dict[str, Any], kind: str, side: int, ft: int) -> bool:
    if kind == "OB" and config["do_not_ibs_filter_ob"]:
        return False
    if side == 1:
        least = config["bl_ft_bar_ibs" if ft else "bl_signal_ibs"]
        return bool(least >= 0 and this.ibs < least)
    most = config["br_ft_bar_ibs" if ft else "br_signal_ibs"]
    return bool(most >= 0 and this.ibs > most)
