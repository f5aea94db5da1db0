"""What the night knows of the next session is what the build says of it once it is there."""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

import msgspec
import numpy as np
import pandas as pd
import pytest

from core.build.pack import next_entries
from core.build.pack.next_entries import next_calendar, next_session
from core.contracts.next_session import NextSession
from core.market.calendar import exchange_calendar
from core.market.ema import ema20_step
from core.market.instruments import instrument
from core.market.market import CalendarFacts, Market, rows_of
from core.market.market_build import build_market
from core.market.session_bars import session_bars
from core.market.session_clock import utc_stamps
from core.market.sessions import SessionBuild, build_sessions
from tests.support.small_warehouse import small_bars
from tests.unit.market.bar_builder import SHARED_DATA

LEVELS = ("hoy", "loy", "coy", "adr10", "ath_before", "ema_open", "d_ema20")
ES = replace(instrument("ES"), prior_high=5000.0)


def night_before(bars: pd.DataFrame, day: str) -> NextSession | None:
    """What is known of a day from the bars before its open."""
    opens_at = np.datetime64(pd.Timestamp(f"{day} 09:30", tz="America/New_York").tz_convert(None))
    build = build_sessions(bars[utc_stamps(bars["ts"]) < opens_at], ES)
    return next_session(build, session_bars(build))


def assert_the_market_says_so(bars: pd.DataFrame, market: Market, rows: Iterable[int]) -> None:
    for row in rows:
        day = str(market.session_date[row])
        night = night_before(bars, day)
        assert night is not None
        if market.sessions.previous[market.ordinal[row]] < 0:
            assert night.session_date == str(market.calendar.previous_session[row]), day
            continue
        found = [getattr(night, name) for name in LEVELS]
        said = [getattr(market, name)[row] for name in LEVELS]
        assert found == [None if np.isnan(each) else each for each in said], day
        table, at = market.sessions, market.ordinal[row]
        facts = (night.session_date, night.is_short, night.contract, night.is_roll, night.previous_row)
        assert facts == (day, False, table.contract[at], table.is_roll[at], market.previous_row[row]), day
        assert night.calendar == next_calendar(_facts(market, row))
        first_bar = (
            None if night.ema_last is None else ema20_step(night.ema_last * 4, market.close[row, 0] * 4)
        )
        assert first_bar == (None if np.isnan(market.ema[row, 0]) else market.ema[row, 0] * 4), day


def _facts(market: Market, row: int) -> CalendarFacts:
    return rows_of(market, np.array([row])).calendar


@lru_cache
def small() -> pd.DataFrame:
    """Two contracts, a half day and a day without bars, 2024-06-03 to 2024-07-12."""
    bars = small_bars()
    day = bars["ts"].dt.tz_convert("America/New_York").dt.strftime("%Y-%m-%d")
    bars = bars[day != "2024-06-26"]
    dated: pd.DataFrame = bars.assign(contract=np.where(bars["ts"] < "2024-06-16", "ESM4", "ESU4"))
    return dated


def built(bars: pd.DataFrame) -> SessionBuild:
    return build_sessions(bars, ES)


def test_every_day_of_the_build_is_foretold_by_the_bars_before_it() -> None:
    bars = small()
    market = build_market(built(bars))
    assert market.sessions.is_roll.any()
    assert market.calendar.previous_is_short.any()
    assert (market.sessions.previous[market.ordinal] < 0).sum() == 2
    assert_the_market_says_so(bars, market, range(8, len(market)))


def test_a_half_day_comes_with_its_own_levels() -> None:
    night = night_before(small(), "2024-07-03")
    assert night is not None
    assert (night.session_date, night.is_short) == ("2024-07-03", True)
    assert night.coy is not None


def test_after_a_quarantined_session_yesterday_is_unknown() -> None:
    bars = small()
    cut = bars[utc_stamps(bars["ts"]) < np.datetime64("2024-07-11T15:00")]
    build = built(cut)
    assert [str(each.session_date) for each in build.quarantined] == ["2024-07-11"]
    night = next_session(build, session_bars(build))
    assert night is not None
    assert (night.session_date, night.previous_row) == ("2024-07-12", -1)
    assert [night.hoy, night.loy, night.coy, night.ema_open, night.d_ema20] == [None] * 5
    assert night.adr10 is not None
    assert night.ema_last == session_bars(build).ema[session_bars(build).counted_bars - 1]


@pytest.mark.parametrize(("policy", "contract"), [("adjusted", ""), ("unknown", ""), ("calendar", "ESU4")])
def test_the_contract_is_named_where_the_rolls_are_known(policy: str, contract: str) -> None:
    build = replace(built(small()), roll_policy=policy)  # type: ignore[arg-type]
    night = next_session(build, session_bars(build))
    assert night is not None
    assert (night.contract, night.is_roll) == (contract, False)


def test_a_contract_other_than_the_calendar_s_is_kept() -> None:
    build = built(small().assign(contract="ESZ4"))
    night = next_session(build, session_bars(build))
    assert night is not None
    assert (night.contract, night.is_roll) == ("ESZ4", False)


def test_where_the_calendar_ends_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    calendar, build = exchange_calendar(), built(small())
    ends = calendar.positions(build.sessions.session_date[-1:])[0] + 1
    short = replace(calendar, sessions=calendar.sessions[:ends], short=calendar.short[:ends])
    monkeypatch.setattr(next_entries, "exchange_calendar", lambda name: short)
    assert next_session(build, session_bars(build)) is None


def test_it_travels_as_json() -> None:
    night = night_before(small(), "2024-07-12")
    assert msgspec.json.decode(msgspec.json.encode(night), type=NextSession) == night


@pytest.mark.skipif(not SHARED_DATA.is_dir(), reason="no shared data beside the repository")
def test_real_days_are_foretold_too() -> None:
    bars = pd.read_parquet(SHARED_DATA / "ES_5m.parquet")
    bars = bars[bars["ts"] < "2024-12-20"]
    market = build_market(built(bars))
    roll = int(np.flatnonzero(market.sessions.is_roll[market.ordinal])[0])
    after_half_day = int(np.flatnonzero(market.calendar.previous_is_short)[0])
    assert_the_market_says_so(bars, market, (roll, roll + 1, after_half_day, 150))
