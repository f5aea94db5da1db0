"""What can be asked: features, categories and tiers."""

from starlette.responses import Response

from core.contracts.catalogue import TIERS, Tier
from core.contracts.errors import InvalidRequest, UnknownName
from core.contracts.feature_answers import CategoryAnswer, ProfileAnswer, ProfilesAnswer, UiLayout
from core.query.filters import feature_named
from service.access.tiers import DISPLAY_NAMES, LIMITS, as_tier
from service.data.snapshot import Snapshot
from service.endpoints.steps import require_feature
from service.http.request import ApiRequest
from service.http.responses import answered


async def features(request: ApiRequest) -> Response:
    """GET /features: the features of the caller's tier, or of one category of it."""
    return _listed(request, request.query_tier(), request.query_params.get("category"))


async def profile_features(request: ApiRequest) -> Response:
    """GET /profiles/{profile}/features: the features of a tier, as far as the caller's own reaches."""
    name = request.path_params["profile"]
    tier = as_tier(name)
    if tier is None:
        raise UnknownName(f"{name!r} is not one of {', '.join(TIERS)}.", code="unknown_profile")
    return _listed(request, request.tier(tier), None)


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


def _listed(request: ApiRequest, tier: Tier, category: str | None) -> Response:
    """The answer as `FeaturesAnswer`; its features are encoded already."""
    snapshot = request.snapshot()
    known = [each.id for each in snapshot.catalogue.categories]
    if category and category not in known:
        detail = f"category: {category!r} is not one of {', '.join(known)}."
        raise InvalidRequest(detail, code="unknown_category")
    shown = [each for each in snapshot.catalogue.visible(tier) if category in (None, "", each.category)]
    answer = {
        "features": [snapshot.features[each.name] for each in shown],
        "categories": _categories(snapshot, tier),
        "total": len(shown),
        "profile": tier,
        "profile_limits": LIMITS[tier],
        "snapshot": snapshot.id,
    }
    return answered(request, answer)


def _categories(snapshot: Snapshot, tier: Tier) -> list[CategoryAnswer]:
    catalogue = snapshot.catalogue
    every = [each.category for each in catalogue.features]
    seen = [each.category for each in catalogue.visible(tier)]
    return [
        CategoryAnswer(
            id=each.id,
            name=each.name,
            display_name=each.name,
            display_order=each.display_order,
            color=each.color,
            description=each.description,
            ui_layout=UiLayout(None, None),
            total_features=every.count(each.id),
            visible_features=seen.count(each.id),
        )
        for each in catalogue.categories
    ]
