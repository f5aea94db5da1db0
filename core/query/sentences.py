"""Conditions in words, as the page's cards, sidebar and chart word them: `web/src/lib/filter-words.ts`."""

from datetime import date

from core.contracts.catalogue import Catalogue, FeatureDefinition
from core.query.conditions import Atom, Condition

_WORDS = {"=": "equals", "!=": "not equals", "not_in": "not in"}


def sentence(condition: Condition, catalogue: Catalogue) -> str:
    """The condition in words: `Gap Up, previous day equals True`, `Gap Fill (bar) > No Event, by bar 6`."""
    definition = catalogue.by_name[condition.feature]
    twin = ", previous day" if condition.prev else ""
    known = "" if condition.by_bar is None else f", by bar {condition.by_bar}"
    return f"{definition.display_name}{twin} {_predicate(condition, definition)}{_unit(definition)}{known}"


def date_sentence(start: date, end: date) -> str:
    """The header's dates in words: `Date Range 02/05/2024 to 01/01/2025`."""
    return f"Date Range {_date(start)} to {_date(end)}"


def _predicate(condition: Condition, definition: FeatureDefinition) -> str:
    atoms = condition.value if isinstance(condition.value, tuple) else (condition.value,)
    texts = [_text(atom, definition) for atom in atoms]
    if condition.operator == "range":
        return " to ".join(texts)
    return f"{_WORDS.get(condition.operator, condition.operator)} {', '.join(texts)}"


def _text(atom: Atom, definition: FeatureDefinition) -> str:
    if isinstance(atom, bool):
        return "True" if atom else "False"
    if isinstance(atom, str):
        return _date(date.fromisoformat(atom)) if definition.kind == "date" else definition.label_name(atom)
    if definition.kind == "integer bar":
        return "No Event" if atom == 0 else f"Bar {atom:.12g}"
    return f"{atom:,.12g}"


def _date(day: date) -> str:
    return f"{day:%m/%d/%Y}"


def _unit(definition: FeatureDefinition) -> str:
    unit = definition.unit
    return "" if unit is None or unit in definition.display_name else f" {unit}"
