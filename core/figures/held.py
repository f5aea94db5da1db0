"""Did it hold? Rates by calendar year, whether the years differ, and the last days against all before.

What a coin can decide is compared by residuals (core.figures.residuals), other features by their rates. Each
is one function for all features at once (source: design/truth.md, section 2).
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.contracts.results.rates import Difference, Interval, Rate, Recent, YearRate
from core.contracts.results.verdict import Untested, Verdict
from core.figures.bitmap import WORD, Bitmap, Words
from core.figures.coin_question import CoinQuestion
from core.figures.columns import Flags
from core.figures.formulas import Counts, Floats, Mask, compare, shares_of, to_json_numbers
from core.figures.outcomes import OCCURRENCE, Family, Key
from core.figures.residuals import RECENT_DAYS, last_days_differences, years_p_values
from core.figures.tests import LEAST_EXPECTED, chi_square_tail
from core.figures.verdict import recent_verdict, untested, years_verdict


class Held(NamedTuple):
    """An occurrence by calendar year, whether the years differ, and its last days."""

    rates: Sequence[YearRate] = ()
    verdict: Verdict | None = None
    recent: Recent | None = None


NOT_HELD = Held()


@dataclass(frozen=True)
class Occurrences:
    """Features with an occurrence, T of them, on a group of days; filters have `decided` some.

    The years are those of `dates`, with or without a day of the group. `coin` is None without coin.
    """

    flags: Flags
    names: Sequence[str]
    days: Bitmap
    dates: Bitmap
    decided: Collection[str]
    coin: CoinQuestion | None
    exact: bool

    def held(self) -> dict[str, Held]:
        """Whether each held, by name; Holm's adjustment ranges over their years."""
        found = zip(self.names, self._rates(), self._verdicts(), strict=True)
        recent = self._recent()
        return {name: Held(rates, verdict, recent.get(name)) for name, rates, verdict in found}

    @cached_property
    def _words(self) -> Words:
        """The days with a value of each feature, then the active ones (W, 2 T)."""
        rows = [self.flags.row_of[name] for name in self.names]
        words = self.flags.words[:, np.concatenate((self.flags.known[rows], self.flags.active[rows]))]
        return np.asarray(words & self.days.words[:, None])

    @cached_property
    def _counts(self) -> Counts:
        """Days with a value and active days by year of the dates (2, T, Y)."""
        layout = self.flags.layout
        return np.stack(np.split(layout.by_year(self._words)[self._has_days].T, 2))

    @cached_property
    def _has_days(self) -> NDArray[np.bool_]:
        return np.asarray(self.flags.layout.by_year(self.dates.words[:, None])[:, 0] > 0)

    @cached_property
    def _by_coin(self) -> Mask:
        """The features (T,) that are compared with a coin."""
        are_compared = [self.coin is not None and self.coin.compares(name) for name in self.names]
        return np.array(are_compared, dtype=np.bool_)

    def _rates(self) -> list[list[YearRate]]:
        (n, active), years = self._counts, self.flags.layout.years[self._has_days].tolist()
        shares = shares_of(active, n, exact=self.exact)
        return [
            [
                YearRate(year, of, some, share, Interval(lower, upper))
                for year, of, some, (share, lower, upper) in zip(years, *own, strict=True)
            ]
            for own in zip(n.tolist(), active.tolist(), shares, strict=True)
        ]

    def _verdicts(self) -> list[Verdict]:
        """Whether the years differ."""
        n, active = self._counts
        by_rate = ~self._by_coin
        p_values = np.full(len(n), np.nan)
        p_values[by_rate] = heterogeneity(active[by_rate].T, n[by_rate].T)
        if self.coin is not None:
            p_values[self._by_coin] = years_p_values(self.coin.years)
        free = [place for place, name in enumerate(self.names) if name not in self.decided]
        keys = [Key(self.names[place], OCCURRENCE) for place in free]
        family = Family(keys, {}, {}) if self.coin is None else self.coin.family(keys)
        are_of_one_year = (n > 0).sum(axis=1)[free] == 1
        reasons: list[Untested] = ["one_year" if is_one else "too_few" for is_one in are_of_one_year.tolist()]
        tests = family.tests(p_values[free], reasons, exact=self.exact)
        verdicts = [untested("years", "fixed_by_filter")] * len(self.names)
        for place, key, tested in zip(free, keys, tests, strict=True):
            twin = family.twin(key)
            if twin is not None:
                verdicts[place] = untested("years", "twin", twin)
            elif isinstance(tested, str):
                verdicts[place] = untested("years", tested)
            else:
                verdicts[place] = years_verdict(tested, by_coin=bool(self._by_coin[place]))
        return verdicts

    def _recent(self) -> dict[str, Recent]:
        """By name the last 250 days with a value, of features that have more."""
        places, days, n = _last_days(self._words)
        differences = np.full((3, len(self.names)), np.nan)
        differences[:, places] = compare(days, n)[1:]
        if self.coin is not None:
            differences[:, self._by_coin] = last_days_differences(self.coin.last_days)
        figures = np.vstack((days / n, differences[:, places])).T
        shown = to_json_numbers(figures, np.isnan(figures), exact=self.exact)
        before = zip(days[1].tolist(), n[1].tolist(), strict=True)
        return {
            self.names[place]: self._recent_of(place, counts, own)
            for place, counts, own in zip(places.tolist(), before, shown, strict=True)
        }

    def _recent_of(self, place: int, before: tuple[int, int], figures: list[Any]) -> Recent:
        """A feature's last days; `figures` are both rates, their difference and its limits, None without."""
        last, share, *limits = figures
        earlier = Rate(share, *before)
        difference = None if limits[0] is None else Difference(*limits)
        told: Difference | Untested = difference or "too_few"
        if self.names[place] in self.decided:
            told = "fixed_by_filter"
        verdict = recent_verdict(RECENT_DAYS, last, earlier, told, by_coin=bool(self._by_coin[place]))
        return Recent(RECENT_DAYS, last, earlier, difference, verdict)


