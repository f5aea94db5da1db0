"""A pack by year: the same arrays when read, and files of finished years that a later pack takes over."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.build.pack.build_pack import assemble_pack, with_coin, write_pack
from core.contracts import pack as entries
from core.evidence.verify_pack import verify_written
from core.features.coin_days import COIN_DECIDED, toss
from core.features.compute import compute_features
from core.features.registry import catalogue_of
from core.features.ticks import in_ticks
from core.market.market import Market
from core.warehouse.serving.pack import Pack
from tests.property.markets import random_market

DRAWS = 3


def packed(market: Market) -> Pack:
    """The pack of a market, with some coin days of each session."""
    catalogue, columns = catalogue_of(market), compute_features(market)
    coin = toss(in_ticks(market), np.arange(len(market)), DRAWS, COIN_DECIDED)
    return with_coin(assemble_pack(catalogue, market, columns), catalogue, market, coin)


@pytest.fixture(scope="module")
def pack() -> Pack:
    """Two years of sessions, the second one just begun."""
    found = packed(random_market(3, 270))
    years = np.unique(found.array("session_date").astype("datetime64[D]").astype("datetime64[Y]"))
    assert len(years) == 2
    return found


def test_a_pack_of_two_years_reads_back_as_it_was(tmp_path: Path, pack: Pack) -> None:
    write_pack(tmp_path, pack)
    assert verify_written(tmp_path, pack).sessions == pack.sessions
    assert {"arrays.bin", "arrays_2024.bin", "arrays_2025.bin"} < {path.name for path in tmp_path.iterdir()}


def changed(pack: Pack, session: int) -> Pack:
    """The pack with another code in one session."""
    codes = pack.array("codes").copy()
    codes[session, 0] ^= 1
    return replace(pack, arrays={**pack.arrays, "codes": codes})


def same_files(one: Path, other: Path) -> set[str]:
    """The files that are second names of each other."""
    return {path.name for path in one.iterdir() if path.samefile(other / path.name)}


@pytest.mark.parametrize(("session", "kept"), [(269, "arrays_2024.bin"), (0, "arrays_2025.bin")])
def test_a_changed_session_writes_its_year_alone(tmp_path: Path, pack: Pack, session: int, kept: str) -> None:
    earlier, later, alone = (tmp_path / name for name in ("earlier", "later", "alone"))
    write_pack(earlier, pack)
    write_pack(later, changed(pack, session), earlier)
    write_pack(alone, changed(pack, session))
    assert same_files(later, earlier) == {kept, "arrays.bin"}
    for path in alone.iterdir():
        assert path.read_bytes() == (later / path.name).read_bytes(), "as if there were no earlier one"


def test_a_damaged_earlier_file_is_written_again(tmp_path: Path, pack: Pack) -> None:
    earlier, later = tmp_path / "earlier", tmp_path / "later"
    write_pack(earlier, pack)
    damaged = earlier / "arrays_2024.bin"
    damaged.write_bytes(bytes(reversed(damaged.read_bytes())))
    write_pack(later, pack, earlier)
    assert same_files(later, earlier) == {"arrays.bin", "arrays_2025.bin"}
    verify_written(later, pack)


def test_more_values_of_coin_days_than_sixteen_bits_count_keep_their_order(
    tmp_path: Path, pack: Pack
) -> None:
    days = 250 * pack.sessions
    numbers = np.random.default_rng(1).permutation(days - 7).astype(np.float64)
    ranks = np.append([len(numbers)] * 7, numbers).astype(entries.rank_type(days))
    name = next(filter(entries.is_ranks, pack.arrays))
    own = {name: ranks, entries.values_of(name): np.sort(numbers)}
    others = {each: array for each, array in pack.arrays.items() if not each.startswith("coin/")}
    document = {**pack.document(entries.COIN), "draws": 250}
    many = replace(pack, arrays={**others, **own}, documents={**pack.documents, entries.COIN: document})
    write_pack(tmp_path, many)
    opened = Pack.open(tmp_path)
    values = np.append(opened.array(entries.values_of(name)), np.nan)
    assert np.isnan(values[opened.array(name)[:7]]).all()
    assert np.array_equal(values[opened.array(name)[7:]], numbers)
