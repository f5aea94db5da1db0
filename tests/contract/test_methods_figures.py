"""What /methods prints is what the code does and what design/statistics.md says."""

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.build.pack.feature_entries import FEWEST_BINS, MOST_BINS, MOST_INTEGER_BINS
from core.contracts.pack import RUN_THRESHOLDS
from core.contracts.ranges import DEFAULT_EDGES
from core.evidence.stability import CLUSTERED_FROM, WEEKS_THAT_LEAN
from core.features.registry import catalogue
from core.features.ticks import ADR_SESSIONS
from core.figures.answer import grade
from core.figures.formulas import Z_95
from core.figures.kinds import KINDS
from core.figures.kinds.rates import PERIODS
from core.figures.kinds.sessions import BUCKET_STARTS
from core.figures.verdict import Difference, PValues, difference_verdict, untested
from core.market.calendar import FULL_BARS, SHORT_BARS
from core.market.ema import EMA_LENGTH
from core.market.instruments import SAMPLE_SYMBOLS
from core.market.session_clock import BAR_MINUTES, RTH_CLOSE_MINUTE, RTH_OPEN_MINUTE
from core.market.sessions import ATH_FULL_SESSIONS
from core.question.look_ahead import CHANCE
from scripts.codegen import coin_picture
from tests.unit.figures.small_features import NUMERIC, adjusted, view

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "web" / "src" / "screens" / "methods"
DESIGN = ROOT.parent / "shared" / "design" / "statistics.md"
FIGURES: dict[str, Any] = json.loads((PAGE / "figures.json").read_text(encoding="utf-8"))


def clock(minute: int) -> str:
    return f"{minute // 60}:{minute % 60:02d}"


def test_the_day_and_its_parts() -> None:
    assert FIGURES["session"] == {
        "bars": FULL_BARS,
        "minutes": BAR_MINUTES,
        "opens": clock(RTH_OPEN_MINUTE),
        "closes": clock(RTH_CLOSE_MINUTE),
        "halfDayBars": SHORT_BARS,
    }
    ranges = [feature.known_at.bar for feature in catalogue().features if feature.name.endswith("_dir")]
    assert FIGURES["openingRanges"] == sorted(bar for bar in ranges if bar < FULL_BARS)
    assert FIGURES["periods"] == {name: list(bars) for name, bars in PERIODS.items()}


def test_the_coin_days_of_the_picture_are_those_of_a_build() -> None:
    assert coin_picture.FILE.read_bytes() == coin_picture.written(), "make codegen"
    days = coin_picture.picture()["days"]
    sizes = [[high - low for _, high, low, _ in day["bars"]] for day in days]
    assert sizes == [sizes[0]] * 4
    assert [len(day["bars"]) for day in days] == [FULL_BARS] * 4


def test_the_grades_change_where_the_page_says() -> None:
    start, end = FIGURES["grades"]["mediumFrom"], FIGURES["grades"]["mediumTo"]
    assert [grade(n) for n in (start - 1, start, end, end + 1)] == ["small", "medium", "medium", "large"]


def test_the_windows() -> None:
    assert FIGURES["adrSessions"] == ADR_SESSIONS
    assert FIGURES["allTimeHighSessions"] == ATH_FULL_SESSIONS
    assert FIGURES["ema"] == {
        "bars": EMA_LENGTH,
        "continuation": list(RUN_THRESHOLDS),
        "buckets": list(BUCKET_STARTS[FULL_BARS][:-1]),
    }


def test_the_intervals_and_bins() -> None:
    assert FIGURES["interval"]["z"] == Z_95
    assert FIGURES["histogram"] == {
        "integerBins": MOST_INTEGER_BINS,
        "fewestBins": FEWEST_BINS,
        "mostBins": MOST_BINS,
    }
    examples = (ROOT / "web/src/question/figures/example-ranges.ts").read_text(encoding="utf-8")
    spans = [f"{low:g}-{high:g}%" for low, high in pairwise(DEFAULT_EDGES)]
    assert re.findall(r'"([^"]+)"', examples) == [*spans, f">{DEFAULT_EDGES[-1]:g}%"]


