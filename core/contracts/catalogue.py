"""Feature and category definitions: the catalogue as every part of the product reads it.

One `FeatureDefinition` per feature is written in `core.features`; the API, the pack, the parquet schema,
the documentation and the tiers are generated from it.
"""

from dataclasses import dataclass, field
from typing import Any, Literal

from core.contracts.known_at import KnownAt

Kind = Literal["boolean", "enum", "integer bar", "integer count", "numeric", "date"]
Tier = Literal["lite", "standard", "pro"]

TIERS: tuple[Tier, ...] = ("lite", "standard", "pro")
"""Tiers from the narrowest to the widest; each sees everything the one before it sees."""

NEUTRAL_LABELS = ("none", "doji")
"""Enum labels that mean "nothing happened": not active, and drawn last."""

PREV_SUFFIX = "_prev"


@dataclass(frozen=True, slots=True)
class Category:
    """A group of features in the sidebar; `color` is the specification's."""

    id: str
    name: str
    color: str
    description: str
    display_order: int


@dataclass(frozen=True, slots=True)
class FeatureDefinition:
    """Everything that is said about one feature, in one place.

    `labels` are an enum's values in their own order; a value's code is its position. `label_names` are how
    they are read, where their own words do not say it. With
    `labels_from_snapshot` there are none before a snapshot brings them.
    `value_range` holds the integers a bar or count may take; with `range_is_hint` a session may pass either
    bound, and a snapshot widens it to its own values. `bucket_edges`, `hard_min` and `hard_max`
    cut a numeric into ranges. `applies_from` names the event feature without which this one is null
    under by_bar. `first_bar` is the first bar of what is asked: no event happens and no figure begins
    before it. `clean_twins` name the features that ask the same from a later bar on, earliest first.
    `split_by` names the event on which a number means one thing where it happened and another where not,
    `split_labels` say those two kinds of day.
    `description` is the exact definition; `plain` says it to a trader in one sentence, with an `example`.
    """

    name: str
    display_name: str
    category: str
    kind: Kind
    description: str
    known_at: KnownAt
    tier: Tier
    modules: tuple[str, ...]
    display_order: int
    unit: str | None = None
    labels: tuple[str, ...] = ()
    label_names: tuple[str, ...] = ()
    value_range: tuple[int, int] | None = None
    bucket_edges: tuple[float, ...] = ()
    hard_min: float | None = None
    hard_max: float | None = None
    applies_from: str | None = None
    first_bar: int = 1
    multi: bool = False
    has_prev_twin: bool = True
    labels_from_snapshot: bool = False
    range_is_hint: bool = False
    clean_twins: tuple[str, ...] = ()
    split_by: str | None = None
    split_labels: tuple[str, str] | None = None
    plain: str = ""
    example: str = ""

    @property
    def by_bar_safe(self) -> bool:
        """Whether `by_bar` may be asked: exactly for event features."""
        return self.known_at == KnownAt.EVENT

    @property
    def is_event_bar(self) -> bool:
        """An integer bar where 0 means that nothing happened."""
        return self.kind == "integer bar" and self.value_range is not None and self.value_range[0] == 0

    @property
    def resolves_from(self) -> int:
        """The first bar on which the value can settle when it is read (ruling 18)."""
        if self.known_at == KnownAt.EVENT:
            return self.first_bar
        return self.known_at.bar

    @property
    def spans_from(self) -> int | None:
        """The first bar of the outcome's span (ruling 44); None for what is known before or at the open.

        Given the open, the running high and low and the last close as they stood before it, the value is
        decided by this bar and later ones. What is measured from the open or over the day begins at 1.
        """
        return None if self.known_at.bar == 0 else self.first_bar

    def known_at_bar(self, by_bar: int | None = None) -> int:
        """The bar at whose close a filter on this feature is certain; N with `by_bar` N."""
        return by_bar if by_bar is not None and self.by_bar_safe else self.known_at.bar

    def label_name(self, label: str) -> str:
        """A label as it is read: by its own name (`7` is July), else `full_up` as `Full up`."""
        if self.label_names and label in self.labels:
            return self.label_names[self.labels.index(label)]
        return display_label(label)

    @property
    def neutral_label(self) -> str | None:
        """The label that means nothing happened, where the enum has one."""
        return next((label for label in self.labels if label in NEUTRAL_LABELS), None)


