"""Files are written in processes of their own: one for a session, in time, while somebody waits."""

import asyncio
import json
import os
import socket
import time
from pathlib import Path
from typing import Any

import anyio
import pytest
from starlette.testclient import TestClient

from core.contracts.errors import BudgetExceeded, TooManyRequests
from core.contracts.requests import ExportFormat
from qa.security.target import attacked
from qa.security.wire import request
from service.export import pool
from service.export.document import Document
from service.export.pool import ExportPool

pytestmark = pytest.mark.large

DAYS = {"kind": "days", "format": "csv", "columns": ["gap_up"]}
NOTHING: Any = None


def pid(document: Document, file_format: ExportFormat, left: float) -> bytes:
    """In place of `written`: which process it is."""
    return str(os.getpid()).encode()


def slow(document: Any, file_format: ExportFormat, left: float) -> bytes:
    """In place of `written`: tell which process it is and never end."""
    Path(document).write_text(str(os.getpid()))
    time.sleep(600)
    return b""


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().split(") ")[1][0] != "Z"
    except FileNotFoundError:
        return False


async def started(note: Path) -> int:
    while not (note.exists() and note.read_text()):
        await anyio.sleep(0.05)
    return int(note.read_text())


async def ended(process: int) -> None:
    while is_running(process):
        await anyio.sleep(0.05)


def test_a_file_is_written_in_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "written", pid)
    found = asyncio.run(ExportPool().write(NOTHING, "csv", "s", 60))
    assert int(found) != os.getpid()


def test_a_session_has_one_file_on_its_way_and_its_process_ends_with_the_wait(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(pool, "written", slow)

    async def asked() -> None:
        exports, note = ExportPool(), tmp_path / "pid"
        waiting = asyncio.create_task(exports.write(note, "csv", "one", 300))  # type: ignore[arg-type]
        process = await started(note)
        with pytest.raises(TooManyRequests):
            await exports.write(NOTHING, "csv", "one", 300)
        monkeypatch.setattr(pool, "written", pid)
        assert await exports.write(NOTHING, "csv", "another", 300)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        await asyncio.wait_for(ended(process), 60)
        assert await exports.write(NOTHING, "csv", "one", 300)

    asyncio.run(asked())


def test_a_file_that_takes_too_long_is_given_up_with_its_process(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(pool, "written", slow)

    async def asked() -> None:
        exports, note = ExportPool(), tmp_path / "pid"
        with pytest.raises(BudgetExceeded):
            await exports.write(note, "csv", "one", 5)  # type: ignore[arg-type]
        if note.exists():
            await asyncio.wait_for(ended(int(note.read_text())), 60)

    asyncio.run(asked())


def test_the_process_ends_by_itself_when_its_time_is_over() -> None:
    """As where nobody is left to end it: a document without end, in a process of its own."""

    async def asked() -> None:
        await anyio.to_process.run_sync(pool.written, Endless(), "csv", 0.5)  # type: ignore[arg-type]

    with pytest.raises(anyio.BrokenWorkerProcess):
        asyncio.run(asked())


class Endless:
    """A document whose first look never ends."""

    def __getattr__(self, name: str) -> None:
        if name.startswith("__"):
            raise AttributeError(name)
        time.sleep(600)


def test_every_format_comes_as_before_and_a_second_one_after_the_first(
    client: TestClient, pro: dict[str, str]
) -> None:
    for file_format in ("csv", "xlsx", "pdf"):
        answer = client.post("/api/v2/export", json=DAYS | {"format": file_format}, headers=pro)
        assert answer.status_code == 200
        assert answer.headers["content-disposition"].endswith(f'.{file_format}"')
        assert len(answer.content) > 100


def test_who_leaves_ends_the_writing_and_is_no_error(tmp_path: Path) -> None:
    with attacked(tmp_path) as target:
        token = target.token("pro")
        names = [each["name"] for each in target.get("/features", token).json()["features"]]
        body = {"kind": "statistics", "format": "pdf", "features": names}
        text = request(
            "POST", "/api/v2/export", json.dumps(body).encode(), {"Authorization": f"Bearer {token}"}
        )
        with socket.create_connection(("127.0.0.1", target.port), timeout=30) as line:
            line.sendall(text)
            time.sleep(0.7)
        deadline = time.monotonic() + 30
        while "exportFile 499 " not in target.written() and time.monotonic() < deadline:
            time.sleep(0.05)
        assert "exportFile 499 " in target.written()
        assert target.post("/v2/export", DAYS, token).status == 200
        assert "failed" not in target.written()
