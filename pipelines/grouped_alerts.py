"""Alerts of one cause are one message, and its end is told: what is open lies in `nights/alerts.json`."""

import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import orjson

from core.storage.durable import write_file
from core.storage.folders import held
from pipelines.alerts import Alert, Channel

_log = logging.getLogger("almanac.nightly")

_NO_STATE = ("ok", "recovered")
"""Results that tell of something done and leave nothing open: a refused file beside a good night."""


@dataclass(frozen=True, slots=True)
class OpenCause:
    """What somebody was told and has not ended: since when (UTC, ISO form), for which symbols."""

    result: str
    why: str
    since: str
    symbols: tuple[str, ...]


class GroupedChannel:
    """Hands alerts on to `channel`: the first of a cause, and once that it is over for all its symbols.

    A cause is a result and its reason, the symbol left out of it. It is kept in `file`, so that the next
    run, in whatever process, does not tell it again. Where the file cannot be used every alert is handed on.
    """

    def __init__(self, channel: Channel, file: Path) -> None:
        self._channel, self._file = channel, file
        self._gathered: list[Alert] | None = None

    def send(self, alert: Alert) -> None:
        """Hand on, unless its cause was told before; while gathering, at the end."""
        if self._gathered is not None:
            self._gathered.append(alert)
        else:
            self._send([alert])

    def settled(self, symbol: str, at: str) -> None:
        """End the symbol's causes, and those of no symbol; tell each that has no symbol left."""
        try:
            ended = self._end(symbol)
        except OSError as error:
            _log.warning("%s: cannot be read or written (%s)", self._file, error)
            return
        for cause in ended:
            self._channel.send(_recovery(cause, at))

    @contextmanager
    def gathering(self) -> Iterator[None]:
        """Hold alerts back until the end: those of one cause become one that names their symbols."""
        self._gathered = []
        try:
            yield
        finally:
            gathered, self._gathered = self._gathered, None
            for cause in dict.fromkeys(map(_cause, gathered)):
                self._send([each for each in gathered if _cause(each) == cause])

    def _send(self, alerts: Sequence[Alert]) -> None:
        first = alerts[0]
        if first.result in _NO_STATE or self._opens(alerts):
            symbols = ", ".join(dict.fromkeys(each.symbol for each in alerts if each.symbol))
            others = symbols.removeprefix(first.symbol).removeprefix(", ") if len(alerts) > 1 else ""
            text = f"{first.text} (also {others})" if others else first.text
            self._channel.send(replace(first, symbol=symbols, text=text))

    def _opens(self, alerts: Sequence[Alert]) -> bool:
        """Note the cause of these alerts; whether nobody was told of it before."""
        try:
            with self._held() as causes:
                key, first = _cause(alerts[0]), alerts[0]
                before = causes.get(key)
                known = before.symbols if before else ()
                symbols = tuple(sorted({*known, *(each.symbol for each in alerts)}))
                since = before.since if before else first.at
                for symbol in {each.symbol for each in alerts}:
                    _leave(causes, symbol)
                causes[key] = OpenCause(first.result, first.why, since, symbols)
                return before is None
        except OSError as error:
            _log.warning("%s: cannot be read or written (%s)", self._file, error)
            return True

    def _end(self, symbol: str) -> list[OpenCause]:
        if not self._file.exists():
            return []
        with self._held() as causes:
            before = dict(causes)
            for each in (symbol, ""):
                _leave(causes, each)
            return [cause for key, cause in before.items() if key not in causes]

    @contextmanager
    def _held(self) -> Iterator[dict[str, OpenCause]]:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with held(self._file.with_name(f".lock-{self._file.name}")):
            causes = _read(self._file)
            yield causes
            record = {key: asdict(cause) for key, cause in causes.items()}
            write_file(self._file, orjson.dumps(record, option=orjson.OPT_INDENT_2) + b"\n")


def _leave(causes: dict[str, OpenCause], symbol: str) -> None:
    """Take a symbol out of every cause; those it was the last of are gone."""
    for key, cause in list(causes.items()):
        left = tuple(each for each in cause.symbols if each != symbol)
        if symbol in cause.symbols:
            causes[key] = replace(cause, symbols=left)
        if not left:
            del causes[key]


def _cause(alert: Alert) -> str:
    why = re.sub(rf"\b{re.escape(alert.symbol)}\b", "", alert.why) if alert.symbol else alert.why
    return f"{alert.result}: {why}"


def _recovery(cause: OpenCause, at: str) -> Alert:
    symbols = ", ".join(each for each in cause.symbols if each)
    why = f"over since {at}; it was {cause.result} since {cause.since}: {cause.why}"
    text = f"{f'{symbols}: ' if symbols else ''}recovered; {why}"
    return Alert(symbols, "", "recovered", why, None, at, text)


def _read(path: Path) -> dict[str, OpenCause]:
    """What is open; nothing where the file is not there or damaged, so that it is told again."""
    try:
        record = orjson.loads(path.read_bytes())
        return {key: OpenCause(**{**each, "symbols": tuple(each["symbols"])}) for key, each in record.items()}
    except (FileNotFoundError, ValueError, KeyError, TypeError, AttributeError):
        return {}


@contextmanager
def gathering(channels: Sequence[Channel]) -> Iterator[None]:
    """Gather on every channel that groups."""
    with ExitStack() as stack:
        for channel in channels:
            if isinstance(channel, GroupedChannel):
                stack.enter_context(channel.gathering())
        yield
