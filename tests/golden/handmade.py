"""The small market of `handmade.json` expanded into five-minute bars.

    python -m tests.golden.handmade OUT.parquet

A session of the file has three lists of segments `[first, last, open, high, low, close]`: every bar from
`first` to `last` has these prices. Bar 1 is 18:00 New York of the calendar day before in `globex` (186 bars
to 09:30), 09:30 in `rth`, 16:15 in `after`. Volume is 1000 in rth, 100 elsewhere.
"""

import json
import sys
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

NEW_YORK = ZoneInfo("America/New_York")
MARKET = Path(__file__).with_name("handmade.json")
STARTS = {"globex": time(18, 0), "rth": time(9, 30), "after": time(16, 15)}


class GoldenBar(NamedTuple):
    """One bar as a source file has it; `ts` is the UTC time of its opening."""

    ts: datetime
    open: float
    high: float
    low: float
    close: float
    volume: int
    contract: str


def market() -> dict[str, Any]:
    """The file as it stands: symbol, sessions, questions."""
    content: dict[str, Any] = json.loads(MARKET.read_text())
    return content


def bars() -> list[GoldenBar]:
    """Every bar of the market, ascending."""
    rows = [bar for session in market()["sessions"] for bar in _session_bars(session)]
    return sorted(rows)


def _session_bars(session: dict[str, Any]) -> list[GoldenBar]:
    day = date.fromisoformat(session["date"])
    rows: list[GoldenBar] = []
    for part, start in STARTS.items():
        opens = datetime.combine(day - timedelta(days=part == "globex"), start, NEW_YORK).astimezone(UTC)
        for segment in session.get(part, []):
            rows += _segment_bars(segment, opens, 1000 if part == "rth" else 100, session["contract"])
    return rows


def _segment_bars(segment: list[float], opens: datetime, volume: int, contract: str) -> list[GoldenBar]:
    first, last, *prices = segment
    open_, high, low, close = map(float, prices)
    stamps = [opens + timedelta(minutes=5 * (bar - 1)) for bar in range(int(first), int(last) + 1)]
    return [GoldenBar(ts, open_, high, low, close, volume, contract) for ts in stamps]


def write_parquet(path: Path) -> None:
    """The market as a parquet file in the layout of shared/data."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = dict(zip(GoldenBar._fields, zip(*bars(), strict=True), strict=True))
    stamps = pa.array(columns.pop("ts"), type=pa.timestamp("ns", tz="UTC"))
    pq.write_table(pa.table({"ts": stamps, **columns}), path)


if __name__ == "__main__":
    write_parquet(Path(sys.argv[1]))
