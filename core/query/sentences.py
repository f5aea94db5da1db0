"""Conditions as English sentences, for the page's texts and for exports."""

from __future__ import annotations

from core.contracts.catalogue import Catalogue, FeatureDefinition, display_label
from core.query.conditions import Atom, Condition

_VERBS = {
    "=": "is {}",
    "!=": "is not {}",
    ">": "is above {}",
    "<": "is below {}",
    ">=": "is at least {}",
    "<=": "is at most {}",
    "range": "is between {} and {}",
    "in": "is {}",
    "not_in": "is neither {}",
}
_EVENT_VERBS = {("=", 0): "did not happen", ("!=", 0): "happened"}


def sentence(condition: Condition, catalogue: Catalogue) -> str:
    """The condition in words: `The session before, Gap Fill (bar) is at most 24, as known at bar 30`."""
    definition = catalogue.by_name[condition.feature]
    words = f"{definition.display_name} {_predicate(condition, definition)}"
    if condition.prev:
        words = f"The session before, {words}"
    return words if condition.by_bar is None else f"{words}, as known at bar {condition.by_bar}"


def _predicate(condition: Condition, definition: FeatureDefinition) -> str:
    value = condition.value
    if definition.is_event_bar and not isinstance(value, tuple):
        event = _EVENT_VERBS.get((condition.operator, int(value)))
        if event is not None:
            return event
    return _verb(condition).format(*_texts(condition, definition)) + _unit(definition)


def _verb(condition: Condition) -> str:
    if condition.operator == "not_in" and isinstance(condition.value, tuple) and len(condition.value) == 1:
        return _VERBS["!="]
    return _VERBS[condition.operator]


def _texts(condition: Condition, definition: FeatureDefinition) -> list[str]:
    value = condition.value if isinstance(condition.value, tuple) else (condition.value,)
    texts = [_text(atom, definition) for atom in value]
    if condition.operator == "range":
        return texts
    joint = " nor " if condition.operator == "not_in" else " or "
    return [joint.join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)]


def _text(atom: Atom, definition: FeatureDefinition) -> str:
    if isinstance(atom, bool):
        return "true" if atom else "false"
    if isinstance(atom, str):
        return display_label(atom) if definition.kind == "enum" else atom
    return f"{atom:.12g}"


def _unit(definition: FeatureDefinition) -> str:
    return f" {definition.unit}" if definition.kind == "numeric" and definition.unit else ""
