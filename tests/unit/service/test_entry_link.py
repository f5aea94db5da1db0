"""docs/entry.md is what the service checks: example, ten lines, and the command that prints a link."""

import json
import re
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.main import main
from core.contracts.requests import EntryRequest
from service.members.entry.link import LIFETIME, canonical, check_signature, signature_of
from service.members.entry.parameters import (
    BAD_COURSE,
    BAD_REFERRER,
    INVALID,
    NOT_ENROLLED,
    REQUIRED,
    TRY_AGAIN,
)
from service.members.errors import AccessDenied
from tests.support.entry_links import SECRET, posted, signed

ENTRY = (Path(__file__).resolve().parents[3] / "docs" / "entry.md").read_text(encoding="utf-8")
EXAMPLE_SECRET = "an-example-secret-of-at-least-32-bytes"
_TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1)


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", ENTRY, re.DOTALL)
    assert found, language
    return found[1]


def signer() -> Any:
    names: dict[str, Any] = {}
    exec(block("python"), names)
    return names["signed_address"]


def test_the_worked_example_is_right() -> None:
    text, digest = block("text").split()
    parameters = json.loads(block("json"))
    assert EXAMPLE_SECRET in ENTRY
    assert canonical(parameters) == text
    assert signature_of(parameters, EXAMPLE_SECRET) == digest


def test_the_ten_lines_of_the_document_sign_the_worked_example() -> None:
    address = signer()("https://almanac.example/", json.loads(block("json")), EXAMPLE_SECRET)
    assert address == "https://almanac.example/?{}&signature={}".format(*block("text").split())


@given(_TEXT, _TEXT)
def test_the_ten_lines_of_the_document_sign_what_the_service_takes(name: str, title: str) -> None:
    visitor = {"user_id": "7", "user_name": name, "user_email": "a+b@example.com", "course_title": title}
    entry = EntryRequest(**posted(signer()("https://almanac.example/", visitor, SECRET)))
    check_signature(entry, [SECRET], time.time())
    assert (entry.user_name, entry.course_title) == (name, title)


@pytest.mark.parametrize("ahead", [1, LIFETIME])
def test_the_first_and_the_last_second_of_a_link_count(ahead: int) -> None:
    entry = EntryRequest(**signed({"user_id": "7", "expires": str(1000 + ahead)}))
    check_signature(entry, [SECRET], 1000)
    for moment in (1000 + ahead, 999 + ahead - LIFETIME):
        with pytest.raises(AccessDenied):
            check_signature(entry, [SECRET], moment)


def test_the_document_has_every_sentence() -> None:
    sentences = (BAD_COURSE, INVALID, NOT_ENROLLED, TRY_AGAIN)
    for sentence in (*sentences, *(each.format(platform="LearnWorlds") for each in (REQUIRED, BAD_REFERRER))):
        assert f"| {sentence} |" in ENTRY


ASKED = ["entry-link", "--user-id", "7", "--email", "a+b@example.com", "--course", "dev-cad-std"]


def test_the_command_prints_a_link_the_service_takes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ENTRY_SECRETS", f"{SECRET},{SECRET[::-1]}")
    more = ["--name", "Zoë & co", "--profile", "pro", "--return-url", "https://school.example/7?a=1"]
    assert main([*ASKED, *more, "--base", "https://almanac.example/app"]) == 0
    link = capsys.readouterr().out.strip()
    assert urlsplit(link)[:3] == ("https", "almanac.example", "/app/")
    entry = EntryRequest(**posted(link))
    check_signature(entry, [SECRET], time.time())
    assert (entry.user_name, entry.user_email, entry.profile) == ("Zoë & co", "a+b@example.com", "pro")
    assert entry.return_url == "https://school.example/7?a=1"


def test_two_links_are_never_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ENTRY_SECRETS", SECRET)
    for _ in range(2):
        assert main(ASKED) == 0
    first, second = capsys.readouterr().out.split()
    assert posted(first)["nonce"] != posted(second)["nonce"]


@pytest.mark.parametrize(
    ("environment", "asked", "said"),
    [
        ({}, [], "ENTRY_SECRETS"),
        ({"ACCESS_MODE": "trusted_url"}, [], "ENTRY_SECRETS"),
        ({"ENTRY_SECRETS": SECRET}, ["--course", "cooking"], "dev-cad-std"),
    ],
)
def test_the_command_says_what_is_missing(
    environment: dict[str, str],
    asked: list[str],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.delenv("ENTRY_SECRETS", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert main([*ASKED, *asked]) == 1
    assert said in capsys.readouterr().err
