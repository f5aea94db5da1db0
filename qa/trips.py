"""Trips: the distinct own functions and files that one warm request or one import passes through."""

import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any
from unittest import mock

from core.importing import importer
from core.warehouse.paths import Warehouse
from qa.bench.question import TWENTY
from qa.bench.rows import Aim, Row, judged
from qa.bench.service_process import COMPUTE, COUNT, full_answer, live_count
from qa.harness.machine import ROOT
from tests.support.read_here import read_here
from tests.support.service_client import bearer, running
from tests.support.small_warehouse import small_bars

ROOMS = tuple(f"{ROOT / room}/" for room in ("core", "service", "pipelines", "cli", "session_almanac"))
AIMS = {"compute": (150, 20), "live count": (50, 15), "import of a CSV": (180, 25)}
"""The most functions and files."""

Trip = frozenset[tuple[str, str]]
"""File and qualified name of each function; comprehensions and lambdas are no functions of their own."""


class Recorder:
    """Notes what every thread that starts from now on calls."""

    def __init__(self) -> None:
        self._codes: set[CodeType] | None = None
        threading.setprofile(self._note)

    def trip(self, work: Callable[[], object]) -> Trip:
        codes: set[CodeType] = set()
        self._codes = codes
        sys.setprofile(self._note)
        try:
            work()
        finally:
            sys.setprofile(None)
            self._codes = None
        return frozenset((code.co_filename.removeprefix(f"{ROOT}/"), code.co_qualname) for code in codes)

    def close(self) -> None:
        """Stop noting threads that start from now on."""
        threading.setprofile(None)

    def _note(self, frame: FrameType, event: str, argument: Any) -> None:
        codes, code = self._codes, frame.f_code
        if codes is None or event != "call" or code.co_name.startswith("<"):
            return
        if code.co_filename.startswith(ROOMS):
            codes.add(code)


def trips(sample: Path, folder: Path) -> dict[str, Trip]:
    recorder = Recorder()
    try:
        return _requests(recorder, sample, folder / "service") | _import(recorder, folder / "import")
    finally:
        recorder.close()


def _requests(recorder: Recorder, sample: Path, folder: Path) -> dict[str, Trip]:
    """An Apply and a live count of filters that were not asked before, after others."""
    folder.mkdir()
    (folder / "warehouse").symlink_to(sample.absolute())
    with running(folder, poll_interval=60, default_symbol="DEMO") as client:
        headers = bearer(client, "pro")

        def post(path: str, body: object) -> None:
            answer = client.post(path, headers=headers, json=body)
            assert answer.status_code == 200, answer.text

        def requests(number: int) -> dict[str, Trip]:
            return {
                "compute": recorder.trip(lambda: post(COMPUTE, full_answer("narrow", TWENTY, number))),
                "live count": recorder.trip(lambda: post(COUNT, live_count(number))),
            }

        requests(0)
        return requests(1)


def _import(recorder: Recorder, folder: Path) -> dict[str, Trip]:
    """The second file of a symbol, read in this process, where a reader's process has its functions too."""
    folder.mkdir()
    warehouse = Warehouse(folder / "warehouse")

    def imported(name: str, last: str) -> Trip:
        small_bars(last=last).to_csv(file := folder / f"{name}.csv", index=False)
        return recorder.trip(lambda: importer.import_file(file, symbol="ES", warehouse=warehouse))

    with mock.patch.object(importer, "read_bounded", read_here):
        imported("first", "2024-07-12")
        return {"import of a CSV": imported("second", "2024-08-02")}


def files_of(trip: Trip) -> set[str]:
    return {file for file, _ in trip}


def trip_rows(sample: Path, folder: Path) -> Iterator[Row]:
    for name, trip in trips(sample, folder).items():
        functions, files = AIMS[name]
        yield judged(f"own functions of one {name}", len(trip), aim=Aim("ours", functions))
        yield judged(f"own files of one {name}", len(files_of(trip)), aim=Aim("ours", files))
