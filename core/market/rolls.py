"""Which contract a session is traded in, and how a file without contracts is settled (ruling 4)."""

from dataclasses import dataclass, field
from datetime import date
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from core.contracts.errors import DataError
from core.market.instruments import Instrument
from core.market.market import DateArray

RollPolicy = Literal["contracts", "calendar", "adjusted", "file", "unknown"]
"""Where contracts come from: the bars' own, the exchange's roll calendar, nowhere because the prices are
already adjusted, a roll file, or nobody knows."""

ROLL_POLICIES: tuple[RollPolicy, ...] = get_args(RollPolicy)
MONDAY_ROLL_FROM = np.datetime64("2022-06-13")
"""From here on the lead contract changes on the Monday of expiry week; before, on the Thursday eight days
before expiry (market-data B.6)."""

_QUARTERS = {3: "H", 6: "M", 9: "U", 12: "Z"}

Contracts = NDArray[np.str_]


@dataclass(frozen=True, slots=True)
class RollChoice:
    """What `--roll` settled: `starts` and `contracts` are a roll file's rows, ascending, empty otherwise."""

    policy: RollPolicy
    starts: DateArray = field(default_factory=lambda: np.array([], dtype="datetime64[D]"))
    contracts: Contracts = field(default_factory=lambda: np.array([], dtype=np.str_))


@dataclass(frozen=True, slots=True)
class Roll:
    """A session traded in another contract than the counted session before it."""

    session_date: date
    from_contract: str
    to_contract: str


def adjustment_of(policy: RollPolicy) -> str:
    """What is known of the prices: adjusted, unadjusted or unknown."""
    return {"adjusted": "adjusted", "unknown": "unknown"}.get(policy, "unadjusted")


def contracts_on(dates: DateArray, choice: RollChoice, instrument: Instrument) -> Contracts:
    """The contract of each session date under a choice; "" where the policy names none."""
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
    """The contract that leads on each date by the exchange's quarterly roll calendar."""
    if not len(dates):
        return np.array([], dtype=np.str_)
    years = dates.astype("datetime64[Y]").astype(np.int64) + 1970
    rolls, names = roll_calendar(int(years.min()), int(years.max()) + 1, instrument)
    return names[np.searchsorted(rolls, dates, side="right")]


def roll_calendar(first_year: int, last_year: int, instrument: Instrument) -> tuple[DateArray, Contracts]:
    """For every quarterly contract of these years: the date on which it stops leading, and its code."""
    quarters = [(year, month) for year in range(first_year, last_year + 1) for month in _QUARTERS]
    last_days = np.array([_roll_date(year, month) for year, month in quarters], dtype="datetime64[D]")
    names = [f"{instrument.contract_root}{_QUARTERS[month]}{year % 10}" for year, month in quarters]
    return last_days, np.array(names, dtype=np.str_)


def expiry(year: int, month: int) -> np.datetime64:
    """The third Friday of a month."""
    first = np.datetime64(f"{year:04d}-{month:02d}-01")
    friday: np.datetime64 = np.busday_offset(first, 2, roll="forward", weekmask="Fri")
    return friday


def _roll_date(year: int, month: int) -> np.datetime64:
    friday = expiry(year, month)
    monday = friday - np.timedelta64(4, "D")
    if monday >= MONDAY_ROLL_FROM:
        return monday
    return friday - np.timedelta64(8, "D")
