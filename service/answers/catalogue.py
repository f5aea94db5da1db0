"""What can be asked: features, categories and tiers."""

from dataclasses import asdict

from orjson import Fragment

from core.contracts.catalogue import TIERS, Tier
from core.contracts.errors import InvalidRequest, UnknownName
from core.contracts.feature_answers import (
    CategoryAnswer,
    Feature,
    FeaturesAnswer,
    ProfileAnswer,
    ProfilesAnswer,
    UiLayout,
)
from core.question.filters import feature_named
from service.call import PROFILE, READY, SYMBOL, Calls, Parameter
from service.edge.request import ApiRequest
from service.members.tiers import DISPLAY_NAMES, LIMITS, as_tier
from service.snapshots.snapshot import Snapshot

calls = Calls("catalogue")
TIER = Parameter("profile", "path", "lite, standard or pro.")
CATEGORY = Parameter("category", "query", "Only this category.")
NAME = Parameter("name", "path", "Feature name.")


@calls.get("/features", FeaturesAnswer, PROFILE, CATEGORY, SYMBOL, limit=READY)
async def features(request: ApiRequest) -> dict[str, object]:
    """The features of the caller's tier."""
    given = request.query_params.get("profile")
    tier = as_tier(given)
    if given and tier is None:
        detail = f"profile: {given!r} is not one of {', '.join(TIERS)}."
        raise InvalidRequest(detail, code="unknown_profile")
    return await _listed(request, request.tier(tier), request.query_params.get("category"))


@calls.get("/profiles/{profile}/features", FeaturesAnswer, TIER, SYMBOL, limit=READY)
async def profile_features(request: ApiRequest) -> dict[str, object]:
    """The features of a tier."""
    name = request.path_params["profile"]
    tier = as_tier(name)
    if tier is None:
        raise UnknownName(f"{name!r} is not one of {', '.join(TIERS)}.", code="unknown_profile")
    return await _listed(request, request.tier(tier), None)


@calls.get("/features/{name}", Feature, NAME, SYMBOL, limit=READY)
async def feature(request: ApiRequest) -> Fragment:
    """One feature."""
    snapshot, name = await request.snapshot(), request.path_params["name"]
    require_feature(snapshot, name)
    return snapshot.features[feature_named("name", name, snapshot.catalogue, request.tier()).name]


@calls.get("/categories", list[CategoryAnswer], SYMBOL, limit=READY)
async def categories(request: ApiRequest) -> list[CategoryAnswer]:
    """Categories.

    Those without a feature too.
    """
    return _categories(await request.snapshot(), request.tier())


@calls.get("/profiles", ProfilesAnswer, limit=READY)
async def profiles(request: ApiRequest) -> ProfilesAnswer:
    """The tiers."""
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


def require_feature(snapshot: Snapshot, name: str) -> None:
    """Raise UnknownName `unknown_feature` where a path names no feature."""
    if name not in snapshot.catalogue.by_name:
        detail = f"name: {name!r} is not a feature; GET /api/features lists the names."
        raise UnknownName(detail, code="unknown_feature")
