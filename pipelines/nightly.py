"""What a night does before and after a build: fetch, drop folder, import; then the record and the alert.

Every part may be done twice and be killed anywhere: the next run goes on from what is on the disk.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from core.contracts.errors import AlmanacError, DataError
from core.importing.drop import unchanged
from core.market.calendar import ExchangeCalendar, exchange_calendar
from core.market.instruments import INSTRUMENTS, SAMPLE_SYMBOL, instrument
from core.storage.due import DueSession, due_session
from core.storage.night_figures import lacking, served
from core.storage.nights import Night, Refusal, Try, read_night, write_attempt, write_night
from pipelines.alerts import Alert, notify, settle
from pipelines.night_parts import fetch, receive
from pipelines.nightly_context import NightlyContext


def bring_in(place: NightlyContext, symbol: str) -> Try:
    """Begin the record of the night that is due, fetch, and import what waits.

    The run as far as it has come; its result and why are what the provider's silence means, if it was silent.
    """
    due = due_session(place.now(), _calendar(symbol))
    before = _night(place, symbol, due)
    begun = before.begun(_stamp(place))
    if not _is_settled(before, place, symbol):
        write_night(place.warehouse, begun)
    attempt = begun.tries[-1]
    write_attempt(place.warehouse, symbol, attempt)
    fetched = fetch(place, symbol, due)
    received = receive(place, symbol, fetched)
    came = replace(attempt, arrived=received.arrived, refused=received.refused)
    return replace(came, result=fetched.result, why=fetched.why)


def conclude(place: NightlyContext, symbol: str, attempt: Try, trouble: str = "") -> Night:
    """End the run's part of the record and tell; `trouble` is why there is no new snapshot.

    A run that found all done already leaves the record as it was.
    """
    due = due_session(datetime.fromisoformat(attempt.started), _calendar(symbol))
    known = _night(place, symbol, due)
    before = known
    if known.last is not None and known.last.ended is None and known.last.started == attempt.started:
        before = replace(known, tries=known.tries[:-1])
    ended = _without_secrets(place, _judged(place, symbol, due, attempt, trouble))
    night = before.begun(attempt.started).ended(ended) if _is_news(before, ended) else before
    if night is not known:
        write_night(place.warehouse, night)
    if night is not before:
        _notify(place, night, ended)
    return night


def notify_failed(place: NightlyContext, symbol: str, error: BaseException) -> None:
    """Tell of what kept the record itself from being made."""
    why = place.without_secrets(message_of(error))
    _notify(place, Night(symbol, "", 0), Try("", _stamp(place), "failed", why))


def message_of(error: BaseException) -> str:
    """An error's own sentence, or its kind and what it holds."""
    return error.detail if isinstance(error, AlmanacError) else f"{type(error).__name__}: {error}"


def _calendar(symbol: str) -> ExchangeCalendar:
    return exchange_calendar(instrument(symbol).calendar)


def _night(place: NightlyContext, symbol: str, due: DueSession) -> Night:
    known = read_night(place.warehouse, symbol, due.session)
    return known or Night(symbol, due.session.isoformat(), due.expected_bars)


def _is_settled(night: Night, place: NightlyContext, symbol: str) -> bool:
    return night.last is not None and night.last.result == "ok" and not place.drop.waiting(symbol)


def _is_news(before: Night, ended: Try) -> bool:
    last = before.last
    if last is None or last.result != "ok" or ended.result != "ok" or last.ended is None:
        return True
    return bool(ended.arrived or ended.refused) or ended.snapshot_id != last.snapshot_id


def _judged(place: NightlyContext, symbol: str, due: DueSession, attempt: Try, trouble: str) -> Try:
    now = served(place.warehouse, symbol)
    ended = replace(attempt, ended=_stamp(place), have=now.last, snapshot_id=now.snapshot_id)
    if trouble:
        return replace(ended, result="failed", why=trouble)
    absent = lacking(now, due.session)
    if absent is None:
        return replace(ended, result="ok", why="")
    if attempt.refused:
        return replace(ended, result="wrong file", why=attempt.refused[-1].why)
    result, why = (attempt.result, f"{absent}: {attempt.why}") if attempt.result else ("late", absent)
    is_over = result == "late" and place.now() >= due.last_try
    return replace(ended, result="missing" if is_over else result, why=why)


def _without_secrets(place: NightlyContext, ended: Try) -> Try:
    refused = tuple(replace(each, why=place.without_secrets(each.why)) for each in ended.refused)
    return replace(ended, why=place.without_secrets(ended.why), refused=refused)


def _notify(place: NightlyContext, night: Night, ended: Try) -> None:
    refused = "; ".join(each.why for each in ended.refused)
    if ended.result == "ok":
        settle(place.channels, night.symbol, str(ended.ended))
    if ended.result in ("ok", "late") and not refused:
        return
    why = ended.why or f"refused: {refused}"
    have = f"served: up to {ended.have}" if ended.have else "nothing is served"
    text = f"{' '.join(filter(None, (night.symbol, night.session)))}: {ended.result}; {have}. {why}"
    notify(
        place.channels,
        Alert(night.symbol, night.session, str(ended.result), why, ended.have, str(ended.ended), text),
    )


def _stamp(place: NightlyContext) -> str:
    return place.now().astimezone(UTC).isoformat(timespec="seconds")


def symbols_of_night(place: NightlyContext, asked: Sequence[str]) -> tuple[str, ...]:
    """The symbols asked for, else all there are; DataError where one is unknown, or none is there."""
    for symbol in asked:
        instrument(symbol)
    chosen = tuple(asked) or place.symbols()
    if not chosen:
        raise DataError(
            f"nothing to do: {place.warehouse.root} holds no bars and {place.drop.root} no file. Bring bars "
            "in with: almanac import FILE",
            code="no_symbol",
        )
    return chosen


def refuse_unclaimed(place: NightlyContext) -> tuple[Refusal, ...]:
    """Put away the files in the drop folder itself of which nobody can say whose bars they are, and tell.

    Tell also of a folder of files that is called like no symbol; it stays as it is.
    """
    refused = []
    for folder in place.drop.misnamed():
        known = ", ".join(symbol for symbol in INSTRUMENTS if symbol != SAMPLE_SYMBOL)
        why = f"{folder}: no symbol is called {folder.name} ({known}); nobody reads its files. Rename it."
        refused.append(Refusal(folder.name, why))
        notify(place.channels, Alert(folder.name, "", "wrong file", why, None, _stamp(place), why))
    for path in unchanged(place.drop.unclaimed()):
        why = (
            f"{path}: whose bars are these? Its name says no one symbol. Put it into {path.parent}/ES or NQ."
        )
        place.drop.refused(path, None, place.now(), why)
        refused.append(Refusal(path.name, why))
        alert = Alert("", "", "wrong file", why, None, _stamp(place), f"wrong file: {why}")
        notify(place.channels, alert)
    return tuple(refused)
