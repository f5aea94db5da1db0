"""TOML that would take memory by the square of its length is refused with its line."""

import tomllib
from pathlib import Path

import pytest

from core.build.claims import own_text
from core.claims.read_claims import Mistake, read_claims
from core.contracts.bounded_toml import load_toml
from core.contracts.errors import DataError
from core.features.registry import catalogue
from core.importing.sources import read_sources
from core.market.instruments import declared
from core.warehouse.paths import Warehouse

DOTS = ".".join(["a"] * 40_000)
QUOTED = " . ".join(["'a b'", '"c.d"'] * 20_000)


@pytest.mark.parametrize("text", [f"{DOTS} = 1", f"[{DOTS}]", f"x = {{ {DOTS} = 1 }}", f"[[{QUOTED}]]"])
def test_a_key_of_many_dots_is_refused(text: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError, match=r"more than 100 parts between dots \(at line 2,"):
        load_toml(f"y = 1\n{text}\n")


@pytest.mark.parametrize(
    "text",
    [
        "a" * 1_000_000 + " = 1",
        "'" + "a" * 1_000_000 + "' = 1",
        "x = [" + "0.5, " * 100_000 + "]",
        "x = " + "1" * 10_000 + ".5",
        'x = "' + "... " * 10_000 + '"',
        "\n".join(f"a.b{at} = 1" for at in range(20_000)),
    ],
)
def test_long_texts_of_other_kinds_are_read(text: str) -> None:
    assert load_toml(text)


@pytest.mark.parametrize("text", ["x = " + "[" * 5_000, "x = " + "9" * 5_000])
def test_what_python_cannot_read_is_no_toml(text: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError):
        load_toml(text)


def test_every_file_of_toml_is_held_to_it(tmp_path: Path) -> None:
    (mistake,) = read_claims(f"[[claim]]\n{DOTS} = 1\n", "claims.toml", catalogue()).mistakes
    assert mistake.line == 2
    assert mistake.text == "is no TOML: A key of more than 100 parts between dots."
    warehouse = Warehouse(tmp_path)
    warehouse.sources_file.write_text(f"[{DOTS}]\n")
    with pytest.raises(DataError, match="more than 100 parts"):
        read_sources(warehouse)
    (tmp_path / "instruments.toml").write_text(f"[{DOTS}]\n")
    with pytest.raises(DataError, match="more than 100 parts"):
        declared(str(tmp_path / "instruments.toml"))


def test_a_file_of_claims_is_a_regular_one_of_a_million_bytes_at_most(tmp_path: Path) -> None:
    path = tmp_path / "claims.toml"
    path.write_text("#" * 1_000_001)
    assert own_text(path) == Mistake(
        str(path), 1, None, "has more than 1,000,000 bytes. Expected a file of claims."
    )
    with pytest.raises(DataError, match="is a device"):
        declared("/dev/zero")
    found = own_text(Path("/dev/zero"))
    assert found == Mistake("/dev/zero", 1, None, "is a device. Expected a file of claims.")
