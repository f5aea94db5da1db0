"""Nights of the `almanac nightly` command: each run and printed here, or side by side (`side_by_side`)."""

import logging
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from threading import current_thread, main_thread
from typing import Literal

from core.build.steps import StepReport
from core.warehouse.nights import Busy, Night
from pipelines.nightly import message_of
from pipelines.nightly_context import NightlyContext
from pipelines.runs import run_night

End = Literal["done", "look", "later"]
"""What is due is served; somebody has to look; it is not there yet, or another run is at work."""

FEW = 4
"""Fewer symbols are done in this process, one after the other: starting others takes longer."""

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
    from pipelines.side_by_side import spread  # Dagster takes seconds to import

    return spread(context, symbols, at_once_here() if at_once is None else at_once, follow)


def _here(context: NightlyContext, symbol: str, follow: Follow) -> End:
    """Run one symbol's night in this process and print its record in one piece."""
    lines: list[str] = []
    end = night_here(replace(context, progress=lambda report: follow(symbol, report)), symbol, lines)
    print("\n".join(lines), flush=True)
    follow(symbol, None)
    return end


def night_here(context: NightlyContext, symbol: str, lines: list[str]) -> End:
    """Run one symbol's night and return how it ended; what is to be printed goes to `lines`."""

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
    """Raise TookTooLong in the block when its time is over; only the main thread has this clock."""
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
