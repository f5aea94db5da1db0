"""Nothing a person sends stands in a log or comes back in a refusal."""

import logging
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import orjson
import pytest
from starlette.testclient import TestClient

from service.members.authenticator import Authenticator
from service.observability.logs import JsonLines
from service.routes import CALLS
from tests.support.service_client import VISITOR, bearer, running
from tests.support.snapshots import publish_random

ROOT = Path(__file__).resolve().parents[2]
MARK = "Mk7Qz"
TEXTS = {
    name: f"{MARK}-{name}"
    for name in (
        "user_id", "user_name", "course_title", "username", "password", "refresh_token", "code", "title",
        "return_url", "signature", "nonce", "challenge", "email_code", "note",
    )
}  # fmt: skip
BODY: dict[str, Any] = TEXTS | {
    "user_email": f"{MARK}@example.com",
    "course_id": "dev-cad-std",
    "referrer": f"https://{MARK}.example/",
    "filters": {f"{MARK}_feature": {"operator": "=", "value": f"{MARK}-value"}},
}
ENDING = ("entry", "logout")
"""Calls that end the caller's session, asked last."""
QUERY = {"profile": "pro", "user_email": f"{MARK}@example.com", "token": f"{MARK}-token"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    publish_random(tmp_path / "warehouse")
    with running(tmp_path) as client:
        yield client


def ask_everything(client: TestClient, headers: dict[str, str]) -> list[str]:
    """Every call with marked values everywhere, then in its own fields alone; the texts of the refusals."""
    answers = []
    for call in sorted(CALLS, key=lambda call: call.name in ENDING):
        path = "/api" + re.sub(r"\{\w+\}", f"{MARK}-name", call.path)
        fields = getattr(call.body, "__struct_fields__", ())
        own = {name: value for name, value in BODY.items() if name in fields}
        parameters = {each.name: QUERY.get(each.name, f"{MARK}-{each.name}") for each in call.parameters}
        bodies = (None, None) if call.method == "get" else (BODY, own or None)
        for query, body in zip((QUERY, parameters), bodies, strict=True):
            answers.append(client.request(call.method, path, params=query, headers=headers, json=body))
    return [answer.text for answer in answers if answer.status_code >= 400]


def test_no_log_line_holds_what_a_caller_sent(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    unfit = {"Authorization": f"Bearer {MARK}.{MARK}.{MARK}", "X-Session-ID": f"{MARK} {MARK}"}
    with caplog.at_level(logging.DEBUG):
        ask_everything(client, bearer(client, user_id=f"{MARK}-user", user_email=f"{MARK}@example.com"))
        ask_everything(
            client, unfit | {"X-Request-ID": f"{MARK}\n{MARK}", "Referer": f"https://{MARK}.example/"}
        )
        client.get(f"/{MARK}/{MARK}?{MARK}={MARK}")
    records = [record for record in caplog.records if not record.name.startswith("http")]
    for written in (logging.Formatter(), JsonLines()):
        ours = [written.format(record) for record in records]
        assert sum("POST" in line for line in ours) > len(CALLS)
        assert [line for line in ours if MARK in line] == []


def test_the_audit_log_holds_no_name_no_mail_no_secret(client: TestClient, tmp_path: Path) -> None:
    headers = bearer(client, user_id=f"{MARK}@example.com", user_email=f"{MARK}@example.com")
    ask_everything(client, headers)
    told = (tmp_path / "state" / "audit.log").read_text()
    assert told.count('"event"') >= 4
    for secret in ("@", f"{MARK}-password", f"{MARK}-code", f"{MARK}-username", headers["Authorization"][7:]):
        assert secret not in told


def test_a_refusal_repeats_no_secret(client: TestClient) -> None:
    texts = ask_everything(client, bearer(client)) + ask_everything(
        client, {"Authorization": f"Bearer {MARK}"}
    )
    assert len(texts) > len(CALLS)
    for secret in ("password", "refresh_token", "code", "signature", "nonce", "email_code", "token"):
        assert [text for text in texts if f"{MARK}-{secret}" in text] == []
    assert [text for text in texts if f"{MARK}@example.com" in text or f"Bearer {MARK}" in text] == []


def test_the_trace_of_a_bug_names_the_place_and_not_what_was_sent(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object) -> None:
        try:
            raise KeyError(f"{MARK}-inner")
        except KeyError as error:
            raise ValueError(f"{MARK}-outer {VISITOR['user_email']}") from error

    monkeypatch.setattr(Authenticator, "refresh", fails)
    with caplog.at_level(logging.DEBUG):
        answer = client.post("/api/auth/refresh", json={"refresh_token": "x"})
    assert answer.status_code == 500
    assert "ValueError from KeyError" in caplog.text
    assert "in fails" in caplog.text
    assert VISITOR["user_email"] not in caplog.text
    assert f"{answer.headers['x-request-id']}" in caplog.text


def test_the_log_line_of_a_request_is_one_line_of_known_parts(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, logger="service.access"):
        client.get("/api/features", headers=bearer(client) | {"X-Session-ID": "a" * 22})
    line = caplog.records[-1].getMessage()
    pattern = r"GET features 200 \d+\.\dms request=[0-9a-f]{16} session=a{22}"
    assert re.fullmatch(pattern, line), line


def test_as_json_a_request_is_one_object_of_known_fields(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, logger="service.access"):
        answer = client.get("/api/features", headers=bearer(client) | {"X-Session-ID": "a" * 22})
    line = JsonLines().format(caplog.records[-1])
    told = orjson.loads(line)
    assert "\n" not in line
    assert datetime.fromisoformat(told.pop("time")).utcoffset() == timedelta(0)
    assert 0 < told.pop("ms") < 60_000
    assert told == {
        "level": "INFO",
        "logger": "service.access",
        "method": "GET",
        "call": "features",
        "status": 200,
        "request": answer.headers["x-request-id"],
        "session": "a" * 22,
    }


def test_as_json_any_other_record_is_one_line_with_its_message_and_trace() -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError:
        caught = sys.exc_info()
    record = logging.LogRecord("service.store", logging.ERROR, "store.py", 1, "%s\nleft", ("one",), caught)
    line = JsonLines().format(record)
    told = orjson.loads(line)
    assert "\n" not in line
    assert (told["level"], told["logger"], told["message"]) == ("ERROR", "service.store", "one\nleft")
    assert told["trace"].endswith("ValueError: two\nlines")


@pytest.mark.large
def test_a_service_told_json_writes_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "index.html").touch()
    folders = ["--warehouse", str(tmp_path), "--state", str(tmp_path / "state"), "--web", str(tmp_path)]
    command = [sys.executable, "-m", "service", *folders, "--port", "0"]
    environment = os.environ | {"LOG_FORMAT": "json", "ACCESS_MODE": "trusted_url"}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        lines = [process.stderr.readline() for _ in range(2)]
        process.kill()
    told = [orjson.loads(line)["message"] for line in lines]
    for message, expected in zip(told, ("trusted_url", "no snapshot is published"), strict=True):
        assert expected in message
