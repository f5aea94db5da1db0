"""Which days count, what a session's night is, who is whose yesterday; on small hand-made bars."""

from dataclasses import replace
from datetime import date

import numpy as np
import pandas as pd
import pytest

from core.importing.formats.any_file import read_any_file
from core.market.instruments import instrument
from core.market.sessions import ATH_FULL_SESSIONS, SessionBuild, build_sessions, highest_before
from tests.unit.market.bar_builder import SHARED_DATA, bars_at, joined, opens, rth

ES = instrument("ES")


def built(*parts: pd.DataFrame) -> SessionBuild:
    return build_sessions(joined(parts), ES)


def dates(build: SessionBuild) -> list[str]:
    return [str(day) for day in build.sessions.session_date]


def kinds(build: SessionBuild) -> dict[str, tuple[date, ...]]:
    return {warning.kind: warning.dates for warning in build.warnings}


def test_a_session_counts_with_exactly_its_bars() -> None:
    build = built(
        rth("2024-07-01"), rth("2024-07-02").drop(index=[3, 4, 80]), rth("2024-07-03", last="13:10")
    )
    assert dates(build) == ["2024-07-01", "2024-07-03"]
    assert build.sessions.is_full.tolist() == [True, False]
    assert build.sessions.full_row.tolist() == [0, -1]
    [fault] = build.quarantined
    assert fault.session_date == date(2024, 7, 2)
    assert fault.reason == "78 of 81 bars; without 4-5, 81"
    assert build.short == (date(2024, 7, 3),)


def test_yesterday_is_the_exchange_session_immediately_before() -> None:
    build = built(rth("2024-07-02"), rth("2024-07-03", last="13:10"), rth("2024-07-05"), rth("2024-07-09"))
    assert build.sessions.previous.tolist() == [-1, 0, 1, -1]
    assert build.missing == (date(2024, 7, 8),)


def test_a_quarantined_day_is_nobodys_yesterday() -> None:
    build = built(rth("2024-07-01"), rth("2024-07-02").iloc[:-1], rth("2024-07-03", last="13:10"))
    assert build.sessions.previous.tolist() == [-1, -1]
    assert build.missing == ()


def test_the_night_is_the_last_evening_only() -> None:
    holiday = bars_at(opens("2024-07-03 18:00", "2024-07-04 12:55"), 6000.0)
    evening = bars_at(opens("2024-07-04 18:00", "2024-07-05 09:25"), 5500.0)
    late = bars_at(opens("2024-07-05 16:15", "2024-07-05 16:55"), 7000.0)
    build = built(holiday, evening, rth("2024-07-05"), late)
    assert (build.sessions.gxh[0], build.sessions.gxl[0]) == (5501.0, 5499.0)
    assert build.closed_days == (date(2024, 7, 4),)
    closed = build.bars[build.bars["segment"] == "closed_day"]
    assert len(closed) == len(holiday)
    assert set(closed["session_date"]) == {pd.Timestamp("2024-07-05")}


def test_a_session_without_night_bars_has_no_night_range() -> None:
    build = built(rth("2024-07-01"))
    assert np.isnan(build.sessions.gxh[0])
    assert np.isnan(build.sessions.gxl[0])
    assert kinds(build)["no_overnight"] == (date(2024, 7, 1),)


def test_the_night_counts_in_the_sessions_own_contract_only() -> None:
    old = bars_at(opens("2024-06-30 18:00", "2024-06-30 18:10"), 5000.0, "ESM4")
    new = bars_at(opens("2024-06-30 18:15", "2024-07-01 09:25"), 5100.0, "ESU4")
    build = built(old, new, rth("2024-07-01", 5100.0, "ESU4"))
    assert (build.sessions.gxh[0], build.sessions.gxl[0]) == (5101.0, 5099.0)
    assert kinds(build)["overnight_contract"] == (date(2024, 7, 1),)


def test_a_roll_session_does_not_know_its_gap() -> None:
    build = built(
        rth("2024-06-14", contract="ESM4"),
        rth("2024-06-17", contract="ESU4"),
        rth("2024-06-18", contract="ESU4"),
    )
    assert build.sessions.is_roll.tolist() == [False, True, False]
    assert build.sessions.roll_gap_known.tolist() == [True, False, True]
    [roll] = build.rolls
    assert (roll.session_date, roll.from_contract, roll.to_contract) == (date(2024, 6, 17), "ESM4", "ESU4")
    assert build.roll_policy == "contracts"


def test_two_contracts_within_rth_quarantine_the_day() -> None:
    mixed = rth("2024-06-17", contract="ESM4")
    mixed.loc[40:, "contract"] = "ESU4"
    build = built(rth("2024-06-14", contract="ESM4"), mixed, rth("2024-06-18", contract="ESU4"))
    assert [fault.reason for fault in build.quarantined] == ["bars of more than one contract: ESM4, ESU4"]
    assert build.sessions.is_roll.tolist() == [False, True]


