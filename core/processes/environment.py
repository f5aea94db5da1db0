"""The environment of a child process, and how a build hides the keys in its own."""

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

KEYS = (
    *("DATABENTO_API_KEY", "ALERT_WEBHOOK", "REDIS_URL", "ENTRY_SECRETS", "SIGNING_KEYS", "REDEEM_CODES"),
    *("LW_CLIENT_SECRET", "SMTP_PASSWORD", "METRICS_TOKEN"),
)
"""Settings that grant access, or hold a password."""

_KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR")
_TUNING = ("ARROW_", "MALLOC_")
_ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


def child_environment() -> dict[str, str]:
    """A child's environment: this process's module path, one thread for a matrix, no address or key."""
    kept = {name: value for name, value in os.environ.items() if name in _KEPT or name.startswith(_TUNING)}
    modules = os.pathsep.join(str(Path(place or ".").resolve()) for place in sys.path)
    return kept | _ONE_THREAD | {"PYTHONPATH": modules, "PYTHONSAFEPATH": "1"}


@contextmanager
def keys_set_aside() -> Iterator[None]:
    """Remove the keys from this process's environment, which its children inherit, for the body.

    Read a key before the block. Also overwrites the initial bytes: the system shows them to other
    processes of the user as /proc/PID/environ, whatever was removed since.
    """
    keys = {name: os.environ[name] for name in KEYS if name in os.environ}
    for name in keys:
        _overwrite(name)
        del os.environ[name]
    try:
        yield
    finally:
        os.environ.update(keys)


def _overwrite(name: str) -> None:
    with suppress(OSError, AttributeError):  # a system without it
        getenv = ctypes.CDLL(None).getenv
        getenv.argtypes, getenv.restype = [ctypes.c_char_p], ctypes.c_void_p
        place = getenv(os.fsencode(name))
        if place is not None:
            ctypes.memset(place, 0, len(ctypes.string_at(place)))
