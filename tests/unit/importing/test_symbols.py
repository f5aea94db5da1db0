"""A file's symbol is what everything said about it agrees on; anything else is a question."""

from pathlib import Path

import pytest

from core.contracts.errors import DataError
from core.importing.readers.bar_file import BarFile
from core.importing.symbols import resolve_symbol
from core.market.instruments import INSTRUMENTS, instrument, symbol_of_contract
from tests.unit.market.bar_builder import bars_at, opens


def file(name: str, contract: str | None = None) -> BarFile:
    frame = bars_at(opens("2024-07-02 09:30", "2024-07-02 09:40"), contract=contract)
    return BarFile(Path(name), "", frame.dropna(axis=1, how="all"))


@pytest.mark.parametrize(
    ("name", "contract", "asked", "symbol"),
    [
        ("ES_5m.parquet", None, None, "ES"),
        ("es-2024.csv", None, None, "ES"),
        ("NQM4.csv", None, None, "NQ"),
        ("bars.csv", "RTYH25", None, "RTY"),
        ("bars.csv", None, "ym", "YM"),
        ("ES_5m.parquet", "ESH4", "ES", "ES"),
    ],
)
def test_symbol_comes_from_request_contract_or_name(
    name: str, contract: str | None, asked: str | None, symbol: str
) -> None:
    assert resolve_symbol(file(name, contract), asked) == symbol


@pytest.mark.parametrize(
    ("name", "contract", "asked", "claims"),
    [
        ("NQ_5m.parquet", None, "ES", ["--symbol says ES", "the file name (NQ) says NQ"]),
        ("ES_5m.parquet", "NQH4", None, ["contract NQH4 says NQ", "the file name (ES) says ES"]),
        ("bars.csv", "NQH4", "ES", ["--symbol says ES", "contract NQH4 says NQ"]),
        ("ES_NQ_pair.csv", None, None, ["(ES) says ES", "(NQ) says NQ"]),
    ],
)
def test_a_conflict_is_a_question_that_repeats_the_claims(
    name: str, contract: str | None, asked: str | None, claims: list[str]
) -> None:
    with pytest.raises(DataError, match="whose bars are these") as caught:
        resolve_symbol(file(name, contract), asked)
    assert caught.value.code == "symbol_conflict"
    assert all(claim in caught.value.detail for claim in claims)


def test_a_file_that_names_no_symbol_is_not_guessed() -> None:
    with pytest.raises(DataError, match="Name it with --symbol; known symbols: ES, NQ, YM, RTY") as caught:
        resolve_symbol(file("bars_2024.csv"))
    assert caught.value.code == "symbol_unknown"


def test_an_unknown_contract_is_refused_with_its_row() -> None:
    mixed = file("ES.csv", "ESU4")
    mixed.frame.loc[1, "contract"] = "ESU4-ESZ4"
    with pytest.raises(DataError, match="row 2: contract 'ESU4-ESZ4' belongs to no known symbol"):
        resolve_symbol(mixed)


@pytest.mark.parametrize("given", [("bars.csv", "DEMO"), ("demo.csv", None)])
def test_nothing_is_imported_into_the_sample(given: tuple[str, str | None]) -> None:
    with pytest.raises(DataError) as caught:
        resolve_symbol(file(given[0]), given[1])
    assert caught.value.code == "sample_symbol"


def test_an_unknown_symbol_lists_the_known_ones() -> None:
    with pytest.raises(DataError, match="unknown symbol 'CL'; known symbols: ES, NQ, YM, RTY, DEMO"):
        instrument("CL")


@pytest.mark.parametrize(
    ("contract", "symbol"),
    [("ESH4", "ES"), ("ESH24", "ES"), ("RTYZ5", "RTY"), ("DEMM6", "DEMO"), ("MESH4", None), ("ES", None)],
)
def test_contract_codes_belong_to_their_root(contract: str, symbol: str | None) -> None:
    assert symbol_of_contract(contract) == symbol


def test_a_point_is_a_whole_number_of_ticks_for_every_instrument() -> None:
    for known in INSTRUMENTS.values():
        assert known.ticks_per_point * known.tick == pytest.approx(1, abs=1e-12)
