"""The pack's back-test of days alike, by the comparison that a service uses (core.contracts.pack)."""

from core.build.pack.feature_entries import Arrays
from core.contracts import pack as entries
from core.figures.alike import BackTest


def alike_entries(found: BackTest) -> Arrays:
    return {
        entries.ALIKE_DAYS: found.days.astype("<i4"),
        entries.ALIKE_BRIER: found.brier.astype("<f8"),
        entries.ALIKE_WEEKS: found.weeks.astype("<i4"),
        entries.ALIKE_ERROR: found.error.astype("<f8"),
    }
