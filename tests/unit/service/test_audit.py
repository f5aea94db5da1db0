"""The audit log keeps who did what and never what must stay secret."""

import json
import logging
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from core.contracts.errors import DataError
from service.members.audit import FILE, Audit

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / FILE).read_text().splitlines()]


def test_a_line_says_when_what_who_from_where_and_how_it_ended(tmp_path: Path) -> None:
    audit = Audit(tmp_path, now=lambda: NOON)
    audit.note("login", user_id="ada", client="192.0.2.1", outcome="admitted", tier="pro", reason=None)
    assert lines(tmp_path) == [
        {
            "time": "2026-03-02T12:00:00.000+00:00",
            "event": "login",
            "user": "ada",
            "client": "192.0.2.1",
            "outcome": "admitted",
            "tier": "pro",
        }
    ]


def test_only_its_owner_reads_it(tmp_path: Path) -> None:
    Audit(tmp_path / "state")
    assert (tmp_path / "state").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "state" / FILE).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "secret",
    [
        "ada@example.com",
        "correct horse battery staple",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg",
        "f" * 43,
        'x","outcome":"admitted',
        "line\nbreak",
        "\ud800",
        "",
    ],
)
def test_what_is_no_short_plain_name_is_written_as_a_digest(tmp_path: Path, secret: str) -> None:
    audit = Audit(tmp_path)
    for _ in range(2):
        audit.note("login", user_id=secret, client=secret, outcome="refused", reason=secret)
    first, second = lines(tmp_path)
    assert first["user"] == second["user"] == first["reason"] == first["client"]
    assert first["user"].startswith("sha256:")
    assert not secret.strip() or secret not in (tmp_path / FILE).read_text(errors="replace")


def test_a_full_address_of_either_family_stays_readable(tmp_path: Path) -> None:
    client = "2001:0db8:85a3:0000:0000:8a2e:0370:7334"
    Audit(tmp_path).note("entry", user_id="7", client=client, outcome="admitted")
    assert lines(tmp_path)[0]["client"] == client


def test_a_full_file_is_set_aside_and_nothing_is_lost(tmp_path: Path) -> None:
    audit = Audit(tmp_path, rotate_at=400)
    for number in range(50):
        audit.note("entry", user_id=str(number), client=None, outcome="admitted")
    aside = sorted(tmp_path.glob("audit-*.log"))
    text = "".join(path.read_text() for path in tmp_path.glob("audit*.log"))
    assert sorted(int(json.loads(line)["user"]) for line in text.splitlines()) == list(range(50))
    assert len(aside) > 5
    assert all(path.stat().st_mode & 0o777 == 0o600 for path in aside)


def test_a_disk_that_refuses_stops_nobody_and_is_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    audit = Audit(tmp_path)
    (tmp_path / FILE).unlink()
    (tmp_path / FILE).mkdir()
    with caplog.at_level(logging.ERROR):
        audit.note("logout", user_id="secretive", client=None, outcome="ended")
    assert "logout" in caplog.text
    assert "secretive" not in caplog.text


def test_a_link_in_its_place_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").touch()
    (tmp_path / FILE).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(DataError, match=FILE):
        Audit(tmp_path)


def test_a_line_that_a_full_disk_cut_spoils_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    audit = Audit(tmp_path, now=lambda: NOON)
    audit.note("login", user_id="ada", client=None, outcome="admitted")
    write = os.write
    with monkeypatch.context() as patched:
        patched.setattr(os, "write", lambda file, line: write(file, line[:30]))
        audit.note("logout", user_id="ada", client=None, outcome="done")
    audit.note("login", user_id="bob", client=None, outcome="admitted")
    first, torn, last = (tmp_path / FILE).read_bytes().splitlines()
    assert [json.loads(line)["user"] for line in (first, last)] == ["ada", "bob"]
    assert torn.startswith(b'{"time":')


def test_a_line_that_was_cut_is_said_in_the_service_s_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    audit = Audit(tmp_path)
    monkeypatch.setattr(os, "write", lambda file, line: 0)
    audit.note("login", user_id="ada", client=None, outcome="admitted")
    assert "the event login is not in it" in caplog.text
