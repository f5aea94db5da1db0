"""The client's frames: of a warehouse, of a running service, and by DuckDB on the snapshot's tables."""

import asyncio
import gc
import os
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
import httpx2
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pandas.testing import assert_frame_equal
from statsmodels.stats.proportion import proportion_confint

from core.contracts.errors import DataError
from core.contracts.results import DECIMALS
from core.features.registry import catalogue
from pipelines.runs import build_snapshot
from session_almanac import Almanac, AlmanacError, CallRefused, NoAnswer, where
from tests.integration.test_service_process import fetch, free_port, started
from tests.support.service_client import VISITOR
from tests.support.small_warehouse import TICK, small_warehouse

ROOT = Path(__file__).resolve().parents[2]
LAST = "2024-11-22"

PARTS = [
    (where("gap_up"), "gap_up"),
    (where("or12_dir", "in", ["bull", "doji"]), "or12_dir IN ('bull', 'doji')"),
    (where("weekday", "!=", "Fri"), "weekday <> 'Fri'"),
    (where("gap_size_pts", "range", [-10, 25.5]), "gap_size_pts BETWEEN -10 AND 25.5"),
    (where("or12_range_pct_adr", ">=", 20), "or12_range_pct_adr >= 20"),
    (where("or12_bo_up_bar", "<=", 40), "or12_bo_up_bar BETWEEN 1 AND 40"),
    (where("or12_bo_dn_bar", "=", 0, by_bar=30), "(or12_bo_dn_bar = 0 OR or12_bo_dn_bar > 30)"),
    (where("gap_fill_bar", "in", [0, 1, 2, 3]), "gap_fill_bar IN (0, 1, 2, 3)"),
]
"""Conditions, and what each is in SQL."""

FEATURES = catalogue().features
HAPPENS = [each.name for each in FEATURES if "occurrence" in each.modules and each.kind != "enum"]
LABELLED = [
    each for each in FEATURES if {"basic_distribution", "categorical_distribution"} & set(each.modules)
]
ENUMS = [each.name for each in LABELLED if each.kind == "enum" and not each.labels_from_snapshot]
NUMBERS = [each.name for each in LABELLED if each.kind in ("numeric", "integer count")]
KINDS = {each.name: each.kind for each in FEATURES}


@dataclass(frozen=True)
class Place:
    """A built warehouse, its snapshot's tables, and a service on it."""

    warehouse: Path
    tables: Path
    address: str
    token: str

    def sql(self, query: str) -> list[tuple[Any, ...]]:
        """A query in which `{features}` and the like are the tables."""
        names = {each.stem: f"'{each}'" for each in self.tables.glob("*.parquet")}
        names |= {each.parent.name: f"'{each.parent}/*.parquet'" for each in self.tables.glob("*/*.parquet")}
        bars = f"read_parquet('{self.warehouse}/bars/**/*.parquet')"
        return duckdb.execute(query.format(**names, bars=bars)).fetchall()

    def counted(self, table: str, condition: str, *figures: str) -> tuple[Any, ...]:
        """Figures over a table's rows that match."""
        (row,) = self.sql(f"SELECT {', '.join(figures)} FROM {{{table}}} WHERE {condition}")
        return row

    def paired(self, feature: str, came: str, condition: str) -> list[tuple[bool, float | None]]:
        """Each day that matches and has a value: whether it came, and on which share of its own coin days."""
        known = f"{condition} AND {feature} IS NOT NULL"
        return self.sql(
            f"SELECT day.came, coin_share FROM (SELECT session_date, {came} AS came FROM {{features}} "
            f"WHERE {known}) AS day LEFT JOIN (SELECT session_date, avg(({came})::int) AS coin_share "
            f"FROM {{coin}} WHERE {known} GROUP BY session_date) AS own USING (session_date)"
        )


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    folder, port = tmp_path_factory.mktemp("client"), free_port()
    warehouse = small_warehouse(folder, last=LAST)
    snapshot = warehouse.root / "snapshots" / "ES" / build_snapshot(warehouse, "ES").snapshot_id
    with started(folder, port):
        fetch(port, "/readyz")
        address = f"http://127.0.0.1:{port}"
        entry = VISITOR | {"profile": "pro"}
        token = httpx2.post(f"{address}/api/auth/entry", json=entry).json()["access_token"]
        yield Place(warehouse.root, snapshot, address, token)


