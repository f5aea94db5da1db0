"""Coin days against cases made by hand; nothing of the product."""

from dataclasses import replace
from datetime import date
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.golden.handmade import bars
from tests.oracles.coin import (
    DECIDED,
    coin_day,
    coin_deciding_bars,
    coins,
    deciding_bar,
    draws,
    tossed,
    tossed_day,
)
from tests.oracles.days import Bar, Day, Reading, Row, read
from tests.oracles.features import ANSWERS
from tests.oracles.hand_days import Prices, day_of
from tests.oracles.past import Past, averages

TICK = 0.25
JUNE_24 = date(2024, 6, 24)
KEPT, MIRRORED = [True] * 81, [False] * 81
STREAM = "110000110011001101011100001011111111100011001001100010011110111000101001100111100"
"""2024-02-05, draw 1; 1 keeps."""

PATTERNS = st.lists(st.booleans(), min_size=81, max_size=81)


def of(*prices: Prices) -> tuple[Bar, ...]:
    return tuple(Bar(*each) for each in prices)


@cache
def handmade() -> Reading:
    return read(Row(bar.ts, bar.open, bar.high, bar.low, bar.close, bar.contract) for bar in bars())


def handmade_day(day: date) -> Day:
    return next(found for found in handmade().days if found.date == day)


@pytest.mark.parametrize(
    ("full_sessions", "wanted"),
    [(1, 104), (480, 104), (481, 104), (521, 96), (531, 96), (2083, 32), (2084, 24), (20_000, 24)],
)
def test_draws_make_50_000_coin_days_within_24_and_104(full_sessions: int, wanted: int) -> None:
    assert draws(full_sessions) == wanted


def test_the_stream_is_fixed_for_good() -> None:
    assert "".join("01"[kept] for kept in coins(date(2024, 2, 5), 1)) == STREAM
    assert len({tuple(coins(date(2024, 2, 5), draw)) for draw in range(1, 101)}) == 100
    assert coins(date(2024, 2, 5), 2) != coins(date(2024, 2, 6), 1)


def test_a_mirrored_bar_swaps_high_and_low() -> None:
    bar = of((100, 107, 98, 105))
    assert tossed(bar, [True]) == bar
    assert tossed(bar, [False]) == of((100, 102, 93, 95))


def test_a_gap_within_the_day_is_carried_and_turns_with_its_bar() -> None:
    real = of((100, 102, 99, 101), (104, 106, 103, 105), (105, 108, 104, 107))
    assert tossed(real, [False, True, True])[1:] == of((102, 104, 101, 103), (103, 106, 102, 105))
    assert tossed(real, [True, False, True])[1:] == of((98, 99, 96, 97), (97, 100, 96, 99))


def test_a_day_without_gaps_turns_about_its_open() -> None:
    real = of((100, 102, 99, 101), (101, 106, 101, 105), (105, 105, 98, 99))
    assert tossed(real, [False] * 3) == of((100, 101, 98, 99), (99, 99, 94, 95), (95, 102, 95, 101))


@given(PATTERNS)
def test_a_bar_keeps_its_size_and_the_open_stays(kept: list[bool]) -> None:
    real = handmade_day(JUNE_24).bars
    made = tossed(real, kept)
    assert made[0].open == real[0].open
    assert [bar.high - bar.low for bar in made] == [bar.high - bar.low for bar in real]
    assert all(bar.low <= min(bar.open, bar.close) <= max(bar.open, bar.close) <= bar.high for bar in made)


def test_with_every_bar_kept_it_is_the_real_day() -> None:
    known = [day for day in handmade().days if day.past.ema_before is not None]
    assert len(known) > 10
    assert [tossed_day(day, KEPT) for day in known] == known


def test_what_is_known_before_the_open_stays_and_the_average_goes_on_from_there() -> None:
    quiet = day_of(quiet=(100, 103, 100, 102))
    day = replace(quiet, past=Past(ema_before=81.0, daily_ema=95.0, highest=104.0, run=3))
    made = tossed_day(day, MIRRORED)
    assert replace(made, bars=day.bars, past=day.past) == day
    assert replace(made.past, ema=None) == day.past
    assert made.bars[:2] == of((100, 100, 97, 98), (100, 100, 97, 98))
    assert made.past.ema is not None
    assert made.past.ema[0] == pytest.approx(81 + (98 - 81) * 2 / 21)
    assert list(made.past.ema) == averages([98.0] * 81, 81.0)
    assert ANSWERS["bull_day_streak"](made) == -1
    assert ANSWERS["ath_made"](made) is False


def test_an_average_unknown_before_the_open_is_unknown_all_day() -> None:
    real = [day for day in handmade().days if day.past.ema_before is None]
    assert [str(day.date) for day in real] == ["2024-06-13", "2024-06-17", "2024-06-27"]
    assert [tossed_day(day, KEPT).past.ema for day in real] == [None] * 3


def test_a_coin_day_answers_every_feature_in_its_unit() -> None:
    session, draw = JUNE_24, 7
    found = coin_day(handmade(), session, draw, TICK)
    real = handmade_day(session)
    in_points = tossed_day(real, coins(session, draw))
    assert list(found) == list(ANSWERS)
    assert found["gap_size_pts"] == -25.0
    assert found["day_range_pts"] == max(bar.high for bar in in_points.bars) - min(
        bar.low for bar in in_points.bars
    )
    assert found["trade_date"] == "2024-06-24"
    assert found == {name: answer(in_points) for name, answer in ANSWERS.items()}


def test_the_deciding_bar_of_an_enum_is_where_it_first_reads_so() -> None:
    above_hoy = day_of({1: (111, 112, 110, 111), 20: (100, 101, 80, 100)})
    assert {name: deciding_bar(name, above_hoy) for name in DECIDED} == {
        "or6_first_bo": 20,
        "or12_first_bo": 20,
        "or18_first_bo": 20,
        "prev_first_bo": 1,
        "gx_first_bo": 1,
    }
    unknown = day_of(globex=None, yesterday=None)
    assert [deciding_bar(name, unknown) for name in DECIDED] == [0, 0, 0, None, None]
    assert set(coin_deciding_bars(handmade(), JUNE_24, 1, TICK)) == set(DECIDED)
