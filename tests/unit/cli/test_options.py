"""Which symbol is meant where none is named (ruling 9)."""

from pathlib import Path

import pytest

from cli.options import symbol_among
from core.contracts.errors import DataError
from core.warehouse.paths import Warehouse


@pytest.mark.parametrize(
    ("asked", "there", "meant"),
    [
        (None, ("DEMO", "ES", "NQ"), "ES"),
        (None, ("DEMO", "NQ"), "DEMO"),
        ("NQ", ("ES", "NQ"), "NQ"),
    ],
)
def test_es_is_meant_if_there_else_the_first(asked: str | None, there: tuple[str, ...], meant: str) -> None:
    assert symbol_among(Warehouse(Path()), asked, there, "Import.") == meant


@pytest.mark.parametrize(
    ("asked", "there", "told"),
    [
        (None, (), "nothing is there yet. Import."),
        ("YM", (), "there is nothing of YM. Import."),
        ("YM", ("DEMO", "ES"), "there is nothing of YM; there is: DEMO, ES. Import."),
    ],
)
def test_an_absent_symbol_is_answered_with_those_that_are_there(
    tmp_path: Path, asked: str | None, there: tuple[str, ...], told: str
) -> None:
    with pytest.raises(DataError) as refused:
        symbol_among(Warehouse(tmp_path), asked, there, "Import.")
    assert refused.value.detail == f"{tmp_path}: {told}"
    with pytest.raises(DataError) as refused:
        symbol_among(Warehouse(tmp_path / "warehose"), asked, there, "Import.")
    assert refused.value.detail == f"{tmp_path / 'warehose'} is no folder: {told}"
