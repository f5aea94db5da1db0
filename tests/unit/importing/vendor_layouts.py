"""Every layout of a text file of bars, with the reading it has to be given."""

import json
from dataclasses import dataclass

import pandas as pd

from core.importing.overrides import Label
from tests.unit.importing.vendor_files import WRITERS, Writer, as_lines, as_ohlcv, headerless_zone, wall_clock

CHICAGO, NEW_YORK = "America/Chicago", "America/New_York"


@dataclass(frozen=True)
class Layout:
    """`zone` and `label` are how the stamps have to be read; None where they name their zone themselves."""

    write: Writer
    zone: str | None
    label: Label = "open"
    name: str = "ES.txt"


def _unpadded(wall: pd.Series, between: str) -> pd.Series:
    parts = (wall.dt.year, wall.dt.month, wall.dt.day)
    year, month, day = (part.astype(str) for part in parts)
    joined: pd.Series = year.str.cat([month, day], sep=between)
    return joined


def _thousands(volume: pd.Series) -> pd.Series:
    return volume.map('"{:,}"'.format)


def firstrate_sample(bars: pd.DataFrame) -> str:
    wall = wall_clock(bars, NEW_YORK).dt.strftime("%Y-%m-%d %H:%M:%S")
    return as_lines(wall, *as_ohlcv(bars), header="timestamp,open,high,low,close,volume")


def tradestation_json(bars: pd.DataFrame) -> str:
    """Version 3 of the interface: numbers as text, stamps at the bar's close."""
    stamp = wall_clock(bars, "UTC", close=True).dt.strftime("%Y-%m-%dT%H:%M:%SZ")
    names = ["High", "Low", "Open", "Close", "TotalVolume"]
    columns = [bars[name].astype(str) for name in ("high", "low", "open", "close", "volume")]
    rows = [
        {
            **dict(zip(names, cells, strict=True)),
            "TimeStamp": at,
            "DownTicks": 3,
            "UpTicks": 4,
            "IsRealtime": False,
        }
        for at, *cells in zip(stamp, *columns, strict=True)
    ]
    return json.dumps({"Bars": rows})


def tradovate_json(bars: pd.DataFrame) -> str:
    """A chart in two packets, volume only as up and down."""
    stamp, down = wall_clock(bars, "UTC").dt.strftime("%Y-%m-%dT%H:%M:%S.000Z"), bars["volume"] // 3
    rows = [
        {"timestamp": at, "open": o, "high": h, "low": low, "close": c, "upVolume": up, "downVolume": part}
        | {"upTicks": 1, "downTicks": 2, "bidVolume": part, "offerVolume": up}
        for at, o, h, low, c, up, part in zip(
            stamp, *as_ohlcv(bars)[:4], bars["volume"] - down, down, strict=True
        )
    ]
    packets = [{"id": 9, "td": 20240916, "bars": part} for part in (rows[:100], rows[100:])]
    return json.dumps({"e": "chart", "d": {"charts": packets}})


def massive_json(bars: pd.DataFrame) -> str:
    """One answer of the interface per line."""
    stamp = bars["ts"].dt.as_unit("ns").astype("int64")
    rows = [
        {"ticker": "ESZ4", "window_start": at, "session_end_date": "2024-09-16", "transactions": 7}
        | {"open": o, "high": h, "low": low, "close": c, "volume": volume}
        for at, o, h, low, c, volume in zip(stamp, *as_ohlcv(bars), strict=True)
    ]
    return "\n".join(json.dumps({"status": "OK", "results": part}) for part in (rows[:50], rows[50:]))


