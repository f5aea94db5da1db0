"""The session so far from a file of bars: read like an import, but not added to the bars."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path

import numpy as np
import pandas as pd

from core.contracts.errors import DataError
from core.contracts.known_at import time_of
from core.contracts.manifest import Manifest
from core.contracts.next_session import Bars, SoFar
from core.importing.bounded_read import read_bounded
from core.importing.findings.levels import DAILY_LIMIT
from core.importing.findings.report import short_lines
from core.importing.importer import Incoming, checked_file
from core.importing.overrides import NO_OVERRIDES, Overrides
from core.importing.sources import NO_SOURCE_OVERRIDES, SourceOverrides, read_sources
from core.market.calendar import SHORT_BARS, exchange_calendar
from core.market.instruments import Instrument
from core.market.rolls import calendar_contracts
from core.market.session_clock import (
    BAR_MINUTES,
    GLOBEX_OPEN_MINUTE,
    OVERNIGHT,
    RTH,
    RTH_OPEN_MINUTE,
    clock_bars,
)
from core.warehouse.bars import read_bars, read_bars_index
from core.warehouse.due import served
from core.warehouse.paths import Warehouse
from core.warehouse.schemas import PRICE_COLUMNS

LONGEST_SILENCE = 60
"""GXH and GXL are unknown from so many minutes without an overnight bar on."""

_NIGHT_MINUTES = 24 * 60 - GLOBEX_OPEN_MINUTE + RTH_OPEN_MINUTE
_BAR = timedelta(minutes=BAR_MINUTES)


@dataclass(frozen=True, slots=True)
class SoFarReport:
    """A session so far; `lines` describe it, how its file was read and what was left out."""

    so_far: SoFar
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Day:
    """Bars of one session up to its last RTH bar: `night` and `rth`, with `minute` since 18:00, `number`.

    `expected` is 81 or 45; `contract` is "" if unknown.
    """

    session: date
    expected: int
    contract: str
    night: pd.DataFrame
    rth: pd.DataFrame


def session_so_far(
    path: Path,
    *,
    symbol: str | None,
    warehouse: Warehouse,
    now: datetime,
    overrides: Overrides = NO_OVERRIDES,
    source: SourceOverrides = NO_SOURCE_OVERRIDES,
    called: str | None = None,
) -> SoFarReport:
    """The latest session in a file, up to its last complete bar at `now` (aware).

    `symbol`, `overrides` and `source` as for an import; `called` names the file in messages. Writes nothing.
    DataError for what an import refuses, and `future_bars`, `no_session`, `no_snapshot`, `in_the_snapshot`,
    `beyond_limit`, `two_contracts`.
    """
    book = read_sources(warehouse, source)
    file = read_bounded(path, overrides, book)
    path = file.path
    incoming = checked_file(file, symbol)
    known = incoming.known
    manifest = served(warehouse, known.symbol)
    if manifest is None:
        raise DataError(
            f"{known.symbol}: no snapshot is published that a session could follow. Run: almanac build "
            f"{known.symbol}",
            code="no_snapshot",
        )
    bars, still_open = _whole(incoming.bars, now, path)
    day = _day_of(bars, known, path)
    _refuse_known(day.session, manifest, path)
    _refuse_far(day, _last_close(warehouse, known.symbol, manifest), manifest, path)
    gxh, gxl, silence = _night_range(day)
    rth, missing = _leading(day.rth)
    prices = {name[0]: rth[name].tolist() for name in PRICE_COLUMNS}
    made = SoFar(
        symbol=known.symbol,
        session_date=day.session.isoformat(),
        at=int(now.timestamp()),
        source=called or path.name,
        contract=day.contract or _expected_contract(warehouse, known, day.session),
        gxh=gxh,
        gxl=gxl,
        open=prices["o"][0] if len(rth) else None,
        bars=Bars(**prices),
        missing_bar=missing,
    )
    return SoFarReport(made, (*_words(made, day, silence, still_open), *_reading(incoming)))


def _whole(bars: pd.DataFrame, now: datetime, path: Path) -> tuple[pd.DataFrame, str]:
    """The bars complete at `now`, and a sentence about one that is not."""
    moment = pd.Timestamp(now).tz_convert("UTC")
    last = bars["ts"].iloc[-1]
    if last > moment:
        raise DataError(
            f"{path}: its last bar opens at {_shown(last)}, and now it is {_shown(moment)}. Expected bars up "
            "to now: say the stamps' zone with --zone and --label, or set this machine's clock.",
            code="future_bars",
        )
    if last + _BAR <= moment:
        return bars, ""
    if len(bars) == 1:
        raise DataError(f"{path}: its only bar is still open. Export it again.", code="empty_file")
    return bars.iloc[:-1], f"left out: the bar of {_shown(last)} is still open"


def _day_of(bars: pd.DataFrame, known: Instrument, path: Path) -> _Day:
    """The latest session with overnight or RTH bars; only bars of its own contract."""
    calendar = exchange_calendar(known.calendar)
    clock = clock_bars(bars["ts"], calendar)
    of_session = np.isin(clock.segment, (OVERNIGHT, RTH))
    if not of_session.any():
        raise DataError(
            f"{path}: its {len(bars):,} bars, {_shown(bars['ts'].iloc[0])} to {_shown(bars['ts'].iloc[-1])}, "
            "are of no session: the exchange is closed or the session is over. Expected bars from 18:00 of "
            "the evening before a session on; export them.",
            code="no_session",
        )
    day = clock.session_date[of_session].max()
    minute = (clock.minute - GLOBEX_OPEN_MINUTE) % (24 * 60)
    bars = bars.assign(minute=minute, number=clock.bar_number.astype(np.int64))
    of_day = clock.session_date == day
    night, rth = (bars[of_day & (clock.segment == segment)] for segment in (OVERNIGHT, RTH))
    names = (rth if len(rth) else night.iloc[-1:])["contract"].fillna("").unique().tolist()
    if len(names) > 1:
        raise DataError(
            f"{path}: the session {day} has bars of more than one contract: {', '.join(names)}. Expected "
            "one; export the contract that leads.",
            code="two_contracts",
        )
    expected = int(calendar.expected_bars(np.array([day]))[0])
    night = night[night["contract"].fillna("") == names[0]]
    return _Day(date.fromisoformat(str(day)), expected, names[0], night, rth)


def _refuse_known(session: date, manifest: Manifest, path: Path) -> None:
    last = max([manifest.last_session, *(each.date for each in manifest.quarantined)])
    if session.isoformat() <= last:
        raise DataError(
            f"{path}: its last session is {session}, and it is in the snapshot already, up to {last}. "
            "Expected bars of a later session; export the one that is going on.",
            code="in_the_snapshot",
        )


def _last_close(warehouse: Warehouse, symbol: str, manifest: Manifest) -> float:
    bars = read_bars(warehouse, symbol, ["session_date", "segment", "close", "contract"])
    there = (bars["segment"] == "rth") & (bars["session_date"] <= pd.Timestamp(manifest.last_session))
    return float(bars["close"][there].iloc[-1])


def _refuse_far(day: _Day, close: float, manifest: Manifest, path: Path) -> None:
    """DataError at the first price that no session reaches from the snapshot's last close."""
    bars = pd.concat([day.night, day.rth])
    for name, away in (("high", bars["high"] / close - 1), ("low", 1 - bars["low"] / close)):
        far = (away > DAILY_LIMIT).to_numpy()
        if far.any():
            bar = bars.iloc[int(far.argmax())]
            distance = f"{bar[name] / close - 1:+.1%} from {close:.12g}, the close of {manifest.last_session}"
            raise DataError(
                f"{path}: {name} {bar[name]:.12g} at {_shown(bar['ts'])} lies {distance} in the snapshot. "
                f"Expected at most {DAILY_LIMIT:.0%}: name the right symbol with --symbol, or export "
                "unadjusted prices.",
                code="beyond_limit",
            )


