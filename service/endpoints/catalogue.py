"""What can be asked: features, categories and tiers."""

from starlette.responses import Response

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
from service.http.request import ApiRequest
from service.http.responses import answered
from service.snapshot import Snapshot


async def features(request: ApiRequest) -> Response:
    """GET /features: the features of the caller's tier, or of one category of it."""
    return _listed(request, request.query_tier(), request.query_params.get("category"))


async def profile_features(request: ApiRequest) -> Response:
    """GET /profiles/{profile}/features: the features of a tier, as far as the caller's own reaches."""
    return _listed(request, request.tier(_known_tier(request.path_params["profile"])), None)


async def feature(request: ApiRequest) -> Response:
    """GET /features/{name}: one definition."""
    snapshot, name = request.snapshot(), request.path_params["name"]
    require_feature(snapshot, name)
    return answered(request, snapshot.features[feature_named(name, snapshot.catalogue, request.tier()).name])


async def categories(request: ApiRequest) -> Response:
    """GET /categories: all of them, also those without a feature yet."""
    snapshot = request.snapshot()
    return answered(request, _categories(snapshot, request.tier()))


async def profiles(request: ApiRequest) -> Response:
    """GET /profiles: the tiers and their limits."""
    answers = [ProfileAnswer(tier, DISPLAY_NAMES[tier], LIMITS[tier]) for tier in TIERS]
    return answered(request, ProfilesAnswer(answers, request.tier()))


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


def _listed(request: ApiRequest, tier: Tier, category: str | None) -> Response:
    return answered(request, _features(request.snapshot(), tier, category))


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
