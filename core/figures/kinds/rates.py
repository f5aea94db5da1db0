"""Modules about how often a feature was active and when in the day it came (statistics.md)."""

from functools import cache
from itertools import accumulate

from core.contracts.known_at import LAST_BAR
from core.contracts.results import rates as results
from core.figures.columns import ACTIVE, Sheet
from core.figures.counting import Figures
from core.figures.kinds.registry import Feature, kind, with_others

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

BARS = {str(bar): (bar, bar) for bar in range(1, LAST_BAR + 1)}


@cache
def bar_range(bars: tuple[int, int]) -> str:
    """Bars as text: 1-27."""
    return f"{bars[0]}-{bars[1]}"


def _count_active(sheet: Sheet) -> None:
    """Active is true, a value above 0, or any label but the neutral one (the first or the last)."""
    definition, (_, end) = sheet.definition, sheet.everything
    active = sheet.within(1, end + sheet.days.first)
    if definition.kind == "enum":
        neutral = definition.neutral_label
        code = -1 if neutral is None else definition.labels.index(neutral)
        if 0 < code < end - 1:
            raise ValueError(f"{definition.name}: its neutral label is neither the first nor the last")
        active = (1 if code == 0 else 0, end - 1 if code > 0 else end)
    sheet.rates(ACTIVE, {"active": active})


@kind("Occurrence", _count_active, (ACTIVE,))
def occurrence(f: Feature) -> results.Occurrence:
    """Share of active days among the days with a value, with that of the baseline and of the other days."""
    here = f.matched.rates(ACTIVE)[0]
    return results.Occurrence(
        occurrence=here.share,
        occurrence_days=here.days,
        total_days=here.of,
        confidence_interval=here.interval,
        baseline=_rate(f.baseline),
        others=None if f.against_others is None else f.against_others.occurrence(),
        years=list(f.held.rates),
        years_verdict=f.held.verdict,
        recent=f.held.recent,
        coin=None if f.coin is None else f.coin.occurrence(),
        at_risk_days=None if f.already is None else here.of,
        already_days=f.already,
    )


def _rate(figures: Figures) -> results.Rate:
    rate = figures.rates(ACTIVE)[0]
    return results.Rate(rate.share, rate.days, rate.of)


def _count_bars(sheet: Sheet) -> None:
    sheet.counts("by bar", {bar: sheet.within(*bars) for bar, bars in BARS.items()})


@kind("Timing Analysis", _count_bars, ("by bar",))
def timing_analysis(f: Feature) -> results.TimingAnalysis:
    """Quartiles, mean and counts of the event days' bar numbers; every figure None without an event."""
    others = None if f.others is None else _timing(f.others)
    return _timing(f.matched, others, None if f.coin is None else f.coin.timing())


def _timing(
    figures: Figures,
    others: results.TimingAnalysis | None = None,
    coin: results.CoinTiming | results.NoCoin | None = None,
) -> results.TimingAnalysis:
    bars, days = figures.spread(), figures.counts("by bar")
    range_of_half = None if bars.q1 is None or bars.q3 is None else bars.q3 - bars.q1
    by_bar = {bar: count for bar, count in zip(BARS, days, strict=True) if count}
    middle = bars.median, bars.mean, bars.q1, bars.q3, range_of_half
    return results.TimingAnalysis(bars.n, *middle, by_bar, list(accumulate(days)), others, coin)


def _count_periods(sheet: Sheet) -> None:
    spans = {name: sheet.within(*bars) for name, bars in PERIODS.items()}
    sheet.rates("periods", spans)
    sheet.rates("periods of events", spans, of=sheet.within(1, LAST_BAR))


@kind("Period Probability", _count_periods, ("periods",))
@with_others
def period_probability(
    figures: Figures, others: results.PeriodProbability | None
) -> results.PeriodProbability:
    """Share of the days with a value whose event fell in each period; the three add to the occurrence."""
    rates, events = figures.rates("periods"), figures.rates("periods of events")
    periods = {
        name: results.Period(bar_range(bars), rate.days, rate.share, rate.interval, event.share)
        for (name, bars), rate, event in zip(PERIODS.items(), rates, events, strict=True)
    }
    likeliest = max(periods, key=lambda name: periods[name].days) if events[0].of else None
    return results.PeriodProbability(periods, likeliest, others)


def _count_hours(sheet: Sheet) -> None:
    spans = {bar_range(bars): sheet.within(*bars) for bars in HOURS.values()}
    sheet.rates("hours", spans, of=sheet.within(1, LAST_BAR))


@kind("Time Distribution", _count_hours, ("hours",))
@with_others
def time_distribution(figures: Figures, others: results.TimeDistribution | None) -> results.TimeDistribution:
    """Event days by hour, as days and as a percentage of the event days."""
    rates = zip(HOURS.items(), figures.rates("hours"), strict=True)
    hours = [
        results.Hour(label, bar_range(bars), rate.days, rate.percentage) for (label, bars), rate in rates
    ]
    return results.TimeDistribution(hours, others)
