"""Nights of many symbols side by side: a Dagster run with a step for each, in a process of its own.

What a step meets, the system's end of its process too, is its symbol's alone: the others go on.
"""

import logging
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread, current_thread, main_thread
from typing import Any, Literal

import dagster as dg
import msgspec

from core.build.steps import StepReport
from core.contracts.errors import DataError
from core.warehouse.nights import Busy, Night
from core.warehouse.paths import Warehouse
from pipelines.alerts import Alert
from pipelines.jobs import INTERRUPTS
from pipelines.nightly import message_of, notify_failed
from pipelines.nightly_context import NightlyContext, context_of
from pipelines.runs import is_interrupt, run_night

End = Literal["done", "look", "later"]
"""What is due is served; somebody has to look; it is not there yet, or another run is at work."""

FEW = 4
"""Fewer symbols are done in this process, which keeps 0.2 GB of each: starting others takes longer."""

MEMORY = 1 << 30
"""Bytes for a night at work; one of 20 years takes nine tenths of them."""

LONGEST = 3600
"""Seconds that one symbol's night may take."""


Follow = Callable[[str, StepReport | None], None]
"""Hears of a symbol's steps, and without one that its night is over; of nights elsewhere only that."""

_ENDS: dict[str, End] = {"ok": "done", "late": "later"}


class TookTooLong(Exception):
    """The night of one symbol did not end in time."""


def at_once_here() -> int:
    """As many nights as there are cores, and a gigabyte of memory for each."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return max(1, min(os.cpu_count() or 1, memory // MEMORY))


def is_spread(symbols: Sequence[str], at_once: int | None) -> bool:
    """Whether nights are run in processes of their own."""
    return len(symbols) >= FEW or (at_once is not None and min(at_once, len(symbols)) > 1)


def run_nights(
    context: NightlyContext,
    symbols: Sequence[str],
    at_once: int | None = None,
    follow: Follow = lambda symbol, report: None,
) -> list[End]:
    """Run and print each symbol's night, at most so many at a time; how each ended.

    Alerts are `context`'s, whichever process found their cause. KeyboardInterrupt where it is stopped.
    """
    if not is_spread(symbols, at_once):
        return [_here(context, symbol, follow) for symbol in symbols]
    many = min(at_once_here() if at_once is None else at_once, len(symbols))
    with tempfile.TemporaryDirectory(prefix="almanac-nights-") as folder:
        with _following(Path(folder), symbols, follow):
            _spread(context, symbols, many, Path(folder))
        return [_heard(context, symbol, Path(folder) / symbol) for symbol in symbols]


class _Told(msgspec.Struct):
    """What a process tells of its symbol's night."""

    end: End
    alerts: list[Alert]
    lines: list[str] = []


@contextmanager
def _following(folder: Path, symbols: Sequence[str], follow: Follow) -> Iterator[None]:
    """Print what each process tells, and say so, once it is there."""
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
        end = _ended(own, symbol, lines)
    whole = folder / f".{symbol}"
    whole.write_bytes(msgspec.json.encode(_Told(end, alerts, lines)))
    whole.rename(folder / symbol)


@dg.job(executor_def=dg.multiprocess_executor)
def nights_side_by_side() -> None:
    """A step per symbol."""
    symbols_of_run().map(night_of)


def _spread(context: NightlyContext, symbols: Sequence[str], many: int, folder: Path) -> None:
    """Run the job; what becomes of each symbol is in `folder`."""
    warehouse, drop = context.warehouse, context.drop.root
    told = {"warehouse": str(warehouse.root.resolve()), "folder": str(folder)}
    told["drop"] = "" if drop == warehouse.drop else str(drop.resolve())
    warm = {"forkserver": {"preload_modules": [__name__]}}
    overrides = {
        "telemetry": {"enabled": False},
        "python_logs": {"python_log_level": "CRITICAL"},
        "compute_logs": {
            "module": "dagster.core.storage.noop_compute_log_manager",
            "class": "NoOpComputeLogManager",
        },
    }
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


def _here(context: NightlyContext, symbol: str, follow: Follow) -> End:
    """Run one symbol's night in this process and print its record in one piece."""
    lines: list[str] = []
    end = _ended(replace(context, progress=lambda report: follow(symbol, report)), symbol, lines)
    print("\n".join(lines), flush=True)
    follow(symbol, None)
    return end


def _ended(context: NightlyContext, symbol: str, lines: list[str]) -> End:
    """Run one symbol's night, and say how it ended; what is to be printed goes to `lines`."""

    def heard(report: StepReport) -> None:
        lines.extend(f"warning: {each}" for each in report.warnings)
        context.progress(report)

    begun = context.stamp()
    try:
        with _within(LONGEST):
            night = run_night(replace(context, progress=heard), symbol)
    except Busy as error:
        lines.append(error.detail)
        return "later"
    except Exception as error:  # the night itself alerted; the other symbols' nights go on
        logging.getLogger("almanac.nightly").debug("%s", symbol, exc_info=True)
        lines.append(f"{symbol}  failed  {message_of(error)}")
        return "look"
    lines.extend(_lines(night))
    last = night.last
    if last is None or (last.refused and last.started >= begun):  # an earlier run's are told
        return "look"
    return _ENDS.get(str(last.result), "look")


def _lines(night: Night) -> list[str]:
    last = night.last
    if last is None:
        return []
    what = f"{last.snapshot_id} is served" if last.result == "ok" else last.why
    return [
        f"{night.symbol}  {last.result}  {night.session}: {what}",
        *(f"  {each.name}: {each.added:,} new bars, {each.replaced:,} replaced" for each in last.arrived),
        *(f"  refused: {each.why}" for each in last.refused),
    ]


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    """Raise TookTooLong in the block when its time is over; a thread beside the main one has no clock."""
    if current_thread() is not main_thread():
        yield
        return

    def over(*_: object) -> None:
        raise TookTooLong(f"took longer than {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
