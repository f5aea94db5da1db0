"""Roll dates against the exchange's published ones and against the contracts in real bars."""

from pathlib import Path

import numpy as np
import pytest

from core.contracts.errors import DataError
from core.importing.formats.any_file import read_any_file
from core.importing.symbols import read_roll_file
from core.market.calendar_facts import third_friday
from core.market.instruments import instrument
from core.market.rolls import calendar_contracts, contracts_on
from core.market.sessions import build_sessions
from core.warehouse.bars import adjustment_of
from tests.unit.market.bar_builder import SHARED_DATA

ES = instrument("ES")


def dates(*days: str) -> np.ndarray[tuple[int], np.dtype[np.datetime64]]:
    return np.array(days, dtype="datetime64[D]")


@pytest.mark.parametrize(
    ("year", "month", "friday"), [(2024, 3, "2024-03-15"), (2026, 12, "2026-12-18"), (2019, 3, "2019-03-15")]
)
def test_expiry_is_the_third_friday(year: int, month: int, friday: str) -> None:
    dates = np.array([f"{year}-{month:02d}-01", f"{year}-{month:02d}-28"], dtype="datetime64[D]")
    assert third_friday(dates).astype(str).tolist() == [friday, friday]


@pytest.mark.parametrize(
    ("before", "first_day", "old", "new"),
    [
        ("2021-12-08", "2021-12-09", "ESZ1", "ESH2"),
        ("2022-03-09", "2022-03-10", "ESH2", "ESM2"),
        ("2022-06-10", "2022-06-13", "ESM2", "ESU2"),
        ("2026-12-11", "2026-12-14", "ESZ6", "ESH7"),
    ],
)
def test_the_lead_changes_on_thursday_before_mid_2022_and_on_monday_since(
    before: str, first_day: str, old: str, new: str
) -> None:
    assert calendar_contracts(dates(before, first_day), ES).tolist() == [old, new]


def test_the_calendar_names_the_contracts_of_real_bars() -> None:
    if not SHARED_DATA.is_dir():
        pytest.skip("no shared data beside the repository")
    build = build_sessions(read_any_file(SHARED_DATA / "ES_5m.parquet").frame, ES)
    table = build.sessions
    assert calendar_contracts(table.session_date, ES).tolist() == table.contract.tolist()


def test_a_roll_file_holds_from_each_of_its_dates_on(tmp_path: Path) -> None:
    path = tmp_path / "rolls.csv"
    path.write_text("session_date,contract\n2024-01-02,ESH4\n2024-03-13,ESM4\n")
    choice = read_roll_file(path, ES)
    named = contracts_on(dates("2024-01-02", "2024-03-12", "2024-03-13", "2024-05-01"), choice, ES)
    assert named.tolist() == ["ESH4", "ESH4", "ESM4", "ESM4"]
    with pytest.raises(DataError, match="begins on 2024-01-02, the bars on 2023-12-29"):
        contracts_on(dates("2023-12-29"), choice, ES)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2024-01-02,NQH4\n", "row 1: .*Expected a contract of ES"),
        ("soon,ESH4\n", "row 1: .*Expected a session_date"),
        ("2024-03-11,ESM4\n2024-01-02,ESH4\n", "row 2: .*ascending order"),
        ("", "0 rows"),
    ],
)
def test_a_broken_roll_file_is_refused_with_its_row(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "rolls.csv"
    path.write_text(f"session_date,contract\n{text}")
    with pytest.raises(DataError, match=message) as caught:
        read_roll_file(path, ES)
    assert str(path) in caught.value.detail


def test_a_roll_word_that_is_no_file_says_what_is_possible(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="Expected calendar, adjusted or a CSV file"):
        read_roll_file(tmp_path / "guess", ES)


def test_what_is_known_of_the_prices_follows_from_the_policy() -> None:
    assert [adjustment_of(policy) for policy in ("contracts", "calendar", "file", "adjusted", "unknown")] == [
        "unadjusted",
        "unadjusted",
        "unadjusted",
        "adjusted",
        "unknown",
    ]
