"""The coin market has the bars of the sample, each kept or mirrored, and nothing else."""

import numpy as np
import pandas as pd
import pytest

from core.importing.coin_market import coin_bars, coin_sample
from core.importing.sample import sample_bars
from core.market.instruments import instrument
from core.market.sessions import build_sessions
from core.warehouse.bars import content_sha256

COIN = instrument("DEMO-COIN")
BARS = pd.DataFrame(
    {
        "open": [10.0, 12.0, 11.0],
        "high": [12.5, 13.0, 14.0],
        "low": [9.0, 10.5, 11.0],
        "close": [11.0, 11.5, 13.0],
    }
)


@pytest.fixture(scope="module")
def sample() -> pd.DataFrame:
    return sample_bars()


@pytest.fixture(scope="module")
def coin(sample: pd.DataFrame) -> pd.DataFrame:
    return coin_sample(sample)


def test_a_bar_is_kept_or_mirrored() -> None:
    found = {_from_first_open(coin_bars(BARS, seed)) for seed in range(60)}
    assert len(found) == 2 ** len(BARS)
    assert _from_first_open(BARS) in found
    for prices in found:
        bars = pd.DataFrame(np.reshape(prices, (3, 4)), columns=BARS.columns)
        assert (bars["high"] - bars["low"]).tolist() == [3.5, 2.5, 3.0]
        assert (bars["close"] - bars["open"]).abs().tolist() == [1.0, 0.5, 2.0]
        assert (bars[["open", "close"]].max(axis=1) <= bars["high"]).all()
        assert (bars[["open", "close"]].min(axis=1) >= bars["low"]).all()


def _from_first_open(bars: pd.DataFrame) -> tuple[float, ...]:
    return tuple((bars - bars["open"].iloc[0]).to_numpy().ravel())


def test_every_bar_is_that_of_the_sample_or_its_mirror_image(
    sample: pd.DataFrame, coin: pd.DataFrame
) -> None:
    """By a plain loop: from the close before, each price lies as far up or as far down as in the sample."""
    columns = ["open", "high", "low", "close"]
    real, made = sample[columns].to_numpy(), coin[columns].to_numpy()
    turned = 0
    for at in range(1, 20_000):
        from_close, found = real[at] - real[at - 1, 3], made[at] - made[at - 1, 3]
        open_, high, low, close = from_close
        mirror = np.array([-open_, -low, -high, -close])
        assert (found == from_close).all() or (found == mirror).all(), at
        turned += (found == mirror).all()
    assert 9_500 < turned < 10_700


def test_nights_and_the_steps_between_days_are_mirrored_too(sample: pd.DataFrame, coin: pd.DataFrame) -> None:
    real, made = (bars["close"].diff().iloc[1:] for bars in (sample, coin))
    assert (real.abs() == made.abs()).all()
    hour = sample["ts"].dt.tz_convert("America/New_York").dt.hour.iloc[1:]
    moved = real != 0
    for name, hours in {"evening": hour == 18, "night": hour < 9, "day": hour.between(10, 15)}.items():
        assert 0.48 < (real != made)[moved & hours].mean() < 0.52, name


def test_stamps_and_volumes_are_those_of_the_sample(sample: pd.DataFrame, coin: pd.DataFrame) -> None:
    pd.testing.assert_frame_equal(sample[["ts", "volume"]], coin[["ts", "volume"]])
    assert coin["contract"].str.removeprefix("DEC").equals(sample["contract"].str.removeprefix("DEM"))


def test_it_is_the_same_every_time(sample: pd.DataFrame, coin: pd.DataFrame) -> None:
    assert content_sha256(coin_sample(sample)) == content_sha256(coin)


def test_prices_are_possible_and_on_the_tick(coin: pd.DataFrame) -> None:
    prices = coin[["open", "high", "low", "close"]].to_numpy()
    assert (prices * COIN.ticks_per_point == np.rint(prices * COIN.ticks_per_point)).all()
    assert prices.min() > 0


def test_its_sessions_are_those_of_the_sample(sample: pd.DataFrame, coin: pd.DataFrame) -> None:
    real, made = build_sessions(sample, instrument("DEMO")), build_sessions(coin, COIN)
    assert (made.sessions.session_date == real.sessions.session_date).all()
    assert made.quarantined == real.quarantined
    assert [each.session_date for each in made.rolls] == [each.session_date for each in real.rolls]
