"""What stands outside Globex's hours is left out and reported: lone prints and a vendor's fill."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from core.contracts.errors import DataError
from core.importing.formats.any_file import read_any_file
from core.importing.importer import Incoming, checked_file
from core.importing.overrides import NO_OVERRIDES, Overrides
from tests.unit.importing.vendor_files import headerless_zone, in_minutes, known_bars
from tests.unit.market.bar_builder import SHARED_DATA

NEW_YORK, UTC = "America/New_York", "UTC"


def real_hours(bars: pd.DataFrame) -> pd.DataFrame:
    """The bars without Thanksgiving's trade day and the afternoon of the half day after it."""
    local = bars["ts"].dt.tz_convert(NEW_YORK)
    stops = {"2024-11-27 17:00": "2024-11-28 18:00", "2024-11-29 13:15": "2024-11-29 18:00"}
    shut = np.logical_or.reduce(
        [
            (local >= pd.Timestamp(a, tz=NEW_YORK)) & (local < pd.Timestamp(b, tz=NEW_YORK))
            for a, b in stops.items()
        ]
    )
    kept: pd.DataFrame = bars[~shut].reset_index(drop=True)
    return kept


BARS = real_hours(known_bars())
SHORT = known_bars("2024-11-11", "2024-11-15")


def prints(*stamps: str) -> pd.DataFrame:
    """A print of two contracts at each of these times in New York."""
    ts = pd.DatetimeIndex(stamps).tz_localize(NEW_YORK).tz_convert(UTC).as_unit("us")
    return pd.DataFrame(
        {"ts": ts, "open": 5000.0, "high": 5000.25, "low": 5000.0, "close": 5000.25, "volume": 2}
    )


def filled(bars: pd.DataFrame, volume: int = 0) -> pd.DataFrame:
    """The bars with every five minutes between them filled in at the last close."""
    every = pd.date_range(bars["ts"].iloc[0], bars["ts"].iloc[-1], freq="5min").as_unit("us")
    whole = bars.set_index("ts").reindex(every.rename("ts"))
    close = whole["close"].ffill()
    prices = {name: whole[name].fillna(close) for name in ("open", "high", "low")}
    return (
        whole.assign(close=close, **prices, volume=whole["volume"].fillna(volume))
        .astype({"volume": int})
        .reset_index()
    )


def with_prints(bars: pd.DataFrame, *stamps: str) -> pd.DataFrame:
    return pd.concat([bars, prints(*stamps)]).sort_values("ts", ignore_index=True)


def saved(tmp_path: Path, bars: pd.DataFrame, zone: str = NEW_YORK, *, close: bool = False) -> Path:
    path = tmp_path / "ES.txt"
    path.write_text(headerless_zone(zone, close=close)(bars))
    return path


def imported(path: Path, overrides: Overrides = NO_OVERRIDES) -> Incoming:
    return checked_file(read_any_file(path, overrides), "ES")


def rows_of(kind: str, incoming: Incoming) -> list[tuple[int, int, str]]:
    return [(each.row, each.rows, each.action) for each in incoming.report.findings if each.kind == kind]


def assert_left(incoming: Incoming, bars: pd.DataFrame) -> None:
    columns = ["ts", "open", "high", "low", "close", "volume"]
    found = incoming.bars[columns].astype({"volume": "float64"})
    pd.testing.assert_frame_equal(found, bars[columns].astype({"volume": "float64"}), check_exact=True)


SHUT = [
    *("2024-09-18 17:20", "2024-09-25 17:45", "2024-10-05 11:00", "2024-10-06 12:30", "2024-10-13 17:40"),
    *("2024-10-18 19:15", "2024-10-24 17:30", "2024-10-24 17:35", "2024-11-19 17:25", "2024-11-28 09:00"),
]


@pytest.mark.parametrize(("zone", "close"), [(NEW_YORK, False), (UTC, True), ("America/Chicago", False)])
@pytest.mark.parametrize("count", [1, 3, len(SHUT)])
def test_lone_prints_are_left_out_with_their_rows(
    tmp_path: Path, zone: str, *, close: bool, count: int
) -> None:
    bars = with_prints(BARS, *SHUT[:count])
    incoming = imported(saved(tmp_path, bars, zone, close=close))
    assert_left(incoming, BARS)
    rows = (np.flatnonzero(bars["ts"].isin(prints(*SHUT[:count])["ts"])) + 1).tolist()
    assert rows_of("stray_prints", incoming) == [(rows[0], count, "mended")]
    [found] = [each for each in incoming.report.findings if each.kind == "stray_prints"]
    assert f"data rows {', '.join(map(str, rows))}" in found.detail or count == 1
    assert not {each.kind for each in incoming.report.findings} & {"shifted_stamps", "wrong_zone"}


