"""Reads a file from outside in a process of its own, with limits of memory and time.

ALMANAC_IMPORT_MEMORY sets them in GiB, ALMANAC_IMPORT_MINUTES in minutes.
"""

import logging
import math
import os
import signal
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from core.contracts.errors import DataError, as_reason, printable, printable_path
from core.contracts.regular_files import open_regular
from core.importing import reader_process
from core.importing.formats.bar_file import BarFile
from core.importing.overrides import Overrides
from core.importing.reader_process import ReadTask, Refusal, read_answer
from core.importing.sources import SourceBook
from core.market.instruments import INSTRUMENTS
from core.processes.messages import write_message
from core.processes.subprocess_runner import Ended, run_module

LOG = logging.getLogger("almanac.importing")

MEMORY_VARIABLE, MINUTES_VARIABLE = "ALMANAC_IMPORT_MEMORY", "ALMANAC_IMPORT_MINUTES"

_LONGEST_NAME = 200
_NO_MEMORY = ("memory allocation of", "MemoryError", "bad_alloc", "out of memory")
"""Output of libraries that end their process for lack of memory."""


@dataclass(frozen=True, slots=True)
class ReaderLimits:
    """`memory` in GiB of address space, `minutes` by the clock."""

    memory: float = 4.0
    minutes: float = 10.0


def reader_limits(environment: Mapping[str, str] = os.environ) -> ReaderLimits:
    """Limits from the environment; DataError `bad_setting` names a value that is not a number above 0."""
    usual = ReaderLimits()
    return ReaderLimits(
        _number(environment, MEMORY_VARIABLE, usual.memory),
        _number(environment, MINUTES_VARIABLE, usual.minutes),
    )


def _number(environment: Mapping[str, str], name: str, usual: float) -> float:
    text = environment.get(name, "").strip()
    try:
        value = float(text) if text else usual
    except ValueError:
        value = math.nan
    if not 0 < value < math.inf:
        found = f"found {printable(text)}, expected a number above 0, or nothing for {usual:g}"
        raise DataError(f"{name}: {found}.", code="bad_setting")
    return value


def read_bounded(
    path: Path | str,
    overrides: Overrides,
    book: SourceBook,
    *,
    with_minutes: bool = False,
    within: Path | None = None,
) -> BarFile:
    """Read a file as `read_any_file` does, in a process with limits on memory and time.

    With `within`, the file must lie in that folder. DataError as `read_any_file`; `not_a_file` unless it is
    a regular file, `over_limit` where reading exceeds `reader_limits`.
    """
    path, limits = Path(path), reader_limits()
    shown = path.with_name(_shown_name(path.name)) if path.name else path
    shown = Path(printable_path(shown))
    with open_file(path, within) as file:
        task = ReadTask(
            file.fileno(),
            str(shown),
            overrides,
            dict(book.kept),
            book.overrides,
            INSTRUMENTS,
            with_minutes,
            int(limits.memory * 2**30),
        )
        ended = run_module(
            reader_process.__name__,
            lambda stream: write_message(stream, task),
            lambda stream: read_answer(stream, shown),
            seconds=limits.minutes * 60,
            files=[file.fileno()],
        )
    if isinstance(ended.answer, BarFile):
        return ended.answer
    raise _refused(ended, shown, limits)


def open_file(path: Path, within: Path | None = None) -> BinaryIO:
    """Open a regular file; DataError `not_a_file` for any other, or for one that leaves `within`."""
    remedy = "Name one file of bars." if within is None else "Put the file itself there."
    try:
        return open_regular(path, remedy, within)
    except DataError as error:
        if error.__cause__ is None:
            raise
        raise DataError(f"{error.detail} Check the path.", code=error.code) from error


def _shown_name(name: str) -> str:
    """The name as messages print it; an over-long one keeps its end, which has the format."""
    text = printable_path(name)
    return text if len(os.fsencode(text)) <= _LONGEST_NAME or text == name else text[-_LONGEST_NAME:]


def _refused(ended: Ended[BarFile | Refusal], path: Path, limits: ReaderLimits) -> DataError:
    answer = ended.answer
    if isinstance(answer, Refusal) and not answer.lacks_memory:
        if ended.printed:
            LOG.warning("%s: its reader printed: %s", path, ended.printed)
        return DataError(as_reason(answer.detail), code=answer.code)
    if ended.is_late:
        much, variable = f"longer than {limits.minutes:g} minutes", MINUTES_VARIABLE
    elif isinstance(answer, Refusal) or any(word in ended.printed for word in _NO_MEMORY):
        much, variable = f"more than {limits.memory:g} GiB of memory", MEMORY_VARIABLE
    else:
        return DataError(f"{path}: {_ended(ended.code)}", code="unreadable_file")
    remedy = f"Import it in parts, or set {variable} higher"
    return DataError(f"{path}: reading it takes {much}. {remedy}.", code="over_limit")


def _ended(code: int) -> str:
    if code == -signal.SIGKILL:
        return "its reader was killed from outside. Look whether the machine had no memory left."
    how = f"by {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"
    return f"its reader ended {how}. The file may be damaged; export it again."
