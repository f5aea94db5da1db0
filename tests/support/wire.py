"""A feature's definition as the specification's catalogue writes it."""

from typing import Any

from msgspec import to_builtins

from core.contracts.catalogue import FeatureDefinition
from core.contracts.feature_answers import feature_answer


def wire_of(definition: FeatureDefinition) -> dict[str, Any]:
    """What the API serves of it, its validation without the bounds that it lacks."""
    wire: dict[str, Any] = to_builtins(feature_answer(definition))
    component = wire["ui_schema"]["filter_component"]
    component["validation"] = {
        key: bound for key, bound in component["validation"].items() if bound is not None
    }
    return wire
