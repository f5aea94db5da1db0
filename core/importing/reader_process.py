"""The process that reads one file, its task and its answer.

It is `python -m` this module with the pipe for its answer and the file of its task.
"""

import os
import sys
import traceback
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

import msgspec
import pandas as pd
import pyarrow as pa

from core.contracts.errors import DataError
from core.importing.findings.defects import FileFinding
from core.importing.formats.any_file import read_any_file
from core.importing.formats.bar_file import BarFile
from core.importing.overrides import Overrides
from core.importing.progress import listen_to_progress, report_progress
from core.importing.sources import Pin, SourceBook, SourceOverrides
from core.market.instruments import INSTRUMENTS, Instrument
from core.processes.limits import limit_process
from core.processes.messages import read_head, read_table, write_message


class ReadTask(msgspec.Struct):
    """One file to read: open as `descriptor`, called `shown` in messages.

    `kept` and `source` choose its pin, `instruments` are the known ones, `memory` limits reading in bytes.
    """

    descriptor: int
    shown: str
    overrides: Overrides
    kept: dict[str, Pin]
    source: SourceOverrides
    instruments: dict[str, Instrument]
    with_minutes: bool
    memory: int


class Refusal(msgspec.Struct):
    """Why a file was not read: an error's sentence and code, or lack of memory."""

    detail: str = ""
    code: str = ""
    lacks_memory: bool = False


class _Head(msgspec.Struct):
    sha256: str
    reading: tuple[str, ...]
    findings: tuple[FileFinding, ...]
    pin: Pin
    has_minutes: bool


class _Reply(msgspec.Struct):
    """One message of an answer: a step, a refusal, or a file that its tables follow."""

    step: str = ""
    refusal: Refusal | None = None
    file: _Head | None = None


def answer_task(pipe: BinaryIO, task: ReadTask) -> None:
    """Read the task's file and write its bars or the refusal to `pipe`."""
    INSTRUMENTS.clear()
    INSTRUMENTS.update(task.instruments)
    path, book = Path.cwd() / "file" / Path(task.shown).name, SourceBook({}, task.kept, task.source)
    path.parent.mkdir()
    path.symlink_to(f"/dev/fd/{task.descriptor}")  # the very file, whatever stands at its path by now
    limit_process(memory=task.memory)
    try:
        with listen_to_progress(lambda step: write_message(pipe, _Reply(step=step))):
            file = read_any_file(
                path,
                task.overrides,
                lambda layout: book.pin_for(layout, path),
                with_minutes=task.with_minutes,
            )
        head = _Head(file.sha256, file.reading, file.findings, file.pin, file.minutes is not None)
        frames = [frame for frame in (file.frame, file.minutes) if frame is not None]
        write_message(pipe, _Reply(file=head), [pa.Table.from_pandas(frame) for frame in frames])
    except BaseException as error:  # a reader in Rust panics by one that is no Exception
        write_message(pipe, _Reply(refusal=_refusal(error, path, task)))


def _refusal(error: BaseException, path: Path, task: ReadTask) -> Refusal:
    if _lacks_memory(error):
        return Refusal(lacks_memory=True)
    if isinstance(error, DataError):
        return Refusal(error.detail.replace(str(path), task.shown), error.code)
    traceback.print_exc()
    return Refusal(f"{task.shown}: cannot be read ({type(error).__name__}: {error}).", "unreadable_file")


def _lacks_memory(error: BaseException | None) -> bool:
    """Whether an error, or one of its causes, is about memory."""
    while error is not None:
        if isinstance(error, MemoryError):
            return True
        error = error.__cause__ or error.__context__
    return False


def read_answer(stream: BinaryIO, path: Path) -> BarFile | Refusal:
    """The reader's answer about the file `path`; its steps are reported meanwhile.

    Raises: what `messages` raises for an invalid answer.
    """
    while True:
        reply = read_head(stream, _Reply)
        if reply.refusal is not None:
            return reply.refusal
        if reply.file is not None:
            head, frame = reply.file, _frame(stream)
            file = BarFile(path, head.sha256, frame, head.reading, head.findings, head.pin)
            return replace(file, minutes=_frame(stream)) if head.has_minutes else file
        report_progress(reply.step)


def _frame(stream: BinaryIO) -> pd.DataFrame:
    frame: pd.DataFrame = read_table(stream).to_pandas(self_destruct=True)
    return frame


def main(answer: str, task_path: str) -> None:
    with Path(task_path).open("rb") as stream:
        task = read_head(stream, ReadTask)
    with os.fdopen(int(answer), "wb") as pipe:
        answer_task(pipe, task)
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