@np.errstate(divide="ignore", invalid="ignore")
def heterogeneity(days: Counts, n: Counts) -> Floats:
    """Pearson's p-values (T,) that `days` of `n` (Y, T) have one rate over the years; NaN without a test.

    Years are pooled from the oldest on, until active and inactive days of the pool are both expected to be at
    least 5. The last pool takes the remaining years. There is no test with fewer than two pools.
    """
    active, total = days.sum(axis=0), n.sum(axis=0)
    fewer = np.minimum(active, total - active)
    days, n = days.copy(), n.copy()
    thin = np.flatnonzero((n * fewer < LEAST_EXPECTED * total).any(axis=0) & (fewer > 0))
    if len(thin):
        days[:, thin], n[:, thin] = _pooled(days[:, thin], n[:, thin], fewer[thin], total[thin])
    pools = np.count_nonzero(n, axis=0)
    tested = np.flatnonzero((pools > 1) & (fewer > 0))
    days, n, rate = days[:, tested], n[:, tested], active[tested] / total[tested]
    off = np.square(days - n * rate)
    statistic = np.where(n > 0, off / (n * rate * (1 - rate)), 0.0).sum(axis=0)
    p_values = np.full(len(total), np.nan)
    p_values[tested] = chi_square_tail(pools[tested] - 1, statistic)
    return p_values


def _pooled(days: Counts, n: Counts, fewer: Counts, total: Counts) -> tuple[Counts, Counts]:
    """Active days and days of the pools (Y, T), by place; zero in unused places."""
    pool, waiting, pools = np.zeros_like(n), np.zeros_like(total), np.zeros_like(total)
    for year, some in enumerate(n):
        pool[year] = pools
        waiting += some
        is_full = (waiting > 0) & (waiting * fewer >= LEAST_EXPECTED * total)
        pools += is_full
        waiting[is_full] = 0
    cells = np.minimum(pool, np.maximum(pools, 1) - 1), np.arange(len(total))
    pooled = np.zeros((2, *n.shape), dtype=np.int64)
    np.add.at(pooled[0], cells, days)
    np.add.at(pooled[1], cells, n)
    return pooled[0], pooled[1]


def _last_days(words: Words) -> tuple[NDArray[np.intp], Counts, Counts]:
    """Of features with more than 250 days with a value the places (P,), active days and days (2, P).

    These are of the last 250 days, and of all before. `words` (W, 2 T) are the known days of each, then the
    active ones. The count goes back by words, then by bits in the word that holds the 250th day.
    """
    since = np.zeros((len(words) + 1, words.shape[1]), dtype=np.int64)
    since[:-1] = np.bitwise_count(words)[::-1].cumsum(axis=0)[::-1]
    known, active = np.split(since, 2, axis=1)
    places = np.flatnonzero(known[0] > RECENT_DAYS)
    word = np.count_nonzero(known[:, places] >= RECENT_DAYS, axis=0) - 1
    missing = RECENT_DAYS - known[word + 1, places]
    is_known, is_active = (
        np.unpackbits(words[word, column].view(np.uint8)).reshape(-1, WORD).astype(np.bool_)
        for column in (places, known.shape[1] + places)
    )
    is_late = np.cumsum(is_known[:, ::-1], axis=1)[:, ::-1] <= missing[:, None]
    late = active[word + 1, places] + np.count_nonzero(is_active & is_late, axis=1)
    days = np.full_like(late, RECENT_DAYS)
    return places, np.stack((late, active[0, places] - late)), np.stack((days, known[0, places] - days))
