"""What is known of the next session."""

from core.contracts.catalogue import TIERS, Tier
from core.contracts.next_answers import NextAnswer
from core.contracts.view_requests import NextRequest, TypedDay
from service.call import SNAPSHOT, SYMBOL, Calls
from service.edge.request import ApiRequest
from service.snapshots.known_features import known_features
from service.snapshots.next_session import NextDay, next_day
from service.snapshots.snapshot import Snapshot

calls = Calls("next_session")

CALENDAR = "DAYDATE"


@calls.get("/v2/next", NextAnswer, SYMBOL, SNAPSHOT, limit="compute")
async def next_session(request: ApiRequest) -> NextAnswer:
    """What is known of the next session."""
    return await _answer(request, await request.snapshot(), None)


@calls.post("/v2/next", NextRequest, NextAnswer, limit="compute", example={})
async def next_session_typed(request: ApiRequest) -> NextAnswer:
    """What is known of the next session with typed numbers."""
    body = request.read(NextRequest)
    return await _answer(request, await request.snapshot(body.symbol, body.snapshot), body)


async def _answer(request: ApiRequest, snapshot: Snapshot, typed: TypedDay | None) -> NextAnswer:
    day = next_day(snapshot, request.services.so_far.of(snapshot.symbol), typed)
    with request.stopwatch.stretch("statistics"):
        return await request.in_turn(_told, day, request.tier())


def _told(day: NextDay, tier: Tier) -> NextAnswer:
    snapshot, night = day.snapshot, day.night
    known, by_name = known_features(day.coming, tier), snapshot.catalogue.by_name
    return NextAnswer(
        symbol=snapshot.symbol,
        session_date=night.session_date,
        is_short=night.is_short,
        contract=night.contract,
        as_of=day.as_of,
        source=day.source,
        at=day.at,
        is_stale=day.is_stale,
        tick=night.tick,
        levels=day.levels,
        events=[
            each.feature
            for each in known
            if each.value is True and each.feature in by_name and by_name[each.feature].category == CALENDAR
        ],
        known=known,
        ruled_out=[
            each.id
            for each in snapshot.questions.definitions
            if TIERS.index(each.tier) <= TIERS.index(tier) and day.matches(each.query) is False
        ],
        notes=list(day.notes),
        last_session=str(snapshot.index.last_date),
        snapshot=snapshot.id,
    )
