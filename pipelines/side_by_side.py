"""Nights of many symbols side by side: a Dagster run with a step for each, in a process of its own.

What a step meets, the system's end of its process too, is its symbol's alone: the others go on.
"""

import logging
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

import dagster as dg
import msgspec

from core.contracts.errors import DataError
from core.warehouse.paths import Warehouse
from pipelines.alerts import Alert
from pipelines.jobs import INTERRUPTS
from pipelines.nightly import notify_failed
from pipelines.nightly_context import NightlyContext, context_of
from pipelines.nights import End, Follow, night_here
from pipelines.recorded_runs import QUIET, is_interrupt


def spread(context: NightlyContext, symbols: Sequence[str], at_once: int, follow: Follow) -> list[End]:
    """Run the nights in processes of their own, at most so many at a time; how each ended."""
    with tempfile.TemporaryDirectory(prefix="almanac-nights-") as folder:
        with _following(Path(folder), symbols, follow):
            _run_job(context, symbols, min(at_once, len(symbols)), Path(folder))
        return [_heard(context, symbol, Path(folder) / symbol) for symbol in symbols]


class _Told(msgspec.Struct):
    end: End
    alerts: list[Alert]
    lines: list[str] = []


@contextmanager
def _following(folder: Path, symbols: Sequence[str], follow: Follow) -> Iterator[None]:
    """Print what each process reports, and pass it on, once it is there."""
    left, over = list(symbols), Event()

    def look() -> None:
        for symbol in [each for each in left if (folder / each).exists()]:
            left.remove(symbol)
            lines = msgspec.json.decode((folder / symbol).read_bytes(), type=_Told).lines
            if lines:
                print("\n".join(lines), flush=True)
            follow(symbol, None)

    def watch() -> None:
        while not over.wait(0.2):
            look()

    watcher = Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()
        look()


def _heard(context: NightlyContext, symbol: str, file: Path) -> End:
    try:
        told = msgspec.json.decode(file.read_bytes(), type=_Told)
    except FileNotFoundError:
        why = "its process was ended from outside, by a kill or for its memory"
        notify_failed(context, symbol, DataError(f"{symbol}: {why}. Run: almanac nightly {symbol}"))
        print(f"{symbol}  failed  {why}", flush=True)
        return "look"
    context.alerts.take(told.alerts)
    return told.end


@dg.op(out=dg.DynamicOut(str), config_schema={"symbols": [str]})
def symbols_of_run(context: dg.OpExecutionContext) -> Iterator[Any]:
    """The symbols of the night."""
    for symbol in context.op_config["symbols"]:
        yield dg.DynamicOutput(symbol, mapping_key=symbol)


@dg.op(config_schema={"warehouse": str, "drop": str, "folder": str})
def night_of(context: dg.OpExecutionContext, symbol: str) -> None:
    """One symbol's night, in this process; its end goes to `folder`."""
    told, folder = context.op_config, Path(context.op_config["folder"])
    over = "\r\x1b[K" if sys.stderr.isatty() else ""  # overwrites a line of progress that may be there
    logging.basicConfig(level=logging.WARNING, format=f"{over}%(asctime)s %(message)s")
    own = context_of(Warehouse(Path(told["warehouse"])), {**os.environ, "ALMANAC_DROP": told["drop"]})
    lines: list[str] = []
    with own.alerts.kept() as alerts:
        end = night_here(own, symbol, lines)
    whole = folder / f".{symbol}"
    whole.write_bytes(msgspec.json.encode(_Told(end, alerts, lines)))
    whole.rename(folder / symbol)


@dg.job(executor_def=dg.multiprocess_executor)
def nights_side_by_side() -> None:
    """A step per symbol."""
    symbols_of_run().map(night_of)


def _run_job(context: NightlyContext, symbols: Sequence[str], many: int, folder: Path) -> None:
    """Run the job; the outcome of each symbol is in `folder`."""
    warehouse, drop = context.warehouse, context.drop.root
    told = {"warehouse": str(warehouse.root.resolve()), "folder": str(folder)}
    told["drop"] = "" if drop == warehouse.drop else str(drop.resolve())
    warm = {"forkserver": {"preload_modules": [__name__]}}
    overrides = QUIET | {"python_logs": {"python_log_level": "CRITICAL"}}
    (folder / ".dagster").mkdir()
    with dg.DagsterInstance.local_temp(str(folder / ".dagster"), overrides=overrides) as instance:
        try:
            done = dg.execute_job(
                dg.reconstructable(nights_side_by_side),
                instance,
                run_config={
                    "execution": {"config": {"max_concurrent": many, "start_method": warm}},
                    "loggers": {"console": {"config": {"log_level": "CRITICAL"}}},
                    "ops": {
                        "symbols_of_run": {"config": {"symbols": list(symbols)}},
                        "night_of": {"config": told},
                    },
                },
            )
        except INTERRUPTS:
            raise KeyboardInterrupt from None
    if done.filter_events(lambda event: event.is_run_failure and is_interrupt(event)):
        raise KeyboardInterrupt
