"""Where a night can fetch bars: Databento, behind what any vendor has to do to be a provider.

A further vendor is a class with `name` and `bars` here, and its word in `chosen_provider`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from core.contracts.errors import DataError
from core.market.session_clock import BAR_MINUTES
from core.warehouse.due import NEW_YORK
from core.warehouse.nights import Result

if TYPE_CHECKING:
    import databento

PAUSES = (2.0, 10.0, 30.0)
"""Seconds before the second, third and fourth question."""

LONGEST_PAUSE = 120.0
"""The most that a vendor's own Retry-After is heeded."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The sessions after `after` up to `last`, from the evening of `after` on, closed days between included.

    With `names_contracts` the bars have to name their contract (ESZ6); else a continuous series will do.
    Where the last session is not over, `until` (aware) is the moment up to which it is asked for.
    """

    symbol: str
    after: date
    last: date
    names_contracts: bool
    until: datetime | None = None


class Provider(Protocol):
    """One vendor: leaves a vendor file of a span of sessions for the ordinary importer."""

    name: str
    """One lower-case word, for file names and messages."""

    def bars(self, wanted: Wanted, folder: Path) -> Path:
        """Write the bars as a file into `folder`, whole or not at all; raises ProviderError."""
        ...


class ProviderError(Exception):
    """A provider gave no file; `result` is the night's. The text is for a maintainer, without secrets."""

    result: Result = "failed"


class NotYet(ProviderError):
    """The vendor has no bars of these sessions yet."""

    result = "late"


class Outage(ProviderError):
    """The vendor did not answer, or broke off, as often as it was asked."""

    result = "outage"


class ProviderRefusal(ProviderError):
    """The vendor says no until a person has done something: a key, a licence, a bill, a wrong question."""


class Interrupted(Exception):
    """One request failed in a way that may pass; `retry_after` are the seconds the vendor wants to wait."""

    def __init__(self, text: str, retry_after: float = 0.0) -> None:
        super().__init__(text)
        self.retry_after = retry_after


def retrying(ask: Callable[[], Path], sleep: Callable[[float], None]) -> Path:
    """The first answer of up to four tries; Outage names what the last one met."""
    pauses = iter(PAUSES)
    while True:
        try:
            return ask()
        except Interrupted as error:
            pause = next(pauses, None)
            if pause is None:
                raise Outage(f"{error} (asked {len(PAUSES) + 1} times)") from error
            sleep(min(max(pause, error.retry_after), LONGEST_PAUSE))


def chosen_provider(environment: Mapping[str, str], sleep: Callable[[float], None]) -> Provider | None:
    """The provider of ALMANAC_PROVIDER, None where it is empty; DataError where it cannot be used."""
    name = environment.get("ALMANAC_PROVIDER", "").strip().lower()
    if not name:
        return None
    if name != DatabentoProvider.name:
        raise DataError(
            f"ALMANAC_PROVIDER is {name!r}; known: {DatabentoProvider.name}. Leave it empty to take files "
            "from the drop folder only.",
            code="bad_setting",
        )
    key = environment.get("DATABENTO_API_KEY", "").strip()
    if not key:
        raise DataError(
            "ALMANAC_PROVIDER is databento and DATABENTO_API_KEY is empty. Set the key in the environment of "
            "the nightly run.",
            code="bad_setting",
        )
    return DatabentoProvider(key, sleep, environment.get("DATABENTO_GATEWAY") or None)


_NOT_YET = (
    "data_end_after_available_end",
    "data_start_after_available_end",
    "dataset_unavailable_range",
    "license_not_found_unauthorized",
)
"""Databento's cases of a span not open to this account yet. Without a live licence that lasts a day."""

_TIMED_OUT, _TOO_MANY = 408, 429


class DatabentoProvider:
    """One-minute bars of GLBX.MDP3 as a DBN file; `gateway` other than Databento's own is for tests.

    Continuous `ES.v.0` (the contract with the most volume) where the bars in the warehouse take their
    contracts from the calendar; else every contract of the parent `ES.FUT`, of which the importer keeps each
    day's leader.
    """

    name = "databento"

    def __init__(self, key: str, sleep: Callable[[float], None], gateway: str | None = None) -> None:
        self._key, self._sleep, self._gateway = key, sleep, gateway

    def bars(self, wanted: Wanted, folder: Path) -> Path:
        import databento  # a second of import that a night without a provider does not pay

        client = databento.Historical(self._key, self._gateway or databento.HistoricalGateway.BO1)
        target = folder / f"{self.name}-{wanted.symbol}-{wanted.last}.dbn.zst"
        part = target.with_name(f".{target.name}.part")

        def ask() -> Path:
            part.unlink(missing_ok=True)
            try:
                self._download(client, wanted, part)
                os.replace(part, target)
            finally:
                part.unlink(missing_ok=True)
            return target

        return retrying(ask, self._sleep)

    def _download(self, client: databento.Historical, wanted: Wanted, part: Path) -> None:
        import databento
        import databento_dbn

        symbols, stype = f"{wanted.symbol}.v.0", "continuous"
        if wanted.names_contracts:
            symbols, stype = f"{wanted.symbol}.FUT", "parent"
        try:
            store = client.timeseries.get_range(
                dataset="GLBX.MDP3",
                schema="ohlcv-1m",
                symbols=symbols,
                stype_in=stype,
                start=datetime.combine(wanted.after, time(18), NEW_YORK),
                end=self._end(client, wanted),
            )
            rows = len(store.to_ndarray())
            store.to_file(part)
        except databento.BentoHttpError as error:
            raise self._understood(error) from None
        except (databento.BentoError, databento_dbn.DBNError, OSError, ValueError) as error:
            raise Interrupted(f"{self.name} broke off: {self._clean(error)}") from None
        if not rows:
            raise NotYet(f"{self.name} has no bars of {symbols} for {wanted.last} yet")

    def _end(self, client: databento.Historical, wanted: Wanted) -> datetime:
        """The close of the last session, or up to where there are whole bars of one that is not over."""
        close = datetime.combine(wanted.last, time(17), NEW_YORK)
        if wanted.until is None:
            return close
        there = datetime.fromisoformat(client.metadata.get_dataset_range("GLBX.MDP3")["end"])
        end = min(close, wanted.until, there if there.tzinfo else there.replace(tzinfo=UTC))
        end -= timedelta(minutes=end.minute % BAR_MINUTES, seconds=end.second, microseconds=end.microsecond)
        if end <= datetime.combine(wanted.after, time(18), NEW_YORK):
            raise NotYet(f"{self.name} has no bars of {wanted.symbol} for {wanted.last} yet, only to {end}")
        return end

    def _understood(self, error: databento.BentoHttpError) -> ProviderError | Interrupted:
        text = f"databento answered {self._clean(error)}"
        if error.http_status == _TOO_MANY:
            return Interrupted(text, _seconds(error.headers.get("Retry-After")))
        if error.http_status >= 500 or error.http_status == _TIMED_OUT:
            return Interrupted(text)
        if any(case in str(error) for case in _NOT_YET):
            return NotYet(text)
        return ProviderRefusal(f"{text}. Look at DATABENTO_API_KEY and at the account's licence and balance")

    def _clean(self, error: Exception) -> str:
        words = " ".join(f"{error}".split()) or type(error).__name__
        return words.replace(self._key, "(key)")[:300]


def _seconds(text: str | None) -> float:
    try:
        return float(text or 0)
    except ValueError:
        return 0.0
