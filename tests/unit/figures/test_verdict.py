"""Verdicts: a table of inputs and words."""

import re
from datetime import date

import numpy as np
import pytest
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

from core.contracts.results import rates
from core.contracts.results.verdict import Code, Untested, Verdict
from core.figures.verdict import (
    Difference,
    PValues,
    difference_verdict,
    fall_verdict,
    forecast_verdict,
    published_verdict,
    recent_verdict,
    untested,
    years_verdict,
)


@pytest.mark.parametrize(
    ("difference", "p", "adjusted_p", "code", "words"),
    [
        (Difference(0.051, 0.6019, 2.0), 0.001, 0.04, "more", "5.1 points more than a coin (60.19%)."),
        (Difference(-0.051, 0.6019, -2.0), 0.001, 0.04, "fewer", "5.1 points fewer than a coin (60.19%)."),
        (
            Difference(0.3, 0.6019, 9.0), 0.001, 0.05, "looks_different",
            "Coin: 60.19%. Looks different; 1 in 20 comparisons does by chance.",
        ),
        (Difference(0.051, 0.6019, 2.0), 0.05, 1.0, "could_be_chance", "Coin: 60.19%. Could be chance."),
        (
            Difference(0.051, 0.5, 2.0, all_days=0.5432), 0.001, 0.04, "more",
            "5.1 points more than a coin (50.00%; all days: 54.32%).",
        ),
        (
            Difference(0.051, 0.5, 2.0, all_days=0.5432), 0.2, 0.4, "could_be_chance",
            "Coin: 50.00%; all days: 54.32%. Could be chance.",
        ),
        (
            Difference(3.25, 12.5, 9.0, "pts"), 0.0, 0.0, "more",
            "3.25 pts more than a coin (12.50 pts).",
        ),
        (
            Difference(-3.25, 1012.5, -9.0, "%"), 0.0, 0.0, "fewer",
            "3.2% less than a coin (1,012.5%).",
        ),
        (Difference(0.08, -0.05, 9.0, "R"), 0.0, 0.0, "more", "0.08 R more than a coin (-0.05 R)."),
        (
            Difference(-3.26, -0.04, -9.0, "% of ADR10"), 0.0, 0.0, "fewer",
            "3.3% of ADR10 less than a coin (0.0% of ADR10).",
        ),
        (
            Difference(0.01, 0.5, -0.1), 0.0, 0.0, "looks_different",
            "Coin: 50.00%. Looks different; 1 in 20 comparisons does by chance.",
        ),
        (Difference(0.0, 0.5, 0.0), 0.0, 0.0, "looks_different",
         "Coin: 50.00%. Looks different; 1 in 20 comparisons does by chance."),
    ],
)  # fmt: skip
def test_words_follow_the_adjusted_p_value(
    difference: Difference, p: float, adjusted_p: float, code: Code, words: str
) -> None:
    found = difference_verdict("coin", difference, PValues(p, adjusted_p, 54))
    assert found == Verdict("coin", code, words, None, p, adjusted_p, 54)


@pytest.mark.parametrize(
    ("value", "p", "adjusted_p", "words"),
    [
        (0.051, 0.001, 0.04, "5.1 points more than on the days of B (60.19%)."),
        (-0.051, 0.001, 0.04, "5.1 points fewer than on the days of B (60.19%)."),
        (0.3, 0.001, 0.05, "B: 60.19%. Looks different; 1 in 20 comparisons does by chance."),
        (0.051, 0.05, 1.0, "B: 60.19%. Could be chance."),
    ],
)
def test_another_question_is_named(value: float, p: float, adjusted_p: float, words: str) -> None:
    found = difference_verdict("b", Difference(value, 0.6019, value), PValues(p, adjusted_p))
    assert (found.against, found.words) == ("b", words)


