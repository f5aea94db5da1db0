"""What the process that reads a file is asked and answers."""

from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

import msgspec
import pandas as pd
import pyarrow as pa

from core.importing.findings.defects import FileFinding
from core.importing.formats.bar_file import BarFile
from core.importing.overrides import Overrides
from core.importing.progress import report_progress
from core.importing.sources import Pin, SourceOverrides
from core.market.instruments import Instrument
from core.processes.messages import read_head, read_table, write_message


class ReadTask(msgspec.Struct):
    """One file to read: it is open as `descriptor`, and messages call it `shown`.

    `kept` and `source` say which pin it is held to, `instruments` are those there are, `memory` are the bytes
    that reading may take.
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
    """Why a file is not read: the sentence and code of an error, or that memory was not enough."""

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
    """One line of an answer: a step, or its end, which is a refusal or a file whose tables follow."""

    step: str = ""
    refusal: Refusal | None = None
    file: _Head | None = None


def write_step(stream: BinaryIO, step: str) -> None:
    """Say which step the reader is at."""
    write_message(stream, _Reply(step=step))


def write_refusal(stream: BinaryIO, refusal: Refusal) -> None:
    """Answer that the file is not read."""
    write_message(stream, _Reply(refusal=refusal))


def write_file_read(stream: BinaryIO, file: BarFile) -> None:
    """Answer with the bars of a file."""
    head = _Head(file.sha256, file.reading, file.findings, file.pin, file.minutes is not None)
    frames = [file.frame] if file.minutes is None else [file.frame, file.minutes]
    write_message(stream, _Reply(file=head), [pa.Table.from_pandas(frame) for frame in frames])


def read_answer(stream: BinaryIO, path: Path) -> BarFile | Refusal:
    """What a reader answers of the file `path`; its steps are reported on the way.

    Raises: what `messages` raises where the answer is none.
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
