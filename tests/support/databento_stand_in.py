"""A stand-in for Databento's server: HTTPS on this machine, answering what a test lays out."""

import json
import ssl
import threading
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs

import zstandard

from tests.support.certificate import certificate_of

AVAILABLE_UNTIL = "The dataset GLBX.MDP3 has data available up to '2024-06-24 20:00:00+00:00'."


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer; with `cut` the connection ends after that many bytes of the body."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    cut: int | None = None


def bars_reply(dbn: bytes) -> Reply:
    """A DBN file, packed as the real server packs it."""
    return Reply(body=zstandard.compress(dbn))


def refusal(status: int, case: str, message: str = "", **headers: str) -> Reply:
    detail = {"case": case, "message": message, "status_code": status, "docs": ""}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(status, json.dumps({"detail": detail}).encode(), named)


@dataclass
class StandIn:
    """A running server: answers `replies` in turn, the last again and again, and keeps what it was asked."""

    gateway: str
    replies: list[Reply] = field(default_factory=list)
    asked: list[dict[str, str]] = field(default_factory=list)

    def answer(self, *replies: Reply) -> None:
        """Lay out the next answers and forget the questions so far."""
        self.replies, self.asked = list(replies), []

    def next_reply(self, question: dict[str, str]) -> Reply:
        self.asked.append(question)
        return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]


@contextmanager
def running_stand_in(folder: Path) -> Iterator[StandIn]:
    """A server on a free port; `folder` gets its certificate, `certificate.pem`."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate_of(folder, "IP:127.0.0.1"))
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    server.stand_in = StandIn(f"https://127.0.0.1:{server.server_port}")  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server.stand_in  # type: ignore[attr-defined]
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.path, _, query = self.path.partition("?")
        self._answer(query)

    def do_POST(self) -> None:
        self._answer(self.rfile.read(int(self.headers["Content-Length"])).decode())

    def _answer(self, text: str) -> None:
        form = parse_qs(text)
        key = b64decode(self.headers["Authorization"].removeprefix("Basic ")).decode().rstrip(":")
        question = {name: values[0] for name, values in form.items()} | {"path": self.path, "key": key}
        reply = self.server.stand_in.next_reply(question)  # type: ignore[attr-defined]
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        self.wfile.write(reply.body[: reply.cut])
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Nothing on the test's output."""
