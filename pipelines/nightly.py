"""The nightly run of a symbol: fetch, drop folder, import, build with its checks, publish, record, alert.

`almanac nightly` and Dagster's job both call `run_night`. Every part may be done twice and be killed
anywhere: the next run goes on from what is on the disk.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC

from core.contracts.errors import AlmanacError, DataError
from core.market.calendar import exchange_calendar
from core.market.instruments import INSTRUMENTS, SAMPLE_SYMBOL, instrument
from core.storage.drop import unchanged
from core.storage.due import DueSession, due_session
from core.storage.night_figures import Served, lacking, served
from core.storage.nights import Busy, Night, Refusal, Try, only_run, read_night, write_night
from pipelines.alerts import Alert, settle, tell
from pipelines.night_parts import Built, Fetched, Received, build, fetch, receive
from pipelines.night_place import NightPlace

_log = logging.getLogger("almanac.nightly")


def run_night(place: NightPlace, symbol: str) -> Night:
    """Do what is to be done for the session that is due, and return the night's record.

    What a vendor, a file or a build did is the record's result and no exception. Busy where another run of
    the symbol is at work; what keeps the record itself from being made is told and raised: DataError for an
    unknown symbol, a calendar that ends or a damaged record, OSError for a disk that cannot be written.
    """
    try:
        with only_run(place.warehouse, symbol):
            return _night_of(place, symbol)
    except Busy:
        raise
    except Exception as error:
        _tell(
            place, Night(symbol, "", 0), Try("", _stamp(place), "failed", place.without_secrets(said(error)))
        )
        raise


def said(error: Exception) -> str:
    """An error's own sentence, or its kind and what it holds."""
    return error.detail if isinstance(error, AlmanacError) else f"{type(error).__name__}: {error}"


def _night_of(place: NightPlace, symbol: str) -> Night:
    due = due_session(place.now(), exchange_calendar(instrument(symbol).calendar))
    before = _night(place, symbol, due)
    begun = before.begun(_stamp(place))
    if not _is_settled(before, place, symbol):
        write_night(place.warehouse, begun)
    ended = _done(place, symbol, due, begun.tries[-1])
    if not _is_news(before, ended):
        return before
    night = begun.ended(ended)
    write_night(place.warehouse, night)
    _tell(place, night, ended)
    return night


def _night(place: NightPlace, symbol: str, due: DueSession) -> Night:
    known = read_night(place.warehouse, symbol, due.session)
    return known or Night(symbol, due.session.isoformat(), due.expected_bars)


def _is_settled(night: Night, place: NightPlace, symbol: str) -> bool:
    return night.last is not None and night.last.result == "ok" and not place.drop.waiting(symbol)


def _is_news(before: Night, ended: Try) -> bool:
    last = before.last
    if last is None or last.result != "ok" or ended.result != "ok" or last.ended is None:
        return True
    return bool(ended.arrived or ended.refused) or ended.snapshot_id != last.snapshot_id


def _done(place: NightPlace, symbol: str, due: DueSession, begun: Try) -> Try:
    try:
        ended = _worked(place, symbol, due, begun)
    except Exception as error:
        _log.exception("%s: the nightly run met what it does not expect", symbol)
        have = served(place.warehouse, symbol).last
        ended = replace(begun, ended=_stamp(place), result="failed", why=said(error), have=have)
    refused = tuple(replace(each, why=place.without_secrets(each.why)) for each in ended.refused)
    return replace(ended, why=place.without_secrets(ended.why), refused=refused)


def _worked(place: NightPlace, symbol: str, due: DueSession, begun: Try) -> Try:
    fetched = fetch(place, symbol, due)
    received = receive(place, symbol, fetched)
    built = build(place, symbol)
    now = served(place.warehouse, symbol)
    ended = _judged(
        replace(begun, have=now.last, snapshot_id=now.snapshot_id), due, now, fetched, received, built
    )
    if ended.result == "late" and place.now() >= due.last_try:
        ended = replace(ended, result="missing")
    return replace(ended, ended=_stamp(place), arrived=received.arrived, refused=received.refused)


def _judged(
    begun: Try, due: DueSession, now: Served, fetched: Fetched, received: Received, built: Built
) -> Try:
    if built.trouble:
        return replace(begun, result="failed", why=built.trouble)
    absent = lacking(now, due.session)
    if absent is None:
        return replace(begun, result="ok")
    if received.refused:
        return replace(begun, result="wrong file", why=received.refused[-1].why)
    if fetched.result is not None:
        return replace(begun, result=fetched.result, why=f"{absent}: {fetched.why}")
    return replace(begun, result="late", why=absent)


def _tell(place: NightPlace, night: Night, ended: Try) -> None:
    refused = "; ".join(each.why for each in ended.refused)
    if ended.result == "ok":
        settle(place.channels, night.symbol, str(ended.ended))
    if ended.result in ("ok", "late") and not refused:
        return
    why = ended.why or f"refused: {refused}"
    have = f"served: up to {ended.have}" if ended.have else "nothing is served"
    text = f"{' '.join(filter(None, (night.symbol, night.session)))}: {ended.result}; {have}. {why}"
    tell(
        place.channels,
        Alert(night.symbol, night.session, str(ended.result), why, ended.have, str(ended.ended), text),
    )


def _stamp(place: NightPlace) -> str:
    return place.now().astimezone(UTC).isoformat(timespec="seconds")


def symbols_of_night(place: NightPlace, asked: Sequence[str]) -> tuple[str, ...]:
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


def refuse_unclaimed(place: NightPlace) -> tuple[Refusal, ...]:
    """Put away the files in the drop folder itself of which nobody can say whose bars they are, and tell.

    Tell also of a folder of files that is called like no symbol; it stays as it is.
    """
    refused = []
    for folder in place.drop.misnamed():
        known = ", ".join(symbol for symbol in INSTRUMENTS if symbol != SAMPLE_SYMBOL)
        why = f"{folder}: no symbol is called {folder.name} ({known}); nobody reads its files. Rename it."
        refused.append(Refusal(folder.name, why))
        tell(place.channels, Alert(folder.name, "", "wrong file", why, None, _stamp(place), why))
    for path in unchanged(place.drop.unclaimed()):
        why = (
            f"{path}: whose bars are these? Its name says no one symbol. Put it into {path.parent}/ES or NQ."
        )
        place.drop.refused(path, None, place.now(), why)
        refused.append(Refusal(path.name, why))
        alert = Alert("", "", "wrong file", why, None, _stamp(place), f"wrong file: {why}")
        tell(place.channels, alert)
    return tuple(refused)
