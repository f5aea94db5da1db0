"""Filters that plainly hold on no day together: a condition, and a group that excludes it."""

from collections.abc import Sequence
from dataclasses import replace

from core.contracts.catalogue import Catalogue
from core.question.conditions import Condition, Filter, Group, sentence
from core.question.day_lists import definition_of
from core.question.filter_values import refuse


def require_consistent(filters: Sequence[Filter], catalogue: Catalogue) -> None:
    """Nothing where no group is contradicted by another filter.

    Only the very condition that is excluded, or the opposite of a boolean, is seen. Two plain conditions are
    not held against each other: they match no day.

    Raises:
        InvalidRequest: `contradiction`.
    """
    excluding: dict[Condition, Filter] = {}
    for each in filters:
        excluding.update(dict.fromkeys(_excluded(each, catalogue), each))
    for each in filters:
        against = [excluding[member] for member in each.members if member in excluding]
        if isinstance(each, Condition):
            against = [one for one in against if isinstance(one, Group)]
        if _need(each) > len(each.members) - len(against):
            words = " and ".join(sentence(one, catalogue) for one in dict.fromkeys([each, *against]))
            refuse("contradiction", f"filters: {words} hold on no day; remove one of them.")


def _need(asked: Filter) -> int:
    """How many of its conditions must hold."""
    return asked.count if isinstance(asked, Group) else 1


def _excluded(asked: Filter, catalogue: Catalogue) -> list[Condition]:
    """The conditions that contradict a filter."""
    if isinstance(asked, Group):
        return list(asked.members) if asked.kind == "none_of" else []
    is_boolean = definition_of(asked, catalogue).kind == "boolean"
    is_plain = is_boolean and asked.operator == "=" and asked.first_in is None
    return [replace(asked, value=not asked.value)] if is_plain else []
