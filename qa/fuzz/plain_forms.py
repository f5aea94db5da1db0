"""What each vendor of `tests.unit.importing.vendor_layouts` says of its files."""

from qa.fuzz.plain_files import Form, epoch, wall

CHICAGO, NEW_YORK = "America/Chicago", "America/New_York"
OHLC = ("open", "high", "low", "close")
SIERRA = ("open", "high", "low", "last")
PLACES = (1, 2, 3, 4)
TWO = ("date", "time")

SECONDS, NANOSECONDS = epoch(1), epoch(10**9)

FORMS: dict[str, Form] = {
    "firstrate": Form(wall(NEW_YORK), (0,), PLACES, (5,)),
    "firstrate_sample": Form(wall(NEW_YORK), ("timestamp",), OHLC, ("volume",)),
    "kibot": Form(wall(NEW_YORK, "mdy"), (0, 1), (2, 3, 4, 5), (6,)),
    "tradestation": Form(wall(CHICAGO, "mdy", close=True), TWO, OHLC, ("up", "down")),
    "ninjatrader": Form(wall("UTC", close=True), (0,), PLACES, (5,), ";"),
    "histdata": Form(wall("Etc/GMT+5"), (0,), PLACES, (5,), ";"),
    "sierra": Form(wall("UTC"), TWO, SIERRA, ("volume",)),
    "sierra_study": Form(wall("Asia/Tokyo"), TWO, SIERRA, ("volume",)),
    "tradingview_epoch": Form(SECONDS, ("time",), OHLC, ("volume",)),
    "tradingview_iso": Form(wall(CHICAGO), ("time",), OHLC, ("volume",)),
    "databento_ns": Form(NANOSECONDS, ("ts_event",), OHLC, ("volume",)),
    "databento_iso": Form(wall("UTC"), ("ts_event",), OHLC, ("volume",)),
    "ib_naive": Form(wall(CHICAGO), ("date",), OHLC, ("volume",)),
    "ib_zone": Form(wall(CHICAGO), ("date",), OHLC, ("volume",)),
    "ib_epoch": Form(SECONDS, ("date",), OHLC, ("volume",)),
    "multicharts_day_first": Form(wall(CHICAGO, "dmy", close=True), TWO, OHLC, ("volume",)),
    "multicharts_month_first": Form(wall(CHICAGO, "mdy", close=True), TWO, OHLC, ("volume",)),
    "finam": Form(wall(CHICAGO, close=True), TWO, OHLC, ("vol",)),
    "stooq": Form(wall("Europe/Berlin"), TWO, OHLC, ("volume",)),
    "barchart": Form(wall(CHICAGO), ("time",), ("open", "high", "low", "latest"), ("volume",)),
    "massive": Form(NANOSECONDS, ("window_start",), OHLC, ("volume",)),
    "massive_futures": Form(NANOSECONDS, ("window_start",), OHLC, ("volume",)),
    "berlin": Form(wall("Europe/Berlin"), (0,), PLACES, (5,)),
    "london_close": Form(wall("Europe/London", close=True), (0,), PLACES, (5,)),
}
"""Text files by layout."""

JSON_FORMS: dict[str, Form] = {
    "tradestation_json": Form(wall("UTC", close=True), ("timestamp",), OHLC, ("totalvolume",)),
    "tradovate_json": Form(wall("UTC"), ("timestamp",), OHLC, ("upvolume", "downvolume")),
    "massive_json": Form(NANOSECONDS, ("window_start",), OHLC, ("volume",)),
}
