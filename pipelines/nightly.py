"""What a night does before and after a build: fetch, drop folder, import; then the record and the alert.

Every part may be done twice and be killed anywhere: the next run goes on from what is on the disk.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path

from core.build.steps import require_sane_bars
from core.contracts.errors import AlmanacError, DataError, as_reason, printable_path
from core.importing.drop import QUIET_SECONDS, is_quiet, look_at, unchanged
from core.importing.importer import import_file
from core.market.calendar import ExchangeCalendar, exchange_calendar
from core.market.instruments import INSTRUMENTS, SAMPLE_SYMBOLS, instrument
from core.warehouse.bars import has_bars, read_bars_index
from core.warehouse.due import DueSession, absent, due_session, lacking, served
from core.warehouse.nights import (
    Arrival,
    Night,
    Refusal,
    Try,
    read_night,
    remove_nights,
    write_attempt,
    write_night,
)
from core.warehouse.paths import Warehouse, known_symbols
from core.warehouse.room import Room, build_bytes, bytes_below
from core.warehouse.snapshots import prune
from core.warehouse.staged_import import finish_killed_import, staged_import
from pipelines.alerts import LOG, Alert
from pipelines.nightly_context import NightlyContext
from pipelines.providers import Provider, ProviderError, Wanted

KEPT_FILES = timedelta(days=90)
"""How long imported and refused files stay in the drop folder."""

KEPT_NIGHTS = timedelta(days=400)
"""How long the records of nights stay."""

_WAREHOUSE_FAULTS = ("damaged_bars", "bad_sources", "bad_setting")
"""Faults of an import that are the warehouse's or a setting's and not the file's."""


def bring_in(context: NightlyContext, symbol: str) -> Try:
    """Begin the record of the night that is due, fetch, and import what waits.

    Returns the run so far; its result and reason come from the provider, if that gave no bars.
    """
    due = due_session(context.now(), calendar_of(symbol))
    before = _night(context, symbol, due)
    begun = before.begun(context.stamp())
    waiting = context.drop.waiting(symbol)
    is_settled = before.last is not None and before.last.result == "ok" and not waiting
    attempt, fetched = begun.tries[-1], None
    room = _room(context, symbol, sum(size for size, _ in waiting.values()))
    with room.in_words():
        if not is_settled:
            write_night(context.warehouse, begun)
        write_attempt(context.warehouse, symbol, attempt)
        if waiting:
            room.require()
        try:
            fetched = _fetch(context, symbol, due)
        except ProviderError as error:
            attempt = replace(attempt, result=error.result, why=str(error))
        outcomes = _receive(context, symbol, fetched)
        attempt = replace(
            attempt,
            arrived=tuple(each for each in outcomes if isinstance(each, Arrival)),
            refused=tuple(each for each in outcomes if isinstance(each, Refusal)),
        )
        write_attempt(context.warehouse, symbol, attempt)
    return attempt


def _room(context: NightlyContext, symbol: str, arriving: int) -> Room:
    """What importing files of so many bytes writes, the bars as a whole at most, and a build after it."""
    warehouse = context.warehouse
    imported = bytes_below(warehouse.bars(symbol)) + arriving
    return Room(warehouse.root, f"a night of {symbol}", imported + build_bytes(warehouse, symbol, arriving))


def calendar_of(symbol: str) -> ExchangeCalendar:
    """The calendar that says when a symbol's sessions are due; DataError where there is no such symbol."""
    return exchange_calendar(instrument(symbol).calendar)


def _night(context: NightlyContext, symbol: str, due: DueSession) -> Night:
    known = read_night(context.warehouse, symbol, due.session)
    return known or Night(symbol, due.session.isoformat(), due.expected_bars)


def _fetch(context: NightlyContext, symbol: str, due: DueSession) -> Path | None:
    """Fetch from the provider, if any, the recent sessions that are not served yet."""
    days = absent(served(context.warehouse, symbol), due.recent) if context.provider else ()
    if context.provider is None or not days:
        return None
    before: date = calendar_of(symbol).previous_session(str(days[0])).astype(object)
    wanted = Wanted(symbol, before, due.session, names_contracts(context.warehouse, symbol))
    return bars_of_provider(context.provider, wanted, context.drop.folder(symbol))


