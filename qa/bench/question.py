"""The bench's question: five filters, narrow or broad, and twenty features in the catalogue's proportions."""

from dataclasses import dataclass
from typing import Literal

from core.contracts.operators import Operator

Scalar = bool | int | float | str
Asked = Scalar | tuple[Scalar, ...]
Breadth = Literal["narrow", "broad"]


@dataclass(frozen=True, slots=True)
class Filter:
    """One condition, for our engine and for every peer."""

    feature: str
    operator: Operator
    value: Asked


FILTERS: dict[Breadth, tuple[Filter, ...]] = {
    "narrow": (
        Filter("gap_up", "=", True),
        Filter("gap_fill_bar", "<=", 24),
        Filter("or12_range_pct_adr", "range", (20.0, 60.0)),
        Filter("or12_bo_sides", "in", ("both", "up_only")),
        Filter("gx_range_pct_adr", ">", 5.0),
    ),
    "broad": (
        Filter("inside_day", "=", False),
        Filter("gap_fill_bar", "!=", 1),
        Filter("or12_range_pct_adr", "range", (10.0, 150.0)),
        Filter("or12_bo_sides", "in", ("both", "down_only", "up_only")),
        Filter("gx_range_pct_adr", ">", 5.0),
    ),
}
"""Both end in sessions of every kind: the narrow one in a few of a hundred, the broad one in most."""

NUMERICS = ("gap_size_pct_adr", "day_range_pct_adr", "close_ibs", "or12_ext_up_pct")
EVENTS = ("gap_fill_bar", "or12_bo_up_bar", "hoy_bo_bar", "ema20_first_touch_bar", "hod_bar")
COUNTS = ("new_high_count", "ema20_bars_above")
BOOLEANS = ("gap_up", "or12_hod_or_lod_set", "close_above_open", "hoy_bo_failed")
ENUMS = ("gap_class", "open_vs_prev_range", "or12_bo_sides", "day_type", "close_vs_gx")

LABELLED = (*BOOLEANS, *ENUMS)
INTEGERS = (*EVENTS, *COUNTS)
NUMBERS = (*NUMERICS, *INTEGERS)
"""What has a five-number summary and moments."""

TWENTY = (*NUMBERS, *LABELLED)

QUARTILES = (0.0, 0.25, 0.5, 0.75, 1.0)


def wire(breadth: Breadth, nudge: float = 0.0) -> list[dict[str, object]]:
    """The filters as a request writes them; the lower end of the range is moved by `nudge`."""
    return [
        {"feature": each.feature, "operator": each.operator, "value": _value(each, nudge)}
        for each in FILTERS[breadth]
    ]


def _value(each: Filter, nudge: float) -> object:
    if not isinstance(each.value, tuple):
        return each.value
    low, *rest = each.value
    return [low + nudge, *rest] if each.operator == "range" and not isinstance(low, str) else [low, *rest]


@dataclass(frozen=True, slots=True)
class Spread:
    """A feature's aggregates on the matched days.

    `counts` are days by value, or by range number of a numeric, those without a day left out; `summary` is
    minimum, quartiles and maximum, `moments` mean, deviation and skewness; both empty for labels.
    """

    counts: dict[Scalar, int]
    summary: tuple[float, ...] = ()
    moments: tuple[float, ...] = ()
