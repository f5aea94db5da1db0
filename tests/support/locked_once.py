"""The product's Celery worker, which finds Dagster's storage locked until the file LOCKED_ONCE exists."""

import os
import sqlite3
from pathlib import Path
from typing import Any

import dagster as dg

from pipelines.celery_steps import app

__all__ = ["app"]

_opened = dg.DagsterInstance.from_ref


def _locked_once(ref: Any) -> dg.DagsterInstance:
    marker = Path(os.environ["LOCKED_ONCE"])
    if not marker.exists():
        marker.touch()
        raise sqlite3.OperationalError("database is locked")
    return _opened(ref)


dg.DagsterInstance.from_ref = staticmethod(_locked_once)  # type: ignore[method-assign,assignment]
