"""Files written in a few processes of their own, so that a large one does not delay other answers."""

import asyncio
import signal
from collections.abc import Callable

from anyio import BrokenWorkerProcess, CapacityLimiter, to_process

from core.contracts.errors import BudgetExceeded, TooManyRequests
from core.contracts.requests import ExportFormat
from service.export.document import Document
from service.export.pdf_file import pdf_file
from service.export.sheets import csv_file, xlsx_file

PROCESSES = 2
_WRITERS: dict[ExportFormat, Callable[[Document], bytes]] = {
    "csv": csv_file,
    "xlsx": xlsx_file,
    "pdf": pdf_file,
}
_TOO_LONG = "export: it was not written in time; take fewer columns, features or days, or csv."


class ExportPool:
    """Writes at most `PROCESSES` files at once, and one for a session; the others wait within their time."""

    def __init__(self) -> None:
        self._limiter = CapacityLimiter(PROCESSES)
        self._busy: set[str] = set()

    async def write(self, document: Document, file_format: ExportFormat, session: str, left: float) -> bytes:
        """The file, within `left` seconds; its process ends when the wait for it ends.

        Raises:
            TooManyRequests: the session has a file on its way.
            BudgetExceeded: there was not enough time.
        """
        if session in self._busy:
            raise TooManyRequests("export: one file at a time; wait for the one that is being written.")
        self._busy.add(session)
        try:
            async with asyncio.timeout(left):
                return await to_process.run_sync(
                    written, document, file_format, left, cancellable=True, limiter=self._limiter
                )
        except (TimeoutError, BrokenWorkerProcess) as error:
            raise BudgetExceeded(_TOO_LONG) from error
        finally:
            self._busy.discard(session)


def written(document: Document, file_format: ExportFormat, left: float) -> bytes:
    """The file; the process that writes it ends by itself when the time is over."""
    signal.setitimer(signal.ITIMER_REAL, max(left, 0.001))
    try:
        return _WRITERS[file_format](document)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
