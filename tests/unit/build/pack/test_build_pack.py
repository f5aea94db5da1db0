"""Building a pack: codes, edges, the session table, and the proof that it equals the columns."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import orjson
import pytest
from numpy.typing import NDArray

from core.build.pack.build_pack import assemble_pack, write_pack
from core.build.pack.feature_entries import has_edges, histogram_edges
from core.contracts import pack as entries
from core.contracts.errors import DataError
from core.evidence.verify_pack import verify_index, verify_written
from core.features.compute import FeatureColumn, compute_features
from core.features.registry import catalogue_of
from core.question.conditions import Condition
from core.warehouse.serving.load_index import load_index
from core.warehouse.serving.pack import Pack
from tests.property.markets import random_market
from tests.unit.question.toy import CATALOGUE, Toy, random_columns, toy


def test_the_product_s_own_features_make_a_pack_that_verifies(tmp_path: Path) -> None:
    market = random_market(5, 100)
    columns = compute_features(market)
    write_pack(tmp_path / "serving", assemble_pack(catalogue_of(market), market, columns))
    check = verify_index(load_index(Pack.open(tmp_path / "serving")), columns)
    assert (check.sessions, check.features) == (100, len(columns) - 1), "dates are read off the sessions"
    assert check.counts > len(columns)


def test_two_builds_of_the_same_columns_are_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        snap = toy(4)
        write_pack(tmp_path / name, assemble_pack(CATALOGUE, snap.market, snap.columns))
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()


def test_a_folder_that_holds_a_pack_is_not_written_again(tmp_path: Path) -> None:
    write_pack(tmp_path, toy(1).pack)
    with pytest.raises(DataError, match="a pack is there already"):
        write_pack(tmp_path, toy(2).pack)


@pytest.mark.parametrize(
    ("feature", "value", "words"),
    [
        ("flag", 2, "flag, session 2024-01-05: value 2 found, whole numbers from 0 to 1"),
        ("place", 3, "from 0 to 2"),
        ("touch_bar", 82, "from 0 to 81"),
        ("touch_bar", 4.5, "value 4.5 found, whole numbers"),
        ("set_bar", 0, "from 1 to 12"),
        ("run", -31, "from -30 to 30"),
        ("size", -0.01, "size, session 2024-01-05: value -0.01 found, numbers from 0 to inf"),
        ("change", np.inf, "value inf found"),
    ],
)
def test_a_value_its_definition_rules_out_stops_the_build(feature: str, value: float, words: str) -> None:
    snap = toy(4)
    values = snap.columns[feature].values.copy()
    values[3] = value
    columns = snap.columns | {feature: replace(snap.columns[feature], values=values)}
    with pytest.raises(DataError, match=words):
        assemble_pack(CATALOGUE, snap.market, columns)


def test_a_missing_or_short_column_stops_the_build() -> None:
    snap = toy(4)
    with pytest.raises(DataError, match="size: column of 70 sessions expected, none found"):
        assemble_pack(CATALOGUE, snap.market, {k: v for k, v in snap.columns.items() if k != "size"})
    with pytest.raises(DataError, match="69 sessions found"):
        assemble_pack(CATALOGUE, snap.market, random_columns(4, 69))
    bare = replace(snap.columns["first_side"], event_bar=None)
    with pytest.raises(DataError, match="first_side: by_bar needs the bars"):
        assemble_pack(CATALOGUE, snap.market, snap.columns | {"first_side": bare})


def test_a_market_without_sessions_makes_no_pack() -> None:
    with pytest.raises(DataError, match="no full session"):
        assemble_pack(CATALOGUE, random_market(1, 0), random_columns(1, 0))


class TestHistogramEdges:
    """Edges are Freedman-Diaconis on the universe, as numpy counts them, between two percentiles."""

    @pytest.mark.parametrize("seed", range(5))
    def test_the_bin_width_is_freedman_diaconis(self, seed: int) -> None:
        values = np.random.default_rng(seed).normal(0, 10, 900)
        edges = histogram_edges(values)
        assert (edges[0], edges[-1]) == tuple(np.round(np.percentile(values, [1, 99]), 6))
        q1, q3 = np.percentile(values, [25, 75])
        width = 2 * (q3 - q1) / np.cbrt(len(values))
        assert len(edges) - 1 == int(np.ceil((edges[-1] - edges[0]) / width))
        assert np.allclose(np.diff(edges), (edges[-1] - edges[0]) / (len(edges) - 1), atol=2e-6)

    def test_an_edge_has_the_decimals_that_are_printed_so_a_day_on_it_lies_above_it(self) -> None:
        values = np.concatenate((np.linspace(62.5, 72.75000000000023, 11), np.full(40, 67.625)))
        edges = histogram_edges(np.tile(values, 9))
        assert edges.tolist() == [round(edge, 6) for edge in edges.tolist()]

    @pytest.mark.parametrize(
        ("values", "bins"),
        [
            (np.r_[np.zeros(90), np.arange(10.0)], 10),
            (np.arange(20.0), 10),
            (np.r_[np.linspace(0, 1, 900), np.linspace(0, 1000, 100)], 60),
            (np.full(9, 4.0), 10),
            (np.array([]), 10),
            (np.array([7.5]), 10),
        ],
    )
    def test_there_are_ten_to_sixty_ascending_edges(self, values: NDArray[np.float64], bins: int) -> None:
        edges = histogram_edges(values)
        assert len(edges) == bins + 1
        assert (np.diff(edges) > 0).all()

    def test_only_numerics_and_wide_integers_have_them(self) -> None:
        with_edges = [feature.name for feature in CATALOGUE.features if has_edges(feature)]
        assert with_edges == ["net_bars", "size", "change"]
        assert toy(1).index.days["size"].histogram_edges is not None
        assert toy(1).index.days["touch_bar"].histogram_edges is None


def _spoiled(snap: Toy, name: str) -> dict[str, FeatureColumn]:
    """Columns that differ from the pack's in one value of one feature."""
    column = snap.columns[name]
    values = column.values.copy()
    row = int(np.flatnonzero(~np.isnan(values))[0])
    values[row] = np.nan if name == "place" else (values[row] + 1) % 2
    return snap.columns | {name: replace(column, values=values)}