def names_contracts(warehouse: Warehouse, symbol: str) -> bool:
    """Whether new bars of a symbol have to name their contract, as the stored ones do."""
    return not has_bars(warehouse, symbol) or (
        read_bars_index(warehouse, symbol).roll_policy not in ("calendar", "unknown")
    )


def bars_of_provider(provider: Provider, wanted: Wanted, folder: Path) -> Path:
    """A provider's file in `folder`; any failure becomes a ProviderError."""
    try:
        return provider.bars(wanted, folder)
    except ProviderError:
        raise
    except Exception as error:
        LOG.exception("%s met what it does not expect", provider.name)
        raise ProviderError(f"{provider.name}: {type(error).__name__}: {error}") from error


def _receive(context: NightlyContext, symbol: str, fetched: Path | None) -> list[Arrival | Refusal | None]:
    """Import every whole file that waits for the symbol, the oldest first, and put it away.

    A file that makes the bars fail a build's checks is refused, and the bars stay as they were before.
    """
    finish_killed_import(context.warehouse, symbol, lambda: require_sane_bars(context.warehouse, symbol))
    whole = () if fetched is None else (fetched,)
    before = context.drop.waiting(symbol)
    if any(path not in whole and not is_quiet(look) for path, look in before.items()):
        context.sleep(QUIET_SECONDS)
    return [_received(context, symbol, path) for path in unchanged(before, whole)]


def _received(context: NightlyContext, symbol: str, path: Path) -> Arrival | Refusal | None:
    look = look_at(path)
    try:
        report = staged_import(
            context.warehouse,
            symbol,
            lambda: import_file(path, symbol=symbol, warehouse=context.warehouse, within=context.drop.root),
            lambda: require_sane_bars(context.warehouse, symbol),
        )
    except OSError:
        raise
    except Exception as error:
        return _refused(context, symbol, path, error)
    if look_at(path) == look:
        context.drop.done(path, symbol, context.now())
    return Arrival(printable_path(path.name), report.rows, report.added, report.replaced)


def _refused(context: NightlyContext, symbol: str, path: Path, error: Exception) -> Refusal | None:
    """Put a file away with the reason; None where it is gone. Raises a fault of the warehouse."""
    if look_at(path) is None:
        return None
    shown = printable_path(path)
    if not isinstance(error, DataError):
        LOG.error("%s: importing it met what is not expected", shown, exc_info=error)
        why = f"{shown}: cannot be read ({type(error).__name__}: {error})."
    elif error.code in _WAREHOUSE_FAULTS:
        raise error
    else:
        message = error.detail.replace("--symbol says", f"the folder {path.parent} says")
        why = message if shown in message else f"{shown}: {message}"
    why = as_reason(why)
    context.drop.refused(path, symbol, context.now(), why)
    return Refusal(printable_path(path.name), why)


def conclude(context: NightlyContext, symbol: str, attempt: Try, trouble: str = "") -> Night:
    """End the run's part of the record and alert; `trouble` is why there is no new snapshot.

    A run that found all done already leaves the record as it was.
    """
    due = due_session(datetime.fromisoformat(attempt.started), calendar_of(symbol))
    known = before = _night(context, symbol, due)
    if known.last is not None and known.last.ended is None and known.last.started == attempt.started:
        before = replace(known, tries=known.tries[:-1])
    ended = _judged(context, symbol, due, attempt, trouble)
    refused = tuple(replace(each, why=context.without_secrets(each.why)) for each in ended.refused)
    ended = replace(ended, why=context.without_secrets(ended.why), refused=refused)
    night = before.begun(attempt.started).ended(ended) if _is_news(before.last, ended) else before
    if night is not known:
        write_night(context.warehouse, night)
    if night is not before:
        _notify(context, night, ended)
    return night


def _judged(context: NightlyContext, symbol: str, due: DueSession, attempt: Try, trouble: str) -> Try:
    """The run with its result, by what is served now."""
    now = served(context.warehouse, symbol)
    have, snapshot_id = (now.last_session, now.snapshot_id) if now else (None, None)
    ended = replace(attempt, ended=context.stamp(), have=have, snapshot_id=snapshot_id)
    if trouble:
        return replace(ended, result="failed", why=trouble)
    absent = lacking(now, due.session)
    if absent is None:
        return replace(ended, result="ok", why="")
    if attempt.refused:
        return replace(ended, result="wrong file", why=attempt.refused[-1].why)
    result, why = (attempt.result, f"{absent}: {attempt.why}") if attempt.result else ("late", absent)
    is_over = result == "late" and context.now() >= due.last_try
    return replace(ended, result="missing" if is_over else result, why=why)


