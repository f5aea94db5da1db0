"""Features, categories and profiles as the API answers them (spec/product.md sections 3 and 7)."""

from typing import Literal

from msgspec import Struct

from core.contracts.catalogue import FeatureDefinition, Kind, Tier, phrases_of
from core.contracts.operators import Operator, offered_on_card

Component = Literal[
    "NumericFilter", "SelectFilter", "MultiSelectFilter", "RangeFilter", "DateFilter", "BooleanFilter"
]


class FilterValidation(Struct, frozen=True):
    """Bounds of a number, or the values and labels of an enum."""

    minimum: float | None = None
    maximum: float | None = None
    enum: list[str] | None = None
    labels: list[str] | None = None


class FilterComponent(Struct, frozen=True):
    """The input a filter card shows."""

    type: Component
    operators: list[Operator]
    validation: FilterValidation
    defaultOperator: Operator
    placeholder: str | None


class UiSchema(Struct, frozen=True):
    """How a feature is shown."""

    filter_component: FilterComponent
    statistics_component: list[str]
    display_group: str
    display_order: int


class ValueRange(Struct, frozen=True):
    """Smallest and largest value: a hint, not a clamp."""

    min: float
    max: float


class BusinessLogic(Struct, frozen=True):
    """How a feature is stored and compared."""

    filter_strategy: Literal["daily_eod", "count_occurrence"]
    value_range: ValueRange | None
    data_type: str
    value_format: str
    bucket_edges: list[float] | None
    hard_min: float | None
    hard_max: float | None


class FeatureMetadata(Struct, frozen=True):
    """What a feature is called and how it is described."""

    category: str
    display_name: str
    description: str
    tooltip: str
    filterable: bool
    visualization: str | None
    type: str
    unit: str | None
    statistical_method: list[str]


class Feature(Struct, frozen=True):
    """A feature definition in the specification's shape."""

    name: str
    displayName: str
    category: str
    enabled: bool
    type: str
    metadata: FeatureMetadata
    ui_schema: UiSchema
    business_logic: BusinessLogic
    plain: str
    example: str
    phrase: str
    phrase_not: str
    question: str
    label_words: list[str]
    known_at: str
    known_words: str
    known_at_bar: int
    resolves_from: int
    spans_from: int | None
    clean_twins: list[str]
    by_bar_safe: bool
    applies_from: str | None
    tier: Tier
    has_prev_twin: bool


class UiLayout(Struct, frozen=True):
    """Optional layout hints of a category."""

    cards_per_row: int | None
    row_pattern: list[int] | None


class CategoryAnswer(Struct, frozen=True):
    """A category; `total_features` counts the catalogue, `visible_features` the caller's tier."""

    id: str
    name: str
    display_name: str
    display_order: int
    color: str
    description: str
    ui_layout: UiLayout
    total_features: int
    visible_features: int


class LimitFeatures(Struct, frozen=True):
    """What a tier may use; `export` is false, true or a list of formats."""

    charts: bool
    navigation: bool
    export: bool | list[str]
    excursion: bool
    compare: bool
    curve: bool
    as_of: bool
    gallery: bool
    path: bool
    alike: bool


class ProfileLimits(Struct, frozen=True):
    """A tier's limits; `max_rows` null means all."""

    max_features: int
    max_rows: int | None
    cache_ttl: int
    features: LimitFeatures
    description: str


class FeaturesAnswer(Struct, frozen=True):
    """GET /features."""

    features: list[Feature]
    categories: list[CategoryAnswer]
    total: int
    profile: Tier
    profile_limits: ProfileLimits
    snapshot: str


class ProfileAnswer(Struct, frozen=True):
    """One tier, with the name the page shows."""

    name: Tier
    display_name: str
    limits: ProfileLimits


class ProfilesAnswer(Struct, frozen=True):
    """GET /profiles."""

    profiles: list[ProfileAnswer]
    current: Tier


_COMPONENTS: dict[Kind, tuple[Component, Operator]] = {
    "boolean": ("BooleanFilter", "="),
    "enum": ("MultiSelectFilter", "in"),
    "integer bar": ("NumericFilter", "="),
    "integer count": ("NumericFilter", "="),
    "numeric": ("RangeFilter", "range"),
    "date": ("DateFilter", "="),
}
"""A kind's input, and the operator it begins with."""


def feature_answer(feature: FeatureDefinition) -> Feature:
    """A definition in the specification's form (spec/product.md section 3, ruling 28)."""
    phrases = phrases_of(feature)
    kind = "enum (multi)" if feature.multi else feature.kind
    return Feature(
        name=feature.name,
        displayName=feature.display_name,
        category=feature.category,
        enabled=True,
        type=kind,
        metadata=FeatureMetadata(
            category=feature.category,
            display_name=feature.display_name,
            description=feature.description,
            tooltip=feature.description,
            filterable=True,
            visualization=next(iter(feature.modules), None),
            type=kind,
            unit=feature.unit,
            statistical_method=list(feature.modules),
        ),
        ui_schema=UiSchema(
            filter_component=_filter_component(feature),
            statistics_component=list(feature.modules),
            display_group=feature.category,
            display_order=feature.display_order,
        ),
        business_logic=_business_logic(feature),
        plain=feature.plain,
        example=feature.example,
        phrase=phrases.phrase,
        phrase_not=phrases.phrase_not,
        question=phrases.question,
        label_words=list(phrases.label_words),
        known_at=str(feature.known_at),
        known_words=feature.known_at.words,
        known_at_bar=feature.known_at.bar,
        resolves_from=feature.resolves_from,
        spans_from=feature.spans_from,
        clean_twins=list(feature.clean_twins),
        by_bar_safe=feature.by_bar_safe,
        applies_from=feature.applies_from,
        tier=feature.tier,
        has_prev_twin=feature.has_prev_twin,
    )


def _filter_component(feature: FeatureDefinition) -> FilterComponent:
    component, default = _COMPONENTS[feature.kind]
    validation = FilterValidation()
    if feature.labels:
        names = [feature.label_name(label) for label in feature.labels]
        validation = FilterValidation(enum=list(feature.labels), labels=names)
    elif feature.value_range is not None:
        least, most = feature.value_range
        validation = FilterValidation(float(least), float(most))
    unit = feature.unit if feature.kind == "numeric" else None
    return FilterComponent(component, offered_on_card(feature.kind, default), validation, default, unit)


def _business_logic(feature: FeatureDefinition) -> BusinessLogic:
    whole = "Int16" if feature.labels_from_snapshot else "Int8"
    return BusinessLogic(
        filter_strategy="count_occurrence" if feature.kind == "integer count" else "daily_eod",
        value_range=None if feature.value_range is None else ValueRange(*map(float, feature.value_range)),
        data_type={"numeric": "Float64", "date": "Date"}.get(feature.kind, whole),
        value_format={"integer bar": "bar", "integer count": "count"}.get(feature.kind, "value"),
        bucket_edges=list(map(float, feature.bucket_edges)) or None,
        hard_min=None if feature.hard_min is None else float(feature.hard_min),
        hard_max=None if feature.hard_max is None else float(feature.hard_max),
    )
