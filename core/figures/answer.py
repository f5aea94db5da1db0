"""From groups of days to results: figures, tests and every module's answer, all features at once."""

import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from core.contracts.results import (
    FeatureResult,
    Grade,
    ModuleMetadata,
    ModuleResult,
    ResultMetadata,
    SampleSize,
    SharedBars,
)
from core.figures.bitmap import Bitmap, Layout
from core.figures.coin import Coin, CoinColumns
from core.figures.coin_question import CoinFigures, CoinQuestion
from core.figures.columns import ACTIVE, LABELS, Columns, FeatureDays
from core.figures.counting import Figures, figures_of
from core.figures.held import NOT_HELD, Held, Occurrences
from core.figures.kinds import KINDS, Feature
from core.figures.other_days_question import OtherDaysFigures, OtherDaysQuestion

logger = logging.getLogger(__name__)

AT_ONCE = 40
"""Features computed together: other threads get a turn between a few long steps of numpy."""

FAILED = "This statistic could not be computed for the selected days."


@dataclass(frozen=True, slots=True)
class Caveats:
    """The caveats of a result: see `core.contracts.results.ResultMetadata`."""

    look_ahead: Sequence[str] = ()
    decided_by: Sequence[str] = ()
    shared_bars: SharedBars | None = None
    days_cluster: bool = False
    in_long_runs: bool = False
    known_by_then: bool = False


NO_CAVEATS = Caveats()


@dataclass(frozen=True, slots=True)
class Groups:
    """The groups of days of a question, and the caveats of its filters.

    `matched` days are compared with `others`, which are disjoint; both are None without a filter. `baseline`
    are all of the dates, None for the whole snapshot. Features `decided` by a filter, or `certain` as of the
    bar, are not tested. `caveats` are those of features, by name. `coin` are the matching coin days, None
    without coin.
    """

    matched: Bitmap | None = None
    others: Bitmap | None = None
    baseline: Bitmap | None = None
    decided: Collection[str] = ()
    caveats: Mapping[str, Caveats] = field(default_factory=dict)
    coin: Bitmap | None = None
    certain: Collection[str] = ()


class Engine:
    """Answers questions on one snapshot; `exact` figures are not rounded.

    It keeps the figures of all its days and nothing of a question. As of a bar, `happened` are the days of
    each event that came by then, which are null in `features`. `coin` are the coin days, None without any.
    """

    def __init__(
        self,
        features: Sequence[FeatureDays],
        layout: Layout,
        coin: CoinColumns | None = None,
        happened: Mapping[str, Bitmap] | None = None,
    ) -> None:
        self._happened = happened
        self.columns = Columns(features, layout, {name: each.count for name, each in KINDS.items()})
        self._whole: dict[bool, dict[str, Figures]] = {}
        flags, count_active = self.columns.flags, KINDS["occurrence"].count
        flagged = [each for each in features if each.definition.name in flags.row_of]
        self.coin = None if coin is None else Coin(coin, self.columns, flagged, count_active)

    def whole(self, *, exact: bool = False) -> dict[str, Figures]:
        """Every feature's figures on all days of the snapshot."""
        if exact not in self._whole:
            every_day = self.columns.flags.layout.every_day
            self._whole[exact] = figures_of(
                self.columns, list(self.columns.sheets), [every_day], exact=exact
            )[0]
        return self._whole[exact]

    def results(
        self, groups: Groups, names: Sequence[str], *, exact: bool = False
    ) -> dict[str, FeatureResult]:
        """Every module of some features, by name."""
        features = zip(names, self.features(groups, names, exact=exact), strict=True)
        return {name: result_of(each, groups.caveats.get(name, NO_CAVEATS)) for name, each in features}

    def features(self, groups: Groups, names: Sequence[str], *, exact: bool = False) -> Iterator[Feature]:
        """The figures of some features on the question's groups, with tests, coin and whether they held."""
        flags, asked = self.columns.flags, groups.baseline if groups.matched is None else groups.matched
        days = flags.layout.every_day if asked is None else asked
        others = self._others(groups, names, exact)
        coin = None
        if self.coin is not None and groups.coin is not None:
            coin_of = groups.coin, names, groups.decided, groups.certain, groups.baseline
            coin = CoinQuestion(self.coin, days, *coin_of, exact=exact)
        held = self._held(groups, days, names, coin, exact)
        for start in range(0, len(names), AT_ONCE):
            for matched, there, baseline in self._figures(groups, names[start : start + AT_ONCE], exact):
                name = matched.sheet.definition.name
                against_others = None if others is None else OtherDaysFigures(others, name)
                coin_figures = None if coin is None else CoinFigures(coin, name)
                already = None
                if self._happened is not None:
                    already = (self._happened.get(name, flags.layout.no_day) & matched.days).count
                own = held.get(name, NOT_HELD)
                yield Feature(matched, there, baseline, against_others, own, coin_figures, already)

    def _others(self, groups: Groups, names: Sequence[str], exact: bool) -> OtherDaysQuestion | None:
        """How matched and other days differ."""
        if groups.matched is None or groups.others is None:
            return None
        definitions = {name: self.columns.sheets[name].definition for name in names}
        return OtherDaysQuestion(
            self.columns.flags,
            groups.matched,
            groups.others,
            definitions,
            groups.decided,
            groups.certain,
            {} if self.coin is None else self.coin.twin_of,
            exact=exact,
        )

    def _held(
        self, groups: Groups, days: Bitmap, names: Sequence[str], coin: CoinQuestion | None, exact: bool
    ) -> dict[str, Held]:
        """Whether the occurrences held on the question's `days`."""
        flags = self.columns.flags
        shown = [name for name in names if name in flags.row_of and flags.is_shown[flags.row_of[name]]]
        dates = flags.layout.every_day if groups.baseline is None else groups.baseline
        return Occurrences(flags, shown, days, dates, set(groups.decided), coin, exact).held()

    def _figures(
        self, groups: Groups, names: Sequence[str], exact: bool
    ) -> Iterator[tuple[Figures, Figures | None, Figures]]:
        """The figures of each feature on the matched, the other and all days of the question."""
        asked = [each for each in (groups.matched, groups.others, groups.baseline) if each is not None]
        found = figures_of(self.columns, names, asked, exact=exact)
        baseline = self.whole(exact=exact) if groups.baseline is None else found[-1]
        matched = baseline if groups.matched is None else found[0]
        others = {} if groups.others is None else found[1]
        for name in names:
            yield matched[name], others.get(name), baseline[name]


