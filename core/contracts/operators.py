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
AskedKind = Kind | Literal["list of days"]
"""What operators compare: a feature of a kind, or the lists that a day is in."""

Takes = Literal["value", "range", "list"]
Compare = Callable[[NDArray[Any], Sequence[Any]], NDArray[np.bool_]]

WHOLE: tuple[Kind, ...] = ("integer bar", "integer count")
NUMBERS: tuple[Kind, ...] = (*WHOLE, "numeric")
LABELS: tuple[Kind, ...] = ("boolean", "enum")


@dataclass(frozen=True, slots=True, kw_only=True)
class OperatorRule:
    """What an operator means.

    `kinds` answer it, the cards of `cards` offer it. It takes one value, a range [low, high] or a list.
    `words` write it in a sentence. `compare` says which of some numbers (N,) match the filter's values, none
    of them null. With `needs_event` the 0 of an event that did not happen never matches.
    """

    kinds: tuple[AskedKind, ...]
    cards: tuple[Kind, ...]
    words: str
    compare: Compare
    takes: Takes = "value"
    needs_event: bool = False


def _is_one_of(numbers: NDArray[Any], values: Sequence[Any]) -> NDArray[np.bool_]:
    return np.asarray((numbers[:, None] == values).any(axis=1))


OPERATORS: dict[Operator, OperatorRule] = {
    "=": OperatorRule(
        kinds=(*LABELS, *NUMBERS, "date"),
        cards=(*LABELS, *WHOLE, "date"),
        words="equals {}",
        compare=lambda numbers, values: numbers == values[0],
    ),
    "!=": OperatorRule(
        kinds=(*LABELS, *NUMBERS),
        cards=("enum", *WHOLE),
        words="not equals {}",
        compare=lambda numbers, values: numbers != values[0],
    ),
    ">": OperatorRule(
        kinds=NUMBERS,
        cards=NUMBERS,
        words="> {}",
        compare=lambda numbers, values: numbers > values[0],
        needs_event=True,
    ),
    "<": OperatorRule(
        kinds=NUMBERS,
        cards=NUMBERS,
        words="< {}",
        compare=lambda numbers, values: numbers < values[0],
        needs_event=True,
    ),
    ">=": OperatorRule(
        kinds=NUMBERS,
        cards=NUMBERS,
        words=">= {}",
        compare=lambda numbers, values: numbers >= values[0],
        needs_event=True,
    ),
    "<=": OperatorRule(
        kinds=NUMBERS,
        cards=NUMBERS,
        words="<= {}",
        compare=lambda numbers, values: numbers <= values[0],
        needs_event=True,
    ),
    "range": OperatorRule(
        kinds=(*NUMBERS, "date"),
        cards=(*NUMBERS, "date"),
        words="{}",
        compare=lambda numbers, values: (numbers >= values[0]) & (numbers <= values[1]),
        takes="range",
        needs_event=True,
    ),
    "in": OperatorRule(
        kinds=(*LABELS, *NUMBERS, "list of days"),
        cards=("enum",),
        words="in {}",
        compare=_is_one_of,
        takes="list",
    ),
    "not_in": OperatorRule(
        kinds=(*LABELS, *NUMBERS, "list of days"),
        cards=("enum",),
        words="not in {}",
        compare=lambda numbers, values: ~_is_one_of(numbers, values),
        takes="list",
    ),
}


def operators_of(kind: AskedKind) -> tuple[Operator, ...]:
    """The operators a kind answers, whatever its card offers."""
    return tuple(name for name, rule in OPERATORS.items() if kind in rule.kinds)


def offered_on_card(kind: Kind, default: Operator) -> list[Operator]:
    """The operators that the card of a kind offers, first those that take what `default` does."""
    offered = [name for name, rule in OPERATORS.items() if kind in rule.cards]
    return sorted(offered, key=lambda name: OPERATORS[name].takes != OPERATORS[default].takes)
