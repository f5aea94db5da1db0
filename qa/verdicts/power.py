"""How often a planted effect is found, by the number of days."""

from collections.abc import Mapping

import numpy as np

from core.figures.coin_rates import pairs_of
from core.figures.outcomes import OCCURRENCE, outcomes_of
from core.figures.own_coins import PairedDays, against_coins
from core.figures.verdict import LEVEL
from core.question.index import SnapshotIndex

EFFECT = 0.08
"""By how much the planted outcomes are likelier."""

SIZES = (30, 100, 250, 500)
"""Days of a question."""

LEAST_RATE, MOST_RATE = 0.1, 0.9


def power(index: SnapshotIndex, seed: int) -> Mapping[str, tuple[int, int]]:
    """By number of days the occurrences with a planted effect, and those whose p is under 0.05."""
    random = np.random.default_rng(seed)
    coin = index.engine.coin
    assert coin is not None
    here, there = coin.sessions.flags, coin.flags
    outcomes = [each for each in outcomes_of(here, coin.columns.columns) if each.key.place == OCCURRENCE]
    flags = np.array([(*each.flags_in(here), *each.flags_in(there)) for each in outcomes]).T
    known, came, coin_known, coin_came = flags
    found: dict[str, tuple[int, int]] = {}
    for size in SIZES:
        if size > index.n_sessions:
            continue
        mask = np.zeros(index.n_sessions, dtype=np.bool_)
        mask[random.choice(index.n_sessions, size, replace=False)] = True
        words = (
            here.words[:, known],
            here.words[:, came],
            there.words[:, coin_known],
            there.words[:, coin_came],
        )
        paired = pairs_of(index.layout.bitmap(mask), there.layout, *words)
        planted = _planted(paired, random)
        compared = against_coins(planted)
        tested = ~np.isnan(compared.p_value)
        tested &= (compared.coin_rate > LEAST_RATE) & (compared.coin_rate < MOST_RATE)
        found[str(size)] = int(tested.sum()), int((tested & (compared.p_value < LEVEL)).sum())
    return found


def _planted(days: PairedDays, random: np.random.Generator) -> PairedDays:
    """The same days, on some of which an outcome came that had not: likelier by the effect in all."""
    missing = 1 - days.came.sum(axis=1) / np.maximum(days.is_counted.sum(axis=1), 1)
    chance = np.minimum(1.0, EFFECT / np.maximum(missing, EFFECT))[:, None]
    is_planted = days.is_counted & ~days.came & (random.random(days.came.shape) < chance)
    return PairedDays(days.is_counted, days.came | is_planted, days.coin_days, days.coin_came)
