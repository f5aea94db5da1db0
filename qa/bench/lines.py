"""How many lines there are: what serves a question, the product and the tests, whole and by room."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from qa.bench.rows import Aim, Row, judged
from qa.harness.machine import ROOT

PYTHON = ("core", "service", "pipelines", "cli", "session_almanac")
PAGE = "web"
TESTS = ("tests", "qa")
SERVES = ("core/question", "core/figures", "core/views", "service/answers", "service/edge", "service/call.py")
SUFFIXES = (".py", ".ts", ".tsx", ".css", ".mjs")
GENERATED = "web/src/api/generated.ts"


def line_rows(root: Path = ROOT) -> Iterator[Row]:
    """The sums with their aims, then every room."""
    lines = {path.relative_to(root).as_posix(): lines_of(path) for path in _sources(root)}
    tests = {path: count for path, count in lines.items() if _is_test(path)}
    product = {path: count for path, count in lines.items() if path not in tests}
    python = sum(count for path, count in product.items() if path.endswith(".py"))
    serving = sum(count for path, count in product.items() if path.startswith(SERVES))
    yield judged("lines that serve a question", serving, aim=Aim("ours", 8000))
    yield judged("lines of Python of the product", python, aim=Aim("ours", 41_000))
    yield judged("lines of the product", sum(product.values()), aim=Aim("ours", 87_000))
    yield judged("lines of tests", sum(tests.values()), aim=Aim("ours", 85_000))
    yield from (judged(f"lines of {room}", count) for room, count in _by_room(product))
    yield from (judged(f"lines of tests in {room}", count) for room, count in _by_room(tests))


def lines_of(path: Path) -> int:
    return path.read_bytes().count(b"\n")


def _sources(root: Path) -> Iterator[Path]:
    for folder in (*PYTHON, PAGE, *TESTS):
        files = (path for path in (root / folder).rglob("*") if path.suffix in SUFFIXES)
        yield from (path for path in files if path != root / GENERATED)


def _is_test(path: str) -> bool:
    """Whether a file is a test, or shared by tests of the page."""
    return path.startswith(TESTS) or ".test." in path or "/testing" in path


def _by_room(lines: dict[str, int]) -> Iterable[tuple[str, int]]:
    """The sum of each folder's folders; a file next to these counts for the folder."""
    rooms: Counter[str] = Counter()
    for path, count in lines.items():
        *folders, _ = path.removeprefix("web/src/").split("/")
        is_page = path.startswith("web/src/")
        rooms["/".join(["web/src", *folders[:1]] if is_page else folders[:2])] += count
    return sorted(rooms.items())
