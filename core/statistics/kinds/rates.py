"""Modules that tell how often a feature was active and when in the day it came (statistics.md)."""

from itertools import accumulate

from core.contracts.known_at import LAST_BAR
from core.contracts.results import (
    Hour,
    Interval,
    Occurrence,
    Period,
    PeriodProbability,
    Rate,
    TimeDistribution,
    TimingAnalysis,
)
from core.statistics.columns import ACTIVE, Draft
from core.statistics.counting import Figures
from core.statistics.kinds.registry import Feature, kind

PERIODS = {"Morning": (1, 27), "Mid-Session": (28, 54), "Late Session": (55, 81)}
"""First and last bar of each period, in the order of the day."""

HOURS = {
    "9:30": (1, 12),
    "10:30": (13, 24),
    "11:30": (25, 36),
    "12:30": (37, 48),
    "13:30": (49, 60),
    "14:30": (61, 72),
    "15:30": (73, 81),
}
"""First and last bar by the New York time at which each hour starts; the last one has nine bars."""


def bar_range(bars: tuple[int, int]) -> str:
    """Bars as they are written: 1-27."""
    return f"{bars[0]}-{bars[1]}"


def _count_active(draft: Draft) -> None:
    """Active is true, a value above 0, or any label but the neutral one, which is the first or the last."""
    definition, (_, end) = draft.days.definition, draft.everything
    active = draft.values(1, end + draft.days.first)
    if definition.kind == "enum":
        neutral = definition.neutral_label
        code = -1 if neutral is None else definition.labels.index(neutral)
        if 0 < code < end - 1:
            raise ValueError(f"{definition.name}: its neutral label is neither the first nor the last")
        active = (1 if code == 0 else 0, end - 1 if code > 0 else end)
    draft.rates(ACTIVE, {"active": active})


@kind("Occurrence", _count_active, (ACTIVE,))
def occurrence(f: Feature) -> Occurrence:
    """Share of active days among the days with a value, beside the baseline and the other days.

    `others`, `lift` and `difference` are None when nothing is filtered or either side has no day; `lift` also
    where the feature was never active on the others.
    """
    here = f.matched.rates(ACTIVE)[0]
    others = None if f.others is None or f.difference is None else _rate(f.others)
    q_value = None if f.definition.kind == "enum" else f.tests.q
    return Occurrence(
        occurrence=here.share,
        occurrence_days=here.days,
        total_days=here.of,
        confidence_interval=Interval(here.lower, here.upper),
        baseline=_rate(f.baseline),
        others=others,
        lift=f.lift,
        difference=f.difference,
        p_value=f.tests.activity,
        q_value=q_value,
    )


def _rate(figures: Figures) -> Rate:
    rate = figures.rates(ACTIVE)[0]
    return Rate(rate.share, rate.days, rate.of)


def _count_bars(draft: Draft) -> None:
    draft.counts("by bar", {str(bar): draft.values(bar, bar) for bar in range(1, LAST_BAR + 1)})


@kind("Timing Analysis", _count_bars, ("by bar",))
def timing_analysis(f: Feature) -> TimingAnalysis:
    """Quartiles, mean and counts of the event days' bar numbers; every figure None without an event."""
    return f.beside_others(_timing)


def _timing(figures: Figures, others: TimingAnalysis | None) -> TimingAnalysis:
    bars, days = figures.spread(), figures.counts("by bar")
    return TimingAnalysis(
        bars.n,
        bars.median,
        bars.mean,
        bars.q1,
        bars.q3,
        None if bars.q1 is None or bars.q3 is None else bars.q3 - bars.q1,
        {str(bar): count for bar, count in enumerate(days, 1) if count},
        list(accumulate(days)),
        others,
    )


def _count_periods(draft: Draft) -> None:
    spans = {name: draft.values(*bars) for name, bars in PERIODS.items()}
    draft.rates("periods", spans)
    draft.rates("periods of events", spans, of=draft.values(1, LAST_BAR))


@kind("Period Probability", _count_periods, ("periods",))
def period_probability(f: Feature) -> PeriodProbability:
    """Share of the days with a value whose event fell in each period; the three add to the occurrence."""
    return f.beside_others(_periods)


def _periods(figures: Figures, others: PeriodProbability | None) -> PeriodProbability:
    rates, events = figures.rates("periods"), figures.rates("periods of events")
    periods = {
        name: Period(bar_range(bars), rate.days, rate.share, Interval(rate.lower, rate.upper), event.share)
        for (name, bars), rate, event in zip(PERIODS.items(), rates, events, strict=True)
    }
    likeliest = max(periods, key=lambda name: periods[name].days) if events[0].of else None
    return PeriodProbability(periods, likeliest, others)


def _count_hours(draft: Draft) -> None:
    spans = {bar_range(bars): draft.values(*bars) for bars in HOURS.values()}
    draft.rates("hours", spans, of=draft.values(1, LAST_BAR))


@kind("Time Distribution", _count_hours, ("hours",))
def time_distribution(f: Feature) -> TimeDistribution:
    """Event days by hour, as days and as a percentage of the event days."""
    return f.beside_others(_hours)


def _hours(figures: Figures, others: TimeDistribution | None) -> TimeDistribution:
    rates = zip(HOURS.items(), figures.rates("hours"), strict=True)
    hours = [Hour(label, bar_range(bars), rate.days, rate.percentage) for (label, bars), rate in rates]
    return TimeDistribution(hours, others)
