"""Telling somebody that a night did not end well: a log line always, a webhook where one is set."""

import logging
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Protocol
from urllib.parse import urlsplit

import orjson

from core.contracts.errors import DataError

WEBHOOK_SECONDS = 10.0

_log = logging.getLogger("almanac.nightly")


@dataclass(frozen=True, slots=True)
class Alert:
    """What went wrong. `text` is one line for a person; `have` the last session that is served.

    `symbol` is empty where it is about no one symbol, and names several where they share the cause.
    """

    symbol: str
    session: str
    result: str
    why: str
    have: str | None
    at: str
    text: str


class Channel(Protocol):
    """One way to tell somebody. Neither method raises, for an alert must not spoil the night it is about."""

    def send(self, alert: Alert) -> None:
        """Tell."""
        ...

    def settled(self, symbol: str, at: str) -> None:
        """Hear that all is well with a symbol; who was told otherwise is told so."""
        ...


class LogChannel:
    """A warning of the logger `almanac.nightly`, which the command prints on standard error."""

    def send(self, alert: Alert) -> None:
        """Write the line."""
        _log.warning("%s", alert.text)

    def settled(self, symbol: str, at: str) -> None:
        """Nothing: what went well is printed."""


class WebhookChannel:
    """A POST of the alert as JSON, `text` included, so that chat services show it as it is."""

    def __init__(self, url: str, seconds: float = WEBHOOK_SECONDS) -> None:
        self._url, self._seconds = url, seconds

    def send(self, alert: Alert) -> None:
        """Post it; what fails is logged without the address, which often holds a secret."""
        request = urllib.request.Request(
            self._url,
            data=orjson.dumps(asdict(alert)),
            headers={"Content-Type": "application/json"},
            method="POST",
        )
        try:
            with urllib.request.urlopen(request, timeout=self._seconds):
                pass
        except Exception as error:
            _log.warning("the alert's webhook failed: %s", type(error).__name__)

    def settled(self, symbol: str, at: str) -> None:
        """Nothing: `GroupedChannel` knows who was told."""


def chosen_webhook(environment: Mapping[str, str]) -> WebhookChannel | None:
    """What ALERT_WEBHOOK names, None without; DataError `bad_setting` where it is no web address."""
    url = environment.get("ALERT_WEBHOOK", "").strip()
    if not url:
        return None
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise DataError(
            "ALERT_WEBHOOK is no http or https address. Correct it or leave it empty.", code="bad_setting"
        )
    return WebhookChannel(url)


def notify(channels: Sequence[Channel], alert: Alert) -> None:
    """Send an alert on every channel."""
    for channel in channels:
        channel.send(alert)


def settle(channels: Sequence[Channel], symbol: str, at: str) -> None:
    """Let every channel hear that all is well with a symbol."""
    for channel in channels:
        channel.settled(symbol, at)
