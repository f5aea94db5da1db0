"""The audit log: who signed in or out, from where, with what outcome; one JSON line each, in state/audit.log.

It never holds a token, a password, an e-mail address or a code. Text that is no short plain name is
written as the beginning of its digest: two lines about one person still belong together.
"""

import errno
import hashlib
import logging
import os
import re
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import orjson

from core.contracts.errors import DataError

Event = Literal[
    "entry",
    "login",
    "refresh_reused",
    "logout",
    "redeem",
    "account_changed",
    "token_changed",
    "list_changed",
    "watch_changed",
    "member_erased",
]
FILE = "audit.log"
ROTATE_AT = 16 * 1024 * 1024

logger = logging.getLogger(__name__)

_USER = re.compile(rb'"user":("[^"]*")')
_PERSONAL = re.compile(rb'("(?:user|client)":)("[^"]*")')
_PLAIN = re.compile(r"[A-Za-z0-9_.:-]{1,39}")


def _now() -> datetime:
    return datetime.now(UTC)


class Audit:
    """Writes the log; no line follows a half-written one.

    Past `rotate_at` bytes the file is set aside as audit-TIME.log and kept.
    """

    def __init__(self, state: Path, rotate_at: int = ROTATE_AT, now: Callable[[], datetime] = _now) -> None:
        """Makes the file with mode 0600 in the state folder.

        Raises:
            DataError: it cannot be written.
        """
        self._path = state / FILE
        self._rotate_at = rotate_at
        self._now = now
        try:
            state.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._append(b"")
        except OSError as error:
            detail = f"{self._path}: {error.strerror}. Give a folder that can be written (--state)."
            raise DataError(detail) from error

    def note(
        self, event: Event, *, user_id: str | None, client: str | None, outcome: str, **facts: str | None
    ) -> None:
        """Write one line; the service's log reports a disk that refuses it, and nothing fails."""
        fields = {"user": user_id, "client": client, "outcome": outcome} | facts
        entry = {"time": self._now().isoformat(timespec="milliseconds"), "event": event}
        entry |= {name: _plain(value) for name, value in fields.items() if value is not None}
        try:
            self._append(orjson.dumps(entry) + b"\n")
        except OSError as error:
            logger.error("%s: %s; the event %s is not in it", self._path, error.strerror, event)

    def _append(self, line: bytes) -> None:
        descriptor = os.open(self._path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        try:
            size = os.fstat(descriptor).st_size
            if line and size and os.pread(descriptor, 1, size - 1) != b"\n":
                line = b"\n" + line
            if os.write(descriptor, line) < len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        finally:
            os.close(descriptor)
        if line and size + len(line) > self._rotate_at:
            stamp = f"{self._now():%Y%m%dT%H%M%SZ}-{secrets.token_hex(2)}"
            self._path.rename(self._path.with_name(f"audit-{stamp}.log"))


def _plain(value: str) -> str:
    """A short plain name as it is, anything else as the beginning of its digest."""
    if _PLAIN.fullmatch(value):
        return value
    return f"sha256:{hashlib.sha256(value.encode(errors='replace')).hexdigest()[:16]}"


def names_in(state: Path) -> set[str]:
    """The users in the log of a state folder, some as digests."""
    lines = (line for path in _files(state) for line in path.read_bytes().splitlines())
    return {orjson.loads(found[1]) for line in lines if (found := _USER.search(line))}


def mask(state: Path, user_id: str) -> int:
    """Overwrite a user and their address in every line about them; returns the number of lines.

    Each keeps its length, so that what a service adds meanwhile is not disturbed.
    """
    named, count = b'"user":' + orjson.dumps(_plain(user_id)), 0
    for path in _files(state):
        with path.open("r+b") as file:
            at = 0
            for line in file.read().splitlines(keepends=True):
                if named in line:
                    os.pwrite(file.fileno(), _PERSONAL.sub(_masked, line), at)
                    count += 1
                at += len(line)
            os.fsync(file.fileno())
    return count


def _files(state: Path) -> list[Path]:
    return sorted(state.glob("audit*.log"))


def _masked(found: re.Match[bytes]) -> bytes:
    return found[1] + b'"' + b"-" * (len(found[2]) - 2) + b'"'
