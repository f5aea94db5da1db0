"""What a coin gives: a question's features on the coin days of the days that match it.

Each matched day is compared with its own session's coin days that match the question as well
(core.figures.own_coins).
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from core.contracts.catalogue import FeatureDefinition
from core.contracts.known_at import LAST_BAR
from core.contracts.results.rates import CoinRate, CoinTiming, NoCoin
from core.contracts.results.spreads import CoinQuartiles
from core.figures.bitmap import Bitmap
from core.figures.coin import Coin, excluded
from core.figures.coin_numbers import CoinNumbers, MatchingCoinDays
from core.figures.coin_rates import coin_rates, reasons_of
from core.figures.formulas import Counts, to_json_numbers
from core.figures.outcomes import MEDIAN, OCCURRENCE, Family, Key, verdict_of
from core.figures.own_coins import PairedDays, against_coins
from core.figures.residuals import RECENT_DAYS
from core.figures.verdict import Difference, untested


class CoinQuestion:
    """One question on the coin days of its matched `days`, for the features `names`.

    Holm's adjustment ranges over all of their outcomes. What filters have `decided`, or what is `certain` by
    then, is not compared with a coin; a feature that asks the same as one of `names` before it is its twin.
    `baseline` are all days of the question's dates, None for the whole snapshot. `years` and `last_days`
    are the sums by year, and of all days before the last 250 and these, of the features that it `compares`.
    """

    def __init__(
        self,
        coin: Coin,
        days: Bitmap,
        coin_days: Bitmap,
        names: Sequence[str],
        decided: Collection[str],
        certain: Collection[str] = (),
        baseline: Bitmap | None = None,
        *,
        exact: bool,
    ) -> None:
        self._coin, self._days, self._coin_days, self._exact = coin, days, coin_days, exact
        self._baseline = baseline
        self._reasons = {name: excluded(coin.columns, name, decided, certain) for name in names}
        compared = [name for name, reason in self._reasons.items() if reason is None]
        self._matching = MatchingCoinDays(days, coin_days, coin.columns.draws)
        self._numbers = {
            name: CoinNumbers(coin, self._matching, name)
            for name in compared
            if _has_median(coin.columns.definitions[name])
        }
        keys, paired = self._pairs(compared)
        self._family = self.family(keys)
        occurred = [row for row, key in enumerate(keys) if key.place == OCCURRENCE]
        self.years = paired.sums(days.year_starts(), occurred)
        self.last_days = paired.sums(paired.last_days(RECENT_DAYS, occurred), occurred)
        self._found = against_coins(paired)
        self._tests = self._family.tests(self._found.p_value, reasons_of(self._found), exact=exact)

    def family(self, keys: Sequence[Key]) -> Family:
        """Some outcomes as one family, in which twins by the coin count once."""
        return Family(keys, self._coin.twin_of, self._coin.columns.definitions)

    def compares(self, name: str) -> bool:
        """Whether the coin is compared with how often a feature occurs."""
        return Key(name, OCCURRENCE) in self._family.row_of

    def _pairs(self, names: Sequence[str]) -> tuple[list[Key], PairedDays]:
        """All outcomes of some features, on the matched sessions."""
        keys, flagged = self._coin.pairs(names, self._days, self._coin_days)
        keys += [Key(name, MEDIAN) for name in self._numbers]
        numbers = [each.pairs for each in self._numbers.values()]
        return keys, PairedDays(
            np.vstack((flagged.is_counted, *(each.is_counted for each in numbers))),
            np.vstack((flagged.came, *(each.came for each in numbers))),
            np.vstack((flagged.coin_days, *(each.coin_days for each in numbers))),
            np.vstack((flagged.coin_came, *(each.coin_came for each in numbers))),
        )

    def quartiles(self, name: str, median: float | None) -> CoinQuartiles | NoCoin | None:
        """The middle of a number's values, of which the matched days have this median."""
        row = self._family.row_of.get(Key(name, MEDIAN))
        if row is None or median is None or not self._found.n[row]:
            return self._without(name)
        coin = self._numbers[name].quartiles
        unit = self._coin.columns.definitions[name].unit or ""
        difference = Difference(median - coin[1], coin[1], self._found.excess[row], unit)
        q1, middle, q3 = to_json_numbers(coin, exact=self._exact)
        verdict = verdict_of("coin", self._tests[row], self._family.twin(Key(name, MEDIAN)), difference)
        return CoinQuartiles(int(self._found.n[row]), q1, middle, q3, verdict)

    def timing(self, name: str) -> CoinTiming | NoCoin | None:
        """The share of a coin's days with an event at or before each bar."""
        if self._reasons.get(name) is not None:
            return self._without(name)
        numbers = CoinNumbers(self._coin, self._matching, name)
        if not numbers.days:
            return self._without(name)
        shares = numbers.shares_by(np.arange(1, LAST_BAR + 1))
        return CoinTiming(numbers.days, to_json_numbers(shares, exact=self._exact))

    def rate(self, key: Key) -> CoinRate | NoCoin | None:
        """How often an outcome came."""
        row = self._family.row_of.get(key)
        return self._without(key.name) if row is None else self._rates[row]

    @cached_property
    def _rates(self) -> list[CoinRate | NoCoin]:
        twins = [self._family.twin(key) for key in self._family.row_of]
        here = self._coin.sessions.flags
        counts = here.whole if self._baseline is None else here.count(self._baseline)
        all_days = [self._all_days(key, counts) for key in self._family.row_of]
        above = np.array([self._coin.above_coin.get(key, 0.0) for key in self._family.row_of])
        return coin_rates(self._found, self._tests, twins, all_days, above, exact=self._exact)

    def _all_days(self, key: Key, counts: Counts) -> float | None:
        """The rate on all days, by flag in `counts`, of an outcome that tells a direction."""
        here, definition = self._coin.sessions.flags, self._coin.columns.definitions[key.name]
        row, code = here.row_of.get(key.name), key.place
        if definition.kind == "boolean" and code == OCCURRENCE:
            code = 1
        if row is None or code not in definition.directional_codes:
            return None
        came = here.active[row] if key.place == OCCURRENCE else here.outcomes[row, code]
        n = counts[here.known[row]]
        return float(counts[came] / n) if n else None

    def _without(self, name: str) -> NoCoin | None:
        """Why a feature is not compared; None of one that was not asked about."""
        if name not in self._reasons:
            return None
        return NoCoin(untested("coin", self._reasons[name] or "no_pair"))


def _has_median(definition: FeatureDefinition) -> bool:
    """Whether a card shows the middle of a feature's values."""
    return "basic_distribution" in definition.modules and definition.kind != "enum"


@dataclass(frozen=True, slots=True)
class CoinFigures:
    """One feature of a question on its coin days."""

    question: CoinQuestion
    name: str

    def occurrence(self) -> CoinRate | NoCoin | None:
        """How often the feature is active."""
        return self.question.rate(Key(self.name, OCCURRENCE))

    def label(self, place: int) -> CoinRate | NoCoin | None:
        """How often an enum has its label of that number."""
        return self.question.rate(Key(self.name, place))

    def quartiles(self, median: float | None) -> CoinQuartiles | NoCoin | None:
        """The middle of a number's values, of which the matched days have this median."""
        return self.question.quartiles(self.name, median)

    def timing(self) -> CoinTiming | NoCoin | None:
        """The share of a coin's days with an event at or before each bar."""
        return self.question.timing(self.name)
