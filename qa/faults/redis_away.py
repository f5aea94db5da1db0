"""Redis killed, emptied, stopped, paused, slow and full, while a class works and snapshots are published."""

from qa.faults.registry import Fault
from qa.faults.under_load import broken_service, under_load
from qa.soak import disturbances as disturb

_WHOLE = "each answer is wholly of the snapshot it names, or 503 with Retry-After; both workers come back"

FAULTS = (
    Fault(
        "redis-killed",
        "SIGKILL, away for a second, back without anything it held; a publication meanwhile and one after",
        f"{_WHOLE}; people sign in again, the publication meanwhile is refused",
        under_load(disturb.redis_killed),
        {"once away, the source is never asked again": broken_service("gives-up")},
    ),
    Fault(
        "worker-restarted-on-empty-redis",
        "Redis is back empty, and a worker is killed and starts before anything is published",
        f"{_WHOLE}; the worker serves its own last copy and says so in /readyz",
        under_load(disturb.restarted_on_empty_redis),
        {"copies are not looked at": broken_service("no-copies")},
    ),
    Fault(
        "redis-stopped",
        "SIGSTOP for two seconds, in the middle of a publication",
        _WHOLE,
        under_load(disturb.redis_stopped),
        {
            "once failed, the store is never asked again": broken_service("stays-away"),
            "503 has no Retry-After": broken_service("never-says-when"),
        },
    ),
    Fault(
        "redis-paused",
        "CLIENT PAUSE for a second, in the middle of a publication",
        _WHOLE,
        under_load(disturb.redis_paused),
        {"once failed, the store is never asked again": broken_service("stays-away")},
    ),
    Fault(
        "redis-slow",
        "answers come some 60 ms late for two seconds, a publication's as well",
        _WHOLE,
        under_load(disturb.redis_slow),
        {"once slow, the store is never asked again": broken_service("gives-up-on-slow")},
    ),
    Fault(
        "redis-full",
        "maxmemory 1 byte, noeviction, for a second; a publication meanwhile and one after",
        f"{_WHOLE}; the publication meanwhile is refused",
        under_load(disturb.redis_full),
        {"a full Redis is an internal error": broken_service("full-is-an-error")},
    ),
)
