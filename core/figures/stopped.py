"""Has an outcome stopped coming as often as it did? A detector that may be read every night.

A Shiryaev-Roberts e-detector (Shin, Ramdas and Rinaldo 2023, "E-detectors: a nonparametric framework for
sequential change detection") of "the rate has fallen below p0". p0 is the lower end of the interval of the
first half of the days. The days after them are monitored.
"""

from dataclasses import dataclass

import numpy as np

from core.figures.formulas import Counts, Floats, Mask, wilson

ALARM = 2500.0
"""An alarm needs this value: a rate of p0 or more gives one false alarm in as many days on average."""

LEAST_DAYS = 100
"""Days from which there is a detector: with fewer, p0 lies more than 13 points below a rate of one half."""

RATES = 10
DEEPEST, DEEPEST_SHARE = 0.30, 0.9
"""The lower rates are so many, down to p0 - 0.30, but not more than nine tenths below a small p0."""

FALL = 0.10
MOST_DELAY = 1000
"""Days after which a fall that does not show yet is followed no further."""

_SEQUENCES, _SEED = 400, 1


@dataclass(frozen=True, eq=False)
class Monitored:
    """T outcomes, each on its days after the first half, (T,) each.

    Of `n` days so many `days` are monitored, 0 without a detector. `rate` is that of the first half and `p0`
    the lower end of its interval, NaN without a detector. `alarm` is the place of the day of the first alarm
    and `since` that of the likely fall, -1 without an alarm.
    """

    n: Counts
    days: Counts
    rate: Floats
    p0: Floats
    alarm: Counts
    since: Counts


@np.errstate(divide="ignore", invalid="ignore")
def monitored(counted: Mask, came: Mask) -> Monitored:
    """Look for a fall of T outcomes on the days (T, N) that count for each, in the order of dates."""
    upto = counted.cumsum(axis=1)
    n = counted.sum(axis=1)
    first = n // 2
    is_first = counted & (upto <= first[:, None])
    came_first = (came & is_first).sum(axis=1)
    p0 = wilson(came_first, first)[0]
    has_detector = (n >= LEAST_DAYS) & (p0 > 0)
    alarm, since = np.full((2, len(n)), -1)
    for row in np.flatnonzero(has_detector):
        places = np.flatnonzero(counted[row] & ~is_first[row])
        found = first_alarm(came[row, places], p0[row])
        if found is not None:
            alarm[row], since[row] = places[list(found)]
    rate, p0 = (np.where(has_detector, each, np.nan) for each in (came_first / first, p0))
    return Monitored(n, np.where(has_detector, n - first, 0), rate, p0, alarm, since)


def first_alarm(came: Mask, p0: np.float64) -> tuple[int, int] | None:
    """The day of the first alarm, and the day from which on the days up to it speak most for a lower rate.

    For each lower rate, the detector is the sum over all first days of the likelihood ratios from that day
    on. Its mean over the lower rates is compared with `ALARM`.
    """
    up, down = np.log(_ratios(np.array([p0])))[:, 0]
    total = np.where(came[:, None], up, down).cumsum(axis=0)
    before = np.vstack((np.zeros(RATES), total[:-1]))
    detectors = total + np.logaddexp.accumulate(-before, axis=0)
    days = np.flatnonzero(_log_mean(detectors) >= np.log(ALARM))
    if not len(days):
        return None
    day = int(days[0])
    return day, int(_log_mean(total[day] - before[: day + 1]).argmax())


def delays(p0: Floats, rate: Floats) -> Floats:
    """Days (T,) after which a fall of 10 points from `rate` shows in half of all sequences.

    NaN where the rate is no more than 10 points, infinite beyond `MOST_DELAY`. The sequences are drawn by a
    fixed seed, the same for every outcome.
    """
    draws = np.random.default_rng(_SEED)
    found = np.where(rate > FALL, np.inf, np.nan)
    rows = np.flatnonzero(rate > FALL)
    ratios = _ratios(p0[rows])
    detectors = np.zeros((len(rows), _SEQUENCES, RATES))
    has_shown = np.zeros((len(rows), _SEQUENCES), dtype=np.bool_)
    for day in range(1, MOST_DELAY + 1):
        if not len(rows):
            break
        came = draws.random(_SEQUENCES) < rate[rows, None] - FALL
        detectors = (detectors + 1) * np.where(came[:, :, None], *ratios[:, :, None])
        has_shown |= detectors.mean(axis=2) >= ALARM
        is_done = 2 * has_shown.sum(axis=1) >= _SEQUENCES
        if is_done.any():
            found[rows[is_done]] = day
            rows, ratios = rows[~is_done], ratios[:, ~is_done]
            detectors, has_shown = detectors[~is_done], has_shown[~is_done]
    return found


def _ratios(p0: Floats) -> Floats:
    """The likelihood ratios of each lower rate over p0 (2, T, K), of a day with and without the outcome.

    Under every rate of p0 or more their expectation is at most 1.
    """
    deepest = np.minimum(DEEPEST, DEEPEST_SHARE * p0)
    lower = p0[:, None] - deepest[:, None] * np.arange(1, RATES + 1) / RATES
    return np.stack((lower / p0[:, None], (1 - lower) / (1 - p0[:, None])))


def _log_mean(logarithms: Floats) -> Floats:
    """The logarithm of the mean (D,) of numbers whose `logarithms` (D, K) are given."""
    return np.asarray(np.logaddexp.reduce(logarithms, axis=1) - np.log(RATES))
