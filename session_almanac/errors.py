"""What goes wrong between the client and what it asks, each in one line that says what to do."""

from core.contracts.errors import AlmanacError


class CallRefused(AlmanacError, code="refused"):
    """The API refused a call: its four fields, and the HTTP `status`.

    `detail` names the field and what was expected, and says what to do about the token; `code` is stable;
    `message` is the API's sentence for the person; `timestamp` is UTC, ISO 8601.
    """

    def __init__(
        self, status: int, detail: str, *, code: str, message: str = "", timestamp: str = ""
    ) -> None:
        super().__init__(detail, code=code)
        self.status = status
        self.message = message
        self.timestamp = timestamp


class NoAnswer(AlmanacError, code="no_answer"):
    """Nothing answers at the address, it did not in time, or what answers is not an almanac."""
