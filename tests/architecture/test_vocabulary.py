"""Public names, docstrings and texts use one plain word per thing (docs/vocabulary.md)."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("core", "service", "pipelines", "cli", "session_almanac")
ROOMS = (*PACKAGES, "scripts", "qa", "web/src")
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
VAGUE = {
    "asked": "what it is: filter, question, names",
    "told": "reported, shown",
    "said": "stated, declared",
    "beside": "background, next_to, with",
    "anew": "again, fresh",
    "whoever": "who it is: caller, member",
    "lent": "uncached, borrowed",
    "tossed": "coin, mirrored",
}
PHRASES = re.compile(r"\b(anew|whoever|of before|worth nothing|ha(?:s|ve) a say)\b", re.IGNORECASE)

_PAGE_NAME = re.compile(
    r"^export (?:default )?(?:async )?(?:function|const|class|interface|type) (\w+)", re.M
)
_PAGE_PARAMETERS = re.compile(
    r"^export (?:default )?(?:async )?(?:function \w+|const \w+ =).*?\(([^()]*)\)", re.M
)
_PAGE_PARAMETER = re.compile(r"(?:^|[,{\s])(\w+)(?=\s*[?:,}=]|$)")


def public_names(source: Path) -> Iterator[str]:
    yield source.stem
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and _is_public(node.name):
            yield node.name


def _is_public(name: str) -> bool:
    return not name.startswith("_")


def parameters(source: Path) -> Iterator[str]:
    """The parameters of public functions, those of a public class's constructor too."""
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (
            _is_public(node.name) or node.name == "__init__"
        ):
            given = node.args
            yield from (each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs))


def page_names(source: Path) -> Iterator[str]:
    """What a file of the page exports, with the parameters of its exported functions."""
    text = source.read_text()
    yield source.name.partition(".")[0].replace("-", "_")
    yield from _PAGE_NAME.findall(text)
    for given in _PAGE_PARAMETERS.findall(text):
        yield from _PAGE_PARAMETER.findall(given)


def words(name: str) -> list[str]:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().split("_")


def texts(source: Path) -> Iterator[str]:
    """Docstrings and other texts; of the page the whole file, its comments are in there."""
    if source.suffix != ".py":
        yield source.read_text()
        return
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def vague(source: Path) -> Iterator[str]:
    """The vague words of a source's public names and the phrases of its texts."""
    names = (*public_names(source), *parameters(source)) if source.suffix == ".py" else page_names(source)
    for name in dict.fromkeys(names):
        yield from (f"{name} (say {VAGUE[word]})" for word in words(name) if word in VAGUE)
    for text in texts(source):
        yield from (f"{found[0]!r} in a text" for found in PHRASES.finditer(text))


def sources(folder: Path) -> Iterator[Path]:
    for source in sorted(folder.rglob("*")):
        is_test = ".test." in source.name or "generated" in source.name
        if source.suffix in (".py", ".ts", ".tsx") and not is_test:
            yield source


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


@pytest.mark.parametrize("folder", ROOMS)
def test_names_and_texts_are_plain(folder: str) -> None:
    found = [
        f"{source.relative_to(ROOT)}: {each}" for source in sources(ROOT / folder) for each in vague(source)
    ]
    assert found == []


def test_the_check_sees_a_forbidden_word(tmp_path: Path) -> None:
    planted = tmp_path / "reader.py"
    planted.write_text("def read_candles(): ...\ndef readCandle(): ...\n")
    assert [w for name in public_names(planted) for w in words(name) if w in FORBIDDEN] == ["candle"]


def test_the_check_sees_a_vague_word_in_python(tmp_path: Path) -> None:
    planted = tmp_path / "said.py"
    planted.write_text(
        '"""Made anew."""\nclass Asked:\n    def __init__(self, lent): ...\n'
        "    async def told(self, *, whoever): ...\n    def _private(self, beside): ...\n"
        'REMEDY = f"It has a say in {1}."\n'
    )
    assert [each.split()[0] for each in vague(planted)] == [
        *("said", "Asked", "told", "lent", "whoever", "'anew'", "'has")
    ]


def test_the_check_sees_a_vague_word_on_the_page(tmp_path: Path) -> None:
    planted = tmp_path / "use-told.tsx"
    planted.write_text(
        "/** The one of before. */\nexport const useAsked = (lent: number, rest?: string) => lent;\n"
        "export function Row({ beside, label }: Props) {\n  return 'Worth nothing';\n}\n"
        "function tossed() {}\n"
    )
    assert [each.split()[0] for each in vague(planted)] == [
        *("use_told", "useAsked", "lent", "beside", "'of", "'Worth")
    ]
