"""The detector of a fall: as plain loops find it, no alarm where nothing fell, and the stated delays.

Seen failing: a ratio upside down, the first half among the monitored days, no day added before a product,
the upper end of the interval as p0, the last alarm for the first, the weakest start for the strongest.
"""

import numpy as np
import pytest
from numpy.typing import NDArray

from core.evidence import reference
from core.figures.stopped import ALARM, LEAST_DAYS, delays, first_alarm, monitored
from tests.oracles.stopped import Fall, fall_of, lower_rates, p0_of, ratio

Days = NDArray[np.bool_]


def sequences(rate: float, number: int, days: int, seed: int = 1) -> Days:
    return np.random.default_rng(seed).random((number, days)) < rate


def found(days: Days) -> list[Fall | None]:
    """Of sequences on which every day counts, the alarm and the likely fall after the first half."""
    every = monitored(np.ones_like(days), days)
    half = days.shape[1] // 2
    places = zip(every.alarm.tolist(), every.since.tolist(), strict=True)
    return [None if alarm < 0 else Fall(alarm - half, since - half) for alarm, since in places]


@pytest.mark.parametrize(("before", "after"), [(0.7, 0.7), (0.7, 0.2), (0.25, 0.02), (0.98, 0.6), (1.0, 0.8)])
def test_an_alarm_is_the_one_of_plain_loops(before: float, after: float) -> None:
    days = np.hstack((sequences(before, 6, 60), sequences(after, 6, 50, seed=2)))
    assert found(days) == [fall_of(each.tolist()) for each in days]


@pytest.mark.parametrize(("before", "after"), [(0.7, 0.55), (0.3, 0.12), (0.95, 0.7), (0.6, 0.6)])
def test_the_nightly_check_finds_the_same(before: float, after: float) -> None:
    days = np.hstack((sequences(before, 10, 700), sequences(after, 10, 300, seed=2)))
    likely = [reference.likely_fall(each[:500], each[500:]) for each in days]
    assert likely == [None if each is None else each.since for each in found(days)]


def test_falls_are_found_and_dated() -> None:
    days = np.hstack((sequences(0.7, 40, 400), sequences(0.35, 40, 150, seed=2)))
    falls = [each for each in found(days) if each is not None]
    assert len(falls) == 40
    assert np.median([each.since for each in falls]) == pytest.approx(400 - 275, abs=6)
    assert all(each.since <= each.alarm for each in falls)


@pytest.mark.parametrize("p0", [0.02, 0.2, 0.5, 0.65, 0.97])
def test_the_expectation_of_a_ratio_is_at_most_one_at_p0_and_above(p0: float) -> None:
    """The ratios are those of the detector: a sequence of one day has no other."""
    for rate in np.linspace(p0, 1, 20):
        for lower in lower_rates(p0):
            assert rate * ratio(True, lower, p0) + (1 - rate) * ratio(False, lower, p0) <= 1 + 1e-12


def test_days_that_do_not_count_change_nothing() -> None:
    days = np.hstack((sequences(0.7, 5, 80), sequences(0.2, 5, 60, seed=2)))
    counted = np.zeros((5, 300), dtype=np.bool_)
    came = sequences(0.5, 5, 300, seed=3)
    for row in range(5):
        at = np.sort(np.random.default_rng(row).permutation(300)[:140])
        counted[row, at], came[row, at] = True, days[row]
    some = monitored(counted, came)
    for row, fall in enumerate(found(days)):
        places = np.flatnonzero(counted[row])
        assert fall is not None
        assert (some.alarm[row], some.since[row]) == tuple(places[70 + np.array(fall)])
    assert (some.n.tolist(), some.days.tolist()) == ([140] * 5, [70] * 5)


def test_a_later_day_changes_no_earlier_alarm() -> None:
    days = np.hstack(
        (sequences(0.6, 20, 50), sequences(0.1, 20, 60, seed=2), sequences(0.9, 20, 300, seed=3))
    )
    for each in days:
        alarm = first_alarm(each, np.float64(0.5))
        assert alarm is not None
        for last in range(len(each)):
            assert first_alarm(each[: last + 1], np.float64(0.5)) == (alarm if alarm[0] <= last else None)


def test_few_days_and_an_outcome_that_never_came_have_no_detector() -> None:
    few = monitored(np.ones((1, LEAST_DAYS - 1), dtype=np.bool_), sequences(0.5, 1, LEAST_DAYS - 1))
    never = monitored(np.ones((1, 400), dtype=np.bool_), np.zeros((1, 400), dtype=np.bool_))
    none = monitored(np.zeros((2, 10), dtype=np.bool_), np.zeros((2, 10), dtype=np.bool_))
    for each in (few, never, none):
        assert np.isnan(each.p0).all()
        assert (each.days == 0).all()
        assert (each.alarm == -1).all()
    assert len(monitored(np.zeros((0, 10), dtype=np.bool_), np.zeros((0, 10), dtype=np.bool_)).n) == 0


def test_a_constant_rate_seldom_alarms() -> None:
    """At p0 itself, the highest rate of false alarms: 5 % within 250 days, one in 2,500 days at most."""
    alarms = [first_alarm(each, np.float64(0.6)) for each in sequences(0.6, 1000, 2500)]
    days = np.array([2500 if each is None else each[0] + 1 for each in alarms])
    assert 0.02 < np.mean(days <= 250) < 0.065
    assert sum(each is not None for each in alarms) / days.sum() < 1 / ALARM
    above = [first_alarm(each, np.float64(0.6)) for each in sequences(0.64, 200, 2500)]
    assert sum(each is not None for each in above) < 20


@pytest.mark.parametrize("n", [250, 500])
@pytest.mark.parametrize("rate", [0.3, 0.6, 0.8])
def test_the_delay_of_a_fall_is_the_stated_one(n: int, rate: float) -> None:
    p0 = p0_of([True] * round(rate * n) + [False] * (n - round(rate * n)))
    stated = delays(np.array([p0]), np.array([rate]))[0]
    alarms = [first_alarm(each, np.float64(p0)) for each in sequences(rate - 0.1, 400, 1000, seed=7)]
    median = np.median([np.inf if each is None else each[0] + 1 for each in alarms])
    assert stated == pytest.approx(median, rel=0.15)


def test_delays_are_those_of_each_outcome_alone() -> None:
    p0, rate = np.array([0.55, 0.04, np.nan, 0.62, 0.3]), np.array([0.6, 0.06, np.nan, 0.7, 0.34])
    together = delays(p0, rate)
    alone = [delays(p0[at : at + 1], rate[at : at + 1])[0] for at in range(5)]
    np.testing.assert_array_equal(together, alone)
    assert np.isnan(together[[1, 2]]).all()
    assert np.isinf(delays(np.array([0.36]), np.array([0.5]))[0])


def test_a_fall_below_p0_shows_as_soon_as_the_design_says() -> None:
    """Of 10 points after 150 days, of 15 after 88 and of 5 after 380, where p0 is the rate before."""
    for fall, days in ((0.05, 380), (0.10, 150), (0.15, 88)):
        alarms = [first_alarm(each, np.float64(0.6)) for each in sequences(0.6 - fall, 600, 1500, seed=4)]
        median = np.median([np.inf if each is None else each[0] + 1 for each in alarms])
        assert median == pytest.approx(days, rel=0.12)
