"""What can be asked: features, categories and tiers."""

from dataclasses import asdict

from orjson import Fragment

from core.contracts.catalogue import TIERS, Tier
from core.contracts.errors import InvalidRequest, UnknownName
from core.contracts.feature_answers import CategoryAnswer, ProfileAnswer, ProfilesAnswer, UiLayout
from core.question.filters import feature_named
from service.access.tiers import DISPLAY_NAMES, LIMITS, as_tier
from service.answers.common import require_feature
from service.edge.request import ApiRequest
from service.snapshots.snapshot import Snapshot


async def features(request: ApiRequest) -> dict[str, object]:
    """GET /features: the features of the caller's tier or a narrower one, or of one category of it."""
    given = request.query_params.get("profile")
    tier = as_tier(given)
    if given and tier is None:
        detail = f"profile: {given!r} is not one of {', '.join(TIERS)}."
        raise InvalidRequest(detail, code="unknown_profile")
    return await _listed(request, request.tier(tier), request.query_params.get("category"))


async def profile_features(request: ApiRequest) -> dict[str, object]:
    """GET /profiles/{profile}/features: the features of a tier, as far as the caller's own reaches."""
    name = request.path_params["profile"]
    tier = as_tier(name)
    if tier is None:
        raise UnknownName(f"{name!r} is not one of {', '.join(TIERS)}.", code="unknown_profile")
    return await _listed(request, request.tier(tier), None)


async def feature(request: ApiRequest) -> Fragment:
    """GET /features/{name}: one definition."""
    snapshot, name = await request.snapshot(), request.path_params["name"]
    require_feature(snapshot, name)
    return snapshot.features[feature_named("name", name, snapshot.catalogue, request.tier()).name]


async def categories(request: ApiRequest) -> list[CategoryAnswer]:
    """GET /categories: all of them, also those without a feature yet."""
    return _categories(await request.snapshot(), request.tier())


async def profiles(request: ApiRequest) -> ProfilesAnswer:
    """GET /profiles: the tiers and their limits."""
    answers = [ProfileAnswer(tier, DISPLAY_NAMES[tier], LIMITS[tier]) for tier in TIERS]
    return ProfilesAnswer(answers, request.tier())


async def _listed(request: ApiRequest, tier: Tier, category: str | None) -> dict[str, object]:
    """The answer as `FeaturesAnswer`; its features are encoded already."""
    snapshot = await request.snapshot()
    known = [each.id for each in snapshot.catalogue.categories]
    if category and category not in known:
        detail = f"category: {category!r} is not one of {', '.join(known)}."
        raise InvalidRequest(detail, code="unknown_category")
    visible = [each for each in snapshot.catalogue.visible(tier) if category in (None, "", each.category)]
    return {
        "features": [snapshot.features[each.name] for each in visible],
        "categories": _categories(snapshot, tier),
        "total": len(visible),
        "profile": tier,
        "profile_limits": LIMITS[tier],
        "snapshot": snapshot.id,
    }


def _categories(snapshot: Snapshot, tier: Tier) -> list[CategoryAnswer]:
    catalogue = snapshot.catalogue
    every = [each.category for each in catalogue.features]
    seen = [each.category for each in catalogue.visible(tier)]
    return [
        CategoryAnswer(
            **asdict(each),
            display_name=each.name,
            ui_layout=UiLayout(None, None),
            total_features=every.count(each.id),
            visible_features=seen.count(each.id),
        )
        for each in catalogue.categories
    ]