@pytest.fixture(scope="module")
def here(place: Place) -> "Iterator[Almanac[pd.DataFrame]]":
    with Almanac(place.warehouse) as almanac:
        yield almanac


@pytest.fixture(scope="module")
def there(place: Place) -> "Iterator[Almanac[pd.DataFrame]]":
    with Almanac(place.address, token=place.token) as almanac:
        yield almanac


def same(ours: pd.DataFrame, theirs: pd.DataFrame) -> pd.DataFrame:
    """The frame, which is the other to the last bit, types and attributes too."""
    assert_frame_equal(ours, theirs, check_exact=True)
    assert ours.attrs == theirs.attrs
    return ours


def active(feature: str) -> str:
    return f"{feature} > 0" if KINDS[feature].startswith("integer") else feature


def rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DECIMALS)


@settings(max_examples=25)
@given(
    st.lists(st.sampled_from(PARTS), max_size=3, unique_by=lambda part: part[1]),
    st.sampled_from(HAPPENS),
    st.sampled_from(ENUMS),
    st.sampled_from(NUMBERS),
)
def test_figures_are_the_service_s_and_duckdb_s(
    place: Place,
    here: "Almanac[pd.DataFrame]",
    there: "Almanac[pd.DataFrame]",
    parts: list[tuple[dict[str, Any], str]],
    happens: str,
    enum: str,
    number: str,
) -> None:
    check_figures(place, here, there, parts, happens, enum, number)


def check_figures(
    place: Place,
    here: "Almanac[pd.DataFrame]",
    there: "Almanac[pd.DataFrame]",
    parts: list[tuple[dict[str, Any], str]],
    happens: str,
    enum: str,
    number: str,
) -> None:
    """One question: both answers equal, and counted once more by DuckDB."""
    filters, condition = [each for each, _ in parts], " AND ".join(["true", *(sql for _, sql in parts)])
    matched = here.count(filters)
    assert matched == there.count(filters) == place.counted("features", condition, "count(*)")[0]

    rates = same(here.rate([happens, enum], filters), there.rate([happens, enum], filters))
    assert rates.attrs["total_days"] == matched
    figures = f"count({happens})", f"count(*) FILTER ({active(happens)})"
    row = rates[rates["feature"].eq(happens) & rates["value"].isna()].iloc[0]
    check_rate(row, *place.counted("features", condition, *figures))
    check_coin(row, place.paired(happens, active(happens), condition))
    for _, label in rates[rates["feature"].eq(enum) & rates["value"].notna()].iterrows():
        is_it = f"{enum} = '{label['value']}'"
        counts = place.counted("features", condition, f"count({enum})", f"count(*) FILTER ({is_it})")
        check_rate(label, *counts)
        check_coin(label, place.paired(enum, is_it, condition))

    (middle,) = same(here.numbers(number, filters), there.numbers(number, filters)).to_dict("records")
    quartiles = [f"quantile_cont({number}, {at})" for at in (0.25, 0.5, 0.75)]
    n, *theirs = place.counted("features", condition, f"count({number})", *quartiles)
    assert middle["days"] == n
    found = [None if pd.isna(middle[name]) else middle[name] for name in ("q1", "median", "q3")]
    assert found == pytest.approx(theirs, abs=1e-6)


