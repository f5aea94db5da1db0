"""The folder of somebody who reads the pages: a small ES market, and the files that they name."""

from datetime import UTC, date, datetime, timedelta
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd

from cli.main import main
from core.market.calendar import exchange_calendar
from core.warehouse.due import due_session
from tests.support.docs_pages import ROOT, pieces
from tests.support.night_stage import aged
from tests.support.small_warehouse import saved, small_bars
from tests.unit.market.bar_builder import ZONE, csv_text


def fence(page: str, language: str) -> str:
    """The first block of a language in a page, without its indent."""
    found = pieces((ROOT / "docs" / page).read_text("utf-8"))
    return next(piece.code for piece in found if piece.language == language)


def prepared(place: Path) -> Path:
    """A warehouse that serves ES up to two sessions before the one that is due, and what the pages name.

    `ES_5m.parquet` and `.csv` and the texts of two vendors have one session more. The drop folder has those
    of the session that is due, `ES_today.csv` its first hour.
    """
    due, last, before = _sessions()
    for name in ("warehouse", "own", "web", "backups"):
        (place / name).mkdir()
    (place / "warehouse" / "claims.toml").write_text(fence("operations.md", "toml"))
    (place / "own" / "close_in_upper_half.py").write_text(fence("own-features.md", "python"))
    (place / "web" / "index.html").touch()  # stands for the built page
    (place / "days.csv").write_text(f"{last}, textbook\n{before}\n")
    built(place, "ES")
    bars = _bars("ES")
    saved(_until(bars, f"{last} 17:00"), place / "ES_5m.parquet")
    for name in ("ES_5m.csv", "night.txt", "second.txt"):
        (place / name).write_text(csv_text(_until(bars, f"{last} 17:00")))
    (place / "ES_today.csv").write_text(csv_text(_until(bars, f"{due} 10:30")))
    aged(saved(bars, place / "warehouse" / "drop" / "ES" / "ES_night.parquet"))
    return place


def built(place: Path, symbol: str) -> None:
    """A symbol's bars up to two sessions before the one that is due, imported and built."""
    served = saved(_until(_bars(symbol), f"{_sessions()[2]} 17:00"), place / f"{symbol}_served.parquet")
    at = ["--warehouse", str(place / "warehouse")]
    assert main(["import", str(served), *at]) == main(["build", symbol, *at]) == 0


@cache
def _sessions() -> tuple[date, np.datetime64, np.datetime64]:
    """The session that is due, and the two before it."""
    due = due_session(datetime.now(UTC), exchange_calendar()).session
    last = exchange_calendar().previous_session(str(due))
    return due, last, exchange_calendar().previous_session(str(last))


def _bars(symbol: str) -> pd.DataFrame:
    due = _sessions()[0]
    return small_bars(str(due - timedelta(days=45)), str(due), contract=f"{symbol}Z9")


def _until(bars: pd.DataFrame, end: str) -> pd.DataFrame:
    return bars[bars["ts"] < pd.Timestamp(end, tz=ZONE)]
