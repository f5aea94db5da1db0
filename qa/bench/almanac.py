"""The `almanac` command as a maintainer runs it, and warehouses made with it."""

import os
import subprocess
import sys
from pathlib import Path

ALMANAC = str(Path(sys.executable).with_name("almanac"))
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""Of the measured commands: they keep compiled bytecode, as an installation does."""


def almanac(*arguments: str) -> str:
    """What the command prints; SystemExit with its last words where it failed."""
    done = subprocess.run([ALMANAC, *arguments], capture_output=True, text=True, check=False, env=ENVIRONMENT)
    if done.returncode != 0:
        raise SystemExit(f"bench: almanac {arguments[0]} ended with {done.returncode}: {done.stderr[-400:]}")
    return done.stdout


def sample_of(warehouse: Path) -> Path:
    if not warehouse.exists():
        almanac("import", "--sample", "--warehouse", str(warehouse))
        almanac("build", "DEMO", "--warehouse", str(warehouse))
    return warehouse


def views_of(warehouse: Path, symbol: str) -> str:
    return almanac("views", symbol, "--warehouse", str(warehouse))
