"""Planted bugs of nights and of what they take from the nights before: see qa/faults/broken.py."""

from core.build import coin_years
from core.market.market import Market
from core.warehouse.nights import Night, write_night
from core.warehouse.paths import Warehouse
from pipelines import nightly
from qa.replacing import put


def corrected_year_reused() -> None:
    """Coin days are taken from the build before by the date of their session, also where its bars changed."""

    def session_digests(ticks: Market) -> list[bytes]:
        return [str(date).encode().ljust(16) for date in ticks.session_date]

    put(coin_years, "session_digests", session_digests)


def open_record_forgotten() -> None:
    """A night that begins writes no record, so that one that is killed leaves none."""

    def write(warehouse: Warehouse, night: Night) -> None:
        if night.last is not None and night.last.ended is not None:
            write_night(warehouse, night)

    put(nightly, "write_night", write)
