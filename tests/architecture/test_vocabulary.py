"""Public names use one word per thing (docs/vocabulary.md)."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("core", "service", "pipelines", "cli", "session_almanac")
FORBIDDEN = {
    "candle": "bar",
    "ticker": "symbol",
    "cohort": "selection",
    "widget": "module",
    "ath_high": "ath",
    "pdh": "hoy",
    "pdl": "loy",
    "onh": "gxh",
    "onl": "gxl",
    "lag": "prev",
    "utils": "the thing it does",
    "helpers": "the thing it does",
    "manager": "the thing it does",
}


def public_names(source: Path) -> Iterator[str]:
    yield source.stem
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


def words(name: str) -> list[str]:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().split("_")


def test_public_names_hold_no_forbidden_word() -> None:
    found = [
        f"{source.relative_to(ROOT)}: {name} (say {FORBIDDEN[word]})"
        for package in PACKAGES
        for source in (ROOT / package).rglob("*.py")
        for name in public_names(source)
        for word in words(name)
        if word in FORBIDDEN
    ]
    assert found == []


def test_the_check_sees_a_forbidden_word(tmp_path: Path) -> None:
    planted = tmp_path / "reader.py"
    planted.write_text("def read_candles(): ...\ndef readCandle(): ...\n")
    assert [w for name in public_names(planted) for w in words(name) if w in FORBIDDEN] == ["candle"]
