"""The one family of errors a reader is meant to see, each class with its HTTP status."""

import os
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

RETRY_SECONDS = 5
"""When to come back, where nothing better is known."""


class AlmanacError(Exception):
    """An error whose sentence is written for its reader.

    `detail` names the field, file or row and what was expected; `code` is stable and lower-case.
    """

    status = 500
    code = "internal_error"

    def __init_subclass__(cls, *, status: int | None = None, code: str | None = None) -> None:
        cls.status, cls.code = status or cls.status, code or cls.code

    def __init__(self, detail: str, *, code: str | None = None) -> None:
        super().__init__(detail)
        self.detail = detail
        if code is not None:
            self.code = code


class InvalidRequest(AlmanacError, status=422, code="invalid_request"):
    """A valid body that asks the impossible."""


class UnknownName(AlmanacError, status=404, code="not_found"):
    """A name or a date in a path that does not exist."""


class Forbidden(AlmanacError, status=403, code="forbidden"):
    """Something outside the caller's tier or course."""


class Unauthorized(AlmanacError, status=401, code="unauthorized"):
    """No access token, or one that is malformed, expired or revoked."""


class TooManyRequests(AlmanacError, status=429, code="too_many_requests"):
    """Too many tries in a short time; the answer says when to come back."""

    def __init__(self, detail: str, retry_after: int = RETRY_SECONDS) -> None:
        super().__init__(detail)
        self.retry_after = max(1, retry_after)


class BudgetExceeded(AlmanacError, status=504, code="request_timeout"):
    """The request took longer than its budget."""


class SnapshotGone(AlmanacError, status=409, code="snapshot_gone"):
    """A question to a snapshot that is not served any more."""

    sentence = "Other data was published. Please ask again."


class NoSnapshot(AlmanacError, status=503, code="no_snapshot"):
    """No snapshot is loaded yet."""


class DataError(AlmanacError, code="data_error"):
    """A source file or the warehouse is not as it must be; nothing was written."""


class Outdated(DataError, code="outdated"):
    """What an earlier version wrote, whole, in a form that this one does not read."""


def suggestion(name: str, choices: Iterable[str], otherwise: str) -> str:
    """The remedy for a misspelled name: the closest choices, or `otherwise` if none is close."""
    close = get_close_matches(name, list(choices), n=3, cutoff=0.5)
    return f"did you mean {' or '.join(close)}?" if close else otherwise


def printable(name: str) -> str:
    """A received name as an error quotes it: printable, at most 40 characters."""
    return name if name.isprintable() and len(name) <= 40 else ascii(name)[:40]


def quoted(cell: object) -> str:
    """A cell of a file as an error quotes it: printable, at most 80 characters."""
    text = repr(cell)
    return escaped(text if len(text) <= 80 else f"{text[:60]}...")


def quoted_names(names: Sequence[str]) -> str:
    """A file's first ten names as an error lists them: printable, at most 40 characters each."""
    return ", ".join(map(printable, names[:10])) + (" and others" if len(names) > 10 else "")


def printable_path(path: os.PathLike[str] | str) -> str:
    """A path for messages: bytes outside UTF-8 and control characters are escaped."""
    return escaped(os.fspath(path))


def is_utf8(name: str) -> bool:
    """Whether a file name from the system is UTF-8."""
    return not any("\udc80" <= each <= "\udcff" for each in name)


def as_reason(text: str) -> str:
    """A reason for storage and sending: printable, no longer than a paragraph with its remedy."""
    shown = escaped(text)
    return shown if len(shown) <= 1_000 else f"{shown[:700]} ... {shown[-250:]}"


def escaped(text: str) -> str:
    """The text with unprintable characters escaped: a lone byte as \\xff, a line's end as \\n."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else _escape(each) for each in text)


def _escape(letter: str) -> str:
    lone = os.fsencode(letter) if "\udc80" <= letter <= "\udcff" else b""
    return f"\\x{lone[0]:02x}" if lone else letter.encode("unicode_escape").decode("ascii")
