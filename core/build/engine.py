"""What made a snapshot besides its bars: the code and the libraries."""

import hashlib
import platform
import subprocess
from functools import cache
from importlib.metadata import version
from pathlib import Path

from core.contracts.ids import ENGINE_VERSION

CORE = Path(__file__).parents[1]
_LIBRARIES = ("numpy", "scipy", "pandas", "pyarrow", "statsmodels", "exchange_calendars", "orjson")


@cache
def engine_version() -> str:
    """The engine's version and twelve hex digits over the source and the tables of `core`.

    A changed calculation is a new version without anyone having to remember it, so a snapshot of the old
    code is never taken for one of the new.
    """
    digest = hashlib.sha256()
    for path in sorted(path for path in CORE.rglob("*") if path.suffix in (".py", ".toml", ".csv")):
        digest.update(path.relative_to(CORE).as_posix().encode())
        digest.update(path.read_bytes())
    return f"{ENGINE_VERSION}+{digest.hexdigest()[:12]}"


def library_versions() -> dict[str, str]:
    """Versions of Python and of the libraries that calculate."""
    return {"python": platform.python_version(), **{name: version(name) for name in _LIBRARIES}}


@cache
def code_commit() -> str | None:
    """The commit of the checkout this code runs from; None outside one."""
    asked = ["git", "-C", str(CORE), "rev-parse", "HEAD"]
    try:
        answer = subprocess.run(asked, capture_output=True, text=True, timeout=5, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return answer.stdout.strip() or None