def check_rate(row: "pd.Series[Any]", days: int, occurrence_days: int) -> None:
    """Counts by DuckDB, limits by statsmodels."""
    assert (row["days"], row["occurrence_days"]) == (days, occurrence_days)
    if days:
        assert row["occurrence"] == pytest.approx(occurrence_days / days, abs=1e-6)
        limits = proportion_confint(occurrence_days, days, method="wilson")
        assert (row["lower"], row["upper"]) == pytest.approx(limits, abs=1e-6)
    else:
        assert row[["occurrence", "lower", "upper"]].isna().all()


def check_coin(row: "pd.Series[Any]", paired: list[tuple[bool, float | None]]) -> None:
    """The matched days with a value, each with its own coin days' share."""
    compared = [(came, share) for came, share in paired if share is not None]
    words = row["coin_words"]
    if pd.isna(row["coin_days"]):
        assert row["coin_verdict"] == "not_tested"
        assert row["coin_reason"] in ("no_coin", "fixed_by_filter") or not compared
        return
    assert (row["coin_days"], row["coin_unpaired_days"]) == (len(compared), len(paired) - len(compared))
    rate, coin = (sum(side) / len(compared) for side in zip(*compared, strict=True))
    assert row["coin_occurrence"] == pytest.approx(coin, abs=1e-6)
    assert row["coin_difference"] == pytest.approx(rate - coin, abs=1e-6)
    assert row["coin_difference_lower"] <= row["coin_difference"] + 1e-6
    assert row["coin_difference_upper"] >= row["coin_difference"] - 1e-6
    foreseen, chance = row["expected"] * (len(compared) + 100) - rate * len(compared), 100
    assert 0 < foreseen < chance
    assert 0 <= row["expected_low"] <= row["expected_high"] <= 10
    named = f"{100 * row['coin_occurrence']:.2f}%" in words
    assert pd.isna(row["coin_reason"]) == (row["coin_verdict"] != "not_tested") == named
    if row["coin_verdict"] in ("more", "fewer"):
        assert row["coin_adjusted_p"] < 0.05
        points = abs(100 * row["coin_difference"])
        assert f"{points:.1f} points {row['coin_verdict']} than a coin" in words


def test_the_days_are_the_table_s(
    place: Place, here: "Almanac[pd.DataFrame]", there: "Almanac[pd.DataFrame]"
) -> None:
    filters = {"gap_up": {"operator": "=", "value": True}}
    days = same(here.days(filters), there.days(filters))
    names = list(days.columns)
    assert names == ["session_date", *here.features()["name"]]
    rows = place.sql(f"SELECT {', '.join(names)} FROM {{features}} WHERE gap_up ORDER BY session_date")
    assert len(rows) == days.attrs["total_days"] > 0
    for name, theirs in zip(names, zip(*rows, strict=True), strict=True):
        ours = [None if pd.isna(value) else value for value in days[name].tolist()]
        if KINDS.get(name, "date") == "date":
            ours = list(days[name].dt.date)
        assert ours == [rounded(x) if isinstance(x, float) else x for x in theirs], name
    kinds = days.dtypes.astype(str)
    assert set(kinds) == {"datetime64[us]", "boolean", "Int64", "float64", "category"}
    assert list(days["or12_dir"].cat.categories) == ["bull", "bear", "doji"]


def test_yesterday_and_dates_are_asked_alike(
    place: Place, here: "Almanac[pd.DataFrame]", there: "Almanac[pd.DataFrame]"
) -> None:
    condition, start = where("gap_up", prev=1), "2024-08-01"
    days = same(
        here.days(condition, features=["gap_up"], start_date=start),
        there.days([condition], features=["gap_up"], start_date=pd.Timestamp(start).date()),
    )
    rows = place.sql(
        "SELECT today.session_date FROM {features} today JOIN {features} yesterday "
        "ON yesterday.session_date = today.prev_session_date "
        f"WHERE yesterday.gap_up AND today.session_date >= DATE '{start}' ORDER BY ALL"
    )
    assert [day.date() for day in days["session_date"]] == [day for (day,) in rows]
    assert days.attrs["start_date"] == start