def _night_range(day: _Day) -> tuple[float | None, float | None, str]:
    """GXH and GXL; None with the reason if an hour or more of the night is missing."""
    if day.night.empty:
        return None, None, "no overnight bars"
    minutes = day.night["minute"].to_numpy()
    end = _NIGHT_MINUTES if len(day.rth) else minutes[-1] + BAR_MINUTES
    begins = np.concatenate([[0], minutes + BAR_MINUTES])
    silent = np.append(minutes, end) - begins
    if silent.max() >= LONGEST_SILENCE:
        at = int((silent >= LONGEST_SILENCE).argmax())
        first, last = (_clock(begins[at]), _clock(begins[at] + silent[at]))
        return None, None, f"no overnight bars from {first} to {last}"
    return float(day.night["high"].max()), float(day.night["low"].min()), ""


def _leading(rth: pd.DataFrame) -> tuple[pd.DataFrame, int | None]:
    """Bars 1 to N before the first missing one, with its number if later bars are there."""
    follows = rth["number"].to_numpy() == np.arange(1, len(rth) + 1)
    whole = len(rth) if follows.all() else int(follows.argmin())
    return rth.iloc[:whole], None if whole == len(rth) else whole + 1


def _expected_contract(warehouse: Warehouse, known: Instrument, session: date) -> str:
    """The contract if the symbol rolls by the calendar, else ""."""
    if read_bars_index(warehouse, known.symbol).roll_policy != "calendar":
        return ""
    return str(calendar_contracts(np.array([session], dtype="datetime64[D]"), known)[0])


def _words(made: SoFar, day: _Day, silence: str, still_open: str) -> list[str]:
    count, kind = len(made.bars.c), "half day" if day.expected == SHORT_BARS else "session"
    bars = f"bars 1 to {count} of {day.expected}, to {time_of(count)} New York" if count else "no bar yet"
    night = f"left out: GXH and GXL, there are {silence}"
    if made.gxh is not None:
        end = time_of(0) if len(day.rth) else _clock(day.night["minute"].iloc[-1] + BAR_MINUTES)
        night = f"GXH {made.gxh:.12g}, GXL {made.gxl:.12g}, from 18:00 to {end}"
    lines = [f"{kind} {made.session_date}: {bars}", night]
    if made.missing_bar is not None:
        last = int(day.rth["number"].iloc[-1])
        later = f"bars {made.missing_bar + 1} to {last}" if last > made.missing_bar + 1 else f"bar {last}"
        at = time_of(made.missing_bar - 1)
        lines.append(f"left out: {later}, for bar {made.missing_bar} ({at}) is missing")
    return [*lines, *([still_open] if still_open else [])]


def _reading(incoming: Incoming) -> list[str]:
    """How the file was read, and its findings except holes, which other lines name."""
    findings = [each for each in incoming.report.findings if each.kind not in ("holes", "missing_session")]
    return [*incoming.report.reading, *short_lines(findings)]


def _clock(minutes: int) -> str:
    hours, rest = divmod((GLOBEX_OPEN_MINUTE + int(minutes)) % (24 * 60), 60)
    return f"{hours}:{rest:02}"


def _shown(moment: pd.Timestamp) -> str:
    return f"{moment.tz_convert('America/New_York'):%Y-%m-%d %H:%M} New York"
