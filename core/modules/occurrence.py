"""How often a feature was active (statistics.md, occurrence)."""

from __future__ import annotations

from core.contracts.results import Occurrence, Rate
from core.modules.activity import active_days
from core.modules.feature_view import FeatureView, Tally
from core.modules.proportions import newcombe, share, wilson


def occurrence(view: FeatureView) -> Occurrence:
    """Share of active days among the days with a value, beside the baseline and the other days.

    `others`, `lift` and `difference` are None when nothing is filtered or either side has no day; `lift` also
    where the feature was never active on the others. The tests are added by `core.modules.results`.
    """
    here, others = _rate(view, view.matched), _compared(view)
    return Occurrence(
        occurrence=here.occurrence,
        occurrence_days=here.occurrence_days,
        total_days=here.total_days,
        confidence_interval=wilson(here.occurrence_days, here.total_days),
        baseline=_rate(view, view.baseline),
        others=others,
        lift=_lift(here, others),
        difference=None
        if others is None
        else newcombe(here.occurrence_days, here.total_days, others.occurrence_days, others.total_days),
    )


def _rate(view: FeatureView, tally: Tally) -> Rate:
    days = active_days(view, tally)
    return Rate(share(days, tally.n), days, tally.n)


def _compared(view: FeatureView) -> Rate | None:
    if view.others is None or view.others.n == 0 or view.matched.n == 0:
        return None
    return _rate(view, view.others)


def _lift(here: Rate, others: Rate | None) -> float | None:
    if others is None or here.occurrence is None or not others.occurrence:
        return None
    return here.occurrence / others.occurrence
