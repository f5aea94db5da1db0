"""Sessions in a row, on which filters are evaluated: comparisons of numbers and dates."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

import numpy as np
from numpy.typing import NDArray

from core.contracts.catalogue import Catalogue
from core.figures.formulas import Mask
from core.question.conditions import Condition, Filter
from core.question.day_values import DayValues, Reading, days_passing

Own = Callable[[Condition], Reading]


@dataclass(frozen=True, eq=False)
class Days:
    """D sessions with their values; `previous_row` (D,) is each one's row before, -1 without one."""

    catalogue: Catalogue
    session_date: NDArray[np.datetime64]
    previous_row: NDArray[np.int32]
    values: DayValues

    def evaluate(self, asked: Filter) -> Mask:
        """The sessions (D,) that match one filter; a null never does."""
        return days_passing(asked, map(self.read, asked.members))

    def read(self, condition: Condition, own: Own | None = None) -> Reading:
        """One condition on the sessions, read as many sessions before as it says.

        `own` reads it by each session's own values, otherwise than `self.own` does.
        """
        found = (own or self.own)(condition)
        if condition.first_in is not None:
            found = found.first_after(self.before(condition))
        for _ in range(condition.prev):
            found = self._session_before(found)
        return found

    def own(self, condition: Condition) -> Reading:
        """The condition by the sessions' own values, or by their dates."""
        value = condition.value
        if condition.dates is not None:
            is_listed = np.isin(self.session_date, np.array([*condition.dates], dtype="datetime64[D]"))
            mask = is_listed if condition.operator == "in" else ~is_listed
            return Reading(mask, np.ones_like(mask))
        if self.catalogue.by_name[condition.feature].kind != "date":
            return self.values.read(condition)
        ends = value if isinstance(value, tuple) else (value, value)
        mask = self.between(*(date.fromisoformat(str(end)) for end in ends))
        return Reading(mask, np.ones_like(mask))

    def before(self, condition: Condition) -> Reading:
        """Whether it held on one of the `first_in` sessions before; null where one of them is."""
        each = self.own(condition)
        holds, known = np.zeros_like(each.holds), np.ones_like(each.known)
        for _ in range(condition.first_in or 0):
            each = self._session_before(each)
            holds, known = holds | each.holds, known & each.known
        return Reading(holds, known)

    def between(self, start: date, end: date) -> Mask:
        """The sessions from start to end, both included."""
        first, last = np.datetime64(start, "D"), np.datetime64(end, "D")
        return (self.session_date >= first) & (self.session_date <= last)

    def _session_before(self, found: Reading) -> Reading:
        """What was found of the session immediately before; neither held nor known where it has no row."""
        return Reading(*(np.append(mask, False)[self.previous_row] for mask in found))
