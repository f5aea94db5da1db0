"""The chart screen: a day's chart, steps among the matching days, and the charts' own cache."""

import orjson
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from core.contracts.answers import Cleared
from core.contracts.catalogue import Tier
from core.contracts.charts import ChartRequest, NavigateAnswer, NavigateRequest
from core.contracts.errors import Forbidden
from core.query.filters import parse_date
from core.query.index import Selection
from core.signals.ama_config import normalise
from service.access.tiers import LIMITS, MAINTAIN
from service.answering import Question, parse_question
from service.charting import DayChart, draw
from service.http.request import ApiRequest
from service.http.responses import answered, json_response
from service.navigation import chosen_day, matching_days, navigation, stepped


async def chart_data(request: ApiRequest) -> Response:
    """POST /v2/charts/data: the selected day among the matching ones, the latest without a selection."""
    body = request.read(ChartRequest)
    snapshot, tier = request.snapshot(body.symbol), request.tier()
    require_charts(tier)
    with request.stopwatch.stretch("parse"):
        question = parse_question(snapshot, tier, body.filters, body.start_date, body.end_date)
        config = normalise(body.ama_config)
        selected = selected_day(body.selected_date)
    days = _days(request, question)
    chart = DayChart(snapshot, chosen_day(snapshot, days, selected), config, body.include_previous_day)
    part = await drawn(request, chart, tier)
    with request.stopwatch.stretch("encode"):
        rest = {"navigation": navigation(days, chart.day), "snapshot": snapshot.id}
        return json_response(part[:-1] + b"," + orjson.dumps(rest)[1:])


async def navigate(request: ApiRequest) -> Response:
    """POST /navigation/navigate: where a step leads; without a direction, what stands beside the day."""
    body = request.read(NavigateRequest)
    snapshot, tier = request.snapshot(body.symbol), request.tier(body.profile)
    require_navigation(tier)
    with request.stopwatch.stretch("parse"):
        question = parse_question(snapshot, tier, body.filters, body.start_date, body.end_date)
        selected = selected_day(body.selected_date)
    days = _days(request, question)
    if body.direction is None:
        day = chosen_day(snapshot, days, selected)
    else:
        day = stepped(days, selected, body.direction)
    return answered(request, NavigateAnswer(navigation(days, day), snapshot.id))


async def clear_chart_cache(request: ApiRequest) -> Response:
    """POST /v2/charts/cache/clear: the caller's own charts, or everyone's with the permission `maintain`."""
    user = request.caller.user
    owner = None if MAINTAIN in user.permissions else user.user_id
    return answered(request, Cleared(await request.services.charts.clear(owner)))


async def drawn(request: ApiRequest, chart: DayChart, tier: Tier) -> bytes:
    """The chart as `ChartData`, from the charts' cache where it is known."""
    kept = await request.services.charts.get(chart.key)
    if kept is not None:
        return kept
    with request.stopwatch.stretch("chart"):
        part = await run_in_threadpool(draw, chart)
    owner, lifetime = request.caller.user.user_id, LIMITS[tier].cache_ttl
    await request.services.charts.put(chart.key, part, owner, lifetime)
    return part


def selected_day(text: str | None, field: str = "selected_date") -> str | None:
    """A request's selected date in ISO form; InvalidRequest `date_format` where it is none."""
    return None if text is None else parse_date(field, text).isoformat()


def require_charts(tier: Tier) -> None:
    """Nothing where the tier has charts; Forbidden `charts_not_in_tier` else."""
    if not LIMITS[tier].features.charts:
        raise Forbidden(f"charts: not part of the tier {tier}.", code="charts_not_in_tier")


def require_navigation(tier: Tier) -> None:
    """Nothing where the tier steps among days; Forbidden `navigation_not_in_tier` else."""
    if not LIMITS[tier].features.navigation:
        raise Forbidden(f"navigation: not part of the tier {tier}.", code="navigation_not_in_tier")


def _days(request: ApiRequest, question: Question) -> list[str]:
    with request.stopwatch.stretch("filter"):
        selection: Selection = question.select()
        return matching_days(question.snapshot, selection)
