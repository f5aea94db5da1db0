"""Feature and category definitions: the catalogue as every part of the product reads it.

One `FeatureDefinition` per feature is written in `core.features`; the API, the pack, the parquet schema,
the documentation and the tiers are generated from it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from core.contracts.known_at import KnownAt

Kind = Literal["boolean", "enum", "integer bar", "integer count", "numeric", "date"]
Tier = Literal["lite", "standard", "pro"]

TIERS: tuple[Tier, ...] = ("lite", "standard", "pro")
"""Tiers from the narrowest to the widest; each sees everything the one before it sees."""

NEUTRAL_LABELS = ("none", "doji")
"""Enum labels that mean "nothing happened": not active, and drawn last."""

OWN_PREFIX = "own_"
"""The name of a maintainer's own feature begins with it, and no other's."""

PREV_SUFFIX = "_prev"
MOST_PREV = 5
"""A filter may read a session up to this many before."""


DIRECTIONAL = frozenset({"close_above_open", "close_above_coy"})
"""Booleans that tell whether the day rose."""

DIRECTIONS = ("bull", "bear")
"""Labels that tell whether price rose or fell."""


@dataclass(frozen=True, slots=True)
class Category:
    """A group of features in the sidebar; `color` is the specification's."""

    id: str
    name: str
    color: str
    description: str
    display_order: int


@dataclass(frozen=True)
class Shape:
    """The values of a feature and the modules that read them.

    `labels` are an enum's values in their own order; a value's code is its position. `label_names` are their
    display names, if they differ. `value_range` holds the integers of a bar or count; with `range_is_hint` a
    session may exceed either bound, and a snapshot widens it to its own values. `bucket_edges`, `hard_min`
    and `hard_max` cut a numeric into ranges. `applies_from` names the event feature without which this one
    is null under by_bar. `first_bar` is the first bar of the question: no event happens and no figure begins
    before it.
    """

    kind: Kind
    modules: tuple[str, ...]
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
    range_is_hint: bool = False


@dataclass(frozen=True, kw_only=True)
class FeatureDefinition(Shape):
    """The full declaration of a feature.

    With `labels_from_snapshot` an enum has no labels before a snapshot supplies them. `clean_twins` name the
    features with the same question from a later bar on, earliest first. `split_by` names an event that
    changes the meaning of a number; `split_labels` name the days with and without it. `description` is the
    exact definition; `plain` explains it to a trader in one sentence, with an `example`.

    `phrase` states a condition, `question` asks for it, and `phrase_not` says that a boolean is false or an
    event did not come. `{label}` in them stands for an enum's label, `{range}` for numbers or bars;
    `label_words` are the labels as these texts say them, in their order.
    """

    name: str
    display_name: str
    category: str
    description: str
    known_at: KnownAt
    tier: Tier
    display_order: int
    has_prev_twin: bool = True
    labels_from_snapshot: bool = False
    clean_twins: tuple[str, ...] = ()
    split_by: str | None = None
    split_labels: tuple[str, str] | None = None
    plain: str = ""
    example: str = ""
    phrase: str = ""
    phrase_not: str = ""
    question: str = ""
    label_words: tuple[str, ...] = ()

    @property
    def is_own(self) -> bool:
        """Whether a maintainer's file defines it: no service computes it, no tier's limit counts it."""
        return self.name.startswith(OWN_PREFIX)

    @cached_property
    def by_bar_safe(self) -> bool:
        """Whether it supports `by_bar`: exactly event features do."""
        return self.known_at == KnownAt.EVENT

    @property
    def waits_for_event(self) -> bool:
        """Whether it is an enum with a label that an event decides."""
        return self.kind == "enum" and self.by_bar_safe

    @property
    def coded_values(self) -> Sequence[bool | int | str]:
        """The value of each code of a boolean, enum or integer."""
        if self.value_range is not None:
            return range(self.value_range[0], self.value_range[1] + 1)
        return self.labels if self.kind == "enum" else (False, True)

    @property
    def directional_codes(self) -> Sequence[int]:
        """The codes that a market with a drift has more or less often than a coin, which has none."""
        if self.name in DIRECTIONAL:
            return (0, 1)
        return [self.labels.index(label) for label in DIRECTIONS if label in self.labels]

    @cached_property
    def is_event_bar(self) -> bool:
        """An integer bar with 0 for no event."""
        return self.kind == "integer bar" and self.value_range is not None and self.value_range[0] == 0

    @cached_property
    def resolves_from(self) -> int:
        """The first bar on which the value can settle (ruling 18)."""
        if self.known_at == KnownAt.EVENT:
            return self.first_bar
        return self.known_at.bar

    @cached_property
    def late_from(self) -> int:
        """The first bar at whose close a filter is known later than the value can resolve (ruling 18)."""
        return self.resolves_from + (not self.by_bar_safe)

    @cached_property
    def spans_from(self) -> int | None:
        """The first bar of the outcome's span (ruling 44); None for what is known before or at the open.

        Given the open, the running high and low and the last close before it, this bar and later ones decide
        the value. A figure measured from the open or over the day begins at 1.
        """
        return None if self.known_at.bar == 0 else self.first_bar

    def known_at_bar(self, by_bar: int | None = None) -> int:
        """The bar by the close of which a filter on this feature is certain; N with `by_bar` N."""
        return by_bar if by_bar is not None and self.by_bar_safe else self.known_at.bar

    def label_name(self, label: str) -> str:
        """A label's display name: its own (`7` is July), else `full_up` as `Full up`."""
        if self.label_names and label in self.labels:
            return self.label_names[self.labels.index(label)]
        return label.replace("_", " ").capitalize()

    @cached_property
    def neutral_label(self) -> str | None:
        """The label that means nothing happened, if the enum has one."""
        return next((label for label in self.labels if label in NEUTRAL_LABELS), None)


