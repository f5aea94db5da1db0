"""The process that reads one file: `python -m` this module, the pipe for its answer, and a task's file."""

import os
import sys
import traceback
from pathlib import Path
from typing import BinaryIO

from core.contracts.errors import DataError
from core.importing.formats.any_file import read_any_file
from core.importing.progress import listen_to_progress
from core.importing.reader_messages import ReadTask, Refusal, write_file_read, write_refusal, write_step
from core.importing.sources import SourceBook
from core.market.instruments import INSTRUMENTS
from core.processes.limits import limit_process
from core.processes.messages import read_head


def answer_task(pipe: BinaryIO, task: ReadTask) -> None:
    """Read the file of a task and answer with its bars, or why there are none."""
    INSTRUMENTS.clear()
    INSTRUMENTS.update(task.instruments)
    path, book = Path.cwd() / "file" / Path(task.shown).name, SourceBook({}, task.kept, task.source)
    path.parent.mkdir()
    path.symlink_to(f"/dev/fd/{task.descriptor}")  # the very file, whatever stands at its path by now
    limit_process(memory=task.memory)
    try:
        with listen_to_progress(lambda step: write_step(pipe, step)):
            file = read_any_file(
                path,
                task.overrides,
                lambda layout: book.pin_for(layout, path),
                with_minutes=task.with_minutes,
            )
        write_file_read(pipe, file)
    except BaseException as error:  # a reader in Rust panics by one that is no Exception
        write_refusal(pipe, _refusal(error, path, task))


def _refusal(error: BaseException, path: Path, task: ReadTask) -> Refusal:
    if _lacks_memory(error):
        return Refusal(lacks_memory=True)
    if isinstance(error, DataError):
        return Refusal(error.detail.replace(str(path), task.shown), error.code)
    traceback.print_exc()
    return Refusal(f"{task.shown}: cannot be read ({type(error).__name__}: {error}).", "unreadable_file")


def _lacks_memory(error: BaseException | None) -> bool:
    """Whether an error, or one that it came from, is about memory."""
    while error is not None:
        if isinstance(error, MemoryError):
            return True
        error = error.__cause__ or error.__context__
    return False


def main(answer: str, task_path: str) -> None:
    """Do the task of a file."""
    with Path(task_path).open("rb") as stream:
        task = read_head(stream, ReadTask)
    with os.fdopen(int(answer), "wb") as pipe:
        answer_task(pipe, task)
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
