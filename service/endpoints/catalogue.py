"""What can be asked: features, categories and tiers."""

from __future__ import annotations

from core.contracts.catalogue import TIERS, Category, Tier
from core.contracts.errors import InvalidRequest, UnknownName
from core.contracts.feature_answers import (
    CategoryAnswer,
    FeaturesAnswer,
    ProfileAnswer,
    ProfilesAnswer,
    UiLayout,
)
from core.query.filters import feature_named
from service.access.tiers import DISPLAY_NAMES, LIMITS, as_tier
from service.encode import encode
from service.exchange import Ask, Reply
from service.snapshot import Snapshot


def features(ask: Ask) -> Reply:
    """GET /features: the features of the caller's tier, or of one category of it."""
    return _listed(ask, ask.query_tier(), ask.query.get("category"))


def profile_features(ask: Ask) -> Reply:
    """GET /profiles/{profile}/features: the features of a tier, as far as the caller's own reaches."""
    return _listed(ask, ask.tier(_known_tier(ask.path["profile"])), None)


def feature(ask: Ask) -> Reply:
    """GET /features/{name}: one definition."""
    snapshot, name = ask.snapshot(), ask.path["name"]
    require_feature(snapshot, name)
    return ask.reply(snapshot.features[feature_named(name, snapshot.catalogue, ask.tier()).name])


def categories(ask: Ask) -> Reply:
    """GET /categories: all of them, also those without a feature yet."""
    snapshot = ask.snapshot()
    return ask.reply(_categories(snapshot, ask.tier()))


def profiles(ask: Ask) -> Reply:
    """GET /profiles: the tiers and their limits."""
    answers = [ProfileAnswer(tier, DISPLAY_NAMES[tier], LIMITS[tier]) for tier in TIERS]
    return ask.reply(ProfilesAnswer(answers, ask.tier()))


def require_feature(snapshot: Snapshot, name: str) -> None:
    """See that a path names a feature.

    Raises:
        UnknownName: `unknown_feature`.
    """
    if name not in snapshot.catalogue.by_name:
        detail = f"{name!r} is not a feature; GET /api/features lists the names."
        raise UnknownName(detail, code="unknown_feature")


def _known_tier(name: str) -> Tier:
    tier = as_tier(name)
    if tier is None:
        raise UnknownName(f"{name!r} is not one of {', '.join(TIERS)}.", code="unknown_profile")
    return tier


def _listed(ask: Ask, tier: Tier, category: str | None) -> Reply:
    """The list, encoded once until the next publication: the dearest part of opening a page."""
    snapshots, asker = ask.services.store.snapshots, (tier, ask.query.get("symbol"))
    asked = (category or "").encode()
    return Reply(
        ask.services.lists.asked(
            snapshots, asker, asked, lambda: encode(_features(ask.snapshot(), tier, category))
        )
    )


def _features(snapshot: Snapshot, tier: Tier, category: str | None) -> FeaturesAnswer:
    known = [each.id for each in snapshot.catalogue.categories]
    if category and category not in known:
        detail = f"category: {category!r} is not one of {', '.join(known)}."
        raise InvalidRequest(detail, code="unknown_category")
    shown = [
        snapshot.features[each.name]
        for each in snapshot.catalogue.visible(tier)
        if category in (None, "", each.category)
    ]
    return FeaturesAnswer(
        features=shown,
        categories=_categories(snapshot, tier),
        total=len(shown),
        profile=tier,
        profile_limits=LIMITS[tier],
        snapshot=snapshot.id,
    )


def _categories(snapshot: Snapshot, tier: Tier) -> list[CategoryAnswer]:
    return [_category(each, snapshot, tier) for each in snapshot.catalogue.categories]


def _category(category: Category, snapshot: Snapshot, tier: Tier) -> CategoryAnswer:
    catalogue = snapshot.catalogue
    return CategoryAnswer(
        id=category.id,
        name=category.name,
        display_name=category.name,
        display_order=category.display_order,
        color=category.color,
        description=category.description,
        ui_layout=UiLayout(None, None),
        total_features=sum(each.category == category.id for each in catalogue.features),
        visible_features=sum(each.category == category.id for each in catalogue.visible(tier)),
    )