def display_label(label: str) -> str:
    """A catalogue value as it is read: `full_up` becomes `Full up`."""
    return label.replace("_", " ").capitalize()


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Every feature and category of a snapshot, in display order."""

    features: tuple[FeatureDefinition, ...]
    categories: tuple[Category, ...]
    by_name: dict[str, FeatureDefinition] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_name", {feature.name: feature for feature in self.features})

    def visible(self, tier: Tier) -> tuple[FeatureDefinition, ...]:
        """The features a tier sees."""
        rank = TIERS.index(tier)
        return tuple(feature for feature in self.features if TIERS.index(feature.tier) <= rank)

    def clean_twin(self, feature: FeatureDefinition, bar: int) -> FeatureDefinition | None:
        """The earliest feature that asks the same as `feature` from after `bar` on; None without one."""
        twins = (self.by_name[name] for name in feature.clean_twins)
        return next((twin for twin in twins if twin.first_bar > bar), None)


def base_name(name: str) -> str:
    """A feature's name without the suffix that asks for the session before."""
    return name.removesuffix(PREV_SUFFIX)


def operators_of(kind: Kind) -> tuple[str, ...]:
    """The operators a kind answers, whatever its card offers (ruling 17)."""
    if kind == "date":
        return ("=", "range")
    if kind in ("boolean", "enum"):
        return ("=", "!=", "in", "not_in")
    return ("=", "!=", ">", "<", ">=", "<=", "range", "in", "not_in")


def definition_to_wire(feature: FeatureDefinition) -> dict[str, Any]:
    """A definition in the specification's shape (spec/product.md section 3, ruling 28)."""
    modules = list(feature.modules)
    unit_kind = "enum (multi)" if feature.multi else feature.kind
    return {
        "name": feature.name,
        "displayName": feature.display_name,
        "category": feature.category,
        "enabled": True,
        "type": unit_kind,
        "metadata": {
            "category": feature.category,
            "display_name": feature.display_name,
            "description": feature.description,
            "tooltip": feature.description,
            "filterable": True,
            "visualization": modules[0] if modules else None,
            "type": unit_kind,
            "unit": feature.unit,
            "statistical_method": modules,
        },
        "ui_schema": {
            "filter_component": _filter_component(feature),
            "statistics_component": modules,
            "display_group": feature.category,
            "display_order": feature.display_order,
        },
        "business_logic": _business_logic(feature),
        "plain": feature.plain,
        "example": feature.example,
        "known_at": str(feature.known_at),
        "known_words": feature.known_at.words,
        "known_at_bar": feature.known_at.bar,
        "resolves_from": feature.resolves_from,
        "spans_from": feature.spans_from,
        "clean_twins": list(feature.clean_twins),
        "by_bar_safe": feature.by_bar_safe,
        "applies_from": feature.applies_from,
        "tier": feature.tier,
        "has_prev_twin": feature.has_prev_twin,
    }


_COMPONENTS: dict[Kind, tuple[str, tuple[str, ...], str]] = {
    "boolean": ("BooleanFilter", ("=",), "="),
    "enum": ("MultiSelectFilter", ("in", "not_in", "=", "!="), "in"),
    "integer bar": ("NumericFilter", ("=", "!=", ">", "<", ">=", "<=", "range"), "="),
    "integer count": ("NumericFilter", ("=", "!=", ">", "<", ">=", "<=", "range"), "="),
    "numeric": ("RangeFilter", ("range", ">", "<", ">=", "<="), "range"),
    "date": ("DateFilter", ("=", "range"), "="),
}


def _filter_component(feature: FeatureDefinition) -> dict[str, Any]:
    component, operators, default = _COMPONENTS[feature.kind]
    validation: dict[str, Any] = {}
    if feature.labels:
        validation = {
            "enum": list(feature.labels),
            "labels": [feature.label_name(label) for label in feature.labels],
        }
    elif feature.value_range is not None:
        validation = {"minimum": feature.value_range[0], "maximum": feature.value_range[1]}
    return {
        "type": component,
        "operators": list(operators),
        "validation": validation,
        "defaultOperator": default,
        "placeholder": feature.unit if feature.kind == "numeric" else None,
    }


def _business_logic(feature: FeatureDefinition) -> dict[str, Any]:
    span = feature.value_range
    formats = {"integer bar": "bar", "integer count": "count"}
    data_types = {"numeric": "Float64", "date": "Date"}
    return {
        "filter_strategy": "count_occurrence" if feature.kind == "integer count" else "daily_eod",
        "value_range": None if span is None else {"min": span[0], "max": span[1]},
        "data_type": data_types.get(feature.kind, "Int16" if feature.labels_from_snapshot else "Int8"),
        "value_format": formats.get(feature.kind, "value"),
        "bucket_edges": list(feature.bucket_edges) or None,
        "hard_min": feature.hard_min,
        "hard_max": feature.hard_max,
    }
