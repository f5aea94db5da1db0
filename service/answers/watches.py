"""Presets that are watched: an alert when the next session matches."""

import time

from msgspec.structs import asdict, replace

from core.contracts import next_answers
from core.contracts.errors import InvalidRequest
from core.contracts.next_answers import AddedWatch, LastAlert, WatchesAnswer, WatchRemoved
from core.contracts.view_requests import WatchOffRequest, WatchRequest
from core.question.conditions import sentence
from core.views.upcoming import never_certain
from service.call import OWN_RECORD, SYMBOL, Calls, Parameter, question_of
from service.database.records import Watch
from service.edge.request import ApiRequest
from service.notes.channels import shown
from service.notes.views import require_short
from service.notes.watches import LOST_AFTER

calls = Calls("watches")
root_calls = Calls("watches")
WATCH = Parameter("id", "path", "Id of a watch.")

_LOST = "The service ended while it was sent; nobody knows whether it arrived."


@calls.get("/v2/watches", WatchesAnswer, SYMBOL, limit=OWN_RECORD)
async def watches(request: ApiRequest) -> WatchesAnswer:
    """The caller's watches."""
    user, symbol = request.caller.user, request.query_params.get("symbol")
    if symbol is not None:
        await request.snapshot(symbol)
    channels, why = request.services.channels.of(user)
    known = () if user.is_generic else await request.services.watches.of(user.user_id)
    listed = [_told(each) for each in known if symbol in (None, each.request.symbol)]
    return WatchesAnswer(listed, channels, why)


@calls.post("/v2/watches", WatchRequest, AddedWatch, is_write=True, limit="links")
async def add_watch(request: ApiRequest) -> AddedWatch:
    """Tell when the next session matches.

    It takes the place of the watch of its name and symbol.
    """
    body, user = request.read(WatchRequest), request.caller.user
    with request.stopwatch.stretch("parse"):
        question = await question_of(request, body)
        require_short(body.filters)
        if not question.query.filters:
            detail = "filters: none found, so every session would match; send one at least."
            raise InvalidRequest(detail, code="watch_filters")
        if late := never_certain(question.query, question.snapshot.catalogue):
            what = sentence(late, question.snapshot.catalogue)
            detail = (
                f"filters: {what}: certain after the night's build alone, when nothing is sent; leave it out."
            )
            raise InvalidRequest(detail, code="watch_too_late")
    to = await request.services.channels.checked(user, body)
    asked = replace(
        body,
        symbol=question.snapshot.symbol,
        snapshot=None,
        filters=question.query.canonical(),
        start_date=None,
        end_date=None,
    )
    made = await request.services.watches.put(user, asked, to)
    _note(request, "watched", made.id)
    return AddedWatch(**asdict(_told(made)), secret=made.secret)


@calls.delete("/v2/watches/{id}", WatchRemoved, WATCH, limit="links")
async def remove_watch(request: ApiRequest) -> WatchRemoved:
    """End a watch."""
    watch_id = request.path_params["id"]
    removed = await request.services.watches.remove(request.caller.user.user_id, watch_id)
    _note(request, "removed", removed.id)
    return WatchRemoved(removed.request.name)


@calls.post("/v2/watches/off", WatchOffRequest, WatchRemoved, is_open=True, is_write=True, limit="links")
async def watch_off(request: ApiRequest) -> WatchRemoved:
    """End a watch by the link of its alert."""
    return await _switched_off(request, request.read(WatchOffRequest).token)


@root_calls.post(
    "/off/{token}",
    None,
    None,
    is_open=True,
    is_write=True,
    takes_forms=True,
    takes_any_query=True,
    limit="links",
)
async def unsubscribe(request: ApiRequest) -> WatchRemoved:
    """POST /off/{token}: the same, where a mail program posts the form of RFC 8058 to the link itself."""
    return await _switched_off(request, request.path_params["token"])


async def _switched_off(request: ApiRequest, token: str) -> WatchRemoved:
    link = await request.services.watches.end_by(token)
    _note(request, "switched_off", link.watch_id)
    return WatchRemoved(link.name)


def _note(request: ApiRequest, outcome: str, watch_id: str) -> None:
    user_id = None if request.principal is None else request.principal.user.user_id
    facts = {"watch": watch_id}
    request.services.audit.note(
        "watch_changed", user_id=user_id, client=request.address, outcome=outcome, **facts
    )


def _told(watch: Watch) -> next_answers.Watch:
    asked, to = watch.request, shown(watch)
    about = asked.name, asked.symbol or "", asked.filters, asked.channel
    return next_answers.Watch(watch.id, *about, to, watch.created_at, _last(watch))


def _last(watch: Watch) -> LastAlert | None:
    alert = watch.alert
    if alert is None:
        return None
    if alert.state == "sending":
        is_lost = alert.at + LOST_AFTER < time.time()
        return LastAlert(
            alert.session_date, alert.at, "failed" if is_lost else "trying", _LOST if is_lost else None
        )
    why = None if alert.why is None else alert.why[:1].upper() + alert.why[1:].rstrip(".") + "."
    return LastAlert(alert.session_date, alert.at, alert.state, why)
