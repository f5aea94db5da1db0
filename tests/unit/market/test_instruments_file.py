"""A maintainer's further instruments are declarations like the product's own, or a plain refusal."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from core.contracts.errors import DataError
from core.market.instruments import INSTRUMENTS, Instrument, declared

ROOT = Path(__file__).resolve().parents[3]
MES = """
[MES]
name = "Micro E-mini S&P 500"
tick = 0.25
point_value = 5
contract_root = "MES"
"""


def saved(folder: Path, text: str) -> str:
    path = folder / "instruments.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_declaration_stands_beside_the_products_own(tmp_path: Path) -> None:
    known = declared(saved(tmp_path, MES + "prior_high = 6000.5\n"))
    assert list(known) == [*INSTRUMENTS, "MES"]
    assert known["MES"] == Instrument(
        "MES", "Micro E-mini S&P 500", tick=0.25, point_value=5.0, contract_root="MES", prior_high=6000.5
    )
    assert declared("") == INSTRUMENTS


def test_minutes_are_kept_of_symbols_that_ask_for_them(tmp_path: Path) -> None:
    known = declared(saved(tmp_path, '[ES]\nbars = "1m"\n' + MES + 'bars = "1m"\n'))
    assert [symbol for symbol, each in known.items() if each.keeps_minutes] == ["ES", "MES"]
    assert known["ES"] == replace(INSTRUMENTS["ES"], bars="1m")
    assert not any(each.keeps_minutes for each in INSTRUMENTS.values())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[MES", "Expected"),
        ("x = 1", "table named by a symbol"),
        ("[mes]", "table named by a symbol"),
        (MES.replace("tick = 0.25\n", ""), r"lacks \['tick'\]"),
        (MES + "colour = 1", r"has \['colour'\]"),
        (MES.replace("0.25", "0.3"), "tick: found 0.3"),
        (MES.replace("0.25", "-1"), "tick: found -1, expected a number above 0"),
        (MES.replace("0.25", "true"), "tick: found True"),
        (MES.replace("0.25", "2.5"), "tick: found 2.5"),
        (MES.replace('root = "MES"', 'root = "mes"'), "contract_root: found 'mes'"),
        (MES.replace('root = "MES"', 'root = "NQ"'), "belongs to NQ already"),
        (MES + 'bars = "2m"', "bars: found '2m', expected one of 5m, 1m"),
        ("[ES]\nbars = 1", "bars: found 1, expected one of 5m, 1m"),
        ('[ES]\nbars = "1m"\ntick = 1', "lacks"),
        (MES.replace("[MES]", "[ES]"), "belongs to ES already"),
        (MES + MES.replace("[MES]", "[M2]"), "belongs to MES already"),
    ],
)
def test_what_cannot_be_is_refused_by_name(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(DataError, match=said) as caught:
        declared(saved(tmp_path, text))
    assert caught.value.code == "bad_instruments"
    assert "ALMANAC_INSTRUMENTS" in caught.value.detail


def test_the_command_says_it_in_one_line(tmp_path: Path) -> None:
    environment = os.environ | {"ALMANAC_INSTRUMENTS": str(tmp_path / "none.toml")}
    command = [sys.executable, "-m", "cli.main", "status", "--warehouse", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("almanac: ")
    assert "none.toml" in done.stderr
    assert len(done.stderr.splitlines()) == 1
