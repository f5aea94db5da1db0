"""How much Python there is: what serves a question, and all of it."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from qa.bench.rows import Aim, Row, judged
from qa.harness.machine import ROOT

PRODUCT = ("core", "service", "pipelines", "cli")
SERVES = ("core/figures", "core/question", "service")
APART = (
    "service/access",
    "service/export",
    "service/answers/auth.py",
    "service/answers/export.py",
)
"""Access and export, their endpoints included."""


def line_rows(root: Path = ROOT) -> Iterator[Row]:
    """Both counts."""
    serving = [path for folder in SERVES for path in _python(root / folder)]
    apart = {path for folder in APART for path in _python(root / folder)}
    everything = [path for folder in PRODUCT for path in _python(root / folder)]
    answers = lines_of(path for path in serving if path not in apart)
    yield judged("lines of Python that serve a question", answers, aim=Aim("ours", 6000))
    yield judged("lines of Python of the product", lines_of(everything), aim=Aim("ours", 30_000))


def lines_of(paths: Iterable[Path]) -> int:
    """Lines of all these files."""
    return sum(path.read_bytes().count(b"\n") for path in paths)


def _python(folder: Path) -> Iterable[Path]:
    return [folder] if folder.suffix else folder.rglob("*.py")