def massive_futures(bars: pd.DataFrame) -> str:
    header = (
        "ticker,exchange,session_end_date,window_start,open,high,low,close,volume,dollar_volume,transactions"
    )
    stamp = bars["ts"].dt.as_unit("ns").astype("int64")
    fixed = [pd.Series(word, bars.index) for word in ("ESZ4", "XCME", "2024-09-16")]
    return as_lines(*fixed, stamp, *as_ohlcv(bars), bars["volume"] * 5, bars["volume"] // 3, header=header)


def databento_ns(bars: pd.DataFrame) -> str:
    """Integer stamps and a continuous symbol."""
    header = "ts_event,rtype,publisher_id,instrument_id,open,high,low,close,volume,symbol"
    fixed = [pd.Series(word, bars.index) for word in ("33", "1", "5602")]
    stamp, symbol = bars["ts"].dt.as_unit("ns").astype("int64"), pd.Series("ES.c.0", bars.index)
    return as_lines(stamp, *fixed, *as_ohlcv(bars), symbol, header=header)


def histdata_without_volume(bars: pd.DataFrame) -> str:
    return WRITERS["histdata"](bars.assign(volume=0))


def sierra(bars: pd.DataFrame) -> str:
    wall, half = wall_clock(bars, "UTC"), bars["volume"] // 2
    header = "Date, Time, Open, High, Low, Last, Volume, NumberOfTrades, BidVolume, AskVolume"
    columns = [*as_ohlcv(bars), bars["volume"] // 3, half, bars["volume"] - half]
    return as_lines(_unpadded(wall, "/"), wall.dt.strftime("%H:%M:%S"), *columns, between=", ", header=header)


def tradingview_epoch(bars: pd.DataFrame) -> str:
    """Seconds, a byte order mark and two studies of one name."""
    header, study = "time,open,high,low,close,Volume,EMA,EMA", pd.Series("", bars.index)
    stamp = bars["ts"].dt.as_unit("s").astype("int64")
    return "\ufeff" + as_lines(stamp, *as_ohlcv(bars), study, study + "NaN", header=header)


def tradingview_iso(bars: pd.DataFrame) -> str:
    """Wall clock of Chicago with its offset, which changes within the file."""
    stamp = wall_clock(bars, CHICAGO).map(lambda at: at.isoformat())
    return as_lines(stamp, *as_ohlcv(bars), header="time,open,high,low,close,Volume")


def _interactive_brokers(stamp: pd.Series, bars: pd.DataFrame) -> str:
    columns = [*as_ohlcv(bars), bars["close"], bars["volume"] // 3]
    return as_lines(stamp, *columns, header="date,open,high,low,close,volume,average,barCount")


def ib_naive(bars: pd.DataFrame) -> str:
    return _interactive_brokers(wall_clock(bars, CHICAGO).dt.strftime("%Y%m%d  %H:%M:%S"), bars)


def ib_zone(bars: pd.DataFrame) -> str:
    stamp = wall_clock(bars, CHICAGO).dt.strftime("%Y%m%d %H:%M:%S") + " US/Central"
    return _interactive_brokers(stamp, bars)


def ib_epoch(bars: pd.DataFrame) -> str:
    return _interactive_brokers(bars["ts"].dt.as_unit("s").astype("int64"), bars)


def _multicharts(form: str) -> Writer:
    def write(bars: pd.DataFrame) -> str:
        wall = wall_clock(bars, CHICAGO, close=True)
        header = "<Date>,<Time>,<Open>,<High>,<Low>,<Close>,<Volume>"
        return as_lines(wall.dt.strftime(form), wall.dt.strftime("%H:%M:%S"), *as_ohlcv(bars), header=header)

    return write


def barchart(bars: pd.DataFrame) -> str:
    """Newest first, thousands commas, and a footer."""
    turned = bars.iloc[::-1]
    stamp = wall_clock(bars, CHICAGO).iloc[::-1].dt.strftime('"%Y-%m-%d %H:%M"')
    change = pd.Series("+0.25", turned.index)
    columns = [*as_ohlcv(turned)[:4], change, change + "%", _thousands(turned["volume"])]
    rows = as_lines(stamp, *columns, header="Time,Open,High,Low,Latest,Change,%Change,Volume")
    return rows + '"Downloaded from Barchart.com as of 12-14-2024 05:12am CST"\n'


def stooq(bars: pd.DataFrame) -> str:
    wall = wall_clock(bars, "Europe/Berlin")
    header = "Date,Time,Open,High,Low,Close,Volume"
    date, time = wall.dt.strftime("%Y-%m-%d"), wall.dt.strftime("%H:%M:%S")
    return as_lines(date, time, *as_ohlcv(bars), header=header)


LAYOUTS: dict[str, Layout] = {
    "firstrate": Layout(WRITERS["firstrate"], NEW_YORK),
    "firstrate_sample": Layout(firstrate_sample, NEW_YORK),
    "kibot": Layout(WRITERS["kibot"], NEW_YORK),
    "tradestation": Layout(WRITERS["tradestation"], CHICAGO, "close"),
    "tradestation_json": Layout(tradestation_json, None, "close"),
    "ninjatrader": Layout(WRITERS["ninjatrader"], "UTC", "close", "ES 12-24.Last.txt"),
    "histdata": Layout(WRITERS["histdata"], "Etc/GMT+5"),
    "histdata_without_volume": Layout(histdata_without_volume, "Etc/GMT+5"),
    "sierra": Layout(sierra, "UTC"),
    "sierra_study": Layout(WRITERS["sierra_study"], "Asia/Tokyo"),
    "tradingview_epoch": Layout(tradingview_epoch, None),
    "tradingview_iso": Layout(tradingview_iso, None),
    "databento_ns": Layout(databento_ns, None),
    "databento_iso": Layout(WRITERS["databento_iso"], None),
    "ib_naive": Layout(ib_naive, CHICAGO),
    "ib_zone": Layout(ib_zone, None),
    "ib_epoch": Layout(ib_epoch, None),
    "multicharts_day_first": Layout(_multicharts("%d/%m/%Y"), CHICAGO, "close"),
    "multicharts_month_first": Layout(_multicharts("%m/%d/%Y"), CHICAGO, "close"),
    "finam": Layout(WRITERS["finam"], CHICAGO, "close"),
    "stooq": Layout(stooq, "Europe/Berlin"),
    "barchart": Layout(barchart, CHICAGO),
    "massive": Layout(WRITERS["massive"], None),
    "massive_futures": Layout(massive_futures, None),
    "massive_json": Layout(massive_json, None),
    "tradovate_json": Layout(tradovate_json, None),
    "berlin": Layout(headerless_zone("Europe/Berlin"), "Europe/Berlin"),
    "london_close": Layout(headerless_zone("Europe/London", close=True), "Europe/London", "close"),
}
"""By name; market-data.md A.1 lists the vendors. Binary forms and packages stand in vendor_packages."""
