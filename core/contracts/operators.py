"""Every operator of a filter, in one table (rulings 15 to 17): kinds, values, words and comparison.

To add one, see CONTRIBUTING: a row here, and its input on the page.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from core.contracts.catalogue import Kind

Operator = Literal["=", "!=", ">", "<", ">=", "<=", "range", "in", "not_in"]
FilteredKind = Kind | Literal["list of days"]
"""What operators compare: a feature of a kind, or the lists that a day is in."""

Takes = Literal["value", "range", "list"]
Compare = Callable[[NDArray[Any], Sequence[Any]], NDArray[np.bool_]]

WHOLE: tuple[Kind, ...] = ("integer bar", "integer count")
NUMBERS: tuple[Kind, ...] = (*WHOLE, "numeric")
LABELS: tuple[Kind, ...] = ("boolean", "enum")
CODED: tuple[Kind, ...] = (*LABELS, *NUMBERS)
LISTABLE: tuple[FilteredKind, ...] = (*CODED, "list of days")


@dataclass(frozen=True, slots=True)
class OperatorRule:
    """The meaning of an operator.

    `kinds` support it, the cards of `cards` offer it. It takes one value, a range [low, high] or a list.
    `words` write it in a sentence. `compare` marks which numbers (N,) match the filter's values, none of them
    null. With `needs_event`, 0 for no event never matches.
    """

    kinds: tuple[FilteredKind, ...]
    cards: tuple[Kind, ...]
    takes: Takes
    words: str
    compare: Compare
    needs_event: bool = False


def _to_one(compare: np.ufunc) -> Compare:
    return lambda numbers, values: compare(numbers, values[0])


OPERATORS: dict[Operator, OperatorRule] = {
    "=": OperatorRule((*CODED, "date"), (*LABELS, *WHOLE, "date"), "value", "equals {}", _to_one(np.equal)),
    "!=": OperatorRule(CODED, ("enum", *WHOLE), "value", "not equals {}", _to_one(np.not_equal)),
    ">": OperatorRule(NUMBERS, NUMBERS, "value", "> {}", _to_one(np.greater), needs_event=True),
    "<": OperatorRule(NUMBERS, NUMBERS, "value", "< {}", _to_one(np.less), needs_event=True),
    ">=": OperatorRule(NUMBERS, NUMBERS, "value", ">= {}", _to_one(np.greater_equal), needs_event=True),
    "<=": OperatorRule(NUMBERS, NUMBERS, "value", "<= {}", _to_one(np.less_equal), needs_event=True),
    "range": OperatorRule(
        (*NUMBERS, "date"),
        (*NUMBERS, "date"),
        "range",
        "{}",
        lambda numbers, ends: (numbers >= ends[0]) & (numbers <= ends[1]),
        needs_event=True,
    ),
    # Not np.isin, which loads NumPy's masked arrays for a long list.
    "in": OperatorRule(
        LISTABLE, ("enum",), "list", "in {}", lambda numbers, values: (numbers[:, None] == values).any(axis=1)
    ),
    "not_in": OperatorRule(
        LISTABLE,
        ("enum",),
        "list",
        "not in {}",
        lambda numbers, values: (numbers[:, None] != values).all(axis=1),
    ),
}


def operators_of(kind: FilteredKind) -> tuple[Operator, ...]:
    """The operators that a kind supports, whatever its card offers."""
    return tuple(name for name, rule in OPERATORS.items() if kind in rule.kinds)


def offered_on_card(kind: Kind, default: Operator) -> list[Operator]:
    """The operators on the card of a kind, first those with the value form of `default`."""
    offered = [name for name, rule in OPERATORS.items() if kind in rule.cards]
    return sorted(offered, key=lambda name: OPERATORS[name].takes != OPERATORS[default].takes)
