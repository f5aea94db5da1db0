"""One-time codes by e-mail: only who reads the member's mailbox enters, and nobody learns who is a member."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from service.members.entry import email_code
from tests.contract.entry_sentences import INVALID, NOT_ENROLLED, REQUIRED
from tests.support.entry_links import SECRET, signed
from tests.support.mail_stand_in import Mailbox, running_mailbox
from tests.support.platform_stand_in import School, running_school
from tests.support.redis_server import RedisServer
from tests.support.service_client import VISITOR, running
from tests.support.waiting import eventually

ADA = VISITOR["user_email"]


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with running_mailbox() as mailbox:
        yield mailbox


@pytest.fixture
def school() -> Iterator[School]:
    with running_school() as school:
        school.enrol("7", ADA, "dev-cad-std")
        yield school


@pytest.fixture
def given(school: School, mailbox: Mailbox) -> dict[str, Any]:
    mail = {"smtp_host": "127.0.0.1", "smtp_port": mailbox.port, "smtp_security": "none"}
    return school.settings() | mail | {"email_codes": True, "mail_from": "almanac@example.com"}


@pytest.fixture
def client(given: dict[str, Any], tmp_path: Path) -> Iterator[TestClient]:
    with running(tmp_path, **given) as client:
        yield client


def ask(client: TestClient, **parameters: str) -> str:
    answer = client.post("/api/auth/entry/code", json=VISITOR | parameters)
    assert (answer.status_code, answer.json()["expires_in"]) == (200, 600)
    return str(answer.json()["challenge"])


def code_in(mailbox: Mailbox) -> str:
    found = re.search(r"\b[0-9]{6}\b", mailbox.next().get_content())
    assert found
    return found[0]


def enter(client: TestClient, challenge: str, code: str, **parameters: str) -> Any:
    body = VISITOR | {"challenge": challenge, "email_code": code} | parameters
    return client.post("/api/auth/entry", json=body)


def other(code: str) -> str:
    return f"{(int(code) + 1) % 1_000_000:06}"


def test_a_member_enters_with_the_code_that_was_mailed(client: TestClient, mailbox: Mailbox) -> None:
    first = client.post("/api/auth/entry", json=VISITOR)
    assert (first.status_code, first.json()["code"]) == (403, "code_needed")
    challenge = ask(client, profile="pro")
    user = enter(client, challenge, code_in(mailbox), profile="pro").json()["user_info"]
    assert (user["user_id"], user["profile"], user["profile_source"]) == ("7", "standard", "course")


def test_the_mail_goes_to_the_platform_s_address_and_says_what_it_is(
    client: TestClient, mailbox: Mailbox
) -> None:
    ask(client, user_email=ADA.upper())
    mail = mailbox.next()
    assert (mail["To"], mail["From"]) == (ADA, "almanac@example.com")
    assert "nobody enters without the code" in mail.get_content().replace("\n", " ")


@pytest.mark.parametrize("more", [{"signature": "0" * 64}, signed(VISITOR), {"challenge": "x"}])
def test_nothing_added_stands_in_for_the_code(client: TestClient, more: dict[str, str]) -> None:
    answer = client.post("/api/auth/entry", json=VISITOR | more)
    assert (answer.status_code, answer.json()["code"]) == (403, "code_needed")


def test_a_code_lets_in_once(client: TestClient, mailbox: Mailbox) -> None:
    challenge, code = ask(client), code_in(mailbox)
    assert enter(client, challenge, code).status_code == 200
    assert enter(client, challenge, code).json()["code"] == "code_over"


def test_a_used_code_lets_nobody_in_when_redis_lost_its_memory(
    given: dict[str, Any], mailbox: Mailbox, tmp_path: Path, redis_server: RedisServer
) -> None:
    with running(tmp_path, **given, redis_url=redis_server.url) as client:
        challenge, code = ask(client), code_in(mailbox)
        assert enter(client, challenge, code).status_code == 200
        with redis_server.client() as raw:
            raw.flushall()
        answer = enter(client, challenge, code).json()
        assert (answer["code"], answer["message"]) == ("code_over", email_code.OVER)


def test_a_code_has_five_tries(client: TestClient, mailbox: Mailbox) -> None:
    challenge, code = ask(client), code_in(mailbox)
    tries = [enter(client, challenge, other(code)).json()["code"] for _ in range(5)]
    assert tries == ["code_wrong"] * 5
    assert enter(client, challenge, code).json()["code"] == "code_over"
    again = ask(client)
    assert enter(client, again, code_in(mailbox)).status_code == 200


def test_a_code_has_ten_minutes(
    client: TestClient, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(email_code, "LIFETIME", 0)
    challenge = client.post("/api/auth/entry/code", json=VISITOR).json()["challenge"]
    assert enter(client, challenge, code_in(mailbox)).json()["code"] == "code_over"


def test_a_challenge_lets_in_nobody_else(client: TestClient, mailbox: Mailbox, school: School) -> None:
    school.enrol("8", "eve@example.com", "dev-cad-std", "dev-cad-ess")
    challenge = ask(client, user_id="8", user_email="eve@example.com")
    code = code_in(mailbox)
    for parameters in ({}, {"user_id": "8"}, {"user_email": "eve@example.com"}):
        assert enter(client, challenge, code, **parameters).json()["code"] == "code_wrong"
    theirs = {"user_id": "8", "user_email": "eve@example.com"}
    assert enter(client, challenge, code, **theirs, course_id="dev-cad-ess").json()["code"] == "code_wrong"
    assert enter(client, challenge, code, **theirs).status_code == 200


@pytest.mark.parametrize("code", ["", " ", "12345", "1234567", "٣٣٣٣٣٣", "12e456"])
def test_what_is_no_code_is_refused(client: TestClient, code: str) -> None:
    assert enter(client, ask(client), code).status_code == 403


@pytest.mark.parametrize("challenge", ["", "..", "a.1.b", "x" * 400, f"{'a' * 22}.999999999999.{'0' * 64}"])
def test_a_challenge_nobody_gave_is_worth_nothing(client: TestClient, challenge: str) -> None:
    assert enter(client, challenge, "123456").status_code == 403


def test_a_stranger_gets_the_same_answer_and_no_mail(client: TestClient, mailbox: Mailbox) -> None:
    mine = ask(client)
    mailbox.next()
    stranger = ask(client, user_id="nobody", user_email="eve@example.com")
    thief = ask(client, user_email="eve@example.com")
    assert {len(each) for each in (mine, stranger, thief)} == {len(mine)}
    assert ask(client) != mine
    assert mailbox.next()["To"] == ADA
    assert mailbox.mails.empty()


def test_a_member_who_is_not_enrolled_learns_so_after_the_code(
    client: TestClient, mailbox: Mailbox, school: School
) -> None:
    school.enrol("7", ADA, "other")
    challenge = ask(client)
    assert enter(client, challenge, code_in(mailbox)).json()["message"] == NOT_ENROLLED


def test_mails_are_few(client: TestClient, mailbox: Mailbox) -> None:
    for _ in range(5):
        ask(client)
    answer = client.post("/api/auth/entry/code", json=VISITOR)
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_requests")
    assert 3000 < int(answer.headers["Retry-After"]) <= 3600


@pytest.mark.parametrize("address", ["  {}", "{} ", "\uff41da@example.com", "ADA@example.com"])
def test_mails_are_few_however_the_member_is_spelled(
    client: TestClient, mailbox: Mailbox, address: str
) -> None:
    for n in range(5):
        ask(client, user_id=" " * n + "7", user_email=ADA if n % 2 else address.format(ADA))
    for user_id in ("7", " 7", "7 "):
        body = VISITOR | {"user_id": user_id, "user_email": address.format(ADA)}
        assert client.post("/api/auth/entry/code", json=body).status_code == 429


def test_mails_to_one_ipv6_network_are_few(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(email_code, "MAILS_PER_CLIENT", (3, 3600))
    answers = [
        client.post(
            "/api/auth/entry/code",
            json=VISITOR | {"user_email": f"one-{n}@example.com"},
            headers={"X-Forwarded-For": f"2001:db8::{n + 1}"},
        ).status_code
        for n in range(5)
    ]
    assert answers == [200, 200, 200, 429, 429]


def test_guesses_are_few_for_a_member_and_hour(
    client: TestClient, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(email_code, "GUESSES_PER_MEMBER", (7, 3600))
    first, code = ask(client), code_in(mailbox)
    for _ in range(5):
        enter(client, first, other(code))
    second = ask(client)
    code = code_in(mailbox)
    assert [enter(client, second, other(code)).status_code for _ in range(2)] == [403, 403]
    over = enter(client, second, code)
    assert (over.status_code, over.json()["code"]) == (429, "too_many_requests")


def test_nobody_guesses_a_member_s_tries_away_with_another_challenge(
    client: TestClient, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(email_code, "GUESSES_PER_MEMBER", (4, 3600))
    theirs = ask(client, user_id="8", user_email="eve@example.com")
    for n in range(12):
        made_up = f"{n:022}.{theirs.split('.', 1)[1]}"
        assert enter(client, made_up, "123456").json()["code"] in ("code_wrong", "code_over")
        assert enter(client, theirs, "123456").json()["code"] in ("code_wrong", "code_over")
    challenge = ask(client)
    assert enter(client, challenge, code_in(mailbox)).status_code == 200


def test_a_course_alone_proves_nobody(client: TestClient) -> None:
    body = {"course": "dev-cad-std", "referrer": "https://school.example/"}
    assert client.post("/api/auth/entry", json=body).json()["message"] == REQUIRED
    assert client.post("/api/auth/entry/code", json=body).json()["message"] == REQUIRED


def test_a_signature_needs_no_code_and_taking_it_away_gains_nothing(
    given: dict[str, Any], tmp_path: Path, mailbox: Mailbox
) -> None:
    with running(tmp_path, **given, entry_secrets=(SECRET,)) as client:
        link = signed(VISITOR | {"profile": "pro"})
        bare = {name: value for name, value in link.items() if name != "signature"}
        assert client.post("/api/auth/entry", json=bare).json()["code"] == "code_needed"
        assert (
            client.post("/api/auth/entry", json=link | {"signature": "0" * 64}).json()["message"] == INVALID
        )
        assert client.post("/api/auth/entry", json=link).json()["user_info"]["profile"] == "pro"


def test_a_mail_that_cannot_leave_is_said_in_the_log_only(
    given: dict[str, Any], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with running(tmp_path, **(given | {"smtp_port": 9})) as client:
        ask(client)
        eventually(lambda: "a code was not mailed" in caplog.text)
    assert "a code was not mailed: the mail server could not be reached (ConnectionRefused" in caplog.text
    assert ADA not in caplog.text


def test_without_the_setting_no_code_is_sent(tmp_path: Path) -> None:
    with running(tmp_path) as client:
        assert client.post("/api/auth/entry/code", json=VISITOR).json()["message"] == INVALID
