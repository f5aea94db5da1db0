"""Levels, ADR and EMA of the market against plain loops."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from core.importing.formats.any_file import read_any_file
from core.market.calendar import exchange_calendar
from core.market.ema import ema20
from core.market.instruments import INSTRUMENTS, SAMPLE_SYMBOLS, instrument
from core.market.market import Market
from core.market.market_build import build_market
from core.market.sessions import build_sessions
from tests.unit.market.bar_builder import SHARED_DATA, joined, rth, with_closes


def market(*parts: pd.DataFrame) -> Market:
    return build_market(build_sessions(joined(parts), instrument("ES")))


def moving(day: str, start: float, contract: str | None = None, *, last: str = "16:10") -> pd.DataFrame:
    session = rth(day, contract=contract, last=last)
    steps = np.arange(len(session))
    return with_closes(session, start + np.round(40 * np.sin(steps / 7)) * 0.25 + steps * 0.25)


def plain_ema(closes: list[float]) -> list[float]:
    line = [closes[0]]
    for close in closes[1:]:
        line.append(line[-1] + 2 / 21 * (close - line[-1]))
    return line


def test_a_market_has_one_row_per_full_session() -> None:
    built = market(
        moving("2024-07-02", 5000), moving("2024-07-03", 5010, last="13:10"), moving("2024-07-05", 5020)
    )
    assert built.close.shape == (2, 81)
    assert built.ordinal.tolist() == [0, 2]
    assert built.previous_row.tolist() == [-1, -1]
    assert built.volume.dtype == np.float64


def test_a_half_day_is_yesterday_and_moves_the_ema() -> None:
    full, half, last = (
        moving("2024-07-02", 5000),
        moving("2024-07-03", 5010, last="13:10"),
        moving("2024-07-05", 5020),
    )
    built = market(full, half, last)
    assert built.hoy[1] == half["high"].max()
    assert built.loy[1] == half["low"].min()
    assert built.coy[1] == half["close"].iloc[-1]
    line = plain_ema([*full["close"], *half["close"], *last["close"]])
    assert built.ema[0].tolist() == pytest.approx(line[:81], abs=1e-9)
    assert built.ema[1].tolist() == pytest.approx(line[-81:], abs=1e-9)
    assert built.ema_open[1] == pytest.approx(line[81 + 44], abs=1e-9)


def test_the_first_session_has_no_yesterday() -> None:
    built = market(moving("2024-07-01", 5000))
    assert np.isnan([built.hoy[0], built.loy[0], built.coy[0], built.ema_open[0], built.adr10[0]]).all()
    assert built.ema[0, 0] == built.close[0, 0]


def test_quarantine_stays_outside_ema_and_levels() -> None:
    first, broken, last = (
        moving("2024-07-01", 5000),
        moving("2024-07-02", 9000).iloc[1:],
        moving("2024-07-05", 5020),
    )
    built = market(first, broken, last)
    assert np.isnan([built.hoy[1], built.coy[1], built.ema_open[1]]).all()
    assert built.ema[1].tolist() == pytest.approx(plain_ema([*first["close"], *last["close"]])[81:], abs=1e-9)


def test_an_unknown_roll_blanks_levels_and_ema_and_restarts_the_line() -> None:
    before = moving("2024-06-14", 5000, "ESM4")
    roll = moving("2024-06-17", 5060, "ESU4")
    after = moving("2024-06-18", 5070, "ESU4")
    built = market(before, roll, after)
    assert np.isnan(built.ema[1]).all()
    assert np.isnan([built.hoy[1], built.loy[1], built.coy[1], built.ema_open[1]]).all()
    line = plain_ema([*roll["close"], *after["close"]])
    assert built.ema_open[2] == pytest.approx(line[80], abs=1e-9)
    assert built.ema[2].tolist() == pytest.approx(line[81:], abs=1e-9)
    assert built.coy[2] == roll["close"].iloc[-1]


def test_adr_is_the_mean_range_of_ten_full_sessions_before() -> None:
    days = [
        "06-24",
        "06-25",
        "06-26",
        "06-27",
        "06-28",
        "07-01",
        "07-02",
        "07-03",
        "07-05",
        "07-08",
        "07-09",
        "07-10",
    ]
    sessions = []
    for at, day in enumerate(days):
        session = rth(f"2024-{day}", last="13:10" if day == "07-03" else "16:10")
        sessions.append(session.assign(high=5001.0 + at))
    built = market(*sessions)
    full = [at for at, day in enumerate(days) if day != "07-03"]
    ranges = [2.0 + at for at in full]
    assert np.isnan(built.adr10[:10]).all()
    assert built.adr10[10] == pytest.approx(np.mean(ranges[:10]), abs=1e-12)


def sessions_of(days: Sequence[str], closes: Sequence[float]) -> list[pd.DataFrame]:
    """Sessions that stand still at one price each; 07-03 is a half day."""
    return [
        rth(f"2024-{day}", close, last="13:10" if day == "07-03" else "16:10")
        for day, close in zip(days, closes, strict=True)
    ]


SUMMER = [str(day)[5:] for day in exchange_calendar().sessions_between("2024-06-03", "2024-07-12")]


def test_the_daily_ema_holds_yesterday_s_close_and_waits_for_twenty() -> None:
    closes = [5000.0 + 3 * (at % 5) for at in range(len(SUMMER))]
    built = market(*sessions_of(SUMMER, closes))
    line = plain_ema(closes)
    full = [at for at, day in enumerate(SUMMER) if day != "07-03"]
    expected = [line[at - 1] if at >= 20 else np.nan for at in full]
    assert built.d_ema20.tolist() == pytest.approx(expected, abs=1e-9, nan_ok=True)
    assert int(np.isnan(built.d_ema20).sum()) == 20


def test_the_daily_ema_goes_on_after_a_missing_session_but_is_null_on_the_next() -> None:
    closes = [5000.0 + at for at in range(len(SUMMER))]
    parts = sessions_of(SUMMER, closes)
    del parts[23]
    del closes[23]
    built = market(*parts)
    row = int(np.flatnonzero(built.session_date == np.datetime64(f"2024-{SUMMER[24]}"))[0])
    assert np.isnan(built.d_ema20[row])
    assert built.d_ema20[row + 1] == pytest.approx(plain_ema(closes)[23], abs=1e-9)


@pytest.mark.parametrize("symbol", [name for name in INSTRUMENTS if name not in SAMPLE_SYMBOLS])
def test_a_line_that_stands_on_a_tick_stays_there_in_ticks(symbol: str) -> None:
    """A close equal to its EMA is at it, whatever the tick: RTY trades in tenths, which have no double."""
    per_point = instrument(symbol).ticks_per_point
    prices = np.arange(1, 300_000) / per_point
    assert np.array_equal(prices * per_point, np.arange(1, 300_000))
    for price in (2021.8, 2015.3, 4999.9, 0.7):
        flat = np.rint(price * per_point) / per_point * np.ones(200)
        assert np.array_equal(ema20(flat, per_point), flat)


def test_an_ema_is_the_plain_one_on_every_tick() -> None:
    rng = np.random.default_rng(1)
    for per_point in (1, 4, 10):
        closes = 20_000 / per_point + np.cumsum(rng.integers(-9, 10, 3000)) / per_point
        assert ema20(closes, per_point).tolist() == pytest.approx(plain_ema(closes.tolist()), rel=1e-12)


def test_the_all_time_high_is_read_before_the_open() -> None:
    known = replace(instrument("ES"), prior_high=5003.0)
    spike = rth("2024-07-02", 5000.0)
    spike.loc[10, "high"] = 5007.0
    parts = [rth("2024-07-01"), spike, rth("2024-07-03", last="13:10"), rth("2024-07-05")]
    assert build_market(build_sessions(joined(parts), known)).ath_before.tolist() == [5003.0, 5003.0, 5007.0]
    assert np.isnan(market(*parts).ath_before).all()


def test_a_market_without_sessions_is_empty() -> None:
    built = market(rth("2024-07-01").iloc[:5])
    assert built.close.shape == (0, 81)
    assert built.adr10.shape == built.d_ema20.shape == built.calendar.fomc.shape == (0,)


def test_real_es_ema_agrees_with_a_plain_loop() -> None:
    if not SHARED_DATA.is_dir():
        pytest.skip("no shared data beside the repository")
    build = build_sessions(read_any_file(SHARED_DATA / "ES_5m.parquet").frame, instrument("ES"))
    built = build_market(build)
    bars = build.bars[build.bars["bar_number"] > 0]
    line, ema = [], float("nan")
    contract = None
    for close, name in zip(bars["close"].tolist(), bars["contract"].tolist(), strict=True):
        ema = close if name != contract else ema + 2 / 21 * (close - ema)
        contract = name
        line.append(ema)
    by_day = pd.Series(line).groupby(bars["session_date"].to_numpy()).agg(list)
    rolls = set(build.sessions.session_date[build.sessions.is_roll].tolist())
    for row in range(0, len(built), 17):
        expected = by_day[pd.Timestamp(built.session_date[row])]
        if built.session_date[row].astype(object) not in rolls:
            assert built.ema[row].tolist() == pytest.approx(expected, abs=1e-6)
    assert int(np.isnan(built.ema[:, 0]).sum()) == 9
