"""The chart screen: a day's chart, steps among the matching days, and the charts' own cache."""

import orjson
from msgspec.structs import asdict
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from core.contracts.answers import NavigateAnswer
from core.contracts.catalogue import Tier
from core.contracts.requests import ChartRequest, NavigateRequest
from core.signals.ama_config import normalise
from service.access.tiers import LIMITS
from service.data.chart import DayChart, chosen_day, draw, navigation, stepped
from service.endpoints.steps import asked, cleared, days_of, require_part, selected_day
from service.http.request import ApiRequest
from service.http.responses import answered, json_response


async def chart_data(request: ApiRequest) -> Response:
    """POST /v2/charts/data: the selected day among the matching ones, the latest without a selection."""
    body, tier = request.read(ChartRequest), request.tier()
    snapshot = request.snapshot(body.symbol)
    require_part(tier, "charts")
    with request.stopwatch.stretch("parse"):
        question = asked(request, body, tier)
        config, selected = normalise(body.ama_config), selected_day(body.selected_date)
    days = days_of(request, question)
    chart = DayChart(snapshot, chosen_day(snapshot, days, selected), config, body.include_previous_day)
    part = await drawn(request, chart, tier)
    with request.stopwatch.stretch("encode"):
        rest = {"navigation": navigation(days, chart.day), "snapshot": snapshot.id}
        return json_response(part[:-1] + b"," + orjson.dumps(rest, default=asdict)[1:])


async def navigate(request: ApiRequest) -> Response:
    """POST /navigation/navigate: where a step leads; without a direction, what stands beside the day."""
    body = request.read(NavigateRequest)
    snapshot, tier = request.snapshot(body.symbol), request.tier(body.profile)
    require_part(tier, "navigation")
    with request.stopwatch.stretch("parse"):
        question, selected = asked(request, body, tier), selected_day(body.selected_date)
    days = days_of(request, question)
    if body.direction is None:
        day = chosen_day(snapshot, days, selected)
    else:
        day = stepped(days, selected, body.direction)
    return answered(request, NavigateAnswer(navigation(days, day), snapshot.id))


async def clear_chart_cache(request: ApiRequest) -> Response:
    """POST /v2/charts/cache/clear."""
    return cleared(request, request.services.charts)


async def drawn(request: ApiRequest, chart: DayChart, tier: Tier) -> bytes:
    """The chart as `ChartData`, from the charts' cache where it is known."""
    kept = request.services.charts.get(chart.key)
    if kept is not None:
        return kept
    with request.stopwatch.stretch("chart"):
        part = await run_in_threadpool(draw, chart)
    owner, lifetime = request.caller.user.user_id, LIMITS[tier].cache_ttl
    request.services.charts.put(chart.key, part, owner, lifetime)
    return part
