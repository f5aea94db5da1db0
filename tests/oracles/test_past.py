"""What the past leaves behind: hand values for each trap, and whole-column pandas on the real ES bars."""

from datetime import UTC, date, datetime, timedelta
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from tests.golden.handmade import bars
from tests.oracles.days import Day, Reading, Row, load, read
from tests.oracles.features import ANSWERS
from tests.oracles.past import Past, Session, averages, next_run, pasts

SHARED = Path(__file__).resolve().parents[2].parent / "shared"
MONDAY = date(2024, 1, 1)


def session(
    number: int,
    closes: tuple[float, ...] = (101.0,),
    *,
    opened: float = 100.0,
    is_full: bool = True,
    follows: bool = True,
    rolled: bool = False,
) -> Session:
    day = MONDAY + timedelta(days=number)
    starts = datetime(day.year, day.month, day.day, 14, 30, tzinfo=UTC)
    return Session(day, starts, is_full, follows, rolled, opened, closes)


def told(*sessions: Session, highs: tuple[float, ...] = (), prior_high: float | None = None) -> list[Past]:
    """The pasts of sessions; the n-th high is printed five minutes before the n-th session starts."""
    prints = [(one.starts - timedelta(minutes=5), high) for one, high in zip(sessions, highs, strict=False)]
    return list(pasts(sessions, prints, prior_high).values())


def test_the_average_moves_two_twenty_firsts_of_the_way_and_starts_at_the_first_close() -> None:
    assert averages([10, 31, 10], None) == [10, 12, pytest.approx(12 - 4 / 21)]
    assert averages([31], 10) == [12]


def test_the_average_goes_on_through_half_days_and_starts_anew_on_a_roll() -> None:
    days = told(
        session(0, (10.0,)),
        session(1, (31.0,), is_full=False),
        session(2, (33.0,)),
        session(3, (54.0, 75.0), rolled=True),
        session(4, (77.0,)),
    )
    assert [day.ema for day in days] == [(10,), (14,), None, (pytest.approx(58),)]
    assert [day.ema_before for day in days] == [None, 12, None, 56]


def test_after_a_missing_session_the_line_goes_on_but_yesterdays_value_is_unknown() -> None:
    days = told(session(0, (10.0,)), session(2, (31.0,), follows=False), session(3, (33.0,)))
    assert [day.ema for day in days] == [(10,), (12,), (14,)]
    assert [day.ema_before for day in days] == [None, None, 12]


def test_a_roll_on_a_half_day_leaves_the_next_session_a_line() -> None:
    days = told(session(0, (10.0,)), session(1, (31.0,), is_full=False, rolled=True), session(2, (52.0,)))
    assert [day.ema for day in days] == [(10,), (33,)]
    assert days[1].ema_before == 31


def test_the_daily_average_waits_for_twenty_closes_of_which_half_days_have_theirs() -> None:
    sessions = [session(number, (99.0, 100.0), is_full=number != 5) for number in range(19)]
    last = (session(19, (121.0,)), session(20, (142.0,), rolled=True), session(21, follows=False))
    days = told(*sessions, *last)
    assert [day.daily_ema for day in days[:19]] == [None] * 19
    assert [day.daily_ema for day in days[19:]] == [102, pytest.approx(102 + 80 / 21)]


@pytest.mark.parametrize(
    ("run", "opened", "closed", "wanted"),
    [(3, 1, 2, 4), (-3, 1, 2, 1), (0, 1, 2, 1), (-3, 2, 1, -4), (3, 2, 1, -1), (5, 1, 1, 0)],
)
def test_a_run_goes_on_turns_or_is_nothing(run: int, opened: float, closed: float, wanted: int) -> None:
    assert next_run(run, opened, closed) == wanted


def test_runs_count_half_days_and_start_anew_after_a_missing_session_only() -> None:
    days = told(
        session(0),
        session(1, is_full=False),
        session(2, rolled=True),
        session(4, follows=False),
        session(5, opened=102.0),
        session(6, opened=102.0),
    )
    assert [day.run for day in days] == [0, 2, 0, 1, -1]


def test_runs_of_closes_count_half_days_and_end_where_yesterdays_close_is_unknown() -> None:
    closes = (100.0, 101.0, 102.0, 103.0, 103.0, 102.0, 101.0, 100.0, 99.0, 98.0)
    shape = {2: {"is_full": False}, 7: {"rolled": True}, 9: {"follows": False}}
    days = told(*(session(n, (close,), **shape.get(n, {})) for n, close in enumerate(closes)))
    assert [day.close_run for day in days] == [0, 0, 2, 3, 0, -1, -2, 0, 0]


