"""OR18, RANGE, BREAKOUTS and ORCL answers on the real ES bars, against whole-column pandas."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

import numpy as np
import pandas as pd
import pytest

from tests.oracles.features import ANSWERS
from tests.oracles.test_oracles_es import ES, SHARED, first_bar, pandas_days, reading

pytestmark = pytest.mark.skipif(not SHARED.exists(), reason="the folder shared is not here")

Column: TypeAlias = "pd.Series[float]"
TOLERANCE = 1e-12


@cache
def floor() -> pd.DataFrame:
    """Every bar from 09:30 to 16:15 of the half and full sessions: day, bar number, running extremes."""
    bars = pd.read_parquet(ES)
    local = bars["ts"].dt.tz_convert("America/New_York").dt.tz_localize(None)
    clock = (local - local.dt.normalize()) / pd.Timedelta(minutes=5)
    bars["day"], bars["bar"] = local.dt.normalize(), clock - 113
    bars = bars[(clock >= 114) & (clock < 195)]
    bars = bars[bars.groupby("day")["open"].transform("size").isin([45, 81])]
    by_day = bars.groupby("day")
    extremes = bars.assign(
        hi=by_day["high"].cummax(),
        lo=by_day["low"].cummin(),
        hi20=by_day["high"].rolling(20).max().droplevel(0),
        lo20=by_day["low"].rolling(20).min().droplevel(0),
    )
    return pd.DataFrame(extremes)


@cache
def table() -> pd.DataFrame:
    """The full days with yesterday's levels, from half days too; unknown over a roll or a missing day."""
    days = pandas_days()
    every = floor().groupby("day").agg(hoy=("high", "max"), loy=("low", "min")).shift()
    days = days.join(every)
    days.loc[days["coy"].isna(), ["hoy", "loy"]] = np.nan
    early = floor()[floor()["bar"] <= 18].groupby("day")
    ranges = early.agg(high18=("high", "max"), low18=("low", "min"), close18=("close", "last"))
    return pd.DataFrame(days.join(ranges))


def first_where(mask: pd.Series[bool]) -> Column:
    """The first bar of each full day on which the mask holds, 0 for none."""
    hits = floor()[mask]
    return hits.groupby("day")["bar"].min().reindex(table().index).fillna(0.0)


def new_highs() -> pd.Series[bool]:
    """The bars that pass every earlier high of their session."""
    running = floor()["hi"]
    return running > running.groupby(floor()["day"]).shift()


def spread(name: str) -> Column:
    """A day's value beside each of its bars."""
    return floor()["day"].map(table()[name])


def expected_ranges() -> dict[str, Column]:
    days, bars = table(), floor()
    size, adr = days["hod"] - days["lod"], spread("adr10")
    smallest = size.rolling(6).min().shift()
    known, measured = days["hoy"].notna(), days["adr10"].notna()
    r18 = days["high18"] - days["low18"]
    return {
        "day_range_pts": size,
        "adr10_pts": days["adr10"],
        "nr7": (size < smallest).where(smallest.notna()),
        "inside_day": ((days["hod"] <= days["hoy"]) & (days["lod"] >= days["loy"])).where(known),
        "outside_day": ((days["hod"] > days["hoy"]) & (days["lod"] < days["loy"])).where(known),
        "new_high_count": new_highs().groupby(bars["day"]).sum().reindex(days.index),
        "range_50adr_bar": first_where(bars["hi"] - bars["lo"] >= adr / 2).where(measured),
        "ttr_bar": first_where(5 * (bars["hi20"] - bars["lo20"]) <= adr).where(measured),
        "range_growth_after_b18_pct": 100 * (size - r18) / r18,
    }


def expected_or18() -> dict[str, Column]:
    days, late = table(), floor()[floor()["bar"] > 18]
    r18 = days["high18"] - days["low18"]
    return {
        "or18_bo_up_bar": first_bar(late, days["high18"], np.greater, "high"),
        "or18_mm_dn_bar": first_bar(late, days["low18"] - r18, np.less_equal, "low"),
        "or18_ext_dn_pct": 100 * (days["low18"] - days["lod"]) / r18,
        "or18_close_loc_pct": 100 * (days["close18"] - days["low18"]) / r18,
    }


def expected_breakouts() -> dict[str, Column]:
    days, bars = table(), floor()
    can_break = days["first"] <= days["hoy"]
    broken = first_bar(bars, days["hoy"], np.greater, "high").where(can_break)
    since = bars["bar"] >= bars["day"].map(broken.where(broken > 0))
    back = first_where(since & (bars["close"] <= spread("hoy"))).where(broken > 0)
    after = bars["bar"] > bars["day"].map(back.where(back > 0))
    touched = (bars["low"] <= spread("coy")) & (bars["high"] >= spread("coy"))
    return {
        "hoy_bo_bar": broken,
        "hoy_reentry_bar": back,
        "hoy_second_bo_bar": first_where(after & new_highs()).where(back > 0),
        "hoy_close_bo_bar": first_bar(bars, days["hoy"], np.greater, "close").where(can_break),
        "loy_ext_pct": 100 * (days["loy"] - days["lod"]).clip(lower=0) / (days["hoy"] - days["loy"]),
        "coy_touch_bar": first_where(touched).where(days["coy"].notna()),
    }


@pytest.mark.parametrize("expected", [expected_ranges, expected_or18, expected_breakouts])
def test_plain_pandas_reads_the_same_values(expected: Callable[[], dict[str, Column]]) -> None:
    for name, column in expected().items():
        answers = [ANSWERS[name](day) for day in reading().days]
        found = [np.nan if value is None else float(value) for value in answers]
        wanted = column.to_numpy(dtype=float)
        np.testing.assert_allclose(found, wanted, rtol=TOLERANCE, err_msg=name)
