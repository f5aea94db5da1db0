"""Days that were most like a day by a bar, and what followed on them."""

from core.contracts.day_answers import AlikeAnswer
from core.contracts.errors import InvalidRequest
from core.contracts.view_requests import AlikeRequest
from core.figures.bitmap import Bitmap
from core.views.alike import Alike, AlikeDays, alike_of
from service.call import Calls, Prepared
from service.edge.request import ApiRequest
from service.snapshots.next_session import NextDay, next_day
from service.snapshots.question import Question, full_session, parse_features
from service.snapshots.snapshot import Snapshot

calls = Calls("alike")


@calls.question("/v2/alike", AlikeRequest, AlikeAnswer, part="alike")
def alike(request: ApiRequest, question: Question, body: AlikeRequest) -> Prepared:
    """Days that were most like a day by a bar, and what followed."""
    snapshot = question.snapshot
    parse_features(snapshot, question.tier, body.leave_out, "leave_out")
    day = _wanted_day(request, snapshot, body)
    visible = snapshot.catalogue.visible(question.tier)
    if isinstance(day, NextDay):
        wanted = alike_of(body, snapshot.index.n_sessions, visible, day.coming)
        when: object = (day.day, day.has_night)
    else:
        wanted, when = alike_of(body, day, visible), day
    names = [each.name for each in wanted.looked_at]
    return Prepared(lambda selection: _answer(question, selection, wanted), key=(when, wanted.most, names))


def _wanted_day(request: ApiRequest, snapshot: Snapshot, body: AlikeRequest) -> int | NextDay:
    """The row of a date, or the next session.

    Raises:
        InvalidRequest: `date_or_next`, `date_format`, `date_not_full_session`.
        UnknownName: `no_next_session`.
    """
    if (body.date is None) == (body.next is None):
        found = "neither" if body.date is None else "both"
        detail = f"date, next: {found} found; send the date of a day, or next for the next session."
        raise InvalidRequest(detail, code="date_or_next")
    if body.next is None:
        return full_session(snapshot, body.date, "date")
    return next_day(snapshot, request.services.so_far.of(snapshot.symbol), body.next)


def _answer(question: Question, selection: Bitmap, wanted: Alike) -> AlikeAnswer:
    snapshot = question.snapshot
    found = AlikeDays(snapshot.index, wanted, selection)
    names = (each.name for each in wanted.looked_at)
    return AlikeAnswer(
        date=snapshot.days[wanted.row] if wanted.coming is None else wanted.coming.session_date,
        as_of=wanted.as_of,
        compared_days=len(found.compared),
        weights=dict(zip(names, found.weights.tolist(), strict=True)),
        days=found.days(),
        outcomes=found.outcomes(),
        snapshot=snapshot.id,
    )