def test_the_quartiles_of_the_example_are_ours_and_of_type_7() -> None:
    printed = FIGURES["quantiles"]
    spread = view(NUMERIC, printed["values"]).matched.spread()
    expected = [printed["q1"], printed["median"], printed["q3"]]
    assert [spread.q1, spread.median, spread.q3] == expected
    assert np.quantile(printed["values"], [0.25, 0.5, 0.75], method="linear").tolist() == expected
    assert printed["type"] == 7


def test_the_adjusted_p_values_of_the_example_are_ours() -> None:
    p, q = FIGURES["tests"]["holm"]["p"], FIGURES["tests"]["holm"]["q"]
    found = adjusted({str(i): value for i, value in enumerate(p)})
    assert list(found.values()) == pytest.approx(q)


def test_the_page_names_the_features_without_a_p_value() -> None:
    rows = catalogue().features
    untested = [each for each in rows if each.kind != "enum" and "occurrence" not in each.modules]
    counts = {each.name for each in untested if each.kind == "integer count"}
    bars = [each for each in untested if each.kind == "integer bar"]
    assert {each.kind for each in untested} == {"numeric", "date", "integer count", "integer bar"}
    assert all(not each.is_event_bar for each in bars), "bars that every session has"
    assert counts
    texts = " ".join((PAGE / "chapters" / "your-results.ts").read_text(encoding="utf-8").split())
    assert "Numbers, dates, counts shown by their size, and bars that every session has" in texts
    assert "everything that one answer tests against the same thing" in texts
    assert f"less than one in {'a million' if CHANCE == 1e-6 else CHANCE}" in texts


def test_the_words_of_the_verdicts_are_those_of_a_card() -> None:
    difference = Difference(0.051, 0.6019, 1.0)
    tested = [(0.001, 0.01), (0.01, 0.1), (0.1, 1.0)]
    verdicts = [difference_verdict("coin", difference, PValues(*each)) for each in tested]
    verdicts += [untested("coin", "no_coin"), untested("coin", "fixed_by_filter")]
    assert list(FIGURES["verdicts"].values()) == [each.words for each in verdicts]


def test_the_sample_markets_are_named_as_they_are_served() -> None:
    markets = (ROOT / "web/src/lib/sample-markets.ts").read_text(encoding="utf-8")
    assert tuple(re.findall(r'_MARKET = "(.*)"', markets)) == SAMPLE_SYMBOLS


def test_the_clusters() -> None:
    assert FIGURES["clusters"] == {"neighbouringWeeks": WEEKS_THAT_LEAN, "markedFrom": CLUSTERED_FROM}


def test_every_module_has_a_topic() -> None:
    assert set(FIGURES["topicOfModule"]) == set(KINDS)


@pytest.mark.skipif(not DESIGN.exists(), reason="needs the design beside the checkout")
@pytest.mark.parametrize(
    ("design", "page"),
    [
        ("Hyndman-Fan type 7", "type ${quantiles.type}"),
        ("Standard deviations are sample (ddof 1)", "those of a sample, divided by n"),
        ("Intervals for a proportion are Wilson score, 95 %", "Wilson's score interval"),
        ("Newcombe's square-and-add", "Newcombe's interval (1998)"),
        ("about 1 for most features, 1.5 to 2 for breakout sides", "about 1 for most features, 1.5 to 2 for"),
        ("near 7 for all-time highs", "near 7 for all-time highs"),
        ('the mark "days cluster"', "“days cluster”"),
        ("a half day is skipped over", "A half day is skipped over"),
        ("Freedman-Diaconis on the *universe*", "made from all days (rule of Freedman and Diaconis"),
        ("lower edge inclusive, upper exclusive", "the lower edge belongs to the range, the upper does not"),
        ("the earlier one on a tie", "the earlier of two alike"),
        ("matched minus others", "never with the baseline"),
    ],
)
def test_the_page_says_it_as_the_design_does(design: str, page: str) -> None:
    texts = "".join(path.read_text(encoding="utf-8") for path in sorted(PAGE.rglob("*.ts")))
    assert design in " ".join(DESIGN.read_text(encoding="utf-8").split())
    assert page in texts
