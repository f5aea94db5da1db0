"""When an event came, with holes: timing, thirds and hours of the day."""

from __future__ import annotations

from core.contracts.known_at import LAST_BAR
from core.contracts.results import Hour, Period, PeriodProbability, TimeDistribution, TimingAnalysis
from core.modules.period_probability import PERIODS
from core.modules.plan.days import Days, Sides
from core.modules.plan.figures import Count
from core.modules.time_distribution import HOURS


def timing_analysis(sides: Sides) -> TimingAnalysis:
    """`core.modules.timing_analysis` with holes."""
    return _timing(sides.matched, _timing(sides.others, None))


def _timing(days: Days, others: TimingAnalysis | None) -> TimingAnalysis:
    bars, wanted = days.bars(1, LAST_BAR), days.wanted
    q1, median, q3 = (days.quantile(p, bars) for p in (0.25, 0.5, 0.75))
    return TimingAnalysis(
        total_occurrences=days.shown(bars),
        median_bar=median,
        mean_bar=days.share(days.total, bars),
        q1=q1,
        q3=q3,
        iqr=wanted.hole("spread", q1.place, q3.place),
        distribution=days.distinct("bars"),
        by_bar_days=days.distinct("by bar"),
        others=others,
    )


def period_probability(sides: Sides) -> PeriodProbability:
    """`core.modules.period_probability` with holes."""
    return _periods(sides.matched, _periods(sides.others, None))


def _periods(days: Days, others: PeriodProbability | None) -> PeriodProbability:
    events = days.bars(1, LAST_BAR)
    periods = {name: _period(days, *span, events) for name, span in PERIODS.items()}
    return PeriodProbability(periods, days.distinct("likeliest"), others)


def _period(days: Days, first: int, last: int, events: Count) -> Period:
    met = days.bars(first, last)
    interval, of_events = days.wilson(met, days.n), days.share(met, events)
    return Period(f"{first}-{last}", days.shown(met), days.share(met, days.n), interval, of_events)


def time_distribution(sides: Sides) -> TimeDistribution:
    """`core.modules.time_distribution` with holes."""
    return TimeDistribution(_hours(sides.matched), TimeDistribution(_hours(sides.others)))


def _hours(days: Days) -> list[Hour]:
    events = days.bars(1, LAST_BAR)
    spans = [(label, f"{first}-{last}", days.bars(first, last)) for label, first, last in HOURS]
    return [Hour(label, span, days.shown(met), days.pct(met, events)) for label, span, met in spans]
