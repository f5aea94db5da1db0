"""Figures of the modules that read the sessions in their order (see `service.export.figures`)."""

from collections.abc import Iterator

from service.export.figure import SHARE, Data, Figure, field_of, fraction


def extremes(data: Data, unit: str, n: int) -> Iterator[Figure]:
    """Updates a day, and new and final extremes by period."""
    for field in ("average", "median", "max"):
        value, others = data["daily_updates"][field], field_of(data["others"], "daily_updates", field)
        yield Figure(f"Updates a day, {field}", "updates", value, n, others=others)
    for bars, period in data["period_analysis"].items():
        for field, name in (("new_extremes", "New extremes"), ("final_extremes", "Final extreme")):
            share = fraction(period[field]["pct_of_total"])
            others = fraction(field_of(data["others"], "period_analysis", bars, field, "pct_of_total"))
            yield Figure(f"{name} in bars {bars}", SHARE, share, n, others=others)


def streaks(data: Data, unit: str, n: int) -> Iterator[Figure]:
    """The streaks of one side, by length and by how they went on."""
    total = data["total_days"]
    yield Figure("Active days", SHARE, fraction(data["overall_percentage"]), total)
    yield Figure("Mean streak", "sessions", data["mean_streak"], total)
    yield Figure("Median streak", "sessions", data["streak_stats"]["median_streak"], total)
    yield Figure("Longest streak", "sessions", data["streak_stats"]["max_streak"], total)
    for length, count in data["streak_distribution"].items():
        yield Figure(f"Streaks of {length}", "streaks", count, total)
    for each in data["continuation"]:
        yield Figure(f"Went on after {each['length']}", SHARE, each["probability"], each["streaks"])


def ema(data: Data, unit: str, n: int) -> Iterator[Figure]:
    """Bars of the day on one side of the EMA, and the runs they made."""
    balance, persistence = data["regime_balance"], data["regime_persistence"]
    yield Figure("Bars a day, mean", "bars", balance["mean_bars"], n)
    yield Figure("Of the bars", SHARE, fraction(balance["mean_percentage"]), n)
    for bucket in balance["distribution_buckets"]:
        yield Figure(f"Days with {bucket['bar_range']} bars", SHARE, fraction(bucket["days_pct"]), n)
    yield Figure("Full day", SHARE, persistence["full_day_regime_prob"], n)
    yield Figure("Average run", "bars", persistence["avg_consecutive_bars"], persistence["runs"])
    yield Figure("Longest run", "bars", persistence["max_streak"], persistence["runs"])
    for each in persistence["continuation_distribution"]:
        name = f"Runs of {each['threshold_bars']} bars or more"
        yield Figure(name, SHARE, each["probability"], persistence["runs"])
    yield Figure("Run at the last bar, mean", "bars", data["streak_stats"]["mean_eod_streak"], n)
    yield Figure("Longest across sessions", "bars", data["streak_stats"]["max_streak_in_data"], n)


def how_often(data: Data, unit: str, n: int) -> Iterator[Figure]:
    """Never, once or more often."""
    for field, name in (("days_none", "None"), ("days_once", "Once"), ("days_multiple", "Multiple")):
        others = fraction(field_of(data["others"], field, "percentage"))
        yield Figure(name, SHARE, fraction(data[field]["percentage"]), n, others=others)
    average = field_of(data["others"], "average_when_active")
    yield Figure("Average when active", "times", data["average_when_active"], n, others=average)
    yield Figure("Maximum", "times", data["max"], n, others=field_of(data["others"], "max"))


def all_time_highs(data: Data, unit: str, n: int) -> Iterator[Figure]:
    """All-time-high days, what came after them, and how far below the others closed."""
    days = data["ath_days"]
    yield Figure("All-time-high days", SHARE, fraction(data["percentage"]), n)
    yield Figure("Next session too", SHARE, data["next_session_ath"], data["next_sessions"])
    yield Figure("Sessions since last, median", "sessions", data["days_since_last"]["median"], days)
    yield Figure("Sessions since last, maximum", "sessions", data["days_since_last"]["max"], days)
    yield Figure("First at, median", "bar", data["median_bar_of_first_ath"], days)
    for field, name in (("q1", "lower quartile"), ("median", "median"), ("q3", "upper quartile")):
        yield Figure(f"Drawdown when not, {name}", "%", data["drawdown_when_not"][field], n - days)
