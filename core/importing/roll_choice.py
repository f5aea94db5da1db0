"""Settling where an import's contracts come from (ruling 4), and naming them."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from core.contracts.errors import DataError
from core.importing.readers.bar_file import BarFile
from core.market.calendar import exchange_calendar
from core.market.instruments import Instrument
from core.market.market import DateArray
from core.market.rolls import NO_ROLL_FILE, RollChoice, RollPolicy, contracts_on, parse_roll
from core.market.session_clock import clock_bars

_NAMING: tuple[RollPolicy, ...] = ("calendar", "file")


def roll_choice(file: BarFile, known: Instrument, roll: str | None) -> RollChoice:
    """What the file and `--roll` say together; DataError `roll_conflict` where they disagree."""
    choice = parse_roll(roll, known)
    if choice is not None and file.has_contracts:
        raise DataError(
            f"{file.path}: names its contracts and --roll {roll} says otherwise. Leave --roll out, or drop "
            "the contract column.",
            code="roll_conflict",
        )
    return choice or RollChoice("contracts" if file.has_contracts else "unknown", *NO_ROLL_FILE)


def settled_policy(old: RollPolicy | None, new: RollPolicy, path: Path) -> RollPolicy:
    """The policy of bars that are there (`old`, None without any) and a file's together.

    What is known settles what is unknown. A bar's own contract stands beside the roll calendar or a roll
    file, which name the bars that have none. Two others that are known and differ are a question: DataError
    `roll_conflict`.
    """
    if old is None or old in ("unknown", new) or (old == "contracts" and new in _NAMING):
        return new
    if new == "unknown" or (new == "contracts" and old in _NAMING):
        return old
    raise DataError(
        f"{path}: its rolls are settled by {new!r}, those of the bars already there by {old!r}. Import with "
        "the same --roll, or delete the symbol's folder under warehouse/bars and import everything anew.",
        code="roll_conflict",
    )


def name_contracts(bars: pd.DataFrame, choice: RollChoice, known: Instrument, path: Path) -> pd.DataFrame:
    """`bars` with every contract that is known; DataError where one has to be known and is not.

    A bar without one has that of its session's other bars where they agree, else what the policy names.
    """
    if choice.policy in ("unknown", "adjusted") or not bars["contract"].isna().any():
        return bars
    dates = clock_bars(bars["ts"], exchange_calendar(known.calendar)).session_date
    bars = _named_by_session(bars, dates)
    unnamed = bars["contract"].isna().to_numpy()
    if not unnamed.any():
        return bars
    if not len(choice.starts) and choice.policy != "calendar":
        raise DataError(
            f"{path}: {unnamed.sum()} bars would have no contract, the first at "
            f"{bars['ts'].iloc[int(unnamed.argmax())]}, where the others have one. Import them "
            "again with contracts, or with --roll calendar|FILE.",
            code="roll_conflict",
        )
    named = bars["contract"].to_numpy(dtype=object, copy=True)
    named[unnamed] = contracts_on(dates[unnamed], choice, known)
    return bars.assign(contract=pd.Series(named, index=bars.index, dtype="str"))


def _named_by_session(bars: pd.DataFrame, dates: DateArray) -> pd.DataFrame:
    by_session = bars["contract"].groupby(dates)
    of_session = by_session.transform("first").where(by_session.transform("nunique") == 1)
    return bars.assign(contract=bars["contract"].fillna(of_session))
