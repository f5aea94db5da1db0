"""The answer book on the real ES bars, against whole-column pandas and the committed golden questions."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from tests.golden.compare import differences
from tests.golden.golden_questions import QUESTIONS
from tests.golden.make_es_questions import OUT, answered
from tests.oracles.catalogue import SPECS
from tests.oracles.days import Reading, load
from tests.oracles.features import ANSWERS

SHARED = Path(__file__).resolve().parents[2].parent / "shared"
ES = SHARED / "data" / "ES_5m.parquet"

pytestmark = pytest.mark.skipif(not SHARED.exists(), reason="the folder shared is not here")


@cache
def reading() -> Reading:
    return load(ES)


def test_es_holds_the_sessions_the_issue_names() -> None:
    found = reading()
    assert (len(found.days), len(found.half_days), len(found.rolls)) == (531, 6, 9)
    assert (str(found.days[0].date), str(found.days[-1].date)) == ("2024-02-05", "2026-03-27")
    assert [str(day) for day in found.missing] == ["2025-06-30"]
    assert list(found.closed_days.values()) == [42] * 15
    assert found.quarantined == {}


@cache
def pandas_days() -> pd.DataFrame:
    """Full sessions by whole-column pandas: levels, yesterday, Globex, ADR10, first breaks."""
    bars = pd.read_parquet(ES)
    local = bars["ts"].dt.tz_convert("America/New_York").dt.tz_localize(None)
    bars["day"] = (local + pd.Timedelta(hours=6)).dt.normalize()
    clock = (local - local.dt.normalize()) / pd.Timedelta(minutes=5)
    floor = bars[(clock >= 114) & (clock < 195)]
    floor = floor.assign(bar=(clock[floor.index] - 113).astype(int))
    table = floor.groupby("day").agg(
        n=("open", "size"), first=("open", "first"), hod=("high", "max"), lod=("low", "min"),
        close=("close", "last"), contract=("contract", "first"),
    )  # fmt: skip
    table = table[table["n"].isin([45, 81])]
    table["coy"] = table["close"].shift().where(table["contract"] == table["contract"].shift())
    table.loc["2025-07-01", "coy"] = np.nan
    night = bars[(clock < 114) | (clock >= 216)].groupby("day").agg(gxh=("high", "max"))
    full = table[table["n"] == 81].join(night)
    full["adr10"] = (full["hod"] - full["lod"]).rolling(10).mean().shift()
    floor = floor[floor["day"].isin(full.index)]
    early = floor[floor["bar"] <= 12].groupby("day").agg(orh=("high", "max"), orl=("low", "min"))
    full = full.join(early)
    full["or12_bo_up_bar"] = first_bar(floor[floor["bar"] > 12], full["orh"], np.greater, "high")
    full["gxh_bo_bar"] = first_bar(floor, full["gxh"], np.greater, "high")
    up_fill = first_bar(floor, full["coy"], np.less_equal, "low")
    down_fill = first_bar(floor, full["coy"], np.greater_equal, "high")
    filled = up_fill.where(full["first"] > full["coy"], down_fill)
    gapped = full["coy"].notna() & (full["first"] != full["coy"])
    return pd.DataFrame(full.assign(gap_fill_bar=filled.where(gapped)))


def first_bar(floor: pd.DataFrame, level: pd.Series[float], passes: Any, column: str) -> pd.Series[float]:
    hits = floor[passes(floor[column], floor["day"].map(level))]
    return pd.Series(hits.groupby("day")["bar"].min()).reindex(level.index).fillna(0.0).astype(float)


def test_plain_pandas_reads_the_same_values() -> None:
    table = pandas_days()
    wanted = pd.DataFrame(
        {
            "gap_size_pts": table["first"] - table["coy"],
            "gap_size_pct_adr": 100 * (table["first"] - table["coy"]).abs() / table["adr10"],
            "or12_range_pct_adr": 100 * (table["orh"] - table["orl"]) / table["adr10"],
            "or12_bo_up_bar": table["or12_bo_up_bar"],
            "gxh_bo_bar": table["gxh_bo_bar"],
            "gap_fill_bar": table["gap_fill_bar"],
        }
    )
    days = reading().days
    assert [str(stamp.date()) for stamp in table.index] == [str(day.date) for day in days]
    for name in wanted.columns:
        found = [np.nan if (value := ANSWERS[name](day)) is None else float(value) for day in days]
        np.testing.assert_allclose(found, wanted[name].to_numpy(dtype=float), rtol=1e-12, err_msg=name)


def test_golden_questions_are_the_books_answers() -> None:
    committed = json.loads(OUT.read_text())
    again = [json.loads(json.dumps(answered(asked, reading().days))) for asked in QUESTIONS]
    assert list(differences(again, committed, tolerance=1e-12)) == []


def test_specs_are_those_of_the_feature_catalogue() -> None:
    catalogue = SHARED / "design" / "features.json"
    entries = {entry["name"]: entry for entry in json.loads(catalogue.read_text())["features"]}
    assert set(entries) <= set(SPECS)
    for name, spec in ((name, SPECS[name]) for name in entries):
        logic = entries[name]["business_logic"]
        methods = entries[name]["metadata"]["statistical_method"]
        assert list(spec.modules) == methods
        assert list(spec.edges) == (logic["bucket_edges"] or [])
        assert (spec.hard_min, spec.hard_max) == (logic["hard_min"], logic["hard_max"])
        labels = entries[name]["ui_schema"]["filter_component"]["validation"].get("enum", [])
        assert list(spec.labels) == labels
        span = logic["value_range"] if spec.kind == "count" else None
        assert spec.value_range == (span and (span["min"], span["max"]))
        assert spec.unit == entries[name]["metadata"]["unit"]