def test_years_and_two_questions_are_counted_alike(
    place: Place, here: "Almanac[pd.DataFrame]", there: "Almanac[pd.DataFrame]"
) -> None:
    years = same(here.years("or12_bo_up_bar"), there.years("or12_bo_up_bar"))
    theirs = place.sql(
        "SELECT year(session_date), count(or12_bo_up_bar), count(*) FILTER (or12_bo_up_bar > 0) "
        "FROM {features} GROUP BY ALL ORDER BY ALL"
    )
    assert list(years[["year", "days", "occurrence_days"]].itertuples(index=False, name=None)) == theirs

    held = same(here.held(["gap_up", "or12_bo_up_bar"]), there.held(["gap_up", "or12_bo_up_bar"]))
    (n,) = place.counted("features", "true", "count(or12_bo_up_bar)")
    assert held["feature"].tolist() == ["gap_up", "or12_bo_up_bar"]
    assert (held["days"][1], held["alarm"][1]) == (n - n // 2, False)
    assert held["words"][1].startswith("No sign that it stopped.")

    late = {"filters": [], "start_date": "2024-09-01"}
    both = same(here.compare(where("gap_up"), late), there.compare([where("gap_up")], late))
    assert both.attrs["ranking"] == both["feature"].tolist()[: len(both.attrs["ranking"])]
    row = both.set_index("feature").loc["or12_bo_up_bar"]
    figures = "count(or12_bo_up_bar)", "count(*) FILTER (or12_bo_up_bar > 0)"
    for side, condition in (("a", "gap_up"), ("b", "session_date >= DATE '2024-09-01'")):
        counts = place.counted("features", condition, *figures)
        assert (row[f"{side}_days"], row[f"{side}_occurrence_days"]) == counts


def test_cells_are_the_service_s(place: Place, here: "Almanac[pd.DataFrame]") -> None:
    asked: dict[str, Any] = {"from_bar": 12, "side": "down", "unit": "r", "costs": 1}
    found = here.target_before_stop([1, 2], [20], where("gap_up"), **asked)
    body = {
        "filters": {"gap_up": {"operator": "=", "value": True}},
        "targets": [1, 2],
        "stops": [20],
        **asked,
    }
    answer = here.call("POST", "/v2/excursion", body)
    assert found.attrs["asked_days"] == answer["asked_days"]
    for row, cell in zip(found.to_dict("records"), answer["cells"], strict=True):
        shown, coin = [cell["mean_r"], cell["ended"]["stop"], cell["rate"]], cell["coin"]
        assert [row["mean_r"], row["ended_stop"], row["rate"]] == shown
        assert (row["mean_lower"], row["lower"]) == (
            cell["mean_interval"]["lower"],
            cell["confidence_interval"]["lower"],
        )
        assert (row["coin_mean"], row["coin_verdict"], row["coin_adjusted_p"]) == (
            coin["mean"],
            coin["verdict"]["code"],
            coin["verdict"]["adjusted_p"],
        )


def test_a_day_s_bars_are_the_table_s(
    place: Place, here: "Almanac[pd.DataFrame]", there: "Almanac[pd.DataFrame]"
) -> None:
    day = here.last_session
    bars = same(here.bars(day), there.bars(str(day)))
    columns = [
        "bar_number",
        "time",
        "open",
        "high",
        "low",
        "close",
        "volume",
        "ema",
        "signal_type",
        "ft_flag",
    ]
    theirs = place.sql(
        "SELECT bar_number, epoch(signals.ts), open, high, low, close, volume, ema, signal_type, ft_flag "
        "FROM {bars} JOIN {signals} AS signals USING (session_date, bar_number) "
        f"WHERE session_date = DATE '{day}' AND segment = 'rth' ORDER BY bar_number"
    )
    assert len(theirs) == len(bars) == 81
    told = bars[columns].assign(time=[time.timestamp() for time in bars["time"]])
    for ours, row in zip(told.itertuples(index=False, name=None), theirs, strict=True):
        assert ours == pytest.approx(row, abs=1e-6)
    assert bars.attrs["tick"] == TICK


def test_polars_frames_hold_the_same(place: Place, here: "Almanac[pd.DataFrame]") -> None:
    with Almanac(place.warehouse, frames="polars") as polars:
        day = here.last_session
        pairs: list[tuple[pl.DataFrame, pd.DataFrame]] = [
            (polars.features(), here.features()),
            (polars.days(where("gap_up")), here.days(where("gap_up"))),
            (polars.rate(["gap_fill_bar", "or12_dir"]), here.rate(["gap_fill_bar", "or12_dir"])),
            (polars.rate("or12_bo_up_bar", as_of=12), here.rate("or12_bo_up_bar", as_of=12)),
            (polars.coin("or12_dir"), here.coin("or12_dir")),
            (polars.years("gap_up"), here.years("gap_up")),
            (polars.held(["gap_up", "gap_fill_bar"]), here.held(["gap_up", "gap_fill_bar"])),
            (polars.numbers("gap_size_pts"), here.numbers("gap_size_pts")),
            (polars.compare(None, where("gap_up")), here.compare(None, where("gap_up"))),
            (
                polars.curve("gap_size_pct_adr", "gap_fill_bar"),
                here.curve("gap_size_pct_adr", "gap_fill_bar"),
            ),
            (
                polars.target_before_stop([20, 40], [20], where("gap_up"), costs=1),
                here.target_before_stop([20, 40], [20], where("gap_up"), costs=1),
            ),
            (polars.bars(day), here.bars(day)),
        ]
    for ours, theirs in pairs:
        assert ours.columns == list(theirs.columns)
        assert ours.height == len(theirs) > 0
        for name in ours.columns:
            ours_values = ours[name].to_list()
            theirs_values = [
                value if isinstance(value, list) or not pd.isna(value) else None
                for value in theirs[name].tolist()
            ]
            if ours.schema[name] == pl.Date:
                theirs_values = [None if pd.isna(each) else each for each in theirs[name].dt.date]
            assert ours_values == theirs_values, name
    assert pairs[1][0].schema["or12_dir"] == pl.Enum(["bull", "bear", "doji"])


def test_what_is_asked_is_told(place: Place, here: "Almanac[pd.DataFrame]") -> None:
    assert (here.symbol, here.symbols, here.snapshot_id) == ("ES", ["ES"], place.tables.name)
    assert str(here.last_session) == LAST
    assert here.features(category="GAPS")["category"].unique().tolist() == ["GAPS"]
    assert here.call("POST", "/v2/path", {})["total_days"] == here.count()


def test_a_question_that_names_a_snapshot_is_answered_of_no_other(here: "Almanac[pd.DataFrame]") -> None:
    gap = where("gap_up")
    asks: list[Callable[..., Any]] = [
        partial(here.count, gap),
        partial(here.rate, "gap_fill_bar", gap),
        partial(here.days, gap),
        partial(here.compare, gap, where("gap_up", "=", False)),
    ]
    for ask in asks:
        ask(snapshot=here.snapshot_id)
        with pytest.raises(CallRefused, match="is served, send its id or none") as caught:
            ask(snapshot="2020-01-02-0123456789ab")
        assert caught.value.code == "snapshot_gone"


def test_a_notebook_s_running_loop_is_no_hindrance(place: Place) -> None:
    async def cell() -> int:
        with Almanac(place.warehouse) as almanac:
            return almanac.count()

    assert asyncio.run(cell()) > 0


def test_a_token_that_is_over_is_renewed(here: "Almanac[pd.DataFrame]") -> None:
    auth: Any = here._transport._client.auth
    auth._token = "over"
    assert here.count() > 0


REFUSED = [
    (lambda almanac: almanac.rate("gap_upp"), "unknown_feature", "did you mean gap_up"),
    (lambda almanac: almanac.days(where("gap_up", "=", 3)), "value_type", "gap_up"),
    (lambda almanac: almanac.count(where("or12_dir", "~", "bull")), "unknown_operator", "or12_dir"),
    (lambda almanac: almanac.count(start_date="1 May"), "date_format", "start_date"),
    (lambda almanac: almanac.count(symbol="XX"), "unknown_symbol", "known symbols: ES"),
    (lambda almanac: almanac.bars("2024-07-04"), "date_not_matched", "2024-07-04"),
    (lambda almanac: almanac.compare(where("nothing"), None), "unknown_feature", "a: "),
    (lambda almanac: almanac.rate("gap_size_pts"), "no_rate", "gap_size_pts: it has no rate; ask numbers()"),
    (lambda almanac: almanac.numbers("gap_up"), "no_numbers", "gap_up: it is no number; ask rate()"),
    (lambda almanac: almanac.years("weekday"), "no_years", "weekday"),
    (lambda almanac: almanac.features(category="NONE"), "unknown_category", "NONE"),
    (lambda almanac: almanac.call("GET", "/nothing"), "not_found", "/api/nothing"),
]


@pytest.mark.parametrize(("ask", "code", "words"), REFUSED)
def test_a_wrong_question_is_refused_alike(
    here: "Almanac[pd.DataFrame]", there: "Almanac[pd.DataFrame]", ask: Any, code: str, words: str
) -> None:
    told = []
    for almanac in (here, there):
        with pytest.raises(AlmanacError, match=re.escape(words)) as caught:
            ask(almanac)
        assert caught.value.code == code
        told.append(str(caught.value))
    assert told[0] == told[1]
    assert "\n" not in told[0]


def test_a_token_of_a_lower_tier_or_none_is_named(place: Place) -> None:
    entry = VISITOR | {"profile": "lite"}
    token = httpx2.post(f"{place.address}/api/auth/entry", json=entry).json()["access_token"]
    with Almanac(place.address, token=token) as lite:
        assert set(lite.features()["tier"]) == {"lite"}
        with pytest.raises(CallRefused, match="yours is lite; it needs a token of that tier") as caught:
            lite.rate("or12_mm_up_bar")
        assert (caught.value.status, caught.value.code) == (403, "feature_not_in_tier")
    for wrong, words in ((None, "give token=..., or set ALMANAC_TOKEN"), (f"{token}x", "it was revoked")):
        with (
            Almanac(place.address, token=wrong) as almanac,
            pytest.raises(CallRefused, match=words) as caught,
        ):
            almanac.features()
        assert caught.value.status == 401


def test_nobody_at_an_address_is_named() -> None:
    with (
        Almanac(f"http://127.0.0.1:{free_port()}") as almanac,
        pytest.raises(NoAnswer, match="nothing answers"),
    ):
        almanac.features()


def test_a_snapshot_that_is_not_whole_says_so(tmp_path: Path, place: Place) -> None:
    folder = tmp_path / "snapshots" / "ES" / place.tables.name
    folder.mkdir(parents=True)
    (folder.parent / "CURRENT").write_text(place.tables.name + "\n")
    with pytest.raises(DataError, match=str(folder)):
        Almanac(tmp_path)


def test_a_program_that_ends_with_it_open_leaves_nothing(place: Place, tmp_path: Path) -> None:
    opened = f"almanac = Almanac({str(place.warehouse)!r})"
    code = f"from session_almanac import Almanac\n{opened}\nprint(almanac.count())"
    environment = os.environ | {"TMPDIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout) > 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("is_closed", [True, False])
def test_what_is_closed_or_forgotten_ends(
    place: Place, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, is_closed: bool
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    before = set(threading.enumerate())
    almanac = Almanac(place.warehouse)
    assert list(tmp_path.iterdir())
    if is_closed:
        almanac.close()
    else:
        del almanac
        gc.collect()
    assert list(tmp_path.iterdir()) == []
    assert "almanac" not in {thread.name for thread in threading.enumerate() if thread not in before}
