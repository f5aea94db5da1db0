"""`almanac nightly`: a night in one command for a cron line; `almanac alert`: one was ended from outside."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import AtWarehouse, symbols_argument
from cli.progress import BUILD_SECONDS, progress_line, stoppable
from cli.snapshots import name_what_is_checked

if TYPE_CHECKING:
    from core.build.steps import StepReport
    from pipelines.nightly_context import NightlyContext
    from pipelines.nights import End

app = typer.Typer()

DONE, LOOK, WRONG, LATER = 0, 1, 2, 3
_CODES = {"done": DONE, "look": LOOK, "later": LATER}

_MOST_NAMED = 8
_NIGHT_SECONDS = {"import": 5.0, **BUILD_SECONDS}

_EPILOG = """\
For every symbol: fetch from the provider (ALMANAC_PROVIDER=databento, DATABENTO_API_KEY) where one is set,
take the files that wait in DROP/SYMBOL, import, build, check, publish, record the night, alert
(ALERT_WEBHOOK). Run it at 18:30 and 02:30 New York; run twice, or after a kill, it does what is left to do.

exit codes: 0 the session that is due is served, 1 somebody has to look, 2 wrong use or setting, 3 not
there yet or another run is at work
"""


@app.command(short_help="fetch, import, build, check and publish what is due tonight", epilog=_EPILOG)
def nightly(
    symbols: Annotated[list[str] | None, symbols_argument("all with bars")] = None,
    *,
    at_once: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="how many symbols at the same time (default: cores, a gigabyte of memory each)",
        ),
    ] = None,
    drop: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="the drop folder (ALMANAC_DROP, else WAREHOUSE/drop)"),
    ] = None,
    warehouse: AtWarehouse,
) -> int:
    """Bring in and publish the session that the exchange calendar says is due."""
    from core.contracts.errors import DataError
    from pipelines.alerts import Alert
    from pipelines.nightly import message_of
    from pipelines.nightly_context import context_of

    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(message)s")
    environment = {**os.environ, **({"ALMANAC_DROP": str(drop)} if drop else {})}
    try:
        context = context_of(warehouse, environment)
    except DataError as error:
        print(f"almanac: {error.detail}", file=sys.stderr)
        return WRONG
    with context.alerts.gathering():
        try:
            return _nights(context, symbols or (), at_once)
        except Exception as error:
            why = context.without_secrets(message_of(error))
            context.alerts.send(Alert(why=why, text=f"failed: {why}"))
            raise


def _nights(context: NightlyContext, names: Sequence[str], at_once: int | None) -> int:
    from pipelines.nightly import refuse_unclaimed, symbols_of_night, tidy

    unclaimed = refuse_unclaimed(context)
    for refusal in unclaimed:
        print(f"refused: {refusal.why}", flush=True)
    symbols = symbols_of_night(context, names)
    if symbols:
        name_what_is_checked(context.warehouse, "nightly")
    codes = {_CODES[each] for each in _shown(context, symbols, at_once)}
    tidy(context)
    return LOOK if unclaimed or LOOK in codes else max(codes, default=DONE)


def _shown(context: NightlyContext, symbols: Sequence[str], at_once: int | None) -> Sequence[End]:
    """Run every symbol's night and show how far they are, or what is left where they are stopped."""
    from pipelines.nights import is_spread, run_nights

    spread, done = is_spread(symbols, at_once), list[str]()
    places = [f"{at} of {len(symbols)}" for at, _ in enumerate(symbols, 1)]
    usual = dict.fromkeys(places, 1.0)
    if not spread:
        usual = {f"{symbol} {step}": each for symbol in symbols for step, each in _NIGHT_SECONDS.items()}

    def follow(symbol: str, report: StepReport | None) -> None:
        if report is not None:
            line.ended(f"{symbol} {report.step}", report.seconds)
            return
        done.append(symbol)
        line.ended(places[len(done) - 1] if spread else f"{symbol} published")

    with stoppable(lambda: _what_was_done(symbols, done, spread)), progress_line("nightly", usual) as line:
        line.at(next(iter(usual)))
        return run_nights(context, symbols, at_once, follow)


def _what_was_done(symbols: Sequence[str], done: Sequence[str], spread: bool) -> str:
    """What nights that were stopped leave, symbol by symbol where there are few."""
    left = [symbol for symbol in symbols if symbol not in done]
    words = ["was cut off" if spread or at == 0 else "was not begun" for at, _ in enumerate(left)]
    parts = [
        *(f"the night of {symbol} is done" for symbol in done),
        *(f"the night of {symbol} {what}" for symbol, what in zip(left, words, strict=True)),
    ]
    if len(symbols) > _MOST_NAMED:
        parts = [f"{len(done)} of {len(symbols)} nights are done"]
    return f"{', '.join(parts)}. The next run does what is left."


@app.command(short_help="tell that a night was ended from outside (for systemd's OnFailure=)")
def alert(warehouse: AtWarehouse) -> int:
    """Tell ALERT_WEBHOOK that a systemd unit failed: killed, out of memory, over its time, not started. Reads
    MONITOR_UNIT, MONITOR_SERVICE_RESULT and MONITOR_EXIT_STATUS, which systemd sets for a unit named by
    OnFailure=. Nothing is sent for a night that ended with exit code 1: it has told itself.
    """
    from pipelines.alerts import Alert
    from pipelines.nightly_context import context_of

    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(message)s")
    ended = [os.environ.get(f"MONITOR_{name}", "") for name in ("SERVICE_RESULT", "EXIT_STATUS")]
    if ended != ["exit-code", "1"]:  # that is a night which ran to its end and alerted of what was wrong
        unit = os.environ.get("MONITOR_UNIT") or "the nightly unit"
        how = " ".join(filter(None, ended)) or "a failure"
        why = f"{unit} ended with {how}: journalctl -u {unit}"
        context = context_of(warehouse, {**os.environ, "ALMANAC_PROVIDER": ""})
        context.alerts.send(Alert(why=why, text=f"failed: {why}"))
    return 0
