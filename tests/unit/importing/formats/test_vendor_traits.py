"""What a file's text shows is reported with its row or refused by name, and nothing else is found."""

import os
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from core.contracts.errors import DataError
from core.importing.formats.any_file import read_any_file
from core.market.instruments import instrument
from tests.unit.importing.planting import BARS, file_findings
from tests.unit.importing.vendor_files import headerless_zone, in_minutes, kibot, known_bars

LINES = headerless_zone("America/New_York")(BARS).splitlines()
ROW = 4000


def saved(tmp_path: Path, lines: list[str], *, lead: str = "", end: str = "\n", name: str = "ES.txt") -> Path:
    path = tmp_path / name
    path.write_text(lead + end.join([*lines, ""]), encoding="utf-8", newline="")
    return path


def found(path: Path) -> list[tuple[str, int, int]]:
    findings = file_findings(read_any_file(path), instrument("ES"))
    return [(each.kind, each.row, each.rows) for each in findings]


def refusal(path: Path) -> DataError:
    with pytest.raises(DataError) as caught:
        read_any_file(path)
    return caught.value


def with_commas(at: int) -> list[str]:
    rest, _, volume = LINES[at].rpartition(",")
    return [*LINES[:at], f'{rest},"{int(volume):,}"', *LINES[at + 1 :]]


busy = next(at for at in range(ROW, len(LINES)) if BARS["volume"][at] >= 1000)


@pytest.mark.parametrize(
    ("lines", "lead", "end", "expected"),
    [
        (LINES, "", "\n", []),
        (LINES, "\ufeff", "\n", [("byte_order_mark", 1, 1)]),
        (LINES, "", "\r\n", [("windows_lines", 1, 1)]),
        ([*LINES[:ROW], "", *LINES[ROW:]], "", "\n", [("empty_lines", ROW + 1, 1)]),
        ([*LINES, "Downloaded today"], "", "\n", [("footer", len(LINES) + 1, 1)]),
        (with_commas(busy), "", "\n", [("thousands_commas", busy + 1, 1)]),
        (LINES[::-1], "", "\n", [("newest_first", 1, len(LINES))]),
        ([*LINES[:ROW], LINES[ROW - 1], *LINES[ROW:]], "", "\n", [("repeated_rows", ROW + 1, 1)]),
        (
            [*LINES[: ROW - 1], LINES[ROW], LINES[ROW - 1], *LINES[ROW + 1 :]],
            "",
            "\n",
            [("out_of_order", ROW + 1, 1)],
        ),
    ],
    ids=["clean", "mark", "crlf", "empty", "footer", "commas", "turned", "repeated", "order"],
)
def test_what_is_mended_is_reported_with_its_row(
    tmp_path: Path, lines: list[str], lead: str, end: str, expected: list[tuple[str, int, int]]
) -> None:
    assert found(saved(tmp_path, lines, lead=lead, end=end)) == expected


@pytest.mark.parametrize("word", ["Bid", "Ask"])
def test_bid_or_ask_in_the_name_is_refused(tmp_path: Path, word: str) -> None:
    error = refusal(saved(tmp_path, LINES, name=f"ES 12-24.{word}.txt"))
    assert (error.code, f"name says {word}" in error.detail) == ("quotes_not_trades", True)


def test_a_volume_of_minus_one_throughout_is_refused_as_quotes(tmp_path: Path) -> None:
    lines = [f"{line.rpartition(',')[0]},-1" for line in LINES]
    assert refusal(saved(tmp_path, lines)).code == "quotes_not_trades"


@pytest.mark.parametrize("name", ["barCount", "NumberOfTrades"])
def test_a_volume_that_is_the_count_of_trades_is_refused(tmp_path: Path, name: str) -> None:
    lines = [f"{line},{line.rpartition(',')[2]}" for line in LINES]
    error = refusal(saved(tmp_path, [f"datetime,open,high,low,close,volume,{name}", *lines]))
    assert error.code == "tick_count_volume"
    assert "data row 1: volume" in error.detail


def test_ticks_in_place_of_a_volume_are_refused_by_name(tmp_path: Path) -> None:
    error = refusal(saved(tmp_path, ["datetime,open,high,low,close,tickvol", *LINES]))
    assert (error.code, "'tickvol'" in error.detail) == ("tick_count_volume", True)


def test_a_last_bar_of_less_than_five_minutes_is_left_out(tmp_path: Path) -> None:
    minutes = in_minutes(BARS)
    lines = headerless_zone("America/New_York")(minutes.iloc[:-2]).splitlines()
    path = saved(tmp_path, lines)
    assert found(path) == [("partial_last_bar", len(lines) - 2, 3)]
    assert len(read_any_file(path).frame) == len(BARS) - 1


@pytest.mark.parametrize(("seconds", "is_open"), [(0, True), (299, True), (300, False), (-1, False)])
def test_a_bar_within_which_the_file_was_written_is_left_out(
    tmp_path: Path, seconds: int, is_open: bool
) -> None:
    path = saved(tmp_path, kibot(BARS).splitlines())
    last = BARS["ts"].iloc[-1].timestamp()
    os.utime(path, (last, last + seconds))
    assert found(path) == ([("partial_last_bar", len(BARS), 1)] if is_open else [])
    assert len(read_any_file(path).frame) == len(BARS) - is_open


def test_a_file_of_one_open_bar_alone_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ES.parquet"
    BARS.iloc[:1].to_parquet(path)
    first = BARS["ts"].iloc[0].timestamp()
    os.utime(path, (first, first + 60))
    error = refusal(path)
    assert (error.code, "still open" in error.detail) == ("empty_file", True)


def test_own_files_lose_their_open_bar_too(tmp_path: Path) -> None:
    path = tmp_path / "ES.parquet"
    BARS.to_parquet(path)
    last = BARS["ts"].iloc[-1].timestamp()
    os.utime(path, (last, last + 60))
    assert len(read_any_file(path).frame) == len(BARS) - 1


def test_spreads_and_the_second_expiry_are_reported_with_their_row(tmp_path: Path) -> None:
    bars = known_bars("2024-11-11", "2024-11-15")
    table = pd.concat(
        [
            bars.assign(symbol="ESZ4"),
            bars.iloc[[30, 31]].assign(symbol="ESH5", volume=1),
            bars.iloc[[40]].assign(symbol="ESZ4-ESH5", open=50.0, high=50.5, low=50.0, close=50.25),
        ]
    )
    stamp = table["ts"].dt.strftime("%Y-%m-%dT%H:%M:%SZ")
    columns = ["open", "high", "low", "close", "volume", "symbol"]
    text = table[columns].assign(ts_event=stamp).to_csv(index=False)
    path = tmp_path / "parent.csv"
    path.write_text(text)
    kinds = {kind: (row, rows) for kind, row, rows in found(path)}
    assert kinds["second_expiry"] == (len(bars) + 1, 2)
    assert kinds["spreads"] == (len(bars) + 3, 1)
    assert set(kinds) <= {"second_expiry", "spreads", "out_of_order"}
    assert np.isclose(read_any_file(path).frame["close"], bars["close"]).all()
