"""How the service's log is written: lines for people, or one JSON object a line for programs."""

import logging
from datetime import UTC, datetime
from typing import Any

import orjson

from service.settings.values import LogFormat

REQUESTS = "service.access"
"""The logger of finished requests, whose only argument is a map of a request's fields."""

_TEXT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class JsonLines(logging.Formatter):
    """A record as one JSON object: time (UTC), level, logger and message, or a request's own fields."""

    def format(self, record: logging.LogRecord) -> str:
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {"time": moment, "level": record.levelname, "logger": record.name}
        if record.name == REQUESTS and isinstance(record.args, dict):
            line |= record.args
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
