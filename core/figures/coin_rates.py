"""Rates beside those of a coin on the same days, from bitmaps of days and coin days."""

from collections.abc import Sequence

import numpy as np

from core.contracts.results.rates import CoinRate, Interval, NoCoin
from core.contracts.results.verdict import Untested
from core.figures.bitmap import Bitmap, Layout, Words
from core.figures.expect import expect
from core.figures.formulas import Floats, to_json_numbers
from core.figures.outcomes import Tested, verdict_of
from core.figures.own_coins import LEAST_DAYS, AgainstCoins, PairedDays
from core.figures.verdict import Difference, untested


def pairs_of(
    days: Bitmap, coin_layout: Layout, known: Words, came: Words, coin_known: Words, coin_came: Words
) -> PairedDays:
    """T outcomes on the sessions of `days`.

    `known` and `came` are words (W, T) of days, `coin_known` and `coin_came` those of matching coin days in
    `coin_layout`, which has the same number of them for every session in a row.
    """
    rows, layout = days.rows(), days.layout
    draws = coin_layout.days // layout.days
    return PairedDays(
        layout.unpack(known)[rows].T,
        layout.unpack(came)[rows].T,
        coin_layout.by_group(coin_known, draws)[rows].T,
        coin_layout.by_group(coin_came, draws)[rows].T,
    )


def coin_rates(
    found: AgainstCoins,
    tests: Sequence[Tested],
    twins: Sequence[str | None],
    all_days: Sequence[float | None],
    above_coin: Floats,
    *,
    exact: bool,
) -> list[CoinRate | NoCoin]:
    """Each outcome's rate by the coin on the same days.

    `twins` names by outcome the display name of another one that asks the same, None without. `all_days`
    are the rates of directional outcomes on all days, None of others. `above_coin` (T,) is by how much each
    outcome's rate on all days exceeds its coin's.
    """
    figures = np.column_stack((found.coin_rate, found.difference, found.lower, found.upper))
    shown = to_json_numbers(figures, (found.n == 0)[:, None], exact=exact)
    days = (each.astype(np.int64).tolist() for each in (found.n, found.unpaired))
    came = np.nan_to_num(found.rate * found.n)
    expected = expect(came, found.n, np.nan_to_num(found.coin_rate), above_coin, exact=exact)
    return [
        CoinRate(
            n,
            unpaired,
            rate,
            difference,
            Interval(lower, upper),
            verdict_of("coin", tested, twin, Difference(difference, rate, excess, all_days=whole)),
            foreseen,
        )
        if n
        else NoCoin(untested("coin", "no_pair"))
        for n, unpaired, tested, twin, whole, excess, foreseen, (rate, difference, lower, upper) in zip(
            *days, tests, twins, all_days, found.excess.tolist(), expected, shown, strict=True
        )
    ]


def reasons_of(found: AgainstCoins) -> list[Untested]:
    """By outcome why it has no test, if it has none."""
    return ["too_few" if n < LEAST_DAYS else "no_chance" for n in found.n.tolist()]
