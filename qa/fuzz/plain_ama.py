"""AMA settings as design/ama.md section 4 reads them, field by field."""

import math
from typing import Any

from tests.oracles.ama import DEFAULTS

NUMBERS: dict[str, tuple[float, float]] = {
    "climax_factor": (1, 3),
    "big_breakout_range_factor": (1, 3),
    "zscore_threshold": (0.5, 3),
    "range_filter": (0, 3),
}
COUNTS: dict[str, tuple[int, int]] = {
    "show_big_breakouts": (0, 2),
    "zscore_lookback": (5, 50),
    "range_lookback": (1, 20),
    "bl_signal_ibs": (-1, 100),
    "br_signal_ibs": (-1, 100),
    "bl_ft_bar_ibs": (-1, 100),
    "br_ft_bar_ibs": (-1, 100),
}
BEHAVIOURS = ((0, "disabled"), (1, "normal"), (2, "strict"))
PAIR = ("compare_range2range", "compare_body2body")
SWITCHES = [name for name in DEFAULTS if name not in (*NUMBERS, *COUNTS)] + ["compare_range2range"]
FIELDS = ("enabled", *SWITCHES, *NUMBERS, *COUNTS, "ob_behavior")


def is_switch(value: Any) -> bool:
    """true, false, 1 or 0."""
    return value is True or value is False or (type(value) is int and value in (0, 1))


def is_readable(name: str, value: Any) -> bool:
    """Whether a field may have this value; null always may."""
    if value is None or name not in FIELDS:
        return True
    if name == "range_filter" and isinstance(value, bool):
        return True
    if name == "ob_behavior":
        return type(value) in (int, str) and any(value in pair for pair in BEHAVIOURS)
    if name in COUNTS:
        return type(value) is int and COUNTS[name][0] <= value <= COUNTS[name][1]
    if name in NUMBERS:
        is_number = type(value) in (int, float) and math.isfinite(value)
        return is_number and NUMBERS[name][0] <= value <= NUMBERS[name][1]
    return is_switch(value)


def settings(sent: dict[str, Any]) -> dict[str, Any]:
    given = {name: value for name, value in sent.items() if value is not None and name in FIELDS}
    found = DEFAULTS | {name: value for name, value in given.items() if name in DEFAULTS}
    found |= {name: -1 for name in COUNTS if name.endswith("_ibs") and sent.get(name, 0) is None}
    found |= {name: bool(found[name]) for name in SWITCHES if name in DEFAULTS}
    found["range_filter"] = float(found["range_filter"])
    found["compare_body2body"] = found["show_big_breakouts"] == 2 and _by_body(given)
    if "show_outside_bars" not in given and "ob_behavior" in given:
        behaviour = next(number for number, word in BEHAVIOURS if given["ob_behavior"] in (number, word))
        found["show_outside_bars"] = behaviour > 0
        if behaviour:
            found["strict_outside_bars"] = behaviour == 2
    return found


def lacks_choice(sent: dict[str, Any]) -> bool:
    """Whether z-score mode has both ways to compare, or neither."""
    by_range, by_body = (sent.get(name) for name in PAIR)
    both_sent = by_range is not None and by_body is not None
    return sent.get("show_big_breakouts") == 2 and both_sent and bool(by_range) == bool(by_body)


def _by_body(given: dict[str, Any]) -> bool:
    if "compare_body2body" in given:
        return bool(given["compare_body2body"])
    return not given.get("compare_range2range", True)
