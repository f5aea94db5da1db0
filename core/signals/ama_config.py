"""AMA settings: the fields of a request and their defaults (design/ama.md section 4)."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any

import orjson

from core.contracts.errors import InvalidRequest, printable, suggestion

OB_BEHAVIOURS: dict[Any, int] = {0: 0, 1: 1, 2: 2, "disabled": 0, "normal": 1, "strict": 2}
IBS_OFF = -1
BIG_BY_RANGE, BIG_BY_Z_SCORE = 1, 2


class InvalidAmaConfig(InvalidRequest, code="INVALID_AMA_CONFIG"):
    """An invalid AMA setting; `detail` names it."""


@dataclass(frozen=True, slots=True)
class AmaConfig:
    """Validated settings; the defaults are the server's.

    `range_filter` multiplies the average range, 0 is off. `compare_body2body` selects the body's z-score for
    mode 2, else the range's.
    """

    enabled: bool = True
    show_bull_breakouts: bool = True
    show_bear_breakouts: bool = True
    show_climax: bool = False
    climax_factor: float = 1.8
    show_outside_bars: bool = False
    strict_outside_bars: bool = False
    show_big_breakouts: int = 0
    big_breakout_range_factor: float = 1.8
    zscore_lookback: int = 20
    zscore_threshold: float = 1.05
    compare_body2body: bool = False
    paint_bigbo_by_bardir: bool = True
    bl_signal_ibs: int = 69
    br_signal_ibs: int = 31
    bl_ft_bar_ibs: int = IBS_OFF
    br_ft_bar_ibs: int = IBS_OFF
    do_not_ibs_filter_ob: bool = True
    range_filter: float = 0.0
    range_lookback: int = 10
    do_not_range_limit_ob: bool = True
    paint_ft_bar: bool = True
    ft_bar_must_bo: bool = False
    ft_bar_must_close_beyond: bool = True
    ft_after_ob: bool = True
    ft_after_cx: bool = True
    ft_bar_not_range_limited: bool = True
    ft_color_same_as_bo: bool = False
    ignore_open_gap: bool = False

    @property
    def longest_window(self) -> int:
        """Bars that a value of one bar looks at, itself included."""
        return max(self.range_lookback, self.zscore_lookback)

    def key(self) -> str:
        """A text that is equal exactly for settings with equal signals."""
        return ",".join(map(str, _ALL_FIELDS(self)))


_ALL_FIELDS = attrgetter(*(each.name for each in fields(AmaConfig)))

OFF = AmaConfig(enabled=False)
"""No signals; bars have their values by the default windows."""


def normalise(raw: Mapping[str, Any] | None) -> AmaConfig:
    """The settings of a request: `OFF` without any or with `enabled` false.

    Raises:
        InvalidAmaConfig: an unknown name, a wrong type, a value out of range, a z-score of both or neither.
    """
    if raw is None:
        return OFF
    for name in (each for each in raw if each not in _READERS):
        remedy = suggestion(name, _READERS, f"the settings are {', '.join(_READERS)}.")
        raise InvalidAmaConfig(f"ama_config.{printable(name)}: not a setting; {remedy}")
    sent = {name: value for name, value in raw.items() if value is not None}
    if not _boolean("enabled", sent.get("enabled", True)):
        return OFF
    for name, default in _IBS_FIELDS.items():
        if name in raw and raw[name] is None:
            sent[name] = default
    values = {name: read(name, sent[name]) for name, read in _READERS.items() if name in sent}
    values["compare_body2body"] = _compares_bodies(values)
    _hide_or_show_outside_bars(values)
    return AmaConfig(**values)


def _compares_bodies(values: dict[str, Any]) -> bool:
    """Whether mode 2 uses the body's z-score; removes `compare_range2range` from the values."""
    by_range = values.pop("compare_range2range", None)
    by_body = values.pop("compare_body2body", None)
    if values.get("show_big_breakouts") != BIG_BY_Z_SCORE:
        return False
    if by_range is None or by_body is None:
        return bool(by_body) if by_range is None else not by_range
    if by_range == by_body:
        found = "both" if by_range else "neither"
        expected = "exactly one of compare_range2range, compare_body2body true with show_big_breakouts 2"
        raise InvalidAmaConfig(f"ama_config.compare_range2range: {found} found; {expected}.")
    return bool(by_body)


def _hide_or_show_outside_bars(values: dict[str, Any]) -> None:
    """`ob_behavior` counts only without `show_outside_bars`."""
    behaviour = values.pop("ob_behavior", None)
    if behaviour is None or "show_outside_bars" in values:
        return
    values["show_outside_bars"] = behaviour > 0
    if behaviour > 0:
        values["strict_outside_bars"] = behaviour == 2


def _boolean(name: str, value: object) -> bool:
    if isinstance(value, bool) or (type(value) is int and value in (0, 1)):
        return bool(value)
    raise _refused(name, value, "true or false")


def _whole(low: int, high: int) -> Callable[[str, object], int]:
    def read(name: str, value: object) -> int:
        if type(value) is int and low <= value <= high:
            return value
        raise _refused(name, value, f"a whole number from {low} to {high}")

    return read


def _number(low: float, high: float) -> Callable[[str, object], float]:
    def read(name: str, value: object) -> float:
        if _is_number(value) and low <= float(value) <= high:  # type: ignore[arg-type]
            return float(value)  # type: ignore[arg-type]
        raise _refused(name, value, f"a number from {low} to {high}")

    return read


def _range_filter(name: str, value: object) -> float:
    """A multiplier, or a boolean for the default one."""
    if isinstance(value, bool):
        return float(value)
    return _number(0.0, 3.0)(name, value)


def _ob_behaviour(name: str, value: object) -> int:
    if type(value) in (int, str) and value in OB_BEHAVIOURS:
        return OB_BEHAVIOURS[value]
    raise _refused(name, value, "0 or disabled, 1 or normal, 2 or strict")


def _is_number(value: object) -> bool:
    return type(value) is int or (type(value) is float and math.isfinite(value))


def _refused(name: str, value: object, expected: str) -> InvalidAmaConfig:
    found = orjson.dumps(value, default=repr).decode()[:40]
    return InvalidAmaConfig(f"ama_config.{name}: {found} found; {expected} expected.")


_READERS: dict[str, Callable[[str, object], Any]] = {
    each.name: _boolean for each in fields(AmaConfig) if each.type is bool
} | {
    "climax_factor": _number(1.0, 3.0),
    "show_big_breakouts": _whole(0, 2),
    "big_breakout_range_factor": _number(1.0, 3.0),
    "zscore_lookback": _whole(5, 50),
    "zscore_threshold": _number(0.5, 3.0),
    "compare_range2range": _boolean,
    "bl_signal_ibs": _whole(-1, 100),
    "br_signal_ibs": _whole(-1, 100),
    "bl_ft_bar_ibs": _whole(-1, 100),
    "br_ft_bar_ibs": _whole(-1, 100),
    "range_filter": _range_filter,
    "range_lookback": _whole(1, 20),
    "ob_behavior": _ob_behaviour,
}

_IBS_FIELDS = dict.fromkeys(("bl_signal_ibs", "br_signal_ibs", "bl_ft_bar_ibs", "br_ft_bar_ibs"), IBS_OFF)
"""Fields in which null means no test, not the default."""
