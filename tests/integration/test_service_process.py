"""The service as a process: it starts, answers over a socket, and says plainly when it cannot."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tests.support.snapshots import publish_random
from tests.support.waiting import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
ENV = os.environ | {"ACCESS_MODE": "trusted_url"}


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def command(folder: Path, port: int) -> list[str]:
    folders = ["--warehouse", str(folder / "warehouse"), "--state", str(folder / "state")]
    return [sys.executable, "-m", "service", *folders, "--port", str(port)]


@contextmanager
def started(folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(command(folder, port), cwd=ROOT, env=ENV, stderr=subprocess.DEVNULL) as process:
        try:
            yield process
        finally:
            process.kill()


def fetch(port: int, path: str) -> object:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as answer:
                return json.loads(answer.read())
        except OSError:
            time.sleep(0.05)
    raise AssertionError(f"nothing answers on {port}")


def test_it_starts_answers_and_stops_when_asked(tmp_path: Path) -> None:
    published, port = publish_random(tmp_path / "warehouse"), free_port()
    with started(tmp_path, port) as process:
        assert fetch(port, "/readyz") == {"status": "ok", "snapshots": {"ES": published}}
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 0


def test_a_taken_port_says_so_and_exits_with_2(tmp_path: Path) -> None:
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run(
            command(tmp_path, port), cwd=ROOT, env=ENV, capture_output=True, text=True, check=False
        )
    assert done.returncode == 2
    assert f"almanac: port {port} on 127.0.0.1" in done.stderr
    assert "--port" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_state_folder_that_cannot_be_used_says_so_and_exits_with_2(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file")
    done = subprocess.run(
        command(tmp_path, free_port()), cwd=ROOT, env=ENV, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert str(tmp_path / "state") in done.stderr
    assert "Traceback" not in done.stderr
