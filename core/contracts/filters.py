"""Filters of a request: conditions and groups, with the bounds of their numbers (product.md section 3).

What an operator and a value may be follows from the feature: `core.question.filter_values`.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from core.contracts.known_at import LAST_BAR
from core.contracts.operators import OPERATORS, Operator

MOST_FIRST_IN = 20
"""`first_in` looks back over so many sessions at most."""

GroupKind = Literal["any_of", "none_of", "at_least"]
Scalar = bool | int | float | str


@dataclass(frozen=True, slots=True)
class WrittenAs:
    """The API document's description of a field that is checked after the body is decoded."""

    type: Any


def whole_number(most: int, code: str) -> Meta:
    """A whole number from 1 to `most`, which may be written 5.0; `code` is that of its refusal."""
    words = f"a whole number from 1 to {most}"
    return Meta(ge=1, le=most, multiple_of=1, description=words, extra={"code": code})


ByBar = Annotated[float, whole_number(LAST_BAR, "by_bar_range")]
FirstIn = Annotated[float, whole_number(MOST_FIRST_IN, "first_in_range")]
Count = Annotated[float, Meta(multiple_of=1, description="a whole number", extra={"code": "group_count"})]
OperatorName = Annotated[
    str,
    WrittenAs(Operator),
    Meta(description=f"one of {', '.join(OPERATORS)}", extra={"code": "unknown_operator"}),
]
FilterValue = Annotated[Any, WrittenAs(Scalar | list[Scalar])]


class FilterCondition(Struct, frozen=True, forbid_unknown_fields=True):
    """One condition of a filters map.

    With `first_in` N (1 to 20) it holds where it held on that session and on none of the N before.
    """

    operator: OperatorName
    value: FilterValue
    by_bar: ByBar | None = None
    first_in: FirstIn | None = None


class NamedFilter(Struct, frozen=True, forbid_unknown_fields=True):
    """One condition of a filters list, where one feature may be asked twice, or of a group.

    A feature's suffix `_prev` reads the session before, `_prev2` to `_prev5` the second to fifth before.
    In its place `day_list` asks for days that one of some lists has (`in`) or none (`not_in`), by name.
    """

    feature: str
    operator: OperatorName
    value: FilterValue
    by_bar: ByBar | None = None
    first_in: FirstIn | None = None


Members = Annotated[list[NamedFilter], Meta(min_length=1, description="a list of conditions")]


class AtLeast(Struct, frozen=True, forbid_unknown_fields=True):
    """So many of some conditions hold; an unknown one does not."""

    count: Count
    of: Members


class FilterGroup(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Conditions of a filters list that are one filter; one of the three keys is given.

    Of `none_of` every condition is known and none holds.
    """

    any_of: Members | None = None
    none_of: Members | None = None
    at_least: AtLeast | None = None


GROUPS: dict[GroupKind, Any] = {"any_of": Members, "none_of": Members, "at_least": AtLeast}

Filters = Annotated[
    Any,
    WrittenAs(dict[str, FilterCondition | list[NamedFilter] | AtLeast] | list[NamedFilter | FilterGroup]),
]
"""`core.question.filter_values` reads them: the keys of an entry say its type, those of a map name groups."""
