"""No line of the log grows with what was sent."""

import logging

import orjson

from service.observability.logs import JsonLines, RequestLine


def test_no_field_of_a_request_s_line_is_longer_than_200_characters() -> None:
    line = RequestLine("X" * 5000, "compute", 200, 1.25, "r" * 300, "s" * 300)
    assert str(line) == f"{'X' * 200} compute 200 1.2ms request={'r' * 200} session={'s' * 200}"
    record = logging.LogRecord("service.access", logging.INFO, "", 0, line, None, None)
    shown = orjson.loads(JsonLines().format(record))
    assert max(len(str(value)) for value in shown.values()) == 200
