"""The chart screen: a day's chart, steps among the matching days, and the charts' own cache."""

import orjson
from msgspec.structs import asdict

from core.contracts.answers import Cleared
from core.contracts.catalogue import Tier
from core.contracts.chart_answers import ChartAnswer, NavigateAnswer
from core.contracts.requests import ChartRequest, NavigateRequest
from core.signals.ama_config import normalise
from service.answers.cache import cleared
from service.call import GAP_UP, READY, Calls, question_of
from service.edge.request import ApiRequest
from service.snapshots.chart import (
    DayChart,
    chosen_day,
    draw,
    navigation,
    selected_day,
    stepped,
)
from service.snapshots.question import OLDEST_FIRST, DaysQuestion, parse_days

calls = Calls("charts")


@calls.post("/v2/charts/data", ChartRequest, ChartAnswer, limit="compute", part="charts", example=GAP_UP)
async def chart_data(request: ApiRequest) -> bytes:
    """A day's bars, levels and signals.

    The selected day among the matching ones; the latest without a selection.
    """
    body, tier = request.read(ChartRequest), request.tier()
    with request.stopwatch.stretch("parse"):
        question = await question_of(request, body, tier)
        ordered = parse_days(question, body, unsorted=OLDEST_FIRST)
        config, selected = normalise(body.ama_config), selected_day(body.selected_date)
    snapshot, days = question.snapshot, await _dates(request, ordered)
    day = chosen_day(snapshot, sorted(days), selected)
    chart = DayChart(snapshot, day, config, body.include_previous_day)
    part = await drawn(request, chart, tier)
    with request.stopwatch.stretch("encode"):
        rest = {"navigation": navigation(days, chart.day), "snapshot": snapshot.id}
        return part[:-1] + b"," + orjson.dumps(rest, default=asdict)[1:]


@calls.post("/navigation/navigate", NavigateRequest, NavigateAnswer, limit="compute", part="navigation")
async def navigate(request: ApiRequest) -> NavigateAnswer:
    """A step among the matching days.

    Without a direction it answers what is next to the day.
    """
    body = request.read(NavigateRequest)
    tier = request.tier(body.profile)
    with request.stopwatch.stretch("parse"):
        question, selected = await question_of(request, body, tier), selected_day(body.selected_date)
        ordered = parse_days(question, body, unsorted=OLDEST_FIRST)
    days = await _dates(request, ordered)
    if body.direction is None:
        day = chosen_day(question.snapshot, sorted(days), selected)
    else:
        day = stepped(days, selected, body.direction)
    return NavigateAnswer(navigation(days, day), question.snapshot.id)


@calls.post("/v2/charts/cache/clear", None, Cleared, is_write=True, limit=READY)
async def clear_chart_cache(request: ApiRequest) -> Cleared:
    """Forget the caller's charts."""
    return cleared(request, request.services.charts)


async def _dates(request: ApiRequest, ordered: DaysQuestion) -> list[str]:
    """The dates in order. What takes time waits for its turn: days alike, and what a day traded first."""
    is_quick = ordered.excursion is None and ordered.like is None
    with request.stopwatch.stretch("filter"):
        rows = ordered.rows() if is_quick else await request.in_turn(ordered.rows)
        return [ordered.question.snapshot.days[row] for row in rows.tolist()]


async def drawn(request: ApiRequest, chart: DayChart, tier: Tier) -> bytes:
    """The chart as `ChartData`, from the charts' cache where it is known."""
    cache = request.services.charts
    with request.stopwatch.stretch("chart"):
        return await request.cached(chart.key, tier, lambda: request.in_turn(draw, chart), cache)
