"""`almanac alert`: tell that a night was ended from outside and could not tell so itself."""

import argparse
import logging
import os
from collections.abc import Mapping

from cli.options import Commands, add_warehouse, warehouse_of

TELLS_ITSELF = ("exit-code", "1")
"""What systemd says of a night that ran to its end and told what was wrong."""


def add_commands(commands: Commands) -> None:
    """Register `alert`."""
    parser = commands.add_parser(
        "alert",
        help="tell that a night was ended from outside (for systemd's OnFailure=)",
        description="Tell ALERT_WEBHOOK that a systemd unit failed: killed, out of memory, over its time, "
        "not started. Reads MONITOR_UNIT, MONITOR_SERVICE_RESULT and MONITOR_EXIT_STATUS, which systemd "
        "sets for a unit named by OnFailure=. Nothing is sent for a night that ended with exit "
        "code 1: it has told itself.",
    )
    add_warehouse(parser)
    parser.set_defaults(run=tell_failure, parser=parser)


def tell_failure(asked: argparse.Namespace) -> int:
    """Tell what systemd says; 0 also where there was nothing to tell."""
    from pipelines.alerts import Alert
    from pipelines.nightly_context import context_of

    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(message)s")
    why = _why(os.environ)
    if why:
        context = context_of(warehouse_of(asked), {**os.environ, "ALMANAC_PROVIDER": ""})
        context.alerts.send(Alert(why=why, text=f"failed: {why}"))
    return 0


def _why(environment: Mapping[str, str]) -> str:
    """What ended the unit and where to look; empty for a night that told itself."""
    result = environment.get("MONITOR_SERVICE_RESULT", "")
    status = environment.get("MONITOR_EXIT_STATUS", "")
    if (result, status) == TELLS_ITSELF:
        return ""
    unit = environment.get("MONITOR_UNIT") or "the nightly unit"
    return (
        f"{unit} ended with {' '.join(filter(None, (result, status))) or 'a failure'}: journalctl -u {unit}"
    )
