"""Short links to what the page shows."""

from msgspec.structs import replace

from core.contracts.errors import Forbidden, InvalidRequest
from core.contracts.next_answers import MadeView, SharedView, ViewFigures
from core.contracts.view_requests import ViewRequest
from core.question.look_ahead import is_known
from service.call import Calls, Parameter, question_of
from service.edge.request import ApiRequest
from service.members.tiers import DISPLAY_NAMES
from service.notes.views import checked_address, require_short, shows_figures
from service.snapshots.question import Question, parse_feature

calls = Calls("views")
VIEW = Parameter("id", "path", "Id of a shared view.")

_GONE = {
    "unknown_list": "A list of days that it asks for is not there any more.",
    "unknown_feature": "A feature that it asks for is not there any more.",
    "unknown_symbol": "Its instrument is not served any more.",
}


@calls.post("/v2/views", ViewRequest, MadeView, is_write=True, limit="links")
async def make_view(request: ApiRequest) -> MadeView:
    """A short link to what the page shows."""
    body = request.read(ViewRequest)
    with request.stopwatch.stretch("parse"):
        checked_address(body.address)
        require_short(body.filters)
        question = await _question(request, body)
    then = await request.in_turn(_figures, question, body.feature)
    asked = replace(body, symbol=question.snapshot.symbol, snapshot=None)
    view = await request.services.views.make(request.caller.person, asked, then)
    return MadeView(view.id, view.expires_at)


@calls.get("/v2/views/{id}", SharedView, VIEW, limit="links")
async def shared_view(request: ApiRequest) -> SharedView:
    """What a short link leads to, then and now."""
    view = await request.services.views.find(request.path_params["id"])
    asked, now, why = view.request, None, None
    about = view.id, asked.address, asked.symbol or "", asked.feature, view.created_at
    if not shows_figures(asked.address):
        return SharedView(*about, then=None, now=None, why=None)
    try:
        question = await _question(request, asked)
        now = await request.in_turn(_figures, question, asked.feature)
    except (InvalidRequest, Forbidden) as error:
        why = _reason(error, request)
    return SharedView(*about, view.then, now, why)


async def _question(request: ApiRequest, body: ViewRequest) -> Question:
    """The question; its feature must be one that the tier sees. Raises as `question_of`."""
    question = await question_of(request, body)
    if body.feature is not None:
        parse_feature(question.snapshot, question.tier, body.feature, "feature")
    return question


def _reason(error: InvalidRequest | Forbidden, request: ApiRequest) -> str:
    """Why today's data cannot answer a view, in one sentence for its reader."""
    if isinstance(error, Forbidden):
        return f"Your subscription, {DISPLAY_NAMES[request.tier()]}, does not include what it asks."
    return _GONE.get(error.code) or f"It cannot be asked of today's data: {error.detail}"


def _figures(question: Question, feature: str | None) -> ViewFigures:
    """How many days match, and how often a feature with an occurrence came on them."""
    snapshot, query = question.snapshot, question.query
    selection = question.select()
    figures = ViewFigures(snapshot.id, snapshot.days[-1], selection.count)
    flags = snapshot.index.engine_of(query).columns.flags
    row = flags.row_of.get(feature or "")
    if feature is None or row is None or not flags.is_shown[row]:
        return figures
    if query.as_of is not None and is_known(snapshot.catalogue.by_name[feature], query.as_of):
        return figures
    counts = flags.count(selection)
    came, days = int(counts[flags.active[row]]), int(counts[flags.known[row]])
    return replace(figures, occurrence_days=came, total_days=days, occurrence=came / days if days else None)