def test_the_highest_print_is_told_from_the_253rd_full_session_on() -> None:
    sessions = [session(number, is_full=number != 7) for number in range(254)]
    highs = tuple(float(number) for number in range(254))
    days = told(*sessions, highs=highs)
    assert [day.highest for day in days] == [None] * 252 + [253.0]
    assert told(*sessions, highs=highs, prior_high=5.0)[0].highest == 5
    assert told(*sessions, highs=highs, prior_high=5.0)[251].highest == 252


def test_the_highest_print_is_one_before_the_first_bar() -> None:
    one = session(0)
    late = [(one.starts, 9.0), (one.starts - timedelta(minutes=5), 3.0)]
    assert pasts([one], late, 1.0)[one.date].highest == 3


@cache
def handmade() -> Reading:
    return read(Row(bar.ts, bar.open, bar.high, bar.low, bar.close, bar.contract) for bar in bars())


def test_the_handmade_market_has_its_rolls_and_holes() -> None:
    days = handmade().days
    assert [str(day.date) for day in days if day.past.ema is None] == ["2024-06-17"]
    without = [str(day.date) for day in days if day.past.ema_before is None]
    assert without == ["2024-06-13", "2024-06-17", "2024-06-27"]
    streaks = [ANSWERS["bull_day_streak"](day) for day in days]
    assert streaks == [1, -1, -2, 0, 1, 2, 3, 4, -1, -2, 1, 2, -1, -2, 0]
    closes = [ANSWERS["close_streak"](day) for day in days]
    assert closes == [None, -1, None, 0, 0, 1, -1, 1, None, -1, 1, 2, -1, -2, 1]
    assert {day.past.highest for day in days} == {None}


def test_the_highest_print_is_of_every_segment_closed_days_included() -> None:
    rows = [Row(bar.ts, bar.open, bar.high, bar.low, bar.close, bar.contract) for bar in bars()]
    highest = {str(day.date): day.past.highest for day in read(rows, prior_high=1.0).days}
    assert highest["2024-06-13"] == 5010
    assert highest["2024-06-18"] == 5080
    assert highest["2024-06-20"] == 5110
    assert highest["2024-07-09"] == 5110


def es_bars() -> Path:
    if not SHARED.is_dir():
        pytest.skip("the folder shared is not here")
    return SHARED / "data" / "ES_5m.parquet"


@cache
def es() -> list[Day]:
    return load(es_bars()).days


@cache
def pandas_floor() -> pd.DataFrame:
    """The RTH bars of every counted session of ES, its line of averages beside them."""
    frame = pd.read_parquet(es_bars()).sort_values("ts")
    frame["highest"] = frame["high"].cummax().shift()
    local = frame["ts"].dt.tz_convert("America/New_York").dt.tz_localize(None)
    frame["day"] = local.dt.normalize()
    clock = (local - frame["day"]) / pd.Timedelta(minutes=5)
    floor = frame[(clock >= 114) & (clock < 195)]
    floor = floor[floor.groupby("day")["ts"].transform("size").isin([45, 81])]
    lines = floor.groupby("contract", sort=False)["close"]
    ema = lines.transform(lambda part: part.ewm(alpha=2 / 21, adjust=False).mean())
    return pd.DataFrame(floor.assign(ema=ema))


def test_plain_pandas_draws_the_same_line_of_averages() -> None:
    known = [day for day in es() if day.past.ema is not None]
    assert len(es()) - len(known) == 9
    floor = pandas_floor().set_index("day")["ema"]
    wanted = floor.loc[floor.index.isin([pd.Timestamp(day.date) for day in known])]
    found = np.concatenate([day.past.ema for day in known if day.past.ema])
    np.testing.assert_allclose(found, wanted.to_numpy(), rtol=1e-12)


def test_plain_pandas_has_the_same_daily_average_and_highest_print() -> None:
    by_day = pandas_floor().groupby("day").agg(close=("close", "last"), highest=("highest", "first"))
    by_day["daily"] = by_day["close"].ewm(alpha=2 / 21, adjust=False).mean().shift()
    by_day.loc[by_day.index[:20], "daily"] = np.nan
    full = by_day.loc[[pd.Timestamp(day.date) for day in es()]]
    full.loc[full.index[:252], "highest"] = np.nan
    daily = [np.nan if day.past.daily_ema is None else day.past.daily_ema for day in es()]
    highest = [np.nan if day.past.highest is None else day.past.highest for day in es()]
    np.testing.assert_allclose(daily, full["daily"].to_numpy(), rtol=1e-12)
    np.testing.assert_array_equal(highest, full["highest"].to_numpy())
