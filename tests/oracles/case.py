"""What a module is given, and the little that all modules share (statistics.md, Vocabulary)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.oracles.catalogue import Spec
from tests.oracles.days import Day, Value

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Case:
    """One feature's values: on the matched days, the other days of the date range, all full sessions.

    Nulls may stand in every list; they leave the denominators. `conditioned` says that the feature is
    named in a filter and so has no test. `days`, `other_days` and `universe_days` are the days of the three
    lists, one each and ascending; only the modules that read sessions ask for them.
    """

    spec: Spec
    matched: Sequence[Value]
    others: Sequence[Value]
    universe: Sequence[Value]
    conditioned: bool = False
    days: Sequence[Day] | None = None
    other_days: Sequence[Day] | None = None
    universe_days: Sequence[Day] | None = None


Told = list[tuple[Day, Value]]
"""Days in order with what the feature answers on each, nulls too."""


def told(case: Case) -> Told:
    """The matched days with their values."""
    return _told(case.days, case.matched)


def told_others(case: Case) -> Told:
    """The other days of the date range with their values."""
    return _told(case.other_days, case.others)


def told_all(case: Case) -> Told:
    """Every day of the date range with its value: the baseline."""
    return sorted(told(case) + told_others(case), key=lambda pair: pair[0].date)


def told_universe(case: Case) -> Told:
    """Every full session with its value, outside the date range too."""
    return _told(case.universe_days, case.universe)


def _told(days: Sequence[Day] | None, values: Sequence[Value]) -> Told:
    if days is None:
        raise ValueError("a module that reads sessions was given values without their days")
    return list(zip(days, values, strict=True))


def present(values: Sequence[Value]) -> list[Any]:
    """The values without nulls, which leave every denominator."""
    return [value for value in values if value is not None]


def metadata(case: Case) -> Data:
    """`n` matched days with a value, and the matched days without one."""
    n = len(present(case.matched))
    return {"n": n, "missing_days": len(case.matched) - n}


def grade(days: int) -> str:
    """The sample grade of a denominator."""
    if days < 30:
        return "small"
    return "medium" if days <= 100 else "large"


def with_others(case: Case, shape: Callable[[list[Any], Spec], Data]) -> Data:
    """A shape of the matched days, the same of the others beside it (null without another day)."""
    others = present(case.others)
    return {
        **shape(present(case.matched), case.spec),
        "others": shape(others, case.spec) if others else None,
    }