@dataclass(frozen=True, slots=True)
class Phrases:
    """The words of a feature's conditions, complete; `FeatureDefinition` says what each is."""

    phrase: str
    phrase_not: str
    question: str
    label_words: tuple[str, ...]


def phrases_of(feature: FeatureDefinition) -> Phrases:
    """The declared words; a feature without them is called by its display name."""
    name = feature.display_name
    label_words = feature.label_words or tuple(_label_word(feature, label) for label in feature.labels)
    if feature.kind == "boolean" or feature.is_event_bar:
        verb = "come" if feature.is_event_bar else "be true"
        return Phrases(
            feature.phrase or name,
            feature.phrase_not or f"Not: {name}",
            feature.question or f"Will {name} {verb}?",
            label_words,
        )
    value = "{label}" if feature.kind == "enum" else "{range}"
    phrase = feature.phrase or f"{name}: {value}"
    return Phrases(phrase, "", feature.question or f"Will {name} be {value}?", label_words)


def _label_word(feature: FeatureDefinition, label: str) -> str:
    name = feature.label_name(label)
    return name if feature.label_names else name.lower()


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Every feature and category of a snapshot, in display order."""

    features: tuple[FeatureDefinition, ...]
    categories: tuple[Category, ...]
    by_name: dict[str, FeatureDefinition] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_name", {feature.name: feature for feature in self.features})

    def visible(self, tier: Tier) -> tuple[FeatureDefinition, ...]:
        rank = TIERS.index(tier)
        return tuple(feature for feature in self.features if TIERS.index(feature.tier) <= rank)

    def clean_twin(self, feature: FeatureDefinition, bar: int) -> FeatureDefinition | None:
        """The earliest feature with the question of `feature` that begins after `bar`; None without one."""
        twins = (self.by_name[name] for name in feature.clean_twins)
        return next((twin for twin in twins if twin.first_bar > bar), None)


def base_name(name: str) -> str:
    """A feature's name without the suffix for an earlier session."""
    base, prev = with_prev(name)
    return name if prev < 0 else base


def with_prev(name: str) -> tuple[str, int]:
    """A feature's name and how many sessions before it is read: `gap_up_prev` 1, `gap_up_prev2` 2.

    The number is -1 if the suffix names no session, as in `gap_up_prev9`.
    """
    base, suffix, number = name.rpartition(PREV_SUFFIX)
    if not suffix or not (number == "" or number.isdecimal()):
        return name, 0
    numbers = {"": 1, **{str(prev): prev for prev in range(2, MOST_PREV + 1)}}
    return base, numbers.get(number, -1)
