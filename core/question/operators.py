"""The table of operators (`core.contracts.operators`) applied to a feature's numbers."""

from core.contracts.catalogue import FeatureDefinition
from core.contracts.operators import OPERATORS, Operator
from core.figures.formulas import Floats, Mask
from core.question.conditions import Atom, Value


def matching(definition: FeatureDefinition, numbers: Floats, operator: Operator, value: Value) -> Mask:
    """Which of some numbers (N,), none of them null, match a filter's operator and value."""
    rule, atoms = OPERATORS[operator], value if isinstance(value, tuple) else (value,)
    found = rule.compare(numbers, [_number(definition, atom) for atom in atoms])
    return found & (numbers > 0) if rule.needs_event and definition.is_event_bar else found


def _number(definition: FeatureDefinition, atom: Atom) -> float:
    """A filter's value as the feature's numbers have it."""
    return float(definition.labels.index(str(atom)) if definition.kind == "enum" else atom)


def no_event_value(definition: FeatureDefinition) -> float:
    """The number of a feature whose event has not happened; -1, no label's place, where no label says so."""
    if definition.kind != "enum":
        return 0.0
    neutral = definition.neutral_label
    return -1.0 if neutral is None else float(definition.labels.index(neutral))
