"""What each tier may use (ruling 32, spec/product.md sections 3 and 6)."""

from typing import Literal

from core.contracts.catalogue import TIERS, Tier
from core.contracts.errors import Forbidden
from core.contracts.feature_answers import LimitFeatures, ProfileLimits

MAINTAIN = "maintain"
"""The permission to clear everyone's answers and to change lists of days."""

DISPLAY_NAMES: dict[Tier, str] = {"lite": "ESSENTIALS", "standard": "STANDARD", "pro": "PRO"}

LIMITS: dict[Tier, ProfileLimits] = {
    "lite": ProfileLimits(
        max_features=53,
        max_rows=500,
        cache_ttl=300,
        features=LimitFeatures(
            charts=True,
            navigation=True,
            export=False,
            excursion=False,
            compare=False,
            curve=False,
            as_of=False,
            gallery=False,
            path=False,
            alike=False,
        ),
        description="The essential conditions of a day.",
    ),
    "standard": ProfileLimits(
        max_features=128,
        max_rows=5000,
        cache_ttl=300,
        features=LimitFeatures(
            charts=True,
            navigation=True,
            export=["csv", "png"],
            excursion=True,
            compare=True,
            curve=True,
            as_of=True,
            gallery=True,
            path=True,
            alike=True,
        ),
        description="Adds previous-day filters, breakouts, regimes and end-of-day conditions.",
    ),
    "pro": ProfileLimits(
        max_features=170,
        max_rows=None,
        cache_ttl=300,
        features=LimitFeatures(
            charts=True,
            navigation=True,
            export=["csv", "xlsx", "pdf", "png", "svg"],
            excursion=True,
            compare=True,
            curve=True,
            as_of=True,
            gallery=True,
            path=True,
            alike=True,
        ),
        description="Every condition, every matching day, every export.",
    ),
}


def as_tier(name: str | None) -> Tier | None:
    return next((tier for tier in TIERS if tier == name), None)


Part = Literal["charts", "navigation", "excursion", "compare", "curve", "as_of", "gallery", "path", "alike"]


def require_part(tier: Tier, part: Part) -> None:
    """Raise Forbidden, `charts_not_in_tier` and so on, where the tier lacks the part."""
    if not getattr(LIMITS[tier].features, part):
        raise Forbidden(f"{part}: not part of the tier {tier}.", code=f"{part}_not_in_tier")
