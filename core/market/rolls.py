"""The contract of a session, and the roll policy of a file without contracts (ruling 4)."""

from dataclasses import dataclass, field
from datetime import date

import numpy as np
from numpy.typing import NDArray

from core.contracts.errors import DataError
from core.contracts.manifest import RollPolicy
from core.market.calendar_facts import QUARTERLY_MONTHS, third_friday
from core.market.instruments import MONTH_CODES, Instrument
from core.market.market import DateArray

MONDAY_ROLL_FROM = np.datetime64("2022-06-13")
"""From here on the lead contract changes on the Monday of expiry week; before, on the Thursday eight days
before expiry (market-data B.6)."""

Contracts = NDArray[np.str_]


@dataclass(frozen=True, slots=True)
class RollChoice:
    """The result of `--roll`: `starts` and `contracts` are a roll file's rows, ascending, else empty."""

    policy: RollPolicy
    starts: DateArray = field(default_factory=lambda: np.array([], dtype="datetime64[D]"))
    contracts: Contracts = field(default_factory=lambda: np.array([], dtype=np.str_))


@dataclass(frozen=True, slots=True)
class Roll:
    """A session traded in another contract than the counted session before it."""

    session_date: date
    from_contract: str
    to_contract: str


def contracts_on(dates: DateArray, choice: RollChoice, instrument: Instrument) -> Contracts:
    """The contract of each session date under a choice; "" if the policy names none."""
    if choice.policy == "calendar":
        return calendar_contracts(dates, instrument)
    if choice.policy != "file":
        return np.full(len(dates), "", dtype=np.str_)
    at = np.searchsorted(choice.starts, dates, side="right") - 1
    if len(at) and at.min() < 0:
        raise DataError(
            f"the roll file begins on {choice.starts[0]}, the bars on {dates[at.argmin()]}. "
            "Add a row for the first session.",
            code="bad_roll_file",
        )
    return choice.contracts[at]


def calendar_contracts(dates: DateArray, instrument: Instrument) -> Contracts:
    """The leading contract on each date by the exchange's quarterly roll calendar."""
    if not len(dates):
        return np.array([], dtype=np.str_)
    years = dates.astype("datetime64[Y]").astype(np.int64) + 1970
    rolls, names = roll_calendar(int(years.min()), int(years.max()) + 1, instrument)
    return names[np.searchsorted(rolls, dates, side="right")]


def roll_calendar(first_year: int, last_year: int, instrument: Instrument) -> tuple[DateArray, Contracts]:
    """For every quarterly contract of these years: the date of the roll out of it, and its code."""
    quarters = [(year, month) for year in range(first_year, last_year + 1) for month in QUARTERLY_MONTHS]
    months = np.array([f"{year:04d}-{month:02d}-01" for year, month in quarters], dtype="datetime64[D]")
    mondays, thursdays = (third_friday(months) - np.timedelta64(days, "D") for days in (4, 8))
    codes = [f"{instrument.contract_root}{MONTH_CODES[month - 1]}{year % 10}" for year, month in quarters]
    return np.where(mondays >= MONDAY_ROLL_FROM, mondays, thursdays), np.array(codes, dtype=np.str_)
