"""HTTP/1.1 as bytes: requests as they are written, answers parsed."""

import json
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.contract.schema import error_violations
from tests.support.waiting import PATIENCE


@dataclass(frozen=True, slots=True)
class Answer:
    """Status, headers by lower-case name, body."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def outcome(self) -> tuple[int, str]:
        """The status and the code of an error, "" where there is none."""
        if self.status < 400:
            return self.status, ""
        assert error_violations(self.json()) == [], self.body
        return self.status, str(self.json()["code"])


def request(method: str, path: str, body: bytes, headers: Mapping[str, str]) -> bytes:
    """A request that ends its connection; `headers` win over those that every request bears."""
    usual = {"Host": "127.0.0.1", "Connection": "close", "Content-Type": "application/json"}
    usual |= {"Content-Length": str(len(body))} if method not in ("GET", "HEAD") else {}
    lines = [
        f"{method} {path} HTTP/1.1",
        *(f"{name}: {value}" for name, value in {**usual, **headers}.items()),
    ]
    return "\r\n".join((*lines, "", "")).encode("utf-8", "surrogateescape") + body


def spoken(port: int, text: bytes) -> Answer:
    """The answer to these bytes until the other side closes."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
        line.sendall(text)
        return taken_apart(b"".join(iter(lambda: line.recv(65536), b"")))


def taken_apart(text: bytes) -> Answer:
    head, _, body = text.partition(b"\r\n\r\n")
    status, *fields = head.decode("latin1").split("\r\n")
    pairs = (each.partition(": ") for each in fields)
    return Answer(int(status.split()[1]), {name.lower(): value for name, _, value in pairs}, body)
