"""How the service's log is written: lines for people, or one JSON object a line for programs."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any, Literal, TextIO

import orjson

LogFormat = Literal["text", "json"]
LOG_FORMATS: tuple[LogFormat, ...] = ("text", "json")
_TEXT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_GATHERING_SECONDS = 0.1
_MOST_GATHERED = 256
LONGEST_FIELD = 200
"""Characters of a field of a request's line; what is longer was not written by us."""


@dataclass(frozen=True, slots=True)
class RequestLine:
    """What is logged of a finished request: no address, no query, nothing about a person.

    `call` is the call's name, never a path; `session` what X-Session-ID said, if it is a plain name.
    """

    method: str
    call: str
    status: int | None
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


class TextLines(logging.Formatter):
    """Lines for people; the time is written once a second, as that is most of a line's cost."""

    def __init__(self) -> None:
        super().__init__(_TEXT)
        self._second = (-1, "")

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:
        """As `logging` writes it."""
        second = int(record.created)
        if second != self._second[0]:
            self._second = second, time.strftime(self.default_time_format, time.localtime(second))
        return f"{self._second[1]},{int(record.msecs):03d}"


class GatheringHandler(logging.StreamHandler[TextIO]):
    """Writes the lines of requests together: those of a tenth of a second at most, in one call of the system.

    Any other record is written at once, after what was gathered; so is everything outside of an event loop.
    """

    def __init__(self) -> None:
        super().__init__()
        self._gathered: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a request's record for a moment; write any other."""
        self._gathered.append(record)
        if not isinstance(record.msg, RequestLine) or len(self._gathered) >= _MOST_GATHERED:
            self.flush()
        elif len(self._gathered) == 1:
            self._flush_soon()

    def flush(self) -> None:
        """Write what is gathered."""
        self.acquire()
        try:
            gathered, self._gathered = self._gathered, []
            if gathered:
                self.stream.write("".join([self.format(each) + self.terminator for each in gathered]))
            super().flush()
        except Exception:
            self.handleError(gathered[-1])
        finally:
            self.release()

    def _flush_soon(self) -> None:
        try:
            asyncio.get_running_loop().call_later(_GATHERING_SECONDS, self.flush)
        except RuntimeError:
            self.flush()


def set_up_logs(log_format: LogFormat) -> None:
    """Write the log to stderr from level INFO on; uvicorn's own from WARNING."""
    _record_no_whereabouts()
    handler = GatheringHandler()
    handler.setFormatter(JsonLines() if log_format == "json" else TextLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    logging.getLogger("uvicorn").setLevel(logging.WARNING)


def _record_no_whereabouts() -> None:
    """Leave thread and process out of records: no line shows them, and each asks the system."""
    logging.logThreads = logging.logProcesses = False
    logging.logMultiprocessing = False