def result_of(feature: Feature, caveats: Caveats = NO_CAVEATS) -> FeatureResult:
    """A feature's modules in the order of its definition, with the result's metadata."""
    definition, here = feature.definition, feature.matched
    about = ModuleMetadata(here.known, here.days.count - here.known)
    return FeatureResult(
        definition.name,
        ResultMetadata(
            display_name=definition.display_name,
            category=definition.category,
            kind=definition.kind,
            unit=definition.unit,
            known_at_bar=definition.known_at.bar,
            sample_size=SampleSize(here.known, grade(here.known)),
            conditioned=bool(caveats.decided_by),
            look_ahead=list(caveats.look_ahead),
            decided_by=list(caveats.decided_by),
            outcome=_outcome(here) if caveats.decided_by else None,
            shared_bars=caveats.shared_bars,
            days_cluster=caveats.days_cluster,
            in_long_runs=caveats.in_long_runs,
            known_by_then=caveats.known_by_then,
        ),
        {name: _module(name, feature, about) for name in definition.modules},
    )


def _module(name: str, feature: Feature, about: ModuleMetadata) -> ModuleResult:
    """One module's answer; an exception is logged and gives an answer that reports it."""
    kind = KINDS[name]
    try:
        return ModuleResult("success", kind.display_name, kind.answer(feature), None, about)
    except Exception:
        logger.exception("%s of %s failed", kind.display_name, feature.definition.name)
        return ModuleResult("error", kind.display_name, None, FAILED, about)


def _outcome(figures: Figures) -> Literal["certain", "impossible"] | None:
    """Certain or impossible, if all matched days of a conditioned feature agree."""
    parts = figures.sheet.parts
    if figures.known == 0 or not (ACTIVE in parts or LABELS in parts):
        return None
    days = [rate.days for rate in figures.rates(LABELS if LABELS in parts else ACTIVE)]
    if max(days) == figures.known:
        return "certain"
    return "impossible" if LABELS not in parts and not any(days) else None


def grade(days: int) -> Grade:
    """The grade of a sample: small under 30 days, medium to 100, large above."""
    if days < 30:
        return "small"
    return "medium" if days <= 100 else "large"
