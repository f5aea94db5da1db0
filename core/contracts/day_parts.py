"""The days behind one bar of a module's display: what a click on it asks for (design/look.md)."""

from dataclasses import dataclass
from typing import Literal

from core.contracts.results import ModuleKind

Side = Literal["above", "below"]


@dataclass(frozen=True, slots=True)
class DayPart:
    """Of the matched days, those that one bar of a feature's module counts.

    `place` is the bar as the module's own answer names it: "active" of an occurrence, a bar number, a
    period's name, a bar range, a label's value, the position of a histogram's bin from 0, a range's label,
    "reached X" of a threshold, the bar range of the final extreme, a streak's length, "full day" or a bar
    range of the EMA, "none", "once" or "multiple", "days" or "next" of all-time highs. `side` chooses
    between the two sides of a two-sided feature.
    """

    feature: str
    module: ModuleKind
    place: str
    side: Side = "above"
