"""A day up to a bar and a question about the rest of it, with the rates that are good guesses.

Source: design/beyond.md, section 11. A question is open on a day if a filter on it by the bar shows so: its
event applies by then and has not come, or the day has an answer that only later bars give. So no bar after
it affects the choice of day or question.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_
from random import Random

from core.contracts.catalogue import Catalogue, FeatureDefinition
from core.contracts.errors import InvalidRequest
from core.contracts.results.verdict import Untested
from core.figures.bitmap import Bitmap
from core.figures.coin import excluded, too_few
from core.question.bitmaps import Bitmaps
from core.question.conditions import Condition, FilterQuery, as_of_words
from core.question.filter_values import refuse
from core.question.index import ADR10, SnapshotIndex, deciding
from core.question.look_ahead import is_known, require_known

BARS = (6, 12, 18, 27, 54)
"""Default bars at which a shown day ends."""

LEAST_OPEN_DAYS = 30
RAREST, COMMONEST = 0.05, 0.95
"""Bounds of the rate, over all days, of a question that the service chooses."""

OPEN_TILL_CLOSE = frozenset(
    (
        *("close_above_open", "close_above_coy"),
        *("or6_dir_holds_eod", "or12_dir_holds_eod", "or18_dir_holds_eod"),
    )
)
"""Yes or no features that the last bar decides; others may be visibly certain earlier."""

NOT_IN_SIGHT = frozenset(("ema20_first_touch_bar", "ema20_first_flip_bar", "ema20_gb20_bar", "ath_first_bar"))
"""Events at a line that the quiz's chart does not show: the service does not choose them."""

NEEDS_LATER_BARS = frozenset(
    (
        *("hoy_bo_failed", "loy_bo_failed", "gxh_bo_failed", "gxl_bo_failed"),
        *("or6_opp_bo_after_bo", "or12_opp_bo_after_bo", "or18_opp_bo_after_bo"),
    )
)
"""They have an answer only after a breakout, so that a question about them would reveal it."""


@dataclass(frozen=True, slots=True)
class Rate:
    """Days on which a question was open, and those of them on which it came."""

    days: int
    occurrence_days: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """A session, by ordinal, up to bar `bar`, and the feature in question for the rest of it."""

    row: int
    bar: int
    feature: FeatureDefinition


def require_open(feature: FeatureDefinition, bar: int) -> None:
    """Raise unless the feature can be in question on a day seen up to a bar.

    Raises:
        InvalidRequest: `quiz_feature`.
    """
    name = feature.name
    expected = "name an event with a bar, or a yes or no that is certain later"
    if not is_event(feature) and (feature.kind != "boolean" or "occurrence" not in feature.modules):
        refuse("quiz_feature", f"feature: {name} is no yes or no; {expected}.")
    if name in NEEDS_LATER_BARS:
        detail = "has an answer only where a breakout comes, so the question would tell of it"
        refuse("quiz_feature", f"feature: {name} {detail}; {expected}.")
    if is_known(feature, bar):
        known = f"is known {feature.known_at.words}, and the day is seen up to {as_of_words(bar)}"
        refuse("quiz_feature", f"feature: {name} {known}; {expected}.")
    if not is_event(feature) and bar < feature.first_bar - 1:
        begins = f"asks of bar {feature.first_bar} and later"
        refuse(
            "quiz_feature", f"feature: {name} {begins}; ask it as of bar {feature.first_bar - 1} or later."
        )


def bars_of(
    query: FilterQuery, catalogue: Catalogue, bar: int | None, feature: FeatureDefinition | None
) -> list[int]:
    """The requested bar, or those of `BARS`, by which every filter is known and the feature is open.

    A list of days may be practised, though its days were chosen after their close.

    Raises:
        InvalidRequest: `not_known_yet`, `quiz_feature`: there is none; the detail has the last bar's reason.
    """
    judged = [each for each in query.conditions if each.dates is None]
    found, refusal = [], None
    for each in BARS if bar is None else (bar,):
        try:
            require_known(judged, catalogue, each, has_whole_day=False)
            if feature is not None:
                require_open(feature, each)
        except InvalidRequest as error:
            refusal = error
        else:
            found.append(each)
    if refusal is not None and not found:
        raise refusal
    return found


