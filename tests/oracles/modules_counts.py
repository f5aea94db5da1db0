"""binary_multi_occurrence: never, once or more often in a session (statistics.md, Modules)."""

from statistics import fmean

from tests.oracles.case import Case, Data, with_others
from tests.oracles.catalogue import Spec
from tests.oracles.proportions import percent


def binary_multi_occurrence(case: Case) -> Data:
    """Days without, with one and with several, and how many where there is any."""
    return with_others(case, _counts)


def _counts(values: list[int], _: Spec) -> Data:
    active = [value for value in values if value > 0]
    once = active.count(1)
    days = {
        "days_none": len(values) - len(active),
        "days_once": once,
        "days_multiple": len(active) - once,
    }
    return {
        **{name: {"days": count, "percentage": percent(count, len(values))} for name, count in days.items()},
        "average_when_active": fmean(active) if active else None,
        "max": max(values, default=None),
    }
