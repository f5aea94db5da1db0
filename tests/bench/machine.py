"""What the figures were measured on and with."""

from __future__ import annotations

import os
import platform
import subprocess
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = (
    *("numpy", "scipy", "orjson", "starlette", "uvicorn", "h11"),
    *("pandas", "polars", "duckdb", "statsmodels", "pyarrow", "dagster"),
)


def facts() -> dict[str, str]:
    """Machine, versions, commit and date, by what they are."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return {
        "machine": f"{_processor()}, {os.cpu_count()} cores, {memory:.0f} GB",
        "load before": f"{os.getloadavg()[0]:.1f} processes waiting or running, minute's mean",
        "system": f"{platform.system()} {platform.release()}, Python {platform.python_version()}",
        "packages": ", ".join(f"{name} {version(name)}" for name in PACKAGES),
        "load generator": _first_line(["h2load", "--version"]),
        "browser": _first_line(["chromium-headless-shell", "--version"]),
        "commit": _first_line(["git", "-C", str(ROOT), "describe", "--always", "--dirty"]),
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
    }


def _processor() -> str:
    """The processor's name."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.machine())


def _first_line(command: list[str]) -> str:
    """A program's first line about itself, "unknown" where there is none."""
    try:
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return said.strip().partition("\n")[0] or "unknown"