@pytest.mark.parametrize(
    ("p", "adjusted_p", "value", "words"),
    [
        (
            0.001,
            0.049,
            0.051,
            "5.1 points more than on other days of the same years (all other days: 60.19%).",
        ),
        (
            0.001,
            0.049,
            -0.051,
            "5.1 points fewer than on other days of the same years (all other days: 60.19%).",
        ),
        (0.001, 0.05, 0.051, "Other days: 60.19%. Looks different; 1 in 20 comparisons does by chance."),
        (0.05, 1.0, 0.051, "Other days: 60.19%. Could be chance."),
    ],
)
def test_the_same_p_value_has_the_same_word_beside_other_days(
    p: float, adjusted_p: float, value: float, words: str
) -> None:
    found = difference_verdict("others", Difference(value, 0.6019, value), PValues(p, adjusted_p))
    assert (found.against, found.words) == ("others", words)
    assert (
        found.code
        == difference_verdict("coin", Difference(value, 0.6019, value), PValues(p, adjusted_p)).code
    )


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("no_coin", "Known before the open, so there is no coin to compare with."),
        ("fixed_by_filter", "Your filter fixes part of this, so it is not tested."),
        ("known_by_then", "Known by then, so it is not tested."),
        ("too_few", "Too few days to test."),
        ("no_chance", "Chance has almost no part in this, so it is not tested."),
        ("no_common_year", "No year has both these days and others, so it is not tested."),
        ("no_pair", "No coin day of these sessions matches, so it is not tested."),
        ("same_days", "The same days on both sides, so it is not tested."),
        ("one_year", "All days are of one year."),
        ("other_market", "A figure of another market, so it is not compared."),
        ("twin", "The same question as Touch of CoY."),
    ],
)
def test_a_reason_says_why_there_is_no_verdict(reason: Untested, words: str) -> None:
    assert untested("coin", reason, "Touch of CoY") == Verdict("coin", "not_tested", words, reason)


@pytest.mark.parametrize(
    ("difference", "p", "adjusted_p", "code"),
    [
        (-0.01, 0.001, 0.04, "better"),
        (0.01, 0.001, 0.04, "worse"),
        (-0.01, 0.001, 0.05, "cannot_tell"),
        (0.0, None, None, "cannot_tell"),
    ],
)
def test_a_forecast_is_judged_by_the_adjusted_p_value(
    difference: float, p: float | None, adjusted_p: float | None, code: Code
) -> None:
    test = None if p is None or adjusted_p is None else PValues(p, adjusted_p, 7)
    found = forecast_verdict(difference, test)
    words = {
        "better": "Days alike foretell better than the plain rate.",
        "worse": "Days alike foretell worse than the plain rate.",
    }.get(code, "Cannot tell whether days alike foretell better than the plain rate.")
    assert found == Verdict("plain_rate", code, words, None, p, adjusted_p, None if p is None else 7)


BY_CHANCE = "1 in 20 comparisons does by chance."


@pytest.mark.parametrize(
    ("p", "adjusted_p", "code", "by_coin", "by_rates"),
    [
        (
            0.0004, 0.0123, "differs",
            "Differs between years beyond what the coin gives (adjusted p 0.012).",
            "Rates differ between years (adjusted p 0.012).",
        ),
        (
            0.0004, 0.05, "looks_different",
            f"Looks different between years beside the coin (p below 0.001); {BY_CHANCE}",
            f"Rates look different between years (p below 0.001); {BY_CHANCE}",
        ),
        (
            0.05, 1.0, "could_be_chance",
            "No difference between years beyond chance (p 0.050).",
            "No difference between years beyond chance (p 0.050).",
        ),
    ],
)  # fmt: skip
def test_words_about_years_follow_the_adjusted_p_value(
    p: float, adjusted_p: float, code: Code, by_coin: str, by_rates: str
) -> None:
    for is_beside, words in ((True, by_coin), (False, by_rates)):
        found = years_verdict(PValues(p, adjusted_p, 20), by_coin=is_beside)
        assert found == Verdict("years", code, words, None, p, adjusted_p, 20)


