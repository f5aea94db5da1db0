"""A file's symbol is what everything said about it agrees on; anything else is a question."""

from pathlib import Path

import pytest

from core.contracts.errors import DataError
from core.importing.formats.bar_file import BarFile
from core.importing.symbols import name_findings, resolve_symbol
from core.market.instruments import INSTRUMENTS, continuous_symbol, instrument, symbol_of_contract
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
        ("NQH4.csv", None, "ES", ["--symbol says ES", "the file name (NQH4) says NQ"]),
        ("NQ 06-24.Last.txt", None, "ES", ["--symbol says ES", "the file name (NQM4) says NQ"]),
        ("NQ_H24_5min.txt", "NQH4", "ES", ["--symbol says ES", "the file name (NQH4) says NQ"]),
        ("MESM4.csv", None, "ES", ["--symbol says ES", "the file name (MESM4) says MES"]),
        ("M2K 06-24.Last.txt", None, "RTY", ["--symbol says RTY", "the file name (M2KM4) says M2K"]),
        ("bars.csv", "MNQH5", "NQ", ["--symbol says NQ", "contract MNQH5 says MNQ"]),
        ("ES_MES.csv", None, None, ["(ES) says ES", "(MES) says MES"]),
        ("ES_5m.parquet", "NQH4", None, ["contract NQH4 says NQ", "the file name (ES) says ES"]),
        ("bars.csv", "NQH4", "ES", ["--symbol says ES", "contract NQH4 says NQ"]),
        ("ES_NQ_pair.csv", None, None, ["(ES) says ES", "(NQ) says NQ"]),
    ],
)
def test_a_conflict_is_a_question_that_repeats_the_claims(
    name: str, contract: str | None, asked: str | None, claims: list[str]
) -> None:
    with pytest.raises(DataError, match="whose bars are these") as caught:
        resolve_symbol(file(name, contract), asked, over_name=name != "NQ_5m.parquet")
    assert caught.value.code == "symbol_conflict"
    assert all(claim in caught.value.detail for claim in claims)


@pytest.mark.parametrize(
    ("name", "asked", "detail"),
    [
        ("NQ_5m.parquet", "ES", "the file name (NQ) says NQ; ES decides"),
        ("MES_5m.parquet", "ES", "the file name (MES) says MES; ES decides"),
        ("CME_MINI_NQ1!, 5.csv", "ES", "the file name (NQ1!) says NQ; ES decides"),
        ("ES_5m.parquet", "ES", None),
        ("ES_5m.parquet", None, None),
        ("ESM4.csv", "ES", None),
    ],
)
def test_the_symbol_that_is_asked_for_decides_against_the_name_and_it_is_told(
    name: str, asked: str | None, detail: str | None
) -> None:
    assert resolve_symbol(file(name), asked, over_name=True) == "ES"
    findings = name_findings(file(name), "ES")
    assert [(each.kind, each.action) for each in findings] == ([("other_name", "told")] if detail else [])
    assert [each.detail.partition(", as asked")[0] for each in findings] == ([detail] if detail else [])


@pytest.mark.parametrize("given", [("MES_5m.csv", None), ("MESH5.csv", None), ("bars.csv", "M2KZ4")])
def test_a_micro_future_that_nobody_declared_is_named(given: tuple[str, str | None]) -> None:
    with pytest.raises(DataError, match=r"says (MES|M2K), a micro future that is not declared") as caught:
        resolve_symbol(file(*given))
    assert caught.value.code == "symbol_unknown"
    assert "ALMANAC_INSTRUMENTS" in caught.value.detail


@pytest.mark.parametrize(
    ("word", "symbol"),
    [
        *(
            (word, "ES")
            for word in ("ES", "@ES", "/ES", "ES1!", "ES!", "ES.F", "ES=F", "ES #F", "@ES#", "es")
        ),
        *(
            (word, "ES")
            for word in ("CME_MINI:ES1!", "ES.c.0", "ES.FUT", "ES*0", "@ES=107XN", "F.US.EP", "ESc1")
        ),
        *((word, "NQ") for word in ("NQ1!", "F.US.ENQ", "NQ.F", "@NQ")),
        *((word, word[:3]) for word in ("MES1!", "MNQ=F", "M2K", "MYM")),
        *((word, None) for word in ("ES2!", "EP", "ESX", "SPY", "US500", "ESU4-ESZ4", "F", "")),
    ],
)
def test_vendors_spellings_of_a_continuous_contract_are_known(word: str, symbol: str | None) -> None:
    assert continuous_symbol(word) == symbol


@pytest.mark.parametrize(
    "name",
    [
        "ES.F_5min.csv",
        "@ES.txt",
        "CME_MINI_DL_ES1!, 5.csv",
        "F.US.EP.txt",
        "ES=F.csv",
        "ES 12-24.txt",
        "ESH25.csv",
    ],
)
def test_they_are_known_in_the_name_of_a_file(name: str) -> None:
    assert resolve_symbol(file(name)) == "ES"


def test_a_file_that_names_no_symbol_is_not_guessed() -> None:
    with pytest.raises(DataError, match="Name it with --symbol; known symbols: ES, NQ, YM, RTY") as caught:
        resolve_symbol(file("bars_2024.csv"))
    assert caught.value.code == "symbol_unknown"


def test_an_unknown_contract_is_refused_with_its_row() -> None:
    mixed = file("ES.csv", "ESU4")
    mixed.frame.loc[1, "contract"] = "ESU4-ESZ4"
    with pytest.raises(DataError, match="row 2: contract 'ESU4-ESZ4' belongs to no known symbol"):
        resolve_symbol(mixed)


@pytest.mark.parametrize("given", [("bars.csv", "DEMO"), ("demo.csv", None), ("bars.csv", "demo-coin")])
def test_nothing_is_imported_into_the_sample(given: tuple[str, str | None]) -> None:
    with pytest.raises(DataError) as caught:
        resolve_symbol(file(given[0]), given[1])
    assert caught.value.code == "sample_symbol"


def test_an_unknown_symbol_lists_the_known_ones() -> None:
    with pytest.raises(DataError, match="unknown symbol 'CL'; known symbols: ES, NQ, YM, RTY, DEMO"):
        instrument("CL")


@pytest.mark.parametrize(
    ("contract", "symbol"),
    [
        ("ESH4", "ES"),
        ("ESH24", "ES"),
        ("RTYZ5", "RTY"),
        ("DEMM6", "DEMO"),
        ("DECM6", "DEMO-COIN"),
        ("MESH4", None),
        ("ES", None),
    ],
)
def test_contract_codes_belong_to_their_root(contract: str, symbol: str | None) -> None:
    assert symbol_of_contract(contract) == symbol


def test_a_point_is_a_whole_number_of_ticks_for_every_instrument() -> None:
    for known in INSTRUMENTS.values():
        assert known.ticks_per_point * known.tick == pytest.approx(1, abs=1e-12)
