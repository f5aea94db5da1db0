"""Writes known bars in the binary forms and packages of vendors."""

import io
import zipfile
from types import SimpleNamespace

import databento_dbn as dbn
import numpy as np
import pandas as pd

_SCID = np.dtype(
    [
        ("at", "<i8"),
        *((name, "<f4") for name in ("open", "high", "low", "close")),
        *((name, "<u4") for name in ("trades", "volume", "bid", "ask")),
    ]
)


def scid(bars: pd.DataFrame, *, trades: bool = False) -> bytes:
    """Sierra's records: the bars themselves, or four trades a bar with price in close and open 0."""
    rows = bars if not trades else _trades(bars)
    records = np.zeros(len(rows), _SCID)
    since = rows["ts"].dt.tz_localize(None).to_numpy() - np.datetime64("1899-12-30", "us")
    records["at"] = since.astype("timedelta64[us]").astype(np.int64)
    for name in ("open", "high", "low", "close", "volume"):
        records[name] = rows[name].to_numpy()
    return b"SCID".ljust(56, b"\0") + records.tobytes()


def _trades(bars: pd.DataFrame) -> pd.DataFrame:
    parts = []
    for second, name in enumerate(("open", "high", "low", "close")):
        rest = bars["volume"] - 3 if name == "close" else 1
        part = bars.assign(ts=bars["ts"] + pd.Timedelta(seconds=second), volume=rest, close=bars[name])
        parts.append(part.assign(open=0.0, high=part["close"] + 0.25, low=part["close"]))
    return pd.concat(parts).sort_values("ts", kind="stable", ignore_index=True)


def dbn_file(bars: pd.DataFrame, contract: str = "ESZ4") -> bytes:
    """A DBN file of one instrument, schema ohlcv-1m."""
    stamps = bars["ts"].dt.as_unit("ns").astype("int64").tolist()
    first, last = bars["ts"].iloc[0].date(), bars["ts"].iloc[-1].date() + pd.Timedelta(days=1)
    metadata = dbn.Metadata(
        dataset="GLBX.MDP3",
        start=stamps[0],
        end=stamps[-1] + 1,
        stype_in=dbn.SType.from_str("raw_symbol"),
        stype_out=dbn.SType.from_str("instrument_id"),
        schema=dbn.Schema.from_str("ohlcv-1m"),
        symbols=[contract],
        partial=[],
        not_found=[],
        mappings=[
            SimpleNamespace(
                raw_symbol=contract,
                intervals=[SimpleNamespace(start_date=first, end_date=last, symbol="5602")],
            )
        ],
    )
    columns = [
        (bars[name] * 1e9).round().astype("int64").tolist() for name in ("open", "high", "low", "close")
    ]
    rows = zip(stamps, *columns, bars["volume"].tolist(), strict=True)
    return bytes(metadata.encode()) + b"".join(bytes(_message(*row)) for row in rows)


def _message(stamp: int, opened: int, high: int, low: int, close: int, volume: int) -> dbn.OHLCVMsg:
    return dbn.OHLCVMsg(
        rtype=33,
        publisher_id=1,
        instrument_id=5602,
        ts_event=stamp,
        open=opened,
        high=high,
        low=low,
        close=close,
        volume=volume,
    )


def lean_zip(minutes: pd.DataFrame) -> bytes:
    """One UTC day of one-minute bars of two expiries; the later one trades a hundredth."""
    day = minutes["ts"].iloc[0].normalize()
    of_day = (minutes["ts"] - day) // pd.Timedelta(milliseconds=1)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as package:
        for expiry, share in (("202412", 1), ("202503", 100)):
            volume = minutes["volume"] // share
            columns = [of_day, *(minutes[name] for name in ("open", "high", "low", "close")), volume]
            lines = [",".join(str(value) for value in row) for row in zip(*columns, strict=True)]
            package.writestr(f"{day:%Y%m%d}_es_minute_trade_{expiry}.csv", "\n".join(lines))
    return packed.getvalue()
