"""A feature's formula and the calendar, as they change between two nights, in this process and its forks."""

from dataclasses import replace
from pathlib import Path
from typing import Literal, get_args

import numpy as np

from core.build import made_from
from core.features.registry import FEATURES
from core.market.calendar import OVERRIDES_FILE
from core.market.event_calendars import event_table
from core.market.market import FloatArray, Market

What = Literal["formula", "calendar"]
WHATS: tuple[What, ...] = get_args(What)

_FEATURE = next(each for each in FEATURES if each.definition.name == "close_ibs")
_FORMULA, _DEFINITION = _FEATURE.compute, _FEATURE.definition
_EVENTS = event_table("fomc")
_DATES = _EVENTS.dates
_ONE_MORE = np.sort(np.append(_DATES, np.datetime64("2023-12-19")))


def _turned(market: Market) -> FloatArray:
    return np.asarray(100.0 - _FORMULA(market))


_turned.__module__ = _FORMULA.__module__


class Definitions:
    """What of the definitions is `changed`; `file` is another list of the calendar's exceptions."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.changed: frozenset[What] = frozenset()
        file.write_text(f"{OVERRIDES_FILE.read_text(encoding='utf-8')}\n# changed\n", encoding="utf-8")

    def change(self, what: What) -> None:
        self.put(self.changed ^ {what})

    def put(self, changed: frozenset[What]) -> None:
        """Let just these be changed: close_ibs, and the days of the central bank's meetings."""
        self.changed = changed
        is_turned, has_more = "formula" in changed, "calendar" in changed
        definition = replace(_DEFINITION, description="How far below its high a session closes.")
        object.__setattr__(_FEATURE, "compute", _turned if is_turned else _FORMULA)
        object.__setattr__(_FEATURE, "definition", definition if is_turned else _DEFINITION)
        object.__setattr__(_EVENTS, "dates", _ONE_MORE if has_more else _DATES)
        setattr(made_from, "OVERRIDES_FILE", self._file if has_more else OVERRIDES_FILE)  # noqa: B010
