"""`almanac nightly`: a night in one command for a cron line; `almanac alert`: one was ended from outside."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import AtWarehouse, symbols_there

if TYPE_CHECKING:
    from core.build.steps import StepReport
    from core.storage.nights import Night
    from pipelines.nightly_context import NightlyContext

app = typer.Typer()

DONE, LOOK, WRONG, LATER = 0, 1, 2, 3

_EPILOG = """\
For every symbol: fetch from the provider (ALMANAC_PROVIDER=databento, DATABENTO_API_KEY) where one is set,
take the files that wait in DROP/SYMBOL, import, build, check, publish, record the night, alert
(ALERT_WEBHOOK). Run it at 18:30 and 02:30 New York; run twice, or after a kill, it does what is left to do.

exit codes: 0 the session that is due is served, 1 somebody has to look, 2 wrong use or setting, 3 not
there yet or another run is at work
"""


@app.command(short_help="fetch, import, build, check and publish what is due tonight", epilog=_EPILOG)
def nightly(
    symbols: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[SYMBOL]...",
            parser=str.upper,
            autocompletion=symbols_there,
            help="which symbols (default: all with bars)",
        ),
    ] = None,
    *,
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
        context = replace(context_of(warehouse, environment), progress=_warn)
    except DataError as error:
        print(f"almanac: {error.detail}", file=sys.stderr)
        return WRONG
    with context.alerts.gathering():
        try:
            return _nights(context, symbols or ())
        except Exception as error:
            why = context.without_secrets(message_of(error))
            context.alerts.send(Alert(why=why, text=f"failed: {why}"))
            raise


def _warn(report: StepReport) -> None:
    """Print what a build left out."""
    for warning in report.warnings:
        print(f"warning: {warning}", flush=True)


def _nights(context: NightlyContext, asked: Sequence[str]) -> int:
    from pipelines.nightly import refuse_unclaimed, symbols_of_night, tidy

    unclaimed = refuse_unclaimed(context)
    for refusal in unclaimed:
        print(f"refused: {refusal.why}", flush=True)
    codes = {_one(context, symbol) for symbol in symbols_of_night(context, asked)}
    tidy(context)
    return LOOK if unclaimed or LOOK in codes else max(codes, default=DONE)


def _one(context: NightlyContext, symbol: str) -> int:
    """Run one symbol's night and print its record; its exit code."""
    from core.storage.nights import Busy
    from pipelines.nightly import message_of
    from pipelines.runs import run_night

    try:
        night = run_night(context, symbol)
    except Busy as error:
        print(error.detail, flush=True)
        return LATER
    except Exception as error:  # the night itself alerted; the other symbols' nights go on
        logging.getLogger("almanac.nightly").debug("%s", symbol, exc_info=True)
        print(f"{symbol}  failed  {message_of(error)}", flush=True)
        return LOOK
    print("\n".join(_lines(night)), flush=True)
    last = night.last
    if last is None or last.refused:
        return LOOK
    return {"ok": DONE, "late": LATER}.get(str(last.result), LOOK)


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
