"""Every feature of the product, in display order; a new category's group is added here."""

from core.contracts.catalogue import Catalogue, FeatureDefinition
from core.features.categories import CATEGORIES, OWN_CATEGORY
from core.features.day_date import DAYDATE
from core.features.day_extremes import DAY_EXTREMES
from core.features.end_of_day import END_OF_DAY
from core.features.entries import Feature, FeatureGroup
from core.features.gaps import GAPS
from core.features.globex import GLOBEX
from core.features.opening_range.members import opening_range
from core.features.opening_range.or12 import OR12
from core.features.opening_range.or18 import OR18
from core.features.opening_range.or_close import ORCL
from core.features.previous_session import BREAKOUTS
from core.features.range import RANGE
from core.features.regime import REGIME
from core.features.rest_of_day import REST_OF_DAY
from core.market.market import Market

GROUPS: tuple[FeatureGroup, ...] = (
    GAPS,
    opening_range("OR6", 6, 1560),
    OR12,
    OR18,
    RANGE,
    BREAKOUTS,
    ORCL,
    GLOBEX,
    REGIME,
    DAY_EXTREMES,
    END_OF_DAY,
    REST_OF_DAY,
    DAYDATE,
)

FEATURES: tuple[Feature, ...] = tuple(
    sorted(
        (entry for group in GROUPS for entry in group.entries),
        key=lambda entry: entry.definition.display_order,
    )
)


def catalogue(own: tuple[FeatureDefinition, ...] = ()) -> Catalogue:
    """All definitions without labels of a market, then a maintainer's own, and their categories."""
    return _with_own(tuple(entry.definition for entry in FEATURES), own)


def catalogue_of(market: Market, own: tuple[FeatureDefinition, ...] = ()) -> Catalogue:
    """All definitions with the labels of a market (ruling 27: its years), then own ones."""
    return _with_own(tuple(entry.defined_on(market) for entry in FEATURES), own)


def _with_own(product: tuple[FeatureDefinition, ...], own: tuple[FeatureDefinition, ...]) -> Catalogue:
    """The catalogue; it has the category of own features only if one of them is in it."""
    has_category = any(each.category == OWN_CATEGORY.id for each in own)
    return Catalogue(product + own, CATEGORIES + (OWN_CATEGORY,) * has_category)
