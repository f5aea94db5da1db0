"""Telling somebody that a night did not end well: the log of everything, a webhook of each cause once.

What was posted and has not ended lies in `nights/alerts.json`, for whichever process runs next.
"""

import logging
import re
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
import orjson

from core.contracts.errors import DataError
from core.warehouse.durable import held, write_file

LOG = logging.getLogger("almanac.nightly")
"""Where a night warns; the command prints it on standard error."""

_NOTHING_OPEN = ("ok", "recovered")
"""Results of something done, as a refused file beside a good night: their end is not posted."""


def utc_stamp(moment: datetime) -> str:
    """A moment in UTC, ISO form, to the second."""
    return moment.astimezone(UTC).isoformat(timespec="seconds")


@dataclass(frozen=True, slots=True)
class Alert:
    """What went wrong. `text` is one line for a person; `have` the last session that is served.

    `symbol` is empty where it is about no one symbol, and names several where they share the cause.
    """

    symbol: str = ""
    session: str = ""
    result: str = "failed"
    why: str = ""
    have: str | None = None
    at: str = field(default_factory=lambda: utc_stamp(datetime.now(UTC)))
    text: str = ""

    @property
    def cause(self) -> str:
        """The result and its reason, without the symbol."""
        why = re.sub(rf"\b{re.escape(self.symbol)}\b", "", self.why) if self.symbol else self.why
        return f"{self.result}: {why}"


@dataclass(frozen=True, slots=True)
class OpenCause:
    """A posted cause that has not ended: since when (UTC, ISO form), for which symbols."""

    result: str
    why: str
    since: str
    symbols: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Webhook:
    """Posts an alert as JSON, `text` included, so that chat services show it as it is."""

    url: str
    seconds: float = 10.0

    def __call__(self, alert: Alert) -> None:
        """Post it; a failure is logged without the address, which often holds a secret."""
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.url, orjson.dumps(alert), headers, method="POST")
        try:
            with urllib.request.urlopen(request, timeout=self.seconds):
                pass
        except Exception as error:
            LOG.warning("the alert's webhook failed: %s", type(error).__name__)


def chosen_webhook(environment: Mapping[str, str]) -> Webhook | None:
    """What ALERT_WEBHOOK names, None without; DataError `bad_setting` where it is no web address."""
    url = environment.get("ALERT_WEBHOOK", "").strip()
    if not url:
        return None
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise DataError(
            "ALERT_WEBHOOK is no http or https address. Correct it or leave it empty.", code="bad_setting"
        )
    return Webhook(url)


class Alerts:
    """Sends alerts to the log, and to `webhook` the first of a cause and its end for all its symbols.

    What is open is kept in `file`; where that cannot be used every alert is sent. Nothing here raises, for an
    alert must not spoil the night it is about.
    """

    def __init__(self, file: Path, webhook: Callable[[Alert], None] | None = None) -> None:
        self.webhook = webhook
        self._file = file
        self._gathered: list[Alert] | None = None

    def send(self, alert: Alert) -> None:
        """Log it, and post it unless its cause was posted before; while gathering, at the end."""
        LOG.warning("%s", alert.text)
        if self._gathered is None:
            self._post([alert])
        else:
            self._gathered.append(alert)

    def settled(self, symbol: str, at: str) -> None:
        """End the symbol's causes and those of no symbol; post each that has no symbol left."""
        if self.webhook is None or not self._file.exists():
            return
        try:
            with self._held() as causes:
                before = dict(causes)
                for each in (symbol, ""):
                    _leave(causes, each)
                ended = [cause for key, cause in before.items() if key not in causes]
        except OSError as error:
            LOG.warning("%s: cannot be read or written (%s)", self._file, error)
            return
        for cause in ended:
            self.webhook(_recovery(cause, at))

    @contextmanager
    def gathering(self) -> Iterator[None]:
        """Post at the end: alerts of one cause become one that names their symbols."""
        gathered: list[Alert] = []
        self._gathered = gathered
        try:
            yield
        finally:
            self._gathered = None
            for cause in dict.fromkeys(alert.cause for alert in gathered):
                self._post([alert for alert in gathered if alert.cause == cause])

    @contextmanager
    def kept(self) -> Iterator[list[Alert]]:
        """Post nothing: yield what is sent, for a process that posts for several."""
        gathered: list[Alert] = []
        self._gathered = gathered
        try:
            yield gathered
        finally:
            self._gathered = None

    def take(self, alerts: Sequence[Alert]) -> None:
        """Post, or gather, what another process logged and handed over."""
        for alert in alerts:
            if self._gathered is None:
                self._post([alert])
            else:
                self._gathered.append(alert)

    def _post(self, alerts: Sequence[Alert]) -> None:
        """Post alerts of one cause as one."""
        first = alerts[0]
        if self.webhook is None or not (first.result in _NOTHING_OPEN or self._opens(alerts)):
            return
        symbols = ", ".join(dict.fromkeys(each.symbol for each in alerts if each.symbol))
        others = symbols.removeprefix(first.symbol).removeprefix(", ") if len(alerts) > 1 else ""
        self.webhook(
            replace(first, symbol=symbols, text=first.text + (f" (also {others})" if others else ""))
        )

    def _opens(self, alerts: Sequence[Alert]) -> bool:
        """Note the cause of these alerts; whether it was not posted before."""
        first, symbols = alerts[0], {each.symbol for each in alerts}
        try:
            with self._held() as causes:
                before = causes.get(first.cause, OpenCause(first.result, first.why, first.at, ()))
                is_new = first.cause not in causes
                for symbol in symbols:
                    _leave(causes, symbol)
                causes[first.cause] = replace(before, symbols=tuple(sorted({*before.symbols, *symbols})))
                return is_new
        except OSError as error:
            LOG.warning("%s: cannot be read or written (%s)", self._file, error)
            return True

    @contextmanager
    def _held(self) -> Iterator[dict[str, OpenCause]]:
        """The open causes, to be changed; none where the file is damaged, so that they are posted again."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with held(self._file.with_name(f".lock-{self._file.name}")):
            try:
                causes = msgspec.json.decode(self._file.read_bytes(), type=dict[str, OpenCause])
            except (FileNotFoundError, ValueError):
                causes = {}
            yield causes
            write_file(self._file, orjson.dumps(causes, option=orjson.OPT_INDENT_2) + b"\n")


def _leave(causes: dict[str, OpenCause], symbol: str) -> None:
    """Remove a symbol from every cause, and the causes without symbols."""
    for key, cause in list(causes.items()):
        causes[key] = replace(cause, symbols=tuple(each for each in cause.symbols if each != symbol))
        if not causes[key].symbols:
            del causes[key]


def _recovery(cause: OpenCause, at: str) -> Alert:
    symbols = ", ".join(filter(None, cause.symbols))
    why = f"over since {at}; it was {cause.result} since {cause.since}: {cause.why}"
    text = f"{f'{symbols}: ' if symbols else ''}recovered; {why}"
    return Alert(symbols, "", "recovered", why, None, at, text)
