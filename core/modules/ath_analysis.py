"""How all-time highs come and how far the market stands below them (statistics.md, ath_analysis)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.contracts.pack import AllTimeHigh
from core.contracts.session_results import AthAnalysis, DaysSinceLast, Drawdown
from core.modules.feature_view import FeatureView, Tally
from core.modules.order_statistics import SortedValues, quantile
from core.modules.proportions import percentage, share
from core.modules.session_order import of_baseline, rows_of, sessions_of


def ath_analysis(view: FeatureView) -> AthAnalysis:
    """The matched all-time-high days, what came before and after them, and the drawdown of the other days.

    The high before and the next session are those of the whole snapshot, matched or not.

    Raises:
        ValueError: the view has no highs: it was made from counts alone, or for a feature without any.
    """
    return replace(_answer(view, view.matched), baseline=of_baseline(view, "ath_analysis", _answer))


def _answer(view: FeatureView, tally: Tally) -> AthAnalysis:
    highs = sessions_of(view).all_time_highs
    if highs is None:
        raise ValueError(f"{view.definition.name}: all-time highs by session expected, none found")
    days = highs[rows_of(view, tally)]
    made = days[:, AllTimeHigh.FIRST_BAR] > 0
    since = _known(days[made, AllTimeHigh.SINCE_LAST])
    following = _known(days[made, AllTimeHigh.NEXT_MAKES_ONE])
    return AthAnalysis(
        ath_days=int(made.sum()),
        percentage=percentage(int(made.sum()), len(days)),
        days_since_last=DaysSinceLast(quantile(since, 0.5), int(since.at(since.n - 1)) if since.n else None),
        next_session_ath=share(int(following.values.sum()), following.n),
        next_sessions=following.n,
        median_bar_of_first_ath=quantile(_known(days[made, AllTimeHigh.FIRST_BAR]), 0.5),
        drawdown_when_not=_drawdown(_known(days[~made, AllTimeHigh.DRAWDOWN])),
    )


def _known(values: NDArray[np.float64]) -> SortedValues:
    return SortedValues(np.sort(values[~np.isnan(values)]))


def _drawdown(days: SortedValues) -> Drawdown:
    return Drawdown(quantile(days, 0.5), quantile(days, 0.25), quantile(days, 0.75))
