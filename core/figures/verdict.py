"""Verdicts of comparisons, and their words (source: design/truth.md).

Where there are p-values they choose the words, never the interval.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

import numpy as np

from core.contracts.results import rates
from core.contracts.results.verdict import Against, Code, Untested, Verdict
from core.figures.formulas import compare, wilson
from core.figures.stopped import FALL, LEAST_DAYS, MOST_DELAY

LEVEL = 0.05

AGREEMENT, MARGIN = 0.05, 0.01
"""How far a rate that agrees with a published one lies from it at most; one that differs, at least."""

Z_90 = 1.6448536269514722
"""The normal distribution's 95 % point: an interval of 90 % leaves 5 % out on either side."""

_UNTESTED: dict[Untested, str] = {
    "no_coin": "Known before the open, so there is no coin to compare with.",
    "fixed_by_filter": "Your filter fixes part of this, so it is not tested.",
    "known_by_then": "Known by then, so it is not tested.",
    "too_few": "Too few days to test.",
    "no_chance": "Chance has almost no part in this, so it is not tested.",
    "no_common_year": "No year has both these days and others, so it is not tested.",
    "no_pair": "No coin day of these sessions matches, so it is not tested.",
    "same_days": "The same days on both sides, so it is not tested.",
    "twin": "The same question as {}.",
    "one_year": "All days are of one year.",
    "other_market": "A figure of another market, so it is not compared.",
}

TOO_FEW_TO_MONITOR = Verdict(
    "first_half",
    "not_tested",
    f"Too few days to tell whether it stopped; {LEAST_DAYS} are needed.",
    "too_few",
)

_NAMES: dict[Against, tuple[str, str]] = {
    "coin": ("a coin", "Coin"),
    "others": ("on other days of the same years", "Other days"),
    "b": ("on the days of B", "B"),
    "below": ("below the cut", "Below the cut"),
}
"""What is compared with: after "more than", and before a figure."""

_ALL_OTHERS = "all other days: "
"""Before the rate of the other days, which is of all years together; the difference is within the years."""

_BY_CHANCE = "1 in 20 comparisons does by chance"
_RATES_DIFFER, _RATES_LOOK = "Rates differ between years", "Rates look different between years"


class PValues(NamedTuple):
    """A p-value, and the same adjusted for a family of so many tests; None where adjusted otherwise."""

    p: float
    adjusted_p: float
    family_size: int | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """A figure minus its reference.

    Shares are between 0 and 1; with a `unit` both are a feature's own values. `all_days` is the share of all
    days, named where a coin has no drift and the feature has. A side is named where the difference and the
    `excess` that is tested, of the days over what is expected, have one sign.
    """

    value: float
    reference: float
    excess: float
    unit: str | None = None
    all_days: float | None = None


def difference_verdict(against: Against, difference: Difference, test: PValues) -> Verdict:
    """The verdict on a difference from a reference, by its p-value before and after adjustment."""
    drift = "" if difference.all_days is None else f"; all days: {_share(difference.all_days)}"
    figure = f"{_figure(difference.reference, difference.unit)}{drift}"
    code = _code(difference, test)
    name, short = _NAMES[against]
    if code in ("more", "fewer"):
        side = code if difference.unit is None or code == "more" else "less"
        of_all = _ALL_OTHERS if against == "others" else ""
        words = f"{_size(difference)} {side} than {name} ({of_all}{figure})."
    elif code == "looks_different":
        words = f"{short}: {figure}. Looks different; {_BY_CHANCE}."
    else:
        words = f"{short}: {figure}. Could be chance."
    return Verdict(against, code, words, None, *test)


def forecast_verdict(difference: float, test: PValues | None) -> Verdict:
    """The verdict on a forecast by days alike, by its Brier score minus the plain rate's."""
    if test is None or test.adjusted_p >= LEVEL:
        words = "Cannot tell whether days alike foretell better than the plain rate."
        return Verdict("plain_rate", "cannot_tell", words, None, *(test or ()))
    code: Code = "better" if difference < 0 else "worse"
    words = f"Days alike foretell {code} than the plain rate."
    return Verdict("plain_rate", code, words, None, *test)


def years_verdict(test: PValues, *, by_coin: bool) -> Verdict:
    """The verdict on years: whether they differ beside the coin of the same days, or in their rates."""
    code: Code
    p, adjusted_p, _ = test
    if adjusted_p < LEVEL:
        differs = "Differs between years beyond what the coin gives" if by_coin else _RATES_DIFFER
        code, words = "differs", f"{differs} (adjusted p {p_text(adjusted_p)})."
    elif p < LEVEL:
        looks = "Looks different between years beside the coin" if by_coin else _RATES_LOOK
        code, words = "looks_different", f"{looks} (p {p_text(p)}); {_BY_CHANCE}."
    else:
        code, words = "could_be_chance", f"No difference between years beyond chance (p {p_text(p)})."
    return Verdict("years", code, words, None, *test)


