"""Reading a file in the test's own process: a process for each of hundreds of small files takes minutes."""

from pathlib import Path

from core.importing.bounded_read import open_file
from core.importing.formats.any_file import read_any_file
from core.importing.formats.bar_file import BarFile
from core.importing.overrides import Overrides
from core.importing.sources import SourceBook


def read_here(
    path: Path | str,
    overrides: Overrides,
    book: SourceBook,
    *,
    with_minutes: bool = False,
    within: Path | None = None,
) -> BarFile:
    """What `read_bounded` does, without limits; tests/integration/test_bounded_read.py holds that one."""
    path = Path(path)
    open_file(path, within).close()
    return read_any_file(
        path, overrides, lambda layout: book.pin_for(layout, path), with_minutes=with_minutes
    )
