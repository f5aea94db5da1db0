"""What a module is given, and the little that all modules share (statistics.md, Vocabulary)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.oracles.catalogue import Spec
from tests.oracles.days import Value

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Case:
    """One feature's values: on the matched days, the other days of the date range, all full sessions.

    Nulls may stand in every list; they leave the denominators. `conditioned` says that the feature is
    named in a filter and so has no test.
    """

    spec: Spec
    matched: Sequence[Value]
    others: Sequence[Value]
    universe: Sequence[Value]
    conditioned: bool = False


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