@pytest.mark.parametrize("name", ["flag", "place", "touch_bar", "size", "change", "net_bars"])
def test_a_pack_that_differs_from_a_column_in_one_value_is_found(tmp_path: Path, name: str) -> None:
    snap = toy(4)
    write_pack(tmp_path / "serving", snap.pack)
    verify_index(load_index(Pack.open(tmp_path / "serving")), snap.columns)
    with pytest.raises(DataError, match=f"feature {name}, .* found, .* expected"):
        verify_index(load_index(Pack.open(tmp_path / "serving")), _spoiled(snap, name))


def test_a_pack_that_differs_in_a_deciding_bar_is_found(tmp_path: Path) -> None:
    snap = toy(4)
    write_pack(tmp_path / "serving", snap.pack)
    column = snap.columns["first_side"]
    assert column.event_bar is not None
    later = np.where(column.event_bar > 1, column.event_bar - 1, column.event_bar)
    columns = snap.columns | {"first_side": replace(column, event_bar=later)}
    with pytest.raises(DataError, match="first_side, days decided by bar"):
        verify_index(load_index(Pack.open(tmp_path / "serving")), columns)


@pytest.mark.parametrize("place", [0, -1])
@pytest.mark.parametrize("entry", ["codes", "values/size", "event_bar/first_side", "event_bar/retest_side"])
def test_a_flipped_bit_in_any_entry_is_found(tmp_path: Path, entry: str, place: int) -> None:
    snap = toy(4)
    array = snap.pack.array(entry).copy()
    known = np.flatnonzero((array.ravel() > 0) & (array.ravel() < 255))
    array.view(np.uint8).reshape(array.size, -1)[known[place], 0] ^= 1
    spoiled = replace(snap.pack, arrays={**snap.pack.arrays, entry: array})
    write_pack(tmp_path / "serving", spoiled)
    with pytest.raises(DataError, match="Build it again"):
        verify_index(load_index(Pack.open(tmp_path / "serving")), snap.columns)


ARRAY_FILES = ["arrays.bin", "arrays_2024.bin"]


@pytest.mark.parametrize("file", [*ARRAY_FILES, "catalogue.json", "clusters.json", "toc.json"])
def test_a_pack_whose_files_are_not_as_they_were_meant_is_found(tmp_path: Path, file: str) -> None:
    pack = toy(4).pack
    pack = replace(pack, documents={**pack.documents, entries.CLUSTERS: {"flag": {"n": 3}}})
    write_pack(tmp_path, pack)
    assert verify_written(tmp_path, pack).sessions == pack.sessions
    content = (tmp_path / file).read_bytes()
    toc = orjson.loads((tmp_path / "toc.json").read_bytes())
    parts = [part for each in toc["arrays"].values() for part in each["parts"] if part["file"] == file]
    places = range(0, len(content), max(1, len(content) // 40))
    for place in [each["offset"] for each in parts][::9] if file in ARRAY_FILES else places:
        (tmp_path / file).write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
        with pytest.raises(DataError):
            verify_written(tmp_path, pack)


def test_a_deciding_event_is_counted_from_its_bar_on() -> None:
    snap = toy(4)
    bars = snap.columns["first_side"].event_bar
    assert bars is not None
    labels = ("up", "down", "both_same_bar")
    found = [
        snap.index.sessions.passing(Condition("first_side", False, "in", labels, by_bar=bar)).count
        for bar in range(1, 82)
    ]
    assert found == [sum(1 for event in bars.tolist() if 1 <= event <= bar) for bar in range(1, 82)]
    entry = snap.pack.array(entries.event_bar("first_side"))
    assert entry.tolist() == [event if event >= 1 else 0 for event in bars.tolist()], "NaN and 0 are no bar"


def test_the_index_reads_a_pack_that_was_never_written() -> None:
    snap = toy(4)
    index = load_index(assemble_pack(CATALOGUE, snap.market, snap.columns))
    assert index.n_sessions == 70
