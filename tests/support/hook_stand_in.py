"""A webhook in a test: a server on this machine that takes what the service posts, or plays a failure."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

SILENT = 0
"""An answer that never comes."""


@dataclass
class Hook:
    """What was posted, and the status of the next answers; 200 where none is planned.

    A failure names `retry_after` where there is one. `name` is the host that requests name.
    """

    port: int = 0
    plan: list[int] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    bodies: list[dict[str, Any]] = field(default_factory=list)
    raw: list[bytes] = field(default_factory=list)
    headers: list[Message] = field(default_factory=list)
    retry_after: str | None = None
    name: str = "127.0.0.1"
    released: threading.Event = field(default_factory=threading.Event)

    @property
    def host(self) -> str:
        """The host as WATCH_HOSTS names it."""
        return f"{self.name}:{self.port}"

    @property
    def url(self) -> str:
        return f"http://{self.host}/almanac?room=7"


class _Answers(BaseHTTPRequestHandler):
    hook: Hook

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: the tests read `hook.bodies`."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        assert self.headers["Content-Type"] == "application/json"
        assert self.headers["Host"] == self.hook.host
        hook = self.hook
        hook.paths.append(self.path)
        hook.raw.append(body)
        hook.headers.append(self.headers)
        hook.bodies.append(json.loads(body))
        status = hook.plan.pop(0) if hook.plan else 200
        if status == SILENT:
            hook.released.wait(60)
            return
        self.send_response(status)
        if hook.retry_after is not None and status >= 400:
            self.send_header("Retry-After", hook.retry_after)
        self.send_header("Location", f"http://{self.hook.host}/elsewhere")
        self.send_header("Content-Length", "0")
        self.end_headers()


@contextmanager
def running_hook() -> Iterator[Hook]:
    hook = Hook()
    handler = type("Answers", (_Answers,), {"hook": hook})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        hook.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield hook
        finally:
            hook.released.set()
            server.shutdown()
            thread.join()
