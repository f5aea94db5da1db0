"""What a load's log says, and a load on a server that answers at once."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bench import serving
from tests.bench.http_rows import CALLS, Effort, http_rows
from tests.bench.load import GENERATOR, Asked, closed_loop, closed_loop_on, open_loop, read_log
from tests.bench.publication import publication_rows
from tests.bench.targets import AIMS
from tests.support.snapshots import publish_random

needs_generator = pytest.mark.skipif(
    shutil.which(GENERATOR) is None, reason="h2load of Debian's nghttp2-client is not installed"
)


def log(*requests: tuple[int, int, int]) -> str:
    return "".join(f"{start}\t{status}\t{took}\n" for start, status, took in requests)


def test_a_log_gives_throughput_and_slow_requests() -> None:
    load = read_log(log(*((1000 * i, 200, 1000 if i < 99 else 51_000) for i in range(100))), interval_ms=50)
    assert load.per_second == pytest.approx(100 / 0.150)
    assert (load.p50, load.late) == (1, 1)
    assert 1 < load.p99 < 51
    assert load.tail == load.p99


def test_an_answer_that_is_not_200_stops_the_bench() -> None:
    with pytest.raises(SystemExit, match="1 of 3 requests failed"):
        read_log(log((0, 200, 10), (5, 429, 10), (9, 200, 10)))
    with pytest.raises(SystemExit, match="0 of 0"):
        read_log("")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[int]:
    content, port = tmp_path / "answer.json", serving.free_port()
    content.write_bytes(b"{}")
    with serving.running(serving.peer_command(content, port), port):
        yield port


def test_generators_that_run_together_read_bodies_of_their_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    read: list[bytes] = []

    class Generator:
        """Ends after both have started, and reads its body only then."""

        returncode = 0

        def __init__(self, command: list[str], **_: object) -> None:
            options = dict(
                each.split("=", 1) for each in command if each.startswith(("--data", "--log-file"))
            )
            self.body, self.log = Path(options["--data"]), Path(options["--log-file"])

        def communicate(self) -> tuple[bytes, bytes]:
            read.append(self.body.read_bytes())
            self.log.write_text(log((0, 200, 10), (5, 200, 10)))
            return b"", b""

    monkeypatch.setattr("tests.bench.load.subprocess.Popen", Generator)
    closed_loop_on([Asked(1, "/", {"a": 1}), Asked(2, "/", {"b": 2})], clients=2, requests=4)
    assert read == [b'{"a": 1}', b'{"b": 2}']


@needs_generator
def test_a_load_is_driven_closed_open_and_on_two_workers(server: int) -> None:
    asked = Asked(server, "/api/compute", {"filters": {}})
    busy = closed_loop(asked, clients=4, requests=80)
    assert 0 < busy.p50 <= busy.p99
    assert closed_loop_on([asked, asked], clients=4, requests=80).per_second > 0
    # An open loop asks at its own pace, however fast the answers are.
    assert open_loop(asked, rate=100, requests=100).per_second < 150


@needs_generator
def test_every_target_of_a_call_has_its_row(tmp_path: Path) -> None:
    publish_random(tmp_path / "warehouse", symbol="DEMO", sessions=160)
    effort, asked = Effort(24, 24, rounds=1), CALLS[-2:]
    rows = {row.name: row for row in http_rows(tmp_path / "warehouse", tmp_path, effort, asked)}
    aims = {name for name in AIMS if name.startswith(tuple(call.key for call in asked))}
    assert aims == {name for name, row in rows.items() if row.met is not None}


def test_no_answer_is_lost_or_changed_by_a_publish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POLL_INTERVAL", "0.2")
    changed, answers = publication_rows(tmp_path, switches=1)
    assert changed.met
    assert answers.ours >= 2
