"""What a file beside the bars already there shows is refused with its first row."""

import numpy as np
import pandas as pd
import pytest

from core.importing.findings.compare import compared_findings
from core.importing.findings.defects import FileFinding
from tests.unit.importing.planting import BARS, DAYS, NIGHT, PRICES

FROM = DAYS[30] + NIGHT
"""The position from which a defect is planted; a day of UTC begins there with regular hours."""


def compared(there: pd.DataFrame, fresh: pd.DataFrame) -> list[FileFinding]:
    rows = np.arange(1, len(fresh) + 1)
    named = [
        frame if "contract" in frame else frame.assign(contract=pd.Series(pd.NA, frame.index, dtype="str"))
        for frame in (there, fresh)
    ]
    return list(compared_findings(named[0], named[1], rows, 0.25))


def seen(there: pd.DataFrame, fresh: pd.DataFrame) -> list[tuple[str, int]]:
    return [(each.kind, each.row) for each in compared(there, fresh)]


def late(columns: list[str], change: float) -> pd.DataFrame:
    """The second half of the bars, changed from `FROM` on."""
    bars = BARS.copy()
    bars.loc[FROM:, columns] += change
    return bars.iloc[DAYS[20] :].reset_index(drop=True)


def row_of(position: int) -> int:
    return position - DAYS[20] + 1


def test_the_same_bars_again_are_nothing_to_say() -> None:
    assert seen(BARS, BARS) == []
    assert seen(BARS, BARS.iloc[DAYS[20] :]) == []
    assert seen(BARS.iloc[:0], BARS) == []


def test_single_corrected_bars_are_corrections() -> None:
    fresh = BARS.copy()
    fresh.loc[FROM : FROM + 5, PRICES] += 3
    fresh.loc[FROM + 7 : FROM + 12, "volume"] //= 4
    assert seen(BARS, fresh) == []


def test_a_volume_below_that_of_the_same_bars_counts_trades() -> None:
    fresh = BARS.copy()
    fresh.loc[DAYS[30] :, "volume"] //= 3
    [(kind, row)] = seen(BARS, fresh)
    assert kind == "tick_count_volume"
    assert DAYS[30] < row <= DAYS[31], "the first day that is such throughout"
    assert seen(BARS.assign(volume=BARS["volume"] // 3), BARS) == [], "the better file comes second"


@pytest.mark.parametrize(("side", "change"), [("bid", -0.25), ("ask", 0.25)])
def test_prices_on_one_side_of_the_trades_are_quotes(side: str, change: float) -> None:
    fresh = BARS.copy()
    fresh.loc[::2, PRICES] += change
    assert seen(BARS, fresh) == [("quotes_not_trades", 1)]


@pytest.mark.parametrize("points", [12.5, -61.25])
def test_a_constant_shift_is_another_adjustment_from_its_first_bar(points: float) -> None:
    [finding] = compared(BARS, late(PRICES, points))
    assert finding.kind == "adjustment_splice"
    assert row_of(FROM) <= finding.row <= row_of(FROM + 180), "the first UTC day that is shifted throughout"
    assert f"{finding.rows:,} bars lie a constant {points:+.2f} points from the bars" in finding.detail


def test_the_whole_history_under_another_adjustment_takes_the_place_of_the_old() -> None:
    fresh = BARS.copy()
    fresh[PRICES] += 12.5
    assert seen(BARS, fresh) == []


@pytest.mark.parametrize("minutes", [60, -30, 5, -180])
@pytest.mark.parametrize("session", [range(DAYS[30], DAYS[31]), range(FROM, FROM + 81)])
def test_the_bars_already_there_at_other_stamps_are_refused(minutes: int, session: range) -> None:
    fresh = BARS.iloc[list(session)].assign(ts=lambda bars: bars["ts"] + pd.Timedelta(minutes=minutes))
    assert seen(BARS, fresh) == [("shifted_stamps", 1)]
    assert seen(BARS.drop(index=session), fresh) == [], "nothing to compare with"


def test_the_whole_history_at_other_stamps_takes_the_place_of_the_old() -> None:
    later = BARS.iloc[DAYS[30] : DAYS[31]].assign(ts=lambda bars: bars["ts"] + pd.Timedelta(minutes=60))
    assert seen(later, BARS) == []


def test_bars_of_another_contract_are_not_compared() -> None:
    fresh = late(PRICES, 55.0).assign(contract="ESH5")
    assert seen(BARS.assign(contract="ESZ4"), fresh) == []
