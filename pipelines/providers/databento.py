"""Databento through its official client: one-minute bars of CME futures as a DBN file.

Continuous `ES.v.0` (the contract with the most volume) where the bars in the warehouse take their contracts
from the calendar; else every contract of the parent `ES.FUT`, of which the importer keeps each day's leader.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import date, datetime, time
from pathlib import Path
from typing import TYPE_CHECKING

from core.storage.due import NEW_YORK
from pipelines.providers.provider import NotYet, ProviderError, ProviderRefusal, Wanted
from pipelines.providers.retrying import Interrupted, retrying

if TYPE_CHECKING:
    import databento

DATASET = "GLBX.MDP3"
SCHEMA = "ohlcv-1m"

_NOT_YET = (
    "data_end_after_available_end",
    "data_start_after_available_end",
    "dataset_unavailable_range",
    "license_not_found_unauthorized",
)
"""Cases that mean: this span is not open to this account yet. Without a live licence that lasts a day."""

_TOO_MANY, _TIMED_OUT = 429, 408
_OPENS, _CLOSES = time(18), time(17)


class DatabentoProvider:
    """Bars of GLBX.MDP3 at one minute. `gateway` other than Databento's own is for tests."""

    name = "databento"

    def __init__(self, key: str, sleep: Callable[[float], None], gateway: str | None = None) -> None:
        self._key, self._sleep, self._gateway = key, sleep, gateway

    def bars(self, wanted: Wanted, folder: Path) -> Path:
        """The sessions' bars as a DBN file; see `Provider.bars`."""
        client = self._client()
        target = folder / f"{self.name}-{wanted.symbol}-{wanted.last}.dbn.zst"
        return retrying(lambda: self._asked_once(client, wanted, target), self._sleep)

    def _client(self) -> databento.Historical:
        import databento  # a second of import that a night without a provider does not pay

        return databento.Historical(self._key, self._gateway or databento.HistoricalGateway.BO1)

    def _asked_once(self, client: databento.Historical, wanted: Wanted, target: Path) -> Path:
        part = target.with_name(f".{target.name}.part")
        part.unlink(missing_ok=True)
        try:
            self._download(client, wanted, part)
            os.replace(part, target)
        finally:
            part.unlink(missing_ok=True)
        return target

    def _download(self, client: databento.Historical, wanted: Wanted, part: Path) -> None:
        import databento
        import databento_dbn

        symbols, stype = _symbology(wanted)
        try:
            store = client.timeseries.get_range(
                dataset=DATASET,
                schema=SCHEMA,
                symbols=symbols,
                stype_in=stype,
                start=_at(wanted.after, _OPENS),
                end=_at(wanted.last, _CLOSES),
            )
            rows = len(store.to_ndarray())
            store.to_file(part)
        except databento.BentoHttpError as error:
            raise _understood(error, self._key) from None
        except (databento.BentoError, databento_dbn.DBNError, OSError, ValueError) as error:
            raise Interrupted(f"{self.name} broke off: {_clean(error, self._key)}") from None
        if not rows:
            raise NotYet(f"{self.name} has no bars of {symbols} for {wanted.last} yet")


def _symbology(wanted: Wanted) -> tuple[str, str]:
    if wanted.names_contracts:
        return f"{wanted.symbol}.FUT", "parent"
    return f"{wanted.symbol}.v.0", "continuous"


def _at(day: date, hour: time) -> datetime:
    return datetime.combine(day, hour, NEW_YORK)


def _understood(error: databento.BentoHttpError, key: str) -> ProviderError | Interrupted:
    text = f"databento answered {_clean(error, key)}"
    if error.http_status == _TOO_MANY:
        return Interrupted(text, _seconds(error.headers.get("Retry-After")))
    if error.http_status >= 500 or error.http_status == _TIMED_OUT:
        return Interrupted(text)
    if any(case in str(error) for case in _NOT_YET):
        return NotYet(text)
    return ProviderRefusal(f"{text}. Look at DATABENTO_API_KEY and at the account's licence and balance")


def _seconds(text: str | None) -> float | None:
    try:
        return float(text or "")
    except ValueError:
        return None


def _clean(error: Exception, key: str) -> str:
    words = " ".join(f"{error}".split()) or type(error).__name__
    return words.replace(key, "(key)")[:300]