@pytest.mark.parametrize(
    ("difference", "code", "by_coin", "by_rates"),
    [
        (
            rates.Difference(-0.031, -0.06, -0.001), "looks_different",
            f"; beside the coin 3.1 points lower. Looks different; {BY_CHANCE}",
            f": 3.1 points lower. Looks different; {BY_CHANCE}",
        ),
        (
            rates.Difference(0.031, 0.001, 0.06), "looks_different",
            f"; beside the coin 3.1 points higher. Looks different; {BY_CHANCE}",
            f": 3.1 points higher. Looks different; {BY_CHANCE}",
        ),
        (
            rates.Difference(0.031, 0.0, 0.06), "could_be_chance",
            "; beside the coin 3.1 points higher. Could be chance.",
            ": 3.1 points higher. Could be chance.",
        ),
        (
            rates.Difference(-0.0004, -0.06, 0.06), "could_be_chance",
            "; beside the coin the same. Could be chance.", ": the same. Could be chance.",
        ),
        (
            rates.Difference(0.0, -0.06, 0.06), "could_be_chance",
            "; beside the coin the same. Could be chance.", ": the same. Could be chance.",
        ),
        (
            rates.Difference(0.0004, 0.0001, 0.0007), "looks_different",
            f"; beside the coin 0.04 points higher. Looks different; {BY_CHANCE}",
            f": 0.04 points higher. Looks different; {BY_CHANCE}",
        ),
        ("too_few", "not_tested", ". Too few days to test.", ". Too few days to test."),
        (
            "fixed_by_filter", "not_tested",
            ". Your filter fixes part of this, so it is not tested.",
            ". Your filter fixes part of this, so it is not tested.",
        ),
    ],
)  # fmt: skip
def test_words_about_the_last_days_follow_the_interval(
    difference: rates.Difference | Untested, code: Code, by_coin: str, by_rates: str
) -> None:
    for is_beside, words in ((True, by_coin), (False, by_rates)):
        found = recent_verdict(250, 0.62, rates.Rate(0.65, 1131, 1740), difference, by_coin=is_beside)
        assert (found.against, found.code) == ("recent", code)
        assert found.words == f"Last 250 days 62.00%, the 1,740 before 65.00%{words}"
        assert (found.p, found.adjusted_p) == (None, None)
        assert found.reason == (difference if isinstance(difference, str) else None)


GRID = sorted(
    {each / 10_000 for each in range(1001)}
    | {0.05 + side * 10.0**-places for side in (-1, 1) for places in range(3, 13)}
    | {0.05, 0.001, 1.0}
)


@pytest.mark.parametrize("by_coin", [True, False])
def test_a_p_value_reads_as_below_the_level_exactly_where_it_is(*, by_coin: bool) -> None:
    for p in GRID:
        for said in (
            years_verdict(PValues(p, p), by_coin=by_coin),
            years_verdict(PValues(p, 1.0), by_coin=by_coin),
        ):
            read = re.search(r"p (below )?(\d[.\d]*\d)\)", said.words)
            assert read is not None, said.words
            is_below = float(read[2]) < 0.05
            assert is_below == (p < 0.05) == (said.code != "could_be_chance"), (p, said.words)
            assert float(read[2]) == pytest.approx(p, abs=0.001)


@pytest.mark.parametrize("unit", [None, "pts", "R", "%", "% of ADR10", "bars"])
def test_a_named_side_is_by_more_than_nothing(unit: str | None) -> None:
    for value in (3.0, 0.2, 0.06, 0.04, 0.004, 0.0005, 0.00049, 0.00001, 0.000001):
        for side in (1, -1):
            difference = Difference(side * value, 0.5, float(side), unit)
            found = difference_verdict("coin", difference, PValues(0.001, 0.01))
            assert found.code == ("more" if side > 0 else "fewer")
            size = float(found.words.split()[0].rstrip("%"))
            assert size == pytest.approx(100 * value if unit is None else value, abs=0.051)
            assert size > 0, found.words


