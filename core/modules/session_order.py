"""One set of days in the order of the calendar: which sessions, and which of them are neighbours."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from core.contracts.pack import NULL_CODE
from core.modules.feature_view import FeatureView, Sessions, Tally

Rows = NDArray[np.intp]
Mask = NDArray[np.bool_]
T = TypeVar("T")


def sessions_of(view: FeatureView) -> Sessions:
    """The feature session by session.

    Raises:
        ValueError: the view was made from counts alone.
    """
    if view.sessions is None:
        raise ValueError(f"{view.definition.name}: a view with its sessions expected, counts alone found")
    return view.sessions


def of_baseline(view: FeatureView, module: str, answer: Callable[[FeatureView, Tally], T]) -> T:
    """A module's answer on the baseline; on every session it is made once and kept."""
    if view.baseline.mask is not None:
        return answer(view, view.baseline)
    kept = sessions_of(view).kept
    if module not in kept:
        kept[module] = answer(view, view.baseline)
    return cast(T, kept[module])


def rows_of(view: FeatureView, tally: Tally) -> Rows:
    """Rows of one set's days with a value, ascending (n,)."""
    present = sessions_of(view).codes != NULL_CODE
    return np.flatnonzero(present if tally.mask is None else present & tally.mask)


def follows(sessions: Sessions, rows: Rows) -> Mask:
    """Where a day (n,) is the exchange session after the one before it in `rows`, half days skipped over."""
    linked = np.zeros(len(rows), dtype=np.bool_)
    linked[1:] = sessions.streak_previous[rows[1:]] == rows[:-1]
    return linked


def session_after(sessions: Sessions, rows: Rows) -> Rows:
    """The row (n,) of the exchange session after each day, matched or not, half days skipped over.

    -1 where it is not known: it is missing, has no value or has not come yet.
    """
    after = np.full(len(sessions.codes), -1)
    known = np.flatnonzero((sessions.streak_previous >= 0) & (sessions.codes != NULL_CODE))
    after[sessions.streak_previous[known]] = known
    return np.asarray(after[rows])
