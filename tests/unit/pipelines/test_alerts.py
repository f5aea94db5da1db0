"""Alerts: what the webhook is sent, and that nothing about it can spoil a night or give a secret away."""

import json
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from core.contracts.errors import DataError
from core.warehouse.paths import Warehouse
from pipelines.alerts import Alert, Alerts, Webhook, chosen_webhook
from pipelines.nightly_context import context_of

ALERT = Alert(
    "ES",
    "2024-06-11",
    "outage",
    "databento answered 503",
    "2024-06-10",
    "2024-06-11T22:31:00+00:00",
    "ES: outage",
)
SECRET = "T0/B0/secret-of-the-hook"


class Hook(BaseHTTPRequestHandler):
    """Keeps what it is sent; a path that ends in a number is answered with it, /hang not at all."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.sent.append((self.headers["Content-Type"], json.loads(body)))  # type: ignore[attr-defined]
        if self.path.endswith("/hang"):
            self.server.released.wait(5)  # type: ignore[attr-defined]
            return
        self.send_response(int(self.path.rpartition("/")[2]))
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing on the test's output."""


@contextmanager
def hook() -> Iterator[ThreadingHTTPServer]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Hook)
    server.sent, server.released = [], threading.Event()  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        server.released.set()  # type: ignore[attr-defined]
        server.shutdown()
        thread.join()
        server.server_close()


def address(server: ThreadingHTTPServer, end: str) -> str:
    return f"http://127.0.0.1:{server.server_port}/{SECRET}/{end}"


def test_the_webhook_gets_the_alert_as_json_with_a_line_for_people() -> None:
    with hook() as server:
        Webhook(address(server, "200"))(ALERT)
        assert server.sent == [  # type: ignore[attr-defined]
            (
                "application/json",
                {
                    "symbol": "ES",
                    "session": "2024-06-11",
                    "result": "outage",
                    "why": "databento answered 503",
                    "have": "2024-06-10",
                    "at": "2024-06-11T22:31:00+00:00",
                    "text": "ES: outage",
                },
            )
        ]


@pytest.mark.parametrize("end", ["404", "500", "302", "hang"])
def test_a_webhook_that_fails_is_logged_without_its_address(
    caplog: pytest.LogCaptureFixture, end: str
) -> None:
    with hook() as server:
        Webhook(address(server, end), seconds=0.2)(ALERT)
    assert "the alert's webhook failed" in caplog.text
    assert SECRET not in caplog.text
    assert "127.0.0.1" not in caplog.text


def test_a_webhook_that_is_not_there_does_not_stop_the_log(
    caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    caplog.set_level(logging.WARNING)
    Alerts(tmp_path / "alerts.json", Webhook("http://127.0.0.1:1/x", seconds=0.5)).send(ALERT)
    assert "ES: outage" in caplog.text


def test_the_log_always_hears_and_the_webhook_where_it_is_set(
    caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    warehouse = Warehouse(tmp_path)
    alerts = context_of(warehouse, {}).alerts
    alerts.send(ALERT)
    assert (alerts.webhook, caplog.messages) == (None, ["ES: outage"])
    address = "https://hooks.example.com/x"
    assert context_of(warehouse, {"ALERT_WEBHOOK": address}).alerts.webhook == Webhook(address)


@pytest.mark.parametrize("url", ["hooks.example.com", "file:///etc/passwd", "https://"])
def test_an_address_that_is_none_is_a_setting_to_correct_and_is_not_repeated(url: str) -> None:
    with pytest.raises(DataError, match="ALERT_WEBHOOK is no http or https address") as told:
        chosen_webhook({"ALERT_WEBHOOK": url})
    assert url not in told.value.detail