@pytest.mark.parametrize("seed", range(40))
def test_a_published_rate_is_judged_by_two_intervals(seed: int) -> None:
    """The 90 % interval within 5 points agrees; the 95 % one more than a point away differs."""
    draw = np.random.default_rng(seed)
    n = int(draw.choice([0, 3, 30, 80, 400, 3000]))
    came = int(draw.binomial(n, 0.7))
    low = float(draw.choice([0.3, 0.6, 0.68, 0.7, 0.8]))
    high = low + float(draw.choice([0, 0.04]))
    days = None if seed % 2 else int(draw.choice([50, 1490]))
    found = published_verdict(low, high, came, n, days)
    figure = f"{100 * low:.2f}%" if low == high else f"{100 * low:.2f}% to {100 * high:.2f}%"
    if n == 0:
        assert found == untested("published", "too_few")
        return
    inner = proportion_confint(came, n, alpha=0.1, method="wilson")
    if days is None:
        lower, upper = proportion_confint(came, n, method="wilson")
        is_beyond = lower > high + 0.01 or upper < low - 0.01
    else:
        above, below = (
            confint_proportions_2indep(came, n, round(days * rate), days, method="newcomb", compare="diff")
            for rate in (high, low)
        )
        is_beyond = above[0] > 0.01 or below[1] < -0.01
    if inner[0] >= low - 0.05 and inner[1] <= high + 0.05:
        expected = "agrees", f"Agrees with {figure}, within 5 points."
    elif is_beyond:
        expected = "differs", f"Differs from {figure} by more than a point."
    else:
        expected = "cannot_tell", f"Cannot tell whether it is {figure}."
    assert (found.against, found.code, found.words) == ("published", *expected)
    assert (found.p, found.adjusted_p, found.reason) == (None, None, None)


@pytest.mark.parametrize(
    ("low", "came", "n", "days", "code"),
    [
        (0.7, 700, 1000, None, "agrees"), (0.8, 700, 1000, None, "differs"), 
        (0.8, 60, 80, None, "cannot_tell"),
        (0.8, 700, 1000, 1490, "differs"), (0.8, 700, 1000, 20, "cannot_tell"),
        (0.74, 7000, 10000, None, "agrees"),
    ],
)  # fmt: skip
def test_few_days_cannot_tell(low: float, came: int, n: int, days: int | None, code: Code) -> None:
    """A published 80 % that is 70 % in truth is not confirmed by 80 days."""
    assert published_verdict(low, low, came, n, days).code == code


@pytest.mark.parametrize(
    ("rate", "since", "delay", "code", "words"),
    [
        (
            0.65, None, 147, "could_be_chance",
            "No sign that it stopped. A fall of 10 points would show after about 150 such days.",
        ),
        (
            0.65, None, 3, "could_be_chance",
            "No sign that it stopped. A fall of 10 points would show after about 10 such days.",
        ),
        (
            0.65, None, None, "could_be_chance",
            "No sign that it stopped. A fall of 10 points would show after more than 1,000 such days.",
        ),
        (
            0.1, None, None, "could_be_chance",
            "No sign that it stopped. A rate of 10% or less cannot fall by 10 points.",
        ),
        (
            0.65, date(2025, 3, 7), 147, "looks_different",
            "May have stopped: below 61.23% since about 03/07/2025. "
            "Such an alarm comes by chance about once in 12 years.",
        ),
    ],
)  # fmt: skip
def test_a_fall_is_told_with_what_it_would_take_to_show(
    rate: float, since: date | None, delay: int | None, code: Code, words: str
) -> None:
    assert fall_verdict(0.6123, rate, since, 12.4, delay) == Verdict("first_half", code, words)
