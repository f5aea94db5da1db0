"""The one family of errors a reader is meant to see, each class with its HTTP status."""

from collections.abc import Iterable
from difflib import get_close_matches


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


class NoSnapshot(AlmanacError, status=503, code="no_snapshot"):
    """No snapshot is loaded yet."""


class DataError(AlmanacError, code="data_error"):
    """A source file or the warehouse is not as it must be; nothing was written."""


class Outdated(DataError, code="outdated"):
    """What an earlier version wrote, whole, in a form that this one does not read."""


def suggestion(name: str, choices: Iterable[str], otherwise: str) -> str:
    """The remedy for a misspelled name: the closest choices, or `otherwise` where none is close."""
    close = get_close_matches(name, list(choices), n=3, cutoff=0.5)
    return f"did you mean {' or '.join(close)}?" if close else otherwise


def printable(name: str) -> str:
    """A name somebody sent, as an error quotes it: printable, at most 40 characters."""
    return name if name.isprintable() and len(name) <= 40 else ascii(name)[:40]
