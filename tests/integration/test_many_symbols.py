"""One run per symbol: on real Celery workers, and through Dagster's queue in processes of this machine."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import dagster as dg
import orjson
import pytest

from core.warehouse.snapshots import current_id
from tests.integration.test_service_process import free_port
from tests.support.celery_workers import celery_workers
from tests.support.declared_symbols import SYMBOLS, DeclaredSymbols, declared_symbols

ROOT = Path(__file__).resolve().parents[2]
QUEUE = ROOT / "deploy" / "queue"
SECONDS = 1200


@pytest.fixture
def four(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> DeclaredSymbols:
    """The symbols, and this process's environment as of a maintainer who has declared them."""
    made = declared_symbols(tmp_path, monkeypatch)
    storage = tmp_path / "dagster"
    storage.mkdir()
    given = {
        "ALMANAC_WAREHOUSE": made.warehouse.root,
        "ALMANAC_INSTRUMENTS": made.declarations,
        "DAGSTER_HOME": QUEUE,
        "DAGSTER_STORAGE_DIR": storage,
        "PYTHONPATH": ROOT,
    }
    for name, value in given.items():
        monkeypatch.setenv(name, str(value))
    return made


def served(four: DeclaredSymbols) -> dict[str, str | None]:
    return {symbol: current_id(four.warehouse.snapshots(symbol)) for symbol in SYMBOLS}


def test_four_symbols_are_built_by_two_celery_workers(
    four: DeclaredSymbols, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "workers"
    command = [sys.executable, "-m", "tests.support.runs_on_celery", *SYMBOLS]
    with monkeypatch.context() as settings, celery_workers(settings, log, count=2):
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stderr[-4000:] + log.read_text()[-4000:]
    runs = orjson.loads(done.stdout)
    assert [failure for run in runs.values() for failure in run["failures"]] == []
    assert {symbol: (run["success"], run["made"]) for symbol, run in runs.items()} == {
        symbol: (True, [symbol]) for symbol in SYMBOLS
    }
    assert len({process for run in runs.values() for process in run["processes"]}) == 2
    assert None not in served(four).values()
    command = [sys.executable, "-m", "cli.main", "build", "MES"]
    again = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert f"MES: {served(four)['MES']} is up to date" in again.stdout


def test_the_queue_gives_every_symbol_a_run_of_its_own(
    four: DeclaredSymbols, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALMANAC_EXECUTOR", "multiprocess")
    asked, port = ("ES", "MES"), free_port()
    with dg.DagsterInstance.get() as instance, ExitStack() as stack:
        log = stack.enter_context((tmp_path / "log").open("w"))
        code = ("dagster", "api", "grpc", "-m", "pipelines.definitions", "--port", str(port))
        backfill = ("dagster", "job", "backfill", "-j", "build_symbol", "--noprompt")
        stack.enter_context(started(log.fileno(), *code))
        until(lambda: answers(port), tmp_path / "log")
        stack.enter_context(started(log.fileno(), "dagster._daemon", "run", "--grpc-port", str(port)))
        told = ("--partitions", ",".join(asked), "--grpc-port", str(port))
        asking = stack.enter_context(started(log.fileno(), *backfill, *told))
        assert asking.wait(SECONDS) == 0
        until(lambda: all(run.is_finished for run in instance.get_runs()), tmp_path / "log")
        runs = instance.get_runs()
    assert sorted(run.tags["dagster/partition"] for run in runs) == sorted(asked)
    assert {run.status for run in runs} == {dg.DagsterRunStatus.SUCCESS}
    assert {symbol for symbol, snapshot in served(four).items() if snapshot} == set(asked)


@contextmanager
def started(log: int, module: str, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", module, *options]
    with subprocess.Popen(command, cwd=ROOT, env=os.environ, stdout=log, stderr=log) as process:
        try:
            yield process
        finally:
            process.terminate()


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def until(happened: Callable[[], bool], log: Path) -> None:
    """Wait; what the processes said comes with the failure."""
    for _ in range(SECONDS * 5):
        if happened():
            return
        time.sleep(0.2)
    raise AssertionError(log.read_text()[-4000:])
