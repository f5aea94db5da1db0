"""No line of the log grows with what was sent."""

import logging
from pathlib import Path

import orjson
import pytest

from service.observability.logs import JsonLines
from tests.support.service_client import running


def test_no_field_of_a_request_s_line_is_longer_than_200_characters(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    headers = {"X-Request-ID": "r" * 300, "X-Session-ID": "s" * 300}
    with running(tmp_path) as client, caplog.at_level(logging.INFO, logger="service.access"):
        answer = client.request("X" * 5000, "/healthz", headers=headers)
    record = caplog.records[-1]
    assert record.getMessage().startswith(f"{'X' * 200} none {answer.status_code} ")
    shown = orjson.loads(JsonLines().format(record))
    assert max(len(str(value)) for value in shown.values()) == 200