def _is_news(last: Try | None, ended: Try) -> bool:
    if last is None or last.result != "ok" or ended.result != "ok" or last.ended is None:
        return True
    return bool(ended.arrived or ended.refused) or ended.snapshot_id != last.snapshot_id


def _notify(context: NightlyContext, night: Night, ended: Try) -> None:
    refused = "; ".join(each.why for each in ended.refused)
    result, at = str(ended.result), str(ended.ended)
    if result == "ok":
        context.alerts.settled(night.symbol, at)
    if result in ("ok", "late") and not refused:
        return
    why = ended.why or f"refused: {refused}"
    have = f"served: up to {ended.have}" if ended.have else "nothing is served"
    text = f"{' '.join(filter(None, (night.symbol, night.session)))}: {result}; {have}. {why}"
    context.alerts.send(Alert(night.symbol, night.session, result, why, ended.have, at, text))


def notify_failed(context: NightlyContext, symbol: str, error: BaseException) -> None:
    """Alert of a failure to make the record itself."""
    why = context.without_secrets(message_of(error))
    _notify(context, Night(symbol, "", 0), Try("", context.stamp(), "failed", why))


def message_of(error: BaseException) -> str:
    """An error's own sentence, or its kind and what it holds."""
    return error.detail if isinstance(error, AlmanacError) else f"{type(error).__name__}: {error}"


def symbols_of_night(context: NightlyContext, names: Sequence[str]) -> tuple[str, ...]:
    """The symbols of these names, else all there are; DataError where one is unknown, or none is there."""
    for symbol in names:
        instrument(symbol)
    chosen = tuple(names) or context.symbols()
    if not chosen:
        raise DataError(
            f"nothing to do: {context.warehouse.root} holds no bars and {context.drop.root} no file. "
            "Bring bars in with: almanac import FILE",
            code="no_symbol",
        )
    return chosen


def refuse_unclaimed(context: NightlyContext) -> tuple[Refusal, ...]:
    """Put away the files at the top of the drop folder, as their symbol is unknown, and alert.

    Alert also of a folder of files that is called like no symbol or leads elsewhere; it stays as it is.
    """
    refused = []
    for folder, what in _unread_folders(context):
        name, why = printable_path(folder.name), f"{printable_path(folder)}: {what}"
        refused.append(Refusal(name, why))
        context.alerts.send(Alert(name, "", "wrong file", why, None, context.stamp(), why))
    for path in unchanged(context.drop.unclaimed()):
        why = (
            f"{printable_path(path)}: whose bars are these? Its name says no one symbol. Put it into "
            f"{path.parent}/ES or NQ."
        )
        context.drop.refused(path, None, context.now(), why)
        refused.append(Refusal(printable_path(path.name), why))
        context.alerts.send(Alert("", "", "wrong file", why, None, context.stamp(), f"wrong file: {why}"))
    return tuple(refused)


def _unread_folders(context: NightlyContext) -> Iterator[tuple[Path, str]]:
    """Folders in the drop folder that no night reads, and why."""
    known = ", ".join(symbol for symbol in INSTRUMENTS if symbol not in SAMPLE_SYMBOLS)
    for folder in context.drop.misnamed():
        name = printable_path(folder.name)
        yield folder, f"no symbol is called {name} ({known}); nobody reads its files. Rename it."
    for folder in context.drop.linked():
        yield folder, "is a link that leaves the drop folder; nobody reads its files. Make it a folder."


def tidy(context: NightlyContext) -> dict[str, int]:
    """Remove snapshots beyond retention, files put away long ago and old records; returns how many."""
    now, warehouse = context.now(), context.warehouse
    symbols, oldest = known_symbols(warehouse), (now - KEPT_NIGHTS).date()
    directories = [directory for symbol in symbols if (directory := warehouse.snapshots(symbol)).is_dir()]
    return {
        "snapshots": sum(len(prune(directory)) for directory in directories),
        "files": len(context.drop.remove_old(now - KEPT_FILES)),
        "nights": sum(len(remove_nights(warehouse, symbol, oldest)) for symbol in symbols),
    }
