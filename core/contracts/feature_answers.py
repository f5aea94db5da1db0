"""Features, categories and profiles as the API answers them (spec/product.md sections 3 and 7)."""

from dataclasses import dataclass
from typing import Literal

from core.contracts.catalogue import Tier
from core.contracts.requests import Operator


@dataclass(frozen=True, slots=True)
class FilterValidation:
    """Bounds of a number, or the values and labels of an enum."""

    minimum: float | None = None
    maximum: float | None = None
    enum: list[str] | None = None
    labels: list[str] | None = None


@dataclass(frozen=True, slots=True)
class FilterComponent:
    """The input a filter card shows."""

    type: Literal[
        "NumericFilter", "SelectFilter", "MultiSelectFilter", "RangeFilter", "DateFilter", "BooleanFilter"
    ]
    operators: list[Operator]
    validation: FilterValidation
    defaultOperator: Operator
    placeholder: str | None


@dataclass(frozen=True, slots=True)
class UiSchema:
    """How a feature is shown."""

    filter_component: FilterComponent
    statistics_component: list[str]
    display_group: str
    display_order: int


@dataclass(frozen=True, slots=True)
class ValueRange:
    """Smallest and largest value: a hint, not a clamp."""

    min: float
    max: float


@dataclass(frozen=True, slots=True)
class BusinessLogic:
    """How a feature is stored and compared."""

    filter_strategy: Literal["daily_eod", "count_occurrence"]
    value_range: ValueRange | None
    data_type: str
    value_format: str
    bucket_edges: list[float] | None
    hard_min: float | None
    hard_max: float | None


@dataclass(frozen=True, slots=True)
class FeatureMetadata:
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


@dataclass(frozen=True, slots=True)
class Feature:
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


@dataclass(frozen=True, slots=True)
class UiLayout:
    """Optional layout hints of a category."""

    cards_per_row: int | None
    row_pattern: list[int] | None


@dataclass(frozen=True, slots=True)
class CategoryAnswer:
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


@dataclass(frozen=True, slots=True)
class LimitFeatures:
    """What a tier may use; `export` is false, true or a list of formats."""

    charts: bool
    navigation: bool
    export: bool | list[str]


@dataclass(frozen=True, slots=True)
class ProfileLimits:
    """A tier's limits; `max_rows` null means all."""

    max_features: int
    max_rows: int | None
    cache_ttl: int
    features: LimitFeatures
    description: str


@dataclass(frozen=True, slots=True)
class FeaturesAnswer:
    """GET /features."""

    features: list[Feature]
    categories: list[CategoryAnswer]
    total: int
    profile: Tier
    profile_limits: ProfileLimits
    snapshot: str


@dataclass(frozen=True, slots=True)
class ProfileAnswer:
    """One tier, with the name the page shows."""

    name: Tier
    display_name: str
    limits: ProfileLimits


@dataclass(frozen=True, slots=True)
class ProfilesAnswer:
    """GET /profiles."""

    profiles: list[ProfileAnswer]
    current: Tier
