"""Answers of the modules that tell how often and when: see `core.figures.kinds.rates`."""

from __future__ import annotations

from msgspec import Struct

from core.contracts.results.verdict import Verdict


class Interval(Struct, frozen=True, gc=False):
    """A 95 % interval; both ends null where there is no day."""

    lower: float | None
    upper: float | None


class Difference(Struct, frozen=True, gc=False):
    """One group of days minus another as a fraction, with square-and-add limits of Wilson's."""

    value: float
    lower: float
    upper: float


class Rate(Struct, frozen=True, gc=False):
    """How often a feature was active on one set of days."""

    occurrence: float | None
    occurrence_days: int
    total_days: int


class YearRate(Struct, frozen=True, gc=False):
    """How often in one calendar year; the rate is null where no day has a value."""

    year: int
    days: int
    occurrence_days: int
    occurrence: float | None
    confidence_interval: Interval


class Recent(Struct, frozen=True, gc=False):
    """The last 250 days with a value, `before` all days before them.

    `difference` is recent minus before: of the rates' differences from the coin on the same days, null with
    fewer than 30 days before; without a coin of the rates.
    """

    days: int
    occurrence: float
    before: Rate
    difference: Difference | None
    verdict: Verdict


class Stopped(Struct, frozen=True, gc=False):
    """Whether an outcome comes less often than on the first half of its days.

    The `days` after them are monitored. `since` is the date of the likely fall, null without an `alarm`. A
    false alarm comes about once in `years_per_false_alarm`. After `delay_of_10_points` such days a fall of
    10 points from the rate of the first half shows in half of all cases; null where that takes more than
    1,000, or where the rate is 10 % or less. Without a test `alarm` and both others are null.
    """

    alarm: bool | None
    since: str | None
    days: int
    years_per_false_alarm: float | None
    delay_of_10_points: int | None
    verdict: Verdict


class NoCoin(Struct, frozen=True, gc=False):
    """Matched days are not compared with a coin; the verdict's reason says why."""

    verdict: Verdict


class Expect(Struct, frozen=True, gc=False):
    """The rate to expect; of the next `of` such days, `low` to `high` with a probability of 80 % or more."""

    rate: float
    of: int
    low: int
    high: int


class OtherDays(Struct, frozen=True, gc=False):
    """How often on the date range's other days with a value, and how the matched days differ.

    `difference` is matched minus others within calendar years (`core.figures.other_days`), null where no year
    has both. `lift` is the ratio of the two rates, with Katz's interval; null where fewer than 30 matched
    days have a value, or where it came on no other day.
    """

    occurrence: float
    occurrence_days: int
    total_days: int
    difference: float | None
    confidence_interval: Interval
    lift: float | None
    lift_interval: Interval
    verdict: Verdict


class CoinRate(Struct, frozen=True, gc=False):
    """How often on the coin days of the matched days' own sessions that match as well.

    `days` matched days are compared; `unpaired_days` have no coin day that matches. `occurrence` is the mean
    over the compared days of the share of their coin days, `difference` the compared days' rate minus it.
    `expect` pulls the compared days' rate towards the coin's.
    """

    days: int
    unpaired_days: int
    occurrence: float
    difference: float
    confidence_interval: Interval
    verdict: Verdict
    expect: Expect


class CoinTiming(Struct, frozen=True, gc=False):
    """Of `days` compared days: the share of a coin's with the event at or before each bar, bar 1 first."""

    days: int
    by_bar: list[float]


class Occurrence(Struct, frozen=True, gc=False):
    """How often: share of active days among the days with a value.

    `years` are all calendar years of the dates, the oldest first. `years_verdict` says whether they differ:
    beside the coin of the same days, or in their rates where a coin decides nothing. `recent` is null
    without a day before the last 250. As of a bar the figures are of the `at_risk_days`, those with a value
    on which the event has not come by that bar; on the `already_days` it has.
    """

    occurrence: float | None
    occurrence_days: int
    total_days: int
    confidence_interval: Interval
    baseline: Rate
    others: OtherDays | None = None
    years: list[YearRate] = []
    years_verdict: Verdict | None = None
    recent: Recent | None = None
    coin: CoinRate | NoCoin | None = None
    at_risk_days: int | None = None
    already_days: int | None = None


class TimingAnalysis(Struct, frozen=True, gc=False):
    """When: over the event days' bar numbers. `by_bar_days[k-1]` counts events at or before bar k."""

    total_occurrences: int
    median_bar: float | None
    mean_bar: float | None
    q1: float | None
    q3: float | None
    iqr: float | None
    distribution: dict[str, int]
    by_bar_days: list[int]
    others: TimingAnalysis | None = None
    coin: CoinTiming | NoCoin | None = None


class Period(Struct, frozen=True, gc=False):
    """One third of the day: days whose event fell in it, over the days with a value."""

    bar_range: str
    days: int
    probability: float | None
    confidence_interval: Interval
    share_of_events: float | None


class PeriodProbability(Struct, frozen=True, gc=False):
    """Keys Morning, Mid-Session, Late Session; the three probabilities add to the occurrence."""

    periods: dict[str, Period]
    most_likely_period: str | None
    others: PeriodProbability | None = None


class Hour(Struct, frozen=True, gc=False):
    """One hour of the day; `pct` of the event days."""

    label: str
    bar_range: str
    days: int
    pct: float | None


class TimeDistribution(Struct, frozen=True, gc=False):
    """Event days by hour."""

    hours: list[Hour]
    others: TimeDistribution | None = None
