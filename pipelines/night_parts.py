"""The parts of a nightly run, each of which says what happened instead of ending the run."""

import logging
from dataclasses import dataclass
from pathlib import Path

from core.build.steps import require_sane_bars
from core.contracts.errors import DataError
from core.importing.drop import QUIET_SECONDS, is_quiet, look_at, unchanged
from core.importing.importer import import_file
from core.market.calendar import exchange_calendar
from core.market.instruments import instrument
from core.storage.bars import has_bars, read_bars_index
from core.storage.due import DueSession
from core.storage.night_figures import absent, served
from core.storage.nights import Arrival, Refusal, Result
from core.storage.staged_import import finish_killed_import, staged_import
from pipelines.nightly_context import NightlyContext
from pipelines.providers.provider import NotYet, Outage, Provider, ProviderError, Wanted

_log = logging.getLogger("almanac.nightly")

_OURS_TO_MEND = ("damaged_bars", "bad_sources")
"""Faults of an import that are the warehouse's and not the file's."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """The file that a provider gave, or the result that its silence gives the night, and why."""

    file: Path | None = None
    result: Result | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Received:
    """What became of the files that waited."""

    arrived: tuple[Arrival, ...] = ()
    refused: tuple[Refusal, ...] = ()


def fetch(place: NightlyContext, symbol: str, due: DueSession) -> Fetched:
    """Ask the provider, where there is one, for the recent sessions that are not served yet."""
    if place.provider is None:
        return Fetched()
    days = absent(served(place.warehouse, symbol), due.recent)
    if not days:
        return Fetched()
    calendar = exchange_calendar(instrument(symbol).calendar)
    before = calendar.previous_session(str(days[0])).astype(object)
    wanted = Wanted(symbol, before, due.session, _names_contracts(place, symbol))
    return _asked(place.provider, wanted, place.drop.folder(symbol))


def _asked(provider: Provider, wanted: Wanted, folder: Path) -> Fetched:
    try:
        return Fetched(provider.bars(wanted, folder))
    except NotYet as error:
        return Fetched(None, "late", str(error))
    except Outage as error:
        return Fetched(None, "outage", str(error))
    except ProviderError as error:
        return Fetched(None, "failed", str(error))
    except Exception as error:
        _log.exception("%s met what it does not expect", provider.name)
        return Fetched(None, "failed", f"{provider.name}: {type(error).__name__}: {error}")


def _names_contracts(place: NightlyContext, symbol: str) -> bool:
    if not has_bars(place.warehouse, symbol):
        return True
    return read_bars_index(place.warehouse, symbol).roll_policy not in ("calendar", "unknown")


def receive(place: NightlyContext, symbol: str, fetched: Fetched) -> Received:
    """Import every whole file that waits for the symbol, the oldest first, and put it away.

    A file with which the bars fail the checks of a build is refused, and the bars are as they were before.
    """
    finish_killed_import(place.warehouse, symbol, lambda: require_sane_bars(place.warehouse, symbol))
    whole = () if fetched.file is None else (fetched.file,)
    before = place.drop.waiting(symbol)
    if any(path not in whole and not is_quiet(look) for path, look in before.items()):
        place.sleep(QUIET_SECONDS)
    outcomes = [_received(place, symbol, path) for path in unchanged(before, whole)]
    return Received(
        tuple(each for each in outcomes if isinstance(each, Arrival)),
        tuple(each for each in outcomes if isinstance(each, Refusal)),
    )


def _received(place: NightlyContext, symbol: str, path: Path) -> Arrival | Refusal | None:
    look = look_at(path)
    try:
        report = staged_import(
            place.warehouse,
            symbol,
            lambda: import_file(path, symbol=symbol, warehouse=place.warehouse),
            lambda: require_sane_bars(place.warehouse, symbol),
        )
    except OSError:
        raise
    except Exception as error:
        return _refused(place, symbol, path, error)
    if look_at(path) == look:
        place.drop.done(path, symbol, place.now())
    return Arrival(path.name, report.rows, report.added, report.replaced)


def _refused(place: NightlyContext, symbol: str, path: Path, error: Exception) -> Refusal | None:
    if look_at(path) is None:
        return None
    if not isinstance(error, DataError):
        _log.exception("%s: reading it met what is not expected", path)
        why = f"{path}: cannot be read ({type(error).__name__}: {error})."
    elif error.code in _OURS_TO_MEND:
        raise error
    else:
        message = error.detail.replace("--symbol says", f"the folder {path.parent} says")
        why = message if str(path) in message else f"{path}: {message}"
    place.drop.refused(path, symbol, place.now(), why)
    return Refusal(path.name, why)
