"""Every operator on every kind, as comparisons of a feature's numbers (rulings 15 to 17)."""

import numpy as np

from core.contracts.catalogue import FeatureDefinition
from core.figures.formulas import Floats, Mask
from core.question.conditions import Atom, Value

_COMPARE: dict[str, np.ufunc] = {
    ">": np.greater,
    "<": np.less,
    ">=": np.greater_equal,
    "<=": np.less_equal,
    "=": np.equal,
    "!=": np.not_equal,
}


def matching(definition: FeatureDefinition, numbers: Floats, operator: str, value: Value) -> Mask:
    """Which of some numbers (N,) match; 0 of an event feature fails every inequality and range."""
    wanted = [_number(definition, atom) for atom in (value if isinstance(value, tuple) else (value,))]
    if operator in ("in", "not_in"):
        return np.asarray((numbers[:, None] == wanted).any(axis=1) == (operator == "in"))
    if operator == "range":
        found = (numbers >= wanted[0]) & (numbers <= wanted[1])
    else:
        found = np.asarray(_COMPARE[operator](numbers, wanted[0]))
    return found & (numbers > 0) if definition.is_event_bar and operator not in ("=", "!=") else found


def _number(definition: FeatureDefinition, atom: Atom) -> float:
    """A filter's value as the feature's numbers have it."""
    return float(definition.labels.index(str(atom)) if definition.kind == "enum" else atom)


def no_event_value(definition: FeatureDefinition) -> float:
    """The number of a feature whose event has not happened; -1, no label's place, where no label says so."""
    if definition.kind != "enum":
        return 0.0
    neutral = definition.neutral_label
    return -1.0 if neutral is None else float(definition.labels.index(neutral))
