"""From a peer's aggregates to the whole answer: intervals and tests by scipy and statsmodels, all at once.

What needs the order of days or bars (streaks, extremes within a day, runs of bars, histograms' bins, the
interval of a median), the comparison with the other days of each year, whether the years and the last days
differ, and the sentences are left out: the peers have less to do than we have.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import orjson
from numpy.typing import NDArray
from statsmodels.stats.proportion import proportion_confint

from qa.bench.coin import Coin
from qa.bench.outcomes import NEUTRAL
from qa.bench.peers import CoinGroup, Group
from qa.bench.question import TWENTY, Spread
from qa.bench.table import Table

Figures = dict[str, Any]
Ints = NDArray[np.int64]
PERIODS = {"Morning": (1, 27), "Mid-Session": (28, 54), "Late Session": (55, 81)}
HOURS = ((1, 12), (13, 24), (25, 36), (37, 48), (49, 60), (61, 72), (73, 81))
LAST_BAR = 81


def whole_answer(table: Table, matched: Group, others: Group, coin: CoinGroup) -> bytes:
    return orjson.dumps(answered(table, matched, others, coin))


def answered(table: Table, matched: Group, others: Group, coin: CoinGroup) -> Figures:
    """The same as objects, with the names that our answer has."""
    writer = _Writer(table, matched, others, Coin(table, coin))
    answer = {name: writer.feature(name) for name in TWENTY}
    writer.fill()
    return answer


@dataclass(slots=True)
class _Writer:
    """Writes the modules; intervals are empty until `fill` has asked for all of them in one call each."""

    table: Table
    matched: Group
    others: Group
    coin: Coin
    _wilson: list[tuple[int, int, Figures]] = field(default_factory=list)

    def feature(self, name: str) -> Figures:
        found = {}
        for module in self.table.modules(name):
            write = getattr(self, f"_{module}", None)
            if write is not None:
                found[module] = write(name)
        return found

    def fill(self) -> None:
        days, n = (np.array(each) for each in zip(*((x, n) for x, n, _ in self._wilson), strict=True))
        lower, upper = proportion_confint(days, n, alpha=0.05, method="wilson")
        lower[days == 0], upper[days == n] = 0.0, 1.0
        for (_, _, interval), low, high in zip(self._wilson, lower.tolist(), upper.tolist(), strict=True):
            interval |= {"lower": low, "upper": high}

    def _interval(self, days: int, n: int) -> Figures:
        interval: Figures = {}
        self._wilson.append((days, n, interval))
        return interval

    def _active(self, name: str, group: Group) -> tuple[int, int]:
        counts = group.spreads[name].counts
        inactive = counts.get(NEUTRAL, 0) + counts.get(0, 0)
        n = sum(counts.values())
        return n - inactive, n

    def _occurrence(self, name: str) -> Figures:
        (days, n), (other_days, other_n) = (self._active(name, each) for each in (self.matched, self.others))
        return {
            **_share(days, n),
            "confidence_interval": self._interval(days, n),
            "baseline": _share(days + other_days, n + other_n),
            "others": _share(other_days, other_n) | {"lift": (days / n) / (other_days / other_n)},
            "years": self._years(name),
            "recent": self._recent(name, days, n),
            "coin": self.coin.rate(f"{name}__came"),
        }

    def _years(self, name: str) -> list[Figures]:
        by_year = self.matched.years[name]
        return [self._year(year, *by_year.get(year, (0, 0))) for year in self.table.years.unique().tolist()]

    def _year(self, year: int, days: int, n: int) -> Figures:
        found = {"year": year, "days": n, "occurrence_days": days}
        if n == 0:
            return {**found, "occurrence": None, "confidence_interval": {"lower": None, "upper": None}}
        return {**found, "occurrence": days / n, "confidence_interval": self._interval(days, n)}

    def _recent(self, name: str, days: int, n: int) -> Figures | None:
        late, late_n = self.matched.recent[name]
        before, before_n = days - late, n - late_n
        if before_n == 0:
            return None
        return {"days": late_n, "occurrence": late / late_n, "before": _share(before, before_n)}

    def _both(self, name: str, write: Any) -> Figures:
        found: Figures = write(name, self.matched)
        return found | {"others": write(name, self.others)}

    def _timing_analysis(self, name: str) -> Figures:
        return self._both(name, _timing) | {"coin": self.coin.timing(name)}

    def _period_probability(self, name: str) -> Figures:
        return self._both(name, self._periods)

    def _periods(self, name: str, group: Group) -> Figures:
        by_bar, n = _by_bar(group.spreads[name].counts), sum(group.spreads[name].counts.values())
        found: dict[str, Figures] = {}
        for period, (first, last) in PERIODS.items():
            days = int(by_bar[first : last + 1].sum())
            found[period] = {
                "bar_range": f"{first}-{last}",
                "days": days,
                "probability": days / n,
                "confidence_interval": self._interval(days, n),
                "share_of_events": days / int(by_bar[1:].sum()),
            }
        return {
            "periods": found,
            "most_likely_period": max(found, key=lambda period: int(found[period]["days"])),
        }

    def _time_distribution(self, name: str) -> Figures:
        return self._both(name, _hours)

    def _percentage_distribution(self, name: str) -> Figures:
        labels = self.table.ranges[name]
        return self._both(name, lambda name, group: _percentages(group.spreads[name], labels))

    def _threshold_analysis(self, name: str) -> Figures:
        (mine, n), (theirs, other_n) = (self._by_range(name, each) for each in (self.matched, self.others))
        spread = self.matched.spreads[name]
        ranges = [
            self._reached(days, n, other, other_n) | {"label": label, "days": n}
            for label, days, other in zip(self.table.ranges[name], mine, theirs, strict=True)
        ]
        lowest = self.table.described[name]["business_logic"]["hard_min"]
        edges = [
            edge for edge in self.table.described[name]["business_logic"]["bucket_edges"] if edge != lowest
        ]
        above = zip(edges, _from(mine, len(edges)), _from(theirs, len(edges)), strict=True)
        reached = [
            self._reached(days, n, other, other_n) | {"threshold": edge, "direction": "at_or_above"}
            for edge, days, other in above
        ]
        full_range, median = [spread.summary[0], spread.summary[4]], spread.summary[2]
        return {"full_range": full_range, "median": median, "ranges": ranges, "reached": reached}

    def _by_range(self, name: str, group: Group) -> tuple[list[int], int]:
        counts = group.spreads[name].counts
        days = [counts.get(number, 0) for number in range(len(self.table.ranges[name]))]
        return days, sum(days)

    def _reached(self, days: int, n: int, other: int, other_n: int) -> Figures:
        return {
            "percentage": 100 * days / n,
            "count": days,
            "confidence_interval": self._interval(days, n),
            "others_percentage": 100 * other / other_n,
        }

    def _basic_distribution(self, name: str) -> Figures:
        if self.table.described[name]["type"].startswith("enum"):
            labels = self._labelled(name, self.matched, self.others)
            return {"n": sum(each["count"] for each in labels), "labels": labels}
        mine, other = _five(self.matched.spreads[name]), _five(self.others.spreads[name])
        mean, std, _ = self.matched.spreads[name].moments
        least = {figure: other[figure] for figure in ("n", "median", "q1", "q3")}
        coin = self.coin.quartiles(name, mine["median"])
        return mine | {"mean": mean, "std": std, "others": least, "coin": coin}

    def _categorical_distribution(self, name: str) -> Figures:
        mine = self._categories(name, self.matched, self.others)
        return mine | {"others": self._categories(name, self.others, None)}

    def _categories(self, name: str, group: Group, others: Group | None) -> Figures:
        labels = self._labelled(name, group, others)
        pairs = {each["label"]: [each["count"], each["pct"]] for each in labels}
        total = sum(each["count"] for each in labels)
        return {"distribution": pairs, "total_observations": total, "labels": labels}

    def _labelled(self, name: str, group: Group, others: Group | None) -> list[Figures]:
        counts = group.spreads[name].counts
        n = sum(counts.values())
        beside = {} if others is None else others.spreads[name].counts
        other_n = sum(beside.values())
        return [
            {
                "label": written,
                "value": label,
                "count": (days := counts.get(label, 0)),
                "pct": 100 * days / n,
                "confidence_interval": self._interval(days, n),
                "others": _share(beside.get(label, 0), other_n) if other_n else None,
                "coin": None if others is None else self.coin.rate(f"{name}__{label}"),
            }
            for label, written in self.table.labels(name).items()
        ]

    def _binary_multi_occurrence(self, name: str) -> Figures:
        return self._both(name, _multiple)


def _share(days: int, n: int) -> Figures:
    return {"occurrence": days / n, "occurrence_days": days, "total_days": n}


def _by_bar(counts: Mapping[Any, int]) -> Ints:
    bars, days = np.array(list(counts), dtype=np.int64), list(counts.values())
    return np.bincount(bars, weights=days, minlength=LAST_BAR + 1).astype(np.int64)


def _timing(name: str, group: Group) -> Figures:
    by_bar = _by_bar(group.spreads[name].counts)
    happened = np.repeat(np.arange(1, LAST_BAR + 1), by_bar[1:])
    q1, median, q3 = np.quantile(happened, (0.25, 0.5, 0.75)).tolist()
    return {
        "total_occurrences": len(happened),
        "median_bar": median,
        "mean_bar": float(happened.mean()),
        "q1": q1,
        "q3": q3,
        "iqr": q3 - q1,
        "distribution": {str(bar): int(by_bar[bar]) for bar in np.flatnonzero(by_bar) if bar},
        "by_bar_days": np.cumsum(by_bar[1:]).tolist(),
    }


def _hours(name: str, group: Group) -> Figures:
    by_bar = _by_bar(group.spreads[name].counts)
    events = int(by_bar[1:].sum())
    days = {f"{first}-{last}": int(by_bar[first : last + 1].sum()) for first, last in HOURS}
    hours = [{"bar_range": bars, "days": each, "pct": 100 * each / events} for bars, each in days.items()]
    return {"hours": hours}


def _percentages(spread: Spread, labels: Sequence[str]) -> Figures:
    n = sum(spread.counts.values())
    least, q1, median, q3, most = spread.summary
    mean, std, skewness = spread.moments
    days = [spread.counts.get(number, 0) for number in range(len(labels))]
    return {
        "summary": {"full_range": [least, most], "median": median, "iqr_range": [q1, q3]},
        "stats": {"mean": mean, "std": std, "skewness": skewness},
        "distribution": {label: [each, 100 * each / n] for label, each in zip(labels, days, strict=True)},
    }


def _from(days: Sequence[int], edges: int) -> list[int]:
    """Days at or above each of the last `edges` edges."""
    return list(np.cumsum(days[::-1])[::-1][-edges:].tolist())


def _five(spread: Spread) -> Figures:
    least, q1, median, q3, most = spread.summary
    n = sum(spread.counts.values())
    return {"n": n, "min": least, "q1": q1, "median": median, "q3": q3, "max": most}


def _multiple(name: str, group: Group) -> Figures:
    counts = group.spreads[name].counts
    n, none, once = sum(counts.values()), counts.get(0, 0), counts.get(1, 0)
    updates = sum(int(value) * days for value, days in counts.items())
    each = {"days_none": none, "days_once": once, "days_multiple": n - none - once}
    shares = {name: {"days": days, "percentage": 100 * days / n} for name, days in each.items()}
    return {**shares, "average_when_active": updates / (n - none), "max": max(map(int, counts))}
