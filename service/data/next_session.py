"""The next session as a service knows it: the night's facts, the day so far, typed numbers."""

from dataclasses import dataclass

from core.contracts.next_answers import NextNote, NextSource
from core.contracts.next_requests import TypedDay
from core.contracts.next_session import SoFar
from core.query.conditions import FilterQuery
from service.data.snapshot import Snapshot


@dataclass(frozen=True, eq=False)
class NextDay:
    """The next session of a snapshot as of bar `as_of`; `notes` say what was left out."""

    snapshot: Snapshot
    as_of: int
    source: NextSource
    notes: tuple[NextNote, ...]

    def matches(self, query: FilterQuery) -> bool | None:
        """Whether the session passes all filters; None while one of those it does not fail is not certain."""
        raise NotImplementedError


def next_day(snapshot: Snapshot, so_far: SoFar | None, typed: TypedDay | None = None) -> NextDay:
    """The next session with what is typed, else with the day so far, else by the night alone."""
    raise NotImplementedError