@dataclass(frozen=True, eq=False)
class QuizDays:
    """The matched days (N,) of a question, as of the bar up to which a day is seen."""

    index: SnapshotIndex
    query: FilterQuery

    @cached_property
    def matched(self) -> Bitmap:
        return self.index.sessions.select(self.query)

    @cached_property
    def drawable(self) -> Bitmap:
        """The matched days with ADR10."""
        return self.matched & self.index.sessions.passing(Condition(ADR10, 0, ">", 0))

    @property
    def bar(self) -> int:
        """The bar as of which the question is; a quiz always has one."""
        assert self.query.as_of is not None
        return self.query.as_of

    def choices(self, seen: Iterable[FeatureDefinition]) -> list[FeatureDefinition]:
        """The features that the service may choose for a question.

        They are events in sight and the kind of close. Left out are features that the filters decide, and
        those that come hardly ever or nearly always over all days.
        """
        decided = deciding(self.index, self.query)
        return [
            each
            for each in seen
            if (each.name in OPEN_TILL_CLOSE or (is_event(each) and each.name not in NOT_IN_SIGHT))
            and each.first_bar <= self.bar + 1
            and each.name not in decided
            and _is_worth_asking(_rate(self.index.sessions, each, self.bar, self.index.layout.every_day))
        ]

    def draw(self, features: Sequence[FeatureDefinition], random: Random) -> Drawn | None:
        """A matched day with ADR10 on which one of them is open, uniformly; None without one."""
        open_on = [self.drawable & _open(self.index.sessions, each, self.bar) for each in features]
        rows = reduce(or_, open_on, self.index.layout.no_day).rows().tolist()
        if not rows:
            return None
        row = random.choice(rows)
        choices = [each for each, days in zip(features, open_on, strict=True) if days.mask[row]]
        return Drawn(row, self.bar, random.choice(choices))

    def base(self, feature: FeatureDefinition) -> Rate:
        """Its rate on the matched days on which it was open, also those without ADR10."""
        return _rate(self.index.sessions, feature, self.bar, self.matched)

    def coin(self, feature: FeatureDefinition, base: Rate) -> Rate | Untested | None:
        """The same on the matching coin days, or why not; None if the snapshot has none."""
        columns, days = self.index.coin, self.index.coin_bitmaps
        if columns is None or days is None:
            return None
        if reason := excluded(columns, feature.name, deciding(self.index, self.query)):
            return reason
        found = _rate(days, feature, self.bar, days.select(self.query))
        return too_few(base.days, found.days) or found


def is_event(feature: FeatureDefinition) -> bool:
    return feature.is_event_bar and feature.by_bar_safe


def outcome(index: SnapshotIndex, feature: FeatureDefinition, row: int) -> tuple[bool, int | None]:
    """Whether it came on a session, and the bar of its event if it has one."""
    number = int(index.columns[feature.name].numbers[row])
    return number > 0, number if number > 0 and is_event(feature) else None


def brier(probability: float, occurred: bool) -> float:
    """Brier score of one guess, 0 to 1: the squared error."""
    return (probability - occurred) ** 2


def _is_worth_asking(rate: Rate) -> bool:
    return rate.days >= LEAST_OPEN_DAYS and RAREST <= rate.occurrence_days / rate.days <= COMMONEST


def _rate(bitmaps: Bitmaps, feature: FeatureDefinition, bar: int, days: Bitmap) -> Rate:
    open_days = days & _open(bitmaps, feature, bar)
    came = open_days & bitmaps.passing(Condition(feature.name, 0, ">", 0))
    return Rate(open_days.count, came.count)


def _open(bitmaps: Bitmaps, feature: FeatureDefinition, bar: int) -> Bitmap:
    """The days on which the question is open at the close of a bar."""
    if is_event(feature):
        return bitmaps.passing(Condition(feature.name, 0, "=", 0, by_bar=bar))
    return bitmaps.bitmap(Condition(feature.name, 0, "=", True)).known
