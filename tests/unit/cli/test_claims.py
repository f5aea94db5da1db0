"""`almanac claims`: the table of answers, and what is wrong in a file."""

import json
from pathlib import Path

import pytest

from cli.main import main
from core.claims.read_claims import product_claims
from core.features.registry import catalogue
from tests.support.snapshots import publish_random

GOOD = """
[[claim]]
id = "good"
group = "Mine"
question = "Does it close above its open?"
filters = [{ feature = "year", operator = "=", value = "2024" }]
outcome = { feature = "close_above_open", operator = "=", value = true }
"""


def test_every_claim_has_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    publish_random(tmp_path, coin=True)
    assert main(["claims", "show", "--warehouse", str(tmp_path)]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split()[:3] == ["CLAIM", "DAYS", "RATE"]
    assert [row.split()[0] for row in rows] == [each.id for each in product_claims(catalogue())]
    assert "80 % of gaps fill: " in rows[0]
    assert main(["claims", "show", "es", "--json", "--warehouse", str(tmp_path)]) == 0
    first = json.loads(capsys.readouterr().out)[0]
    assert (first["id"], first["is_own"]) == ("gap-fills", False)


def test_a_file_is_checked_by_the_years_of_the_snapshot(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    publish_random(tmp_path / "warehouse")
    file = tmp_path / "claims.toml"
    asked = ["claims", "check", str(file), "--warehouse", str(tmp_path / "warehouse")]
    file.write_text(GOOD)
    assert main(asked) == 0
    assert capsys.readouterr().out == f"{file}: 1 to ask, 0 left out\n"
    file.write_text(GOOD + GOOD.replace("close_above_open", "close_above"))
    assert main(asked) == 1
    said = capsys.readouterr()
    assert said.err.startswith(f'{file}, line 10 (good): id: "good" is the id of an entry before')
    assert said.out == f"{file}: 1 to ask, 1 left out\n"


def test_a_file_can_be_checked_before_anything_is_built(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "claims.toml"
    assert main(["claims", "check", str(missing), "--warehouse", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"{missing}, line 1: cannot be read (No such file or directory).\n"
