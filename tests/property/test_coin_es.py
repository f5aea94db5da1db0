"""Real bars of ES: every coin figure against loops over days, and the outcomes that are one question."""

from functools import cache
from pathlib import Path

import pytest

from core.figures.outcomes import MEDIAN, OCCURRENCE, Key
from core.importing.formats.any_file import read_any_file
from core.market.instruments import instrument
from core.market.market_build import build_market
from core.market.sessions import build_sessions
from tests.property.test_coin_answers import PARTS, Snap, judge, snap_of

SHARED = Path(__file__).resolve().parents[2].parent / "shared"
pytestmark = [
    pytest.mark.large,
    pytest.mark.skipif(not SHARED.is_dir(), reason="real bars are checked only beside the shared folder"),
]


@cache
def es() -> Snap:
    bars = read_any_file(SHARED / "data" / "ES_5m.parquet").frame
    return snap_of(build_market(build_sessions(bars, instrument("ES"))))


@pytest.mark.parametrize(
    "condition",
    [
        {"feature": "gap_up", "operator": "=", "value": True},
        {"feature": "or12_dir", "operator": "=", "value": "bull"},
    ],
)
def test_every_figure_of_real_days_is_that_of_a_loop_over_them(condition: dict[str, object]) -> None:
    seen = dict.fromkeys(PARTS, 0)
    judge(es(), [condition], str(es().index.first_date), seen)
    assert seen["rates"] > 40
    assert min(seen.values()) > 10, seen


def test_outcomes_that_are_one_question_are_found_on_real_days() -> None:
    """A count of bars above the average is no twin of those below: one that closes on it is in neither."""
    coin = es().index.engine.coin
    assert coin is not None
    root = {key: coin.twin_of.get(key, key) for key in coin.twin_of}
    assert root[Key("coy_touch_bar", OCCURRENCE)] == Key("gap_fill_bar", OCCURRENCE)
    assert root[Key("ath_first_bar", OCCURRENCE)] == Key("ath_made", OCCURRENCE)
    for bars in (6, 12, 18):
        both = root[Key(f"or{bars}_opp_bo_after_bo", OCCURRENCE)]
        assert both == root[Key(f"or{bars}_hod_or_lod_set", OCCURRENCE)]
        assert both.name == f"or{bars}_bo_sides"
    assert Key("ema20_bars_below", MEDIAN) not in root
    label = es().index.catalogue.by_name["or12_bo_sides"].labels.index("up_only")
    assert Key("or12_bo_sides", label) not in root
