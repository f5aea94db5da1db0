"""What a file of own features is written with; docs/own-features.md shows a whole one.

A feature is a function of `Market` under `@own(...)`: its docstring is its definition, its name begins with
own_. Prices are in ticks, so that sums and differences are exact; `in_points` gives points.
"""

from core.contracts.known_at import LAST_BAR, KnownAt
from core.features.bars import (
    above_every_high,
    above_prior_high,
    below_every_low,
    below_prior_low,
    classify,
    column,
    earlier,
    first_bar,
    first_bar_after,
    first_bar_from,
    first_highest_bar,
    first_lowest_bar,
    happened,
    highest_until,
    lacks,
    lowest_until,
    null_where,
    percent,
)
from core.features.entries import bar, boolean, count, enum, event_bar, multi, numeric, own
from core.features.runs import count_bars, run_lengths
from core.features.ticks import in_points
from core.market.market import BoolArray, FloatArray, IntArray, Market

__all__ = [
    "LAST_BAR",
    "BoolArray",
    "FloatArray",
    "IntArray",
    "KnownAt",
    "Market",
    "above_every_high",
    "above_prior_high",
    "bar",
    "below_every_low",
    "below_prior_low",
    "boolean",
    "classify",
    "column",
    "count",
    "count_bars",
    "earlier",
    "enum",
    "event_bar",
    "first_bar",
    "first_bar_after",
    "first_bar_from",
    "first_highest_bar",
    "first_lowest_bar",
    "happened",
    "highest_until",
    "in_points",
    "lacks",
    "lowest_until",
    "multi",
    "null_where",
    "numeric",
    "own",
    "percent",
    "run_lengths",
]
