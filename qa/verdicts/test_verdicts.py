"""On a market made by a coin the product finds nothing, but by chance."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from qa.harness.run import RunOptions
from qa.verdicts.harness import HARNESS
from qa.verdicts.market import mirrored

BARS = pd.DataFrame(
    {
        "open": [10.0, 12.0, 11.0],
        "high": [12.5, 13.0, 14.0],
        "low": [9.0, 10.5, 11.0],
        "close": [11.0, 11.5, 13.0],
    }
)


def test_a_bar_is_kept_or_mirrored() -> None:
    found = {_from_first_open(mirrored(BARS, seed)) for seed in range(60)}
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


@pytest.mark.large
def test_few_answers_find_something_on_the_mirrored_sample(tmp_path: Path) -> None:
    (part,) = HARNESS.run(RunOptions(("DEMO 1",), short=True))
    assert part.passed, part.report