def test_without_contracts_rolls_are_unknown_and_said_to_be() -> None:
    build = built(rth("2024-06-14"), rth("2024-06-17"))
    assert build.roll_policy == "unknown"
    assert "unknown_rolls" in kinds(build)
    assert build.sessions.contract.tolist() == ["", ""]
    assert not build.sessions.is_roll.any()
    adjusted = build_sessions(build.bars, ES, roll_policy="adjusted")
    assert "unknown_rolls" not in kinds(adjusted)


def test_an_evening_without_its_session_is_open_not_missing() -> None:
    build = built(rth("2024-07-01"), bars_at(opens("2024-07-01 18:00", "2024-07-01 20:00")))
    assert kinds(build)["open_session"] == (date(2024, 7, 2),)
    assert build.quarantined == ()
    assert build.missing == ()


def test_bars_of_the_pause_are_found_and_never_rth() -> None:
    build = built(rth("2024-07-01"), bars_at(opens("2024-07-01 17:00", "2024-07-01 17:10")))
    assert kinds(build)["pause_bars"] == (date(2024, 7, 1),)
    assert build.full_count == 1


def test_the_prior_high_is_every_print_before_the_open() -> None:
    known = instrument("ES")
    declared = replace(known, prior_high=5200.0)
    holiday = bars_at(opens("2024-07-04 10:00", "2024-07-04 10:00"), 6000.0)
    night = bars_at(opens("2024-07-07 18:00", "2024-07-07 18:00"), 6500.0)
    bars = joined(
        [rth("2024-07-03", last="13:10"), holiday, rth("2024-07-05", 5900.0), night, rth("2024-07-08")]
    )
    assert build_sessions(bars, declared).sessions.ath_before.tolist() == [5200.0, 6001.0, 6501.0]
    assert np.isnan(build_sessions(bars, known).sessions.ath_before).all()


@pytest.mark.parametrize("short", [False, True])
def test_the_all_time_high_is_known_after_exactly_a_year_of_full_sessions(short: bool) -> None:
    is_full = np.ones(ATH_FULL_SESSIONS + 3, dtype=np.bool_)
    is_full[10] = not short
    high = np.arange(len(is_full), dtype=np.float64)
    before = highest_before(high, np.arange(len(is_full)), is_full, None)
    first = ATH_FULL_SESSIONS + short
    assert np.isnan(before[:first]).all()
    assert before[first:].tolist() == high[first - 1 : -1].tolist()


def test_bars_without_a_single_session_give_an_empty_table() -> None:
    build = built(bars_at(opens("2024-07-01 18:00", "2024-07-01 20:00")))
    assert len(build.sessions) == 0
    assert build.full_count == 0


@pytest.fixture(scope="module")
def es() -> SessionBuild:
    if not SHARED_DATA.is_dir():
        pytest.skip("no shared data beside the repository")
    return build_sessions(read_any_file(SHARED_DATA / "ES_5m.parquet").frame, ES)


def test_real_es_has_its_sessions_half_days_closed_days_and_rolls(es: SessionBuild) -> None:
    assert es.full_count == 531
    assert (dates(es)[0], dates(es)[-1]) == ("2024-02-05", "2026-03-27")
    assert [str(day) for day in es.short] == [
        "2024-07-03",
        "2024-11-29",
        "2024-12-24",
        "2025-07-03",
        "2025-11-28",
        "2025-12-24",
    ]
    assert es.missing == (date(2025, 6, 30),)
    assert es.quarantined == ()
    assert len(es.closed_days) == 15
    assert len(es.rolls) == 9
    assert kinds(es)["open_session"] == (date(2026, 3, 30),)


def test_real_es_has_42_rth_bars_on_each_closed_day(es: SessionBuild) -> None:
    local = es.bars["ts"].dt.tz_convert("America/New_York")
    minutes = local.dt.hour * 60 + local.dt.minute
    busy = es.bars[(es.bars["segment"] == "closed_day") & (minutes >= 570) & (minutes < 975)]
    assert busy.groupby(local.dt.date).size().to_dict() == dict.fromkeys(es.closed_days, 42)


def test_real_es_levels_agree_with_plain_pandas(es: SessionBuild) -> None:
    local = es.bars["ts"].dt.tz_convert("America/New_York").dt.tz_localize(None)
    bars = es.bars.assign(local=local).set_index("local")
    table = es.sessions
    for row in range(0, len(table), 23):
        day = pd.Timestamp(table.session_date[row])
        rth_bars = bars.loc[f"{day:%Y-%m-%d} 09:30" : f"{day:%Y-%m-%d} 16:10"]
        rth_bars = rth_bars.iloc[: 81 if table.is_full[row] else 45]
        night = bars.loc[day - pd.Timedelta(hours=6) : day + pd.Timedelta(hours=9, minutes=25)]
        assert table.high[row] == rth_bars["high"].max()
        assert table.low[row] == rth_bars["low"].min()
        assert (table.open[row], table.close[row]) == (rth_bars["open"].iloc[0], rth_bars["close"].iloc[-1])
        assert (table.gxh[row], table.gxl[row]) == (night["high"].max(), night["low"].min())
