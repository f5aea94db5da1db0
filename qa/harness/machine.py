"""What a run was made on and with."""

import os
import platform
import subprocess
from collections.abc import Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WRITTEN = ("docs/performance.md", "docs/reliability.md")
"""Pages that runs write: they make no commit another one."""


def machine_facts(packages: Sequence[str] = ()) -> dict[str, str]:
    """Machine, load, system and versions, by what they are."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    facts = {
        "machine": f"{_processor()}, {os.cpu_count()} cores, {memory:.0f} GB",
        "load before": f"{os.getloadavg()[0]:.1f} processes waiting or running, minute's mean",
        "system": f"{platform.system()} {platform.release()}, Python {platform.python_version()}",
    }
    if packages:
        facts["packages"] = ", ".join(f"{name} {version(name)}" for name in packages)
    return facts


@cache
def commit() -> str:
    """The commit that is run, with `-dirty` where more differs from it than the pages that runs write."""
    left_out = [f":(exclude){page}" for page in WRITTEN]
    changed = first_line(
        ["git", "-C", str(ROOT), "status", "--porcelain", "--untracked-files=no", "--", ".", *left_out]
    )
    described = first_line(["git", "-C", str(ROOT), "describe", "--always"])
    return (described or "unknown") + ("-dirty" if changed else "")


def first_line(command: Sequence[str]) -> str:
    """A program's first line, "" where it says nothing or is not there."""
    try:
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""
    return said.strip().partition("\n")[0]


def _processor() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.machine())
