"""How to register a feature: one decorated function with its published definition as docstring."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace

from core.contracts.catalogue import OWN_PREFIX, FeatureDefinition, Shape, Tier
from core.contracts.known_at import LAST_BAR, KnownAt
from core.features.words import Words, words_of
from core.market.market import FloatArray, Market

Compute = Callable[[Market], FloatArray]
LabelsOf = Callable[[Market], tuple[str, ...]]

OCC = "occurrence"
STR = "streak_analysis"
EMA = "ema_accumulation"
HL = "hod_lod_analysis"
ATH = "ath_analysis"
EXT = "extreme_timing"
BMO = "binary_multi_occurrence"
BAS = "basic_distribution"
CAT = "categorical_distribution"
TIM = "timing_analysis"
EVENT_MODULES = (OCC, TIM, "period_probability", "time_distribution")
BAR_MODULES = EVENT_MODULES[1:]
NUMERIC_MODULES = ("percentage_distribution", "threshold_analysis", BAS)


def boolean(*modules: str) -> Shape:
    """True or false, with occurrence and streaks unless other modules are named."""
    return Shape("boolean", modules or (OCC, STR))


def enum(labels: tuple[str, ...], *modules: str, first_bar: int = 1) -> Shape:
    """One of `labels`; the value is the label's position. A distribution unless modules are named."""
    return Shape("enum", modules or (CAT,), labels=labels, first_bar=first_bar)


def multi(labels: tuple[str, ...], *modules: str, names: tuple[str, ...] = ()) -> Shape:
    """One of `labels`; a card offers several at once. Without labels the snapshot supplies them.

    `names` are the labels' display names.
    """
    return Shape("enum", modules, labels=labels, label_names=names, multi=True)


def date() -> Shape:
    """A calendar day, as days since 1970-01-01; filtered, never counted."""
    return Shape("date", ())


def count(first: int, last: int, *modules: str, range_is_hint: bool = False) -> Shape:
    """A whole number, `first`..`last`; with `range_is_hint` a session may exceed either.

    A distribution unless modules are named.
    """
    return Shape("integer count", modules or (BAS,), value_range=(first, last), range_is_hint=range_is_hint)


def bar(first: int, last: int, *modules: str) -> Shape:
    """A bar number that every session has, `first`..`last`; its times unless modules are named."""
    return Shape("integer bar", modules or (TIM,), value_range=(first, last))


def event_bar(
    first_bar: int = 1, applies_from: str | None = None, modules: tuple[str, ...] = EVENT_MODULES
) -> Shape:
    """The first bar on which something happened, 0 for never; null before `applies_from` happened."""
    span = (0, LAST_BAR)
    return Shape("integer bar", modules, value_range=span, applies_from=applies_from, first_bar=first_bar)


def numeric(
    unit: str, edges: tuple[float, ...], hard_min: float | None = None, hard_max: float | None = None
) -> Shape:
    """A number in `unit`, grouped into ranges by `edges`; it cannot pass `hard_min`, `hard_max`."""
    return Shape(
        "numeric", NUMERIC_MODULES, unit=unit, bucket_edges=edges, hard_min=hard_min, hard_max=hard_max
    )


@dataclass(frozen=True, slots=True)
class Feature:
    """A definition with its function: a market in ticks -> (N,) float64, NaN for null.

    Compute it with `core.features.compute`, which converts the market to ticks. `decided_on` gives the
    deciding bar of an enum for by_bar (0 = none), else None. `labels_of` gives the labels of an enum that
    has none without a market, else None.
    """

    definition: FeatureDefinition
    compute: Compute
    decided_on: Compute | None = None
    labels_of: LabelsOf | None = None

    def defined_on(self, market: Market) -> FeatureDefinition:
        """The definition with the labels of this market."""
        if self.labels_of is None:
            return self.definition
        return replace(self.definition, labels=self.labels_of(market))


@dataclass(slots=True)
class FeatureGroup:
    """Features of one category, in source order; all or none have a `_prev` twin."""

    category: str
    has_prev_twin: bool = True
    entries: list[Feature] = field(default_factory=list)

    def feature(
        self,
        display_name: str,
        shape: Shape,
        known_at: KnownAt,
        tier: Tier,
        display_order: int = 0,
        decided_on: Compute | None = None,
        labels_of: LabelsOf | None = None,
        spans_from: int | None = None,
        clean_twins: tuple[str, ...] = (),
        split_by: str | None = None,
        split_labels: tuple[str, str] | None = None,
        plain: str = "",
        example: str = "",
        phrase: str = "",
        phrase_not: str = "",
        question: str = "",
        category: str = "",
    ) -> Callable[[Compute], Compute]:
        """Register the decorated function: its name is the machine name, its docstring the definition.

        words.toml has its words for a trader. `spans_from` is for a figure that begins later than the day,
        such as a rest-of-day move; an event's shape has its own first bar. An own feature gives its words in
        `plain`, `example`, `phrase`, `phrase_not` and `question`, may name another `category`, and gets its
        `display_order` when it is loaded.
        """

        def enter(compute: Compute) -> Compute:
            text, own_words = _definition_text(compute), Words(plain, example, phrase, phrase_not, question)
            words = _words(compute.__name__, own_words)
            definition = FeatureDefinition(
                name=compute.__name__,
                display_name=display_name,
                category=category or self.category,
                description=text,
                known_at=known_at,
                tier=tier,
                display_order=display_order,
                labels_from_snapshot=labels_of is not None,
                has_prev_twin=self.has_prev_twin,
                clean_twins=clean_twins,
                split_by=split_by,
                split_labels=split_labels,
                plain=words.plain,
                example=words.example,
                phrase=words.phrase,
                phrase_not=words.phrase_not,
                question=words.question,
                label_words=tuple(words.label_words),
                **asdict(replace(shape, first_bar=spans_from or shape.first_bar)),
            )
            self.entries.append(Feature(definition, compute, decided_on, labels_of))
            return compute

        return enter


OWN = FeatureGroup("OWN")
own = OWN.feature
"""Registers a maintainer's own feature: the name of its function begins with own_."""


def _words(name: str, own_words: Words) -> Words:
    if not name.startswith(OWN_PREFIX):
        return words_of(name)
    if not own_words.plain.strip():
        raise ValueError(
            f"feature {name}: plain is missing; say in one sentence what it asks, as in "
            'plain="The day closed in the upper half of its range."'
        )
    return own_words


def _definition_text(compute: Compute) -> str:
    text = " ".join((compute.__doc__ or "").split())
    if not text:
        raise ValueError(
            f"feature {compute.__name__}: no docstring found; the docstring is its published definition, "
            "so write one and do not run with -OO"
        )
    return text
