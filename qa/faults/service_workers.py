"""A worker killed, restarted and stopped under load."""

from qa.faults.registry import Fault
from qa.faults.under_load import broken_service, under_load
from qa.soak import disturbances as disturb

_WHOLE = "each answer is wholly of the snapshot it names; whom a worker hangs up on, the other answers"

FAULTS = (
    Fault(
        "worker-killed",
        "SIGKILL of one of two workers under load, a publication while it is gone",
        _WHOLE,
        under_load(disturb.worker_killed),
        {"it does not start where it did not end as asked": broken_service("marks-its-running")},
    ),
    Fault(
        "rolling-restart",
        "each worker in turn ends as asked and starts again, a publication between the two",
        f"{_WHOLE}; each ends with exit code 0",
        under_load(disturb.rolling_restart),
        {"it ends with exit code 1": broken_service("ends-badly")},
    ),
    Fault(
        "worker-stopped",
        "SIGSTOP of one worker for a second, a publication meanwhile",
        _WHOLE,
        under_load(disturb.worker_stopped),
        {"once stopped, it never looks for snapshots again": broken_service("stops-looking")},
    ),
)
