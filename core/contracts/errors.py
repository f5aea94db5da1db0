"""The one family of errors a reader is meant to see, each class with its HTTP status."""


class AlmanacError(Exception):
    """An error whose sentence is written for its reader.

    `detail` names the field, file or row and what was expected; `code` is stable and lower-case.
    """

    status = 500
    code = "internal_error"

    def __init__(self, detail: str, *, code: str | None = None) -> None:
        super().__init__(detail)
        self.detail = detail
        if code is not None:
            self.code = code


class InvalidRequest(AlmanacError):
    """A valid body that asks the impossible."""

    status = 422
    code = "invalid_request"


class UnknownName(AlmanacError):
    """A name or a date in a path that does not exist."""

    status = 404
    code = "not_found"


class Forbidden(AlmanacError):
    """Something outside the caller's tier or course."""

    status = 403
    code = "forbidden"


class Unauthorized(AlmanacError):
    """No access token, or one that is malformed, expired or revoked."""

    status = 401
    code = "unauthorized"


class NoSnapshot(AlmanacError):
    """No snapshot is loaded yet."""

    status = 503
    code = "no_snapshot"


class DataError(AlmanacError):
    """A source file or the warehouse is not as it must be; nothing was written."""

    status = 500
    code = "data_error"
