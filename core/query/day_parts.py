"""Which days one bar of a module's display counts: the same look at the same codes as the module's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.contracts.day_parts import DayPart, Side
from core.contracts.errors import InvalidRequest
from core.contracts.pack import FINAL_BAR, NULL_CODE, AllTimeHigh, EmaRun
from core.modules.ema_accumulation import bucket_spans
from core.modules.feature_view import FeatureView
from core.modules.period_probability import PERIODS
from core.modules.session_order import sessions_of
from core.modules.streak_analysis import streak_rows
from core.modules.time_distribution import HOURS
from core.query.bitmaps import Mask
from core.query.conditions import FilterQuery
from core.query.index import SnapshotIndex
from core.query.selection import Selection
from core.query.views import views

Spans = Mapping[str, tuple[int, int]]
_HOUR_SPANS = {f"{first}-{last}": (first, last) for _, first, last in HOURS}
_PERIOD_SPANS = {f"{first}-{last}": (first, last) for first, last in PERIODS.values()}


@dataclass(frozen=True, slots=True)
class _Asked:
    """One feature on the matched days; `numbers` (N,) of a numeric, NaN = null."""

    view: FeatureView
    place: str
    side: Side
    numbers: NDArray[np.float64] | None

    @property
    def values(self) -> NDArray[np.int64]:
        """Values (N,) of a boolean, integer or enum (its code); meaningless where there is none."""
        return sessions_of(self.view).codes.astype(np.int64) + self.view.scale.first

    def within(self, spans: Spans) -> Mask | None:
        """Days whose value lies in the span of that name, both ends included."""
        span = spans.get(self.place)
        return None if span is None else (self.values >= span[0]) & (self.values <= span[1])

    def whole_number(self) -> int | None:
        """The place as a whole number of 0 or more."""
        return int(self.place) if self.place.isdecimal() and len(self.place) < 6 else None


Finder = Callable[[_Asked], Mask | None]


def part_mask(index: SnapshotIndex, query: FilterQuery, selection: Selection, part: DayPart) -> Mask:
    """The days (N,) of the selection that the bar counts; `part.feature` is a coded feature.

    Raises:
        InvalidRequest: `unknown_module`, `unknown_place`.
    """
    definition = index.catalogue.by_name[part.feature]
    if part.module not in definition.modules:
        known = ", ".join(definition.modules) or "none: it has no statistics"
        detail = f"part.module: {part.feature} has no {part.module}; expected one of {known}."
        raise InvalidRequest(detail, code="unknown_module")
    view = views(index, query, selection, [part.feature])[0]
    numbers = index.numbers(part.feature) if definition.kind == "numeric" else None
    found = FINDERS[part.module](_Asked(view, part.place, part.side, numbers))
    if found is None:
        detail = f"part.place: {part.place[:40]!r} is no bar of {part.module} of {part.feature}."
        raise InvalidRequest(detail, code="unknown_place")
    return np.asarray(found & selection.mask() & (sessions_of(view).codes != NULL_CODE))


def _active(asked: _Asked) -> Mask | None:
    definition = asked.view.definition
    if asked.place != "active":
        return None
    if definition.kind != "enum":
        return np.greater(asked.values, 0)
    neutral = definition.neutral_label
    return np.not_equal(asked.values, -1 if neutral is None else definition.labels.index(neutral))


def _event_bar(asked: _Asked) -> Mask | None:
    bar = asked.whole_number()
    return None if not bar else np.equal(asked.values, bar)


def _label(asked: _Asked) -> Mask | None:
    labels = asked.view.definition.labels
    if asked.place not in labels:
        return None
    return np.equal(asked.values, labels.index(asked.place))


def _label_or_bin(asked: _Asked) -> Mask | None:
    return _label(asked) if asked.view.definition.kind == "enum" else _bin(asked)


def _bin(asked: _Asked) -> Mask | None:
    position, edges = asked.whole_number(), asked.view.scale.histogram_edges
    last = len(asked.view.matched.counts) - 1 if edges is None else len(edges) - 2
    if position is None or position > last:
        return None
    if edges is None:
        return np.equal(asked.values, position + asked.view.scale.first)
    values = asked.values if asked.numbers is None else asked.numbers
    return np.equal(np.searchsorted(edges[1:-1], values, side="right"), position)


def _range(asked: _Asked) -> Mask | None:
    labels = asked.view.scale.range_labels
    if asked.place not in labels:
        return None
    return np.equal(asked.values, labels.index(asked.place))


def _range_or_edge(asked: _Asked) -> Mask | None:
    word, _, text = asked.place.partition(" ")
    edges = {f"{edge:g}": edge for edge in asked.view.definition.bucket_edges}
    if word != "reached" or text not in edges or asked.numbers is None:
        return _range(asked)
    edge = edges[text]
    return np.less_equal(asked.numbers, edge) if edge < 0 else np.greater_equal(asked.numbers, edge)


def _final_extreme(asked: _Asked) -> Mask | None:
    extremes, span = sessions_of(asked.view).extremes, _PERIOD_SPANS.get(asked.place)
    if extremes is None or span is None:
        return None
    bars = extremes[:, FINAL_BAR]
    return (bars >= span[0]) & (bars <= span[1])


def _streak(asked: _Asked) -> Mask | None:
    length = asked.whole_number()
    if not length:
        return None
    mask = np.zeros(len(asked.values), dtype=np.bool_)
    mask[streak_rows(asked.view, length, asked.side)] = True
    return mask


def _ema(asked: _Asked) -> Mask | None:
    runs, span = sessions_of(asked.view).ema_runs, asked.view.definition.known_at.bar
    bounds = ({"full day": (span, span)} | bucket_spans(span)).get(asked.place)
    if runs is None or bounds is None:
        return None
    bars = runs[-1 if asked.side == "below" else 0, :, EmaRun.BARS]
    return (bars >= bounds[0]) & (bars <= bounds[1])


def _how_often(asked: _Asked) -> Mask | None:
    most = int(asked.view.scale.first) + len(asked.view.matched.counts)
    return asked.within({"none": (0, 0), "once": (1, 1), "multiple": (2, most)})


def _all_time_high(asked: _Asked) -> Mask | None:
    highs = sessions_of(asked.view).all_time_highs
    if highs is None or asked.place not in ("days", "next"):
        return None
    made = highs[:, AllTimeHigh.FIRST_BAR] > 0
    return made if asked.place == "days" else made & (highs[:, AllTimeHigh.NEXT_MAKES_ONE] == 1)


FINDERS: Mapping[str, Finder] = {
    "occurrence": _active,
    "timing_analysis": _event_bar,
    "period_probability": lambda asked: asked.within(PERIODS),
    "time_distribution": lambda asked: asked.within(_HOUR_SPANS),
    "basic_distribution": _label_or_bin,
    "percentage_distribution": _range,
    "threshold_analysis": _range_or_edge,
    "categorical_distribution": _label,
    "extreme_timing": _final_extreme,
    "hod_lod_analysis": _final_extreme,
    "streak_analysis": _streak,
    "ema_accumulation": _ema,
    "binary_multi_occurrence": _how_often,
    "ath_analysis": _all_time_high,
}
"""How each module's bars are found; None where the module has no bar of that name."""
