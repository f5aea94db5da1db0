"""Writes known five-minute bars the way each vendor writes them."""

from collections.abc import Callable

import numpy as np
import pandas as pd

Writer = Callable[[pd.DataFrame], str]


def known_bars(first: str = "2024-09-16", last: str = "2024-12-13", *, seed: int = 7) -> pd.DataFrame:
    """Full Globex days without holidays: prices walk on the 0.25 grid, volume steps up at 09:30."""
    days = pd.bdate_range(first, last)
    opens = [
        pd.date_range(f"{day - pd.Timedelta(days=1):%Y-%m-%d} 18:00", f"{day:%Y-%m-%d} 16:55", freq="5min")
        for day in days
    ]
    local = pd.DatetimeIndex(np.concatenate([part.to_numpy() for part in opens]))
    random = np.random.default_rng(seed)
    close = 5000 + 0.25 * np.cumsum(random.integers(-8, 9, len(local)))
    opened = np.concatenate([[5000.0], close[:-1]]) + 0.25 * random.integers(-1, 2, len(local))
    up, down = (0.25 * random.integers(1, 6, len(local)) for _ in range(2))
    minute = np.asarray(local.hour * 60 + local.minute)
    busy = (minute >= 570) & (minute < 975)
    volume = np.where(minute == 570, 9000, np.where(busy, 2000, 200)) + random.integers(0, 100, len(local))
    return pd.DataFrame(
        {
            "ts": local.tz_localize("America/New_York").tz_convert("UTC").as_unit("us"),
            "open": opened,
            "high": np.maximum(opened, close) + up,
            "low": np.minimum(opened, close) - down,
            "close": close,
            "volume": volume.astype("int64"),
        }
    )


def rth_only(bars: pd.DataFrame) -> pd.DataFrame:
    """The bars that open from 09:30 to 16:10 New York."""
    local = bars["ts"].dt.tz_convert("America/New_York")
    minute = local.dt.hour * 60 + local.dt.minute
    kept: pd.DataFrame = bars[(minute >= 570) & (minute < 975)].reset_index(drop=True)
    return kept


def in_minutes(bars: pd.DataFrame) -> pd.DataFrame:
    """Five one-minute bars for each of `bars`, which they add up to."""
    parts = []
    for minute in range(5):
        part = bars.assign(ts=bars["ts"] + pd.Timedelta(minutes=minute))
        share = bars["volume"] // 5
        part["volume"] = share if minute else bars["volume"] - 4 * share
        part["open"] = bars["open"] if minute == 0 else bars["close"]
        if minute != 1:
            part["high"], part["low"] = (
                part[["open", "close"]].max(axis=1),
                part[["open", "close"]].min(axis=1),
            )
        parts.append(part)
    return pd.concat(parts).sort_values("ts", ignore_index=True)


def wall_clock(bars: pd.DataFrame, zone: str, *, close: bool = False) -> pd.Series:
    """The bars' opens, or closes, by the clock of a zone; the shortest step is the bars' length."""
    length = bars["ts"].diff().min() if close else pd.Timedelta(0)
    return (bars["ts"] + length).dt.tz_convert(zone)


def as_lines(*columns: pd.Series, between: str = ",", header: str = "", end: str = "\n") -> str:
    """The columns as lines of text."""
    rows = zip(*(map(str, column.tolist()) for column in columns), strict=True)
    lines = [between.join(row) for row in rows]
    return end.join([*([header] if header else []), *lines, ""])


def as_ohlcv(bars: pd.DataFrame) -> list[pd.Series]:
    """Open, high, low, close and volume."""
    return [bars[name] for name in ("open", "high", "low", "close", "volume")]


def headerless_zone(zone: str, *, close: bool = False) -> Writer:
    """A header-less file, date and time in one column, stamped in any zone."""

    def write(bars: pd.DataFrame) -> str:
        wall = wall_clock(bars, zone, close=close).dt.strftime("%Y-%m-%d %H:%M:%S")
        return as_lines(wall, *as_ohlcv(bars))

    return write


