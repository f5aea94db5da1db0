"""What the tests of a night share: its two hours, a provider, what a folder holds."""

from collections.abc import Callable
from pathlib import Path

from pipelines.providers import Wanted

EVENING, AFTER_MIDNIGHT = "2024-06-11 18:30", "2024-06-12 02:30"


class Vendor:
    """A provider that gives a file or raises, and keeps what it was asked."""

    name = "vendor"

    def __init__(self, answer: Callable[[Path], Path] | Exception) -> None:
        self.answer = answer
        self.asked: list[Wanted] = []

    def bars(self, wanted: Wanted, folder: Path) -> Path:
        self.asked.append(wanted)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer(folder)


def files(folder: Path) -> list[str]:
    """What lies in a folder, by relative path."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
