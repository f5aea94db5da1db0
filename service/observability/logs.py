"""How the service's log is written: lines for people, or one JSON object a line for programs."""

import logging
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any, Literal

import orjson

LogFormat = Literal["text", "json"]
_TEXT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
LONGEST_FIELD = 200
"""Characters of a field of a request's line; what is longer was not written by us."""


@dataclass(frozen=True, slots=True)
class RequestLine:
    """What is logged of a finished request: no address, no query, nothing about a person.

    `call` is the call's name, never a path; `session` what X-Session-ID said, if it is a plain name.
    """

    method: str
    call: str
    status: int
    ms: float
    request: str
    session: str

    def __post_init__(self) -> None:
        for name in ("method", "call", "request", "session"):
            object.__setattr__(self, name, getattr(self, name)[:LONGEST_FIELD])

    def __str__(self) -> str:
        return (
            f"{self.method} {self.call} {self.status} {self.ms:.1f}ms "
            f"request={self.request} session={self.session}"
        )


class JsonLines(logging.Formatter):
    """A record as one JSON object: time (UTC), level, logger and message, or a request's own fields."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {"time": moment, "level": record.levelname, "logger": record.name}
        if isinstance(record.msg, RequestLine):
            line |= asdict(record.msg) | {"ms": round(record.msg.ms, 1)}
        else:
            line["message"] = record.getMessage()
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return orjson.dumps(line, default=str).decode()


def set_up_logs(log_format: LogFormat) -> None:
    """Write the log to stderr from level INFO on; uvicorn's own from WARNING."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if log_format == "json" else logging.Formatter(_TEXT))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
