"""Lists of days: read by everyone, written and removed by those who maintain them."""

from core.contracts.day_answers import DayList, DayListRemoved, DayListsAnswer, ListedDay
from core.contracts.view_requests import DayListRequest
from service.call import MAINTAINED, SYMBOL, Calls, Parameter
from service.database import records
from service.edge.request import ApiRequest
from service.encoding import encode
from service.members.errors import NotMaintaining
from service.members.tiers import MAINTAIN
from service.snapshots.snapshot import Snapshot

calls = Calls("day_lists")
LIST = Parameter("name", "path", "Name of a list of days.")


@calls.get("/v2/lists", DayListsAnswer, SYMBOL, limit="compute")
async def day_lists(request: ApiRequest) -> bytes:
    """The lists of days.

    Where the store does not answer, those known last.
    """
    snapshot, known = await request.snapshot(), request.services.lists
    await known.refresh()
    return await request.in_turn(_answer, snapshot, known.of(snapshot.symbol), _may_edit(request))


def _answer(snapshot: Snapshot, lists: list[records.DayList], may_edit: bool) -> bytes:
    """Encoding twenty thousand days takes long enough to delay another visitor's count."""
    return encode(DayListsAnswer([_told(snapshot, each) for each in lists], may_edit, snapshot.id))


@calls.post("/v2/lists", DayListRequest, DayList, is_write=True, limit=MAINTAINED)
async def put_day_list(request: ApiRequest) -> DayList:
    """A new list of days, or in place of one."""
    _require_maintain(request)
    body = request.read(DayListRequest)
    snapshot, user_id = await request.snapshot(body.symbol), request.caller.user.user_id
    asked = snapshot.symbol, body.name, body.days, user_id, body.replaces
    made = await request.services.day_lists.put(*asked)
    await _note(request, made, "written")
    return _told(snapshot, made)


@calls.delete("/v2/lists/{name}", DayListRemoved, LIST, SYMBOL, limit=MAINTAINED)
async def remove_day_list(request: ApiRequest) -> DayListRemoved:
    """Remove a list of days.

    No filter can name it from now on.
    """
    _require_maintain(request)
    symbol, name = (await request.snapshot()).symbol, request.path_params["name"]
    removed = await request.services.day_lists.remove(symbol, name)
    await _note(request, removed, "removed")
    return DayListRemoved(removed.name)


def _may_edit(request: ApiRequest) -> bool:
    return MAINTAIN in request.caller.user.permissions


def _require_maintain(request: ApiRequest) -> None:
    """Raise NotMaintaining where the caller may not change lists."""
    if not _may_edit(request):
        raise NotMaintaining("lists of days")


async def _note(request: ApiRequest, changed: records.DayList, outcome: str) -> None:
    """Log the change, then read the lists again."""
    user_id, facts = request.caller.user.user_id, {"symbol": changed.symbol, "list": changed.name}
    request.services.audit.note(
        "list_changed", user_id=user_id, client=request.address, outcome=outcome, **facts
    )
    await request.services.lists.refresh()


def _told(snapshot: Snapshot, kept: records.DayList) -> DayList:
    days = [ListedDay(each.date, each.note, snapshot.kind_of(each.date)) for each in kept.days]
    return DayList(kept.name, kept.symbol, days, kept.updated_at)
