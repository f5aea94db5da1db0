"""Every feature of the product, in display order; a new category's group is added here."""

from __future__ import annotations

from core.contracts.catalogue import Catalogue
from core.features.categories import CATEGORIES
from core.features.entries import Feature, FeatureGroup
from core.features.gaps import GAPS
from core.features.globex import GLOBEX
from core.features.or12 import OR12

GROUPS: tuple[FeatureGroup, ...] = (GAPS, OR12, GLOBEX)


def _in_display_order(groups: tuple[FeatureGroup, ...]) -> tuple[Feature, ...]:
    entries = (entry for group in groups for entry in group.entries)
    return tuple(sorted(entries, key=lambda entry: entry.definition.display_order))


FEATURES: tuple[Feature, ...] = _in_display_order(GROUPS)


def catalogue() -> Catalogue:
    """All definitions and the ten categories, those without features included."""
    return Catalogue(tuple(entry.definition for entry in FEATURES), CATEGORIES)