@pytest.mark.parametrize("days", [1, 5])
def test_lone_prints_of_a_short_file_are_no_wrong_zone(tmp_path: Path, days: int) -> None:
    bars = SHORT[-276 * days :].reset_index(drop=True)
    path = saved(tmp_path, with_prints(bars, "2024-11-14 17:30"), UTC)
    assert_left(imported(path, Overrides(zone=UTC, label="open")), bars)


def test_lone_prints_of_our_own_form_and_of_minutes_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "ES.parquet"
    with_prints(SHORT, "2024-11-12 17:20").to_parquet(path)
    assert_left(imported(path), SHORT)
    minutes = with_prints(in_minutes(SHORT), "2024-11-12 17:22", "2024-11-12 17:23")
    assert_left(imported(saved(tmp_path, minutes), Overrides(zone=NEW_YORK, label="open")), SHORT)


def test_prints_on_most_days_are_evidence_against_the_stamps(tmp_path: Path) -> None:
    days = pd.bdate_range("2024-11-11", "2024-11-14")
    path = saved(tmp_path, with_prints(SHORT, *(f"{day:%Y-%m-%d} 17:30" for day in days)))
    with pytest.raises(DataError) as caught:
        imported(path, Overrides(zone=NEW_YORK, label="open"))
    assert caught.value.code == "shifted_stamps"


def test_prints_alone_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "ES.parquet"
    prints("2024-11-16 12:00").to_parquet(path)
    with pytest.raises(DataError, match="every bar opens while Globex is shut") as caught:
        imported(path)
    assert caught.value.code == "empty_file"


@pytest.mark.parametrize("zone", [UTC, NEW_YORK, "Europe/Berlin"])
def test_filled_pauses_week_ends_holidays_and_half_days_are_left_out(tmp_path: Path, zone: str) -> None:
    whole = filled(BARS)
    incoming = imported(saved(tmp_path, whole, zone))
    assert_left(incoming, BARS)
    assert sum(rows for _, rows, _ in rows_of("filled_pauses", incoming)) >= len(whole) - len(BARS) - 24
    assert {action for _, _, action in rows_of("filled_pauses", incoming)} == {"mended"}


def test_filled_hours_of_our_own_form_and_with_prints_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "ES.parquet"
    filled(SHORT).to_parquet(path)
    assert_left(imported(path), SHORT)
    whole = filled(BARS)
    at = whole["ts"] == prints("2024-10-05 11:00")["ts"].iloc[0]
    whole.loc[at, ["high", "volume"]] = [whole.loc[at, "close"].iloc[0] + 0.25, 3]
    incoming = imported(saved(tmp_path, whole, UTC))
    assert_left(incoming, BARS)
    assert rows_of("stray_prints", incoming) == [(int(np.flatnonzero(at)[0]) + 1, 1, "mended")]


def test_bars_filled_in_while_globex_is_open_are_kept(tmp_path: Path) -> None:
    bars = SHORT.drop(index=range(300, 306)).reset_index(drop=True)
    whole = filled(bars)
    path = tmp_path / "ES.parquet"
    whole.to_parquet(path)
    incoming = imported(path)
    assert_left(incoming, whole[whole["ts"].isin(SHORT["ts"])].reset_index(drop=True))
    assert [rows for _, rows, action in rows_of("filled_bars", incoming) if action == "told"] == [6]


@pytest.mark.parametrize(
    ("name", "overrides"),
    [
        ("three_stray_prints ES 06-24.Last.txt", Overrides(zone=UTC, label="close")),
        ("pause_and_weekend_filled_flat_utc.csv", Overrides(zone=UTC, label="open")),
        ("three_stray_prints ES 06-24.Last.txt", NO_OVERRIDES),
        ("pause_and_weekend_filled_flat_utc.csv", NO_OVERRIDES),
    ],
)
def test_real_cases(name: str, overrides: Overrides) -> None:
    path = SHARED_DATA.parent / "cases" / name
    if not path.exists():
        pytest.skip("no shared cases beside the repository")
    bars = imported(path, overrides).bars
    assert len(bars) == 2760
    local = bars["ts"].dt.tz_convert(NEW_YORK)
    assert not ((local.dt.hour == 17) | (local.dt.day_of_week == 5)).any()