def kibot(bars: pd.DataFrame) -> str:
    wall = wall_clock(bars, "America/New_York")
    return as_lines(wall.dt.strftime("%m/%d/%Y"), wall.dt.strftime("%H:%M"), *as_ohlcv(bars), end="\r\n")


def tradestation(bars: pd.DataFrame) -> str:
    wall, down = wall_clock(bars, "America/Chicago", close=True), bars["volume"] // 2
    columns = [bars[name] for name in ("open", "high", "low", "close")]
    header = '"Date","Time","Open","High","Low","Close","Up","Down"'
    date, time = wall.dt.strftime("%m/%d/%Y"), wall.dt.strftime("%H:%M")
    return as_lines(date, time, *columns, bars["volume"] - down, down, header=header, end="\r\n")


def ninjatrader(bars: pd.DataFrame) -> str:
    wall = wall_clock(bars, "UTC", close=True).dt.strftime("%Y%m%d %H%M%S")
    return as_lines(wall, *as_ohlcv(bars), between=";")


def histdata(bars: pd.DataFrame) -> str:
    wall = wall_clock(bars, "Etc/GMT+5").dt.strftime("%Y%m%d %H%M%S")
    return as_lines(wall, *as_ohlcv(bars), between=";")


def sierra_study(bars: pd.DataFrame) -> str:
    """Sierra's bar and study data in Tokyo's time, with a study that repeats the columns' names."""
    wall, wrong = wall_clock(bars, "Asia/Tokyo"), bars["open"] * 0 + 1
    header = (
        "Date, Time, Open, High, Low, Last, Volume, # of Trades, OHLC Avg, Bid Volume, Ask Volume, "
        "Open, High, Low, Last, Volume"
    )
    date = wall.dt.year.astype(str) + "-" + wall.dt.month.astype(str) + "-" + wall.dt.day.astype(str)
    time = wall.dt.strftime("%H:%M:%S.%f")
    return as_lines(date, time, *as_ohlcv(bars), *[wrong] * 9, between=", ", header=header)


def massive(bars: pd.DataFrame) -> str:
    """A flat file whose close stands before its high."""
    header = "ticker,volume,open,close,high,low,window_start,transactions"
    stamp = bars["ts"].dt.as_unit("ns").astype("int64")
    columns = [bars[name] for name in ("volume", "open", "close", "high", "low")]
    return as_lines(pd.Series("ESZ4", bars.index), *columns, stamp, bars["volume"] // 3, header=header)


def databento_iso(bars: pd.DataFrame) -> str:
    """Prices and stamps with nine decimals, a spread among the rows."""
    header = "ts_event,rtype,publisher_id,instrument_id,open,high,low,close,volume,symbol"
    stamp = bars["ts"].dt.strftime("%Y-%m-%dT%H:%M:%S.000000000Z")
    fixed = [pd.Series(word, bars.index) for word in ("33", "1", "5602")]
    prices = [bars[name].map("{:.9f}".format) for name in ("open", "high", "low", "close")]
    symbol = pd.Series("ESZ4", bars.index)
    text = as_lines(stamp, *fixed, *prices, bars["volume"], symbol, header=header)
    return text + f"{stamp.iloc[-1]},33,1,77,50.0,50.5,50.0,50.5,3,ESZ4-ESH5\n"


def finam(bars: pd.DataFrame) -> str:
    wall = wall_clock(bars, "America/Chicago", close=True)
    header = "<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>"
    fixed = [pd.Series(word, bars.index) for word in ("ES", "5")]
    return as_lines(
        *fixed, wall.dt.strftime("%Y%m%d"), wall.dt.strftime("%H%M%S"), *as_ohlcv(bars), header=header
    )


WRITERS: dict[str, Writer] = {
    "firstrate": headerless_zone("America/New_York"),
    "berlin": headerless_zone("Europe/Berlin"),
    "london_close": headerless_zone("Europe/London", close=True),
    "kibot": kibot,
    "tradestation": tradestation,
    "ninjatrader": ninjatrader,
    "histdata": histdata,
    "sierra_study": sierra_study,
    "massive": massive,
    "databento_iso": databento_iso,
    "finam": finam,
}
