"""A worker killed, restarted and stopped under load."""

from __future__ import annotations

from tests.faults.registry import Fault
from tests.faults.under_load import broken_service, under_load
from tests.soak import disturbances as disturb

_WHOLE = "each answer is wholly of the snapshot it names; whom a worker hangs up on, the other answers"

FAULTS = (
    Fault(
        "worker killed",
        "SIGKILL of one of two workers under load, a publication while it is gone",
        _WHOLE,
        under_load(disturb.worker_killed),
        {
            "connections end though nothing was disturbed": broken_service("hangs-up"),
            "requests are swallowed": broken_service("swallows"),
        },
    ),
    Fault(
        "rolling restart",
        "each worker in turn ends as asked and starts again, a publication between the two",
        f"{_WHOLE}; each ends with exit code 0",
        under_load(disturb.rolling_restart),
        {"running sign-ins are refused": broken_service("forgets")},
    ),
    Fault(
        "worker stopped",
        "SIGSTOP of one worker for a second, a publication meanwhile",
        _WHOLE,
        under_load(disturb.worker_paused),
        {"answers kept without their tier": broken_service("tierless")},
    ),
)