def recent_verdict(
    days: int, last: float, before: rates.Rate, difference: rates.Difference | Untested, *, by_coin: bool
) -> Verdict:
    """The verdict on the rate of the last `days` and on that of all before, by their difference's interval.

    No p-value is adjusted here, so the words never claim a difference.
    """
    earlier = f"the {before.total_days:,} before {_share(before.occurrence or 0.0)}"
    figures = f"Last {days} days {_share(last)}, {earlier}"
    if isinstance(difference, str):
        return Verdict("recent", "not_tested", f"{figures}. {_UNTESTED[difference]}", difference)
    differs = difference.lower > 0 or difference.upper < 0
    size = _signed_size(difference.value, has_side=differs)
    figures += f"; beside the coin {size}." if by_coin else f": {size}."
    if differs:
        return Verdict("recent", "looks_different", f"{figures} Looks different; {_BY_CHANCE}.")
    return Verdict("recent", "could_be_chance", f"{figures} Could be chance.")


def fall_verdict(
    p0: float, rate: float, since: date | None, years_per_false_alarm: float, delay: int | None
) -> Verdict:
    """The verdict on a fall below `p0`, the lower end of the `rate` of the first half of the days.

    `delay` are the days after which a fall of 10 points shows, None where it does not show.
    """
    if since is not None:
        by_chance = f"Such an alarm comes by chance about once in {years_per_false_alarm:,.0f} years."
        words = f"May have stopped: below {_share(p0)} since about {since:%m/%d/%Y}. {by_chance}"
        return Verdict("first_half", "looks_different", words)
    if rate <= FALL:
        shows = "A rate of 10% or less cannot fall by 10 points."
    elif delay is None:
        shows = f"A fall of 10 points would show after more than {MOST_DELAY:,} such days."
    else:
        shows = f"A fall of 10 points would show after about {max(10, round(delay, -1)):,} such days."
    return Verdict("first_half", "could_be_chance", f"No sign that it stopped. {shows}")


def published_verdict(low: float, high: float, came: int, n: int, published_days: int | None) -> Verdict:
    """The verdict on a rate, `came` of `n` days, beside a published one from `low` to `high`.

    It agrees where the 90 % interval lies within 5 points, and differs where the 95 % interval is more than
    a point away: the interval of the difference where it is known how many days the published rate counts.
    """
    if n == 0:
        return untested("published", "too_few")
    figure = _share(low) if low == high else f"{_share(low)} to {_share(high)}"
    lower, upper = (float(limit) for limit in wilson(np.array(came), np.array(n), Z_90))
    if lower >= low - AGREEMENT and upper <= high + AGREEMENT:
        return Verdict("published", "agrees", f"Agrees with {figure}, within 5 points.")
    if _is_beyond(low, high, came, n, published_days):
        return Verdict("published", "differs", f"Differs from {figure} by more than a point.")
    return Verdict("published", "cannot_tell", f"Cannot tell whether it is {figure}.")


def _is_beyond(low: float, high: float, came: int, n: int, published_days: int | None) -> bool:
    if published_days is None:
        lower, upper = (float(limit) for limit in wilson(np.array(came), np.array(n)))
        return lower > high + MARGIN or upper < low - MARGIN
    days = np.array([[came, came], np.rint(published_days * np.array([low, high]))])
    counts = np.array([[n, n], [published_days, published_days]])
    _, _, lowers, uppers = compare(days, counts)
    return bool(lowers[1] > MARGIN or uppers[0] < -MARGIN)


def p_text(p: float, decimals: int = 3) -> str:
    """A p-value that reads as below the level exactly where it is."""
    least = 10.0**-decimals
    return f"below {least:.{decimals}f}" if p < least else _rounded(p, decimals, lambda read: read < LEVEL)


def untested(against: Against, reason: Untested, twin: str = "") -> Verdict:
    """A verdict without a test, and why."""
    return Verdict(against, "not_tested", _UNTESTED[reason].format(twin), reason)


def _code(difference: Difference, test: PValues) -> Code:
    if test.adjusted_p < LEVEL and difference.value * difference.excess > 0:
        return "more" if difference.value > 0 else "fewer"
    return "looks_different" if test.p < LEVEL else "could_be_chance"


def _size(difference: Difference) -> str:
    """How much; a side is named, so it never reads as nothing."""
    size, unit = abs(difference.value), difference.unit
    if unit is None:
        return f"{_rounded(100 * size, 1, _is_something)} points"
    return _with_unit(_rounded(size, _decimals(unit), _is_something), unit)


def _signed_size(value: float, *, has_side: bool) -> str:
    """A difference of shares and its side; where it need not have one, what reads as nothing is the same."""
    size = f"{100 * abs(value):.1f}"
    if has_side:
        size = _rounded(100 * abs(value), 1, _is_something)
    elif not _is_something(float(size)):
        return "the same"
    return f"{size} points {'higher' if value > 0 else 'lower'}"


def _figure(value: float, unit: str | None) -> str:
    return _share(value) if unit is None else _with_unit(f"{value:z,.{_decimals(unit)}f}", unit)


def _decimals(unit: str) -> int:
    return 2 if unit in ("pts", "R") else 1


def _with_unit(number: str, unit: str) -> str:
    return f"{number}{unit}" if unit.startswith("%") else f"{number} {unit}".rstrip()


def _is_something(value: float) -> bool:
    return value > 0


def _rounded(value: float, decimals: int, says: Callable[[float], bool]) -> str:
    """A number with so many decimals, or with as many more as keep what it says."""
    while says(round(value, decimals)) != says(value):
        decimals += 1
    return f"{value:,.{decimals}f}"


def _share(value: float) -> str:
    return f"{100 * value:.2f}%"
