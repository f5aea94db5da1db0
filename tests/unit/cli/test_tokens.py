"""`almanac tokens`, as typed."""

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cli import tokens
from core.contracts.errors import AlmanacError
from service.members.personal_tokens import PREFIX
from tests.support.blocking import PersonalTokens, RedisStore, SqliteStore
from tests.support.redis_server import RedisServer

DAY = 24 * 60 * 60


@pytest.fixture(autouse=True)
def no_redis(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REDIS_URL", raising=False)
    monkeypatch.delenv("ALMANAC_STATE", raising=False)


def almanac(state: Path, *arguments: str) -> Result:
    return CliRunner().invoke(tokens.app, [*arguments, "--state", str(state)])


def rows(state: Path) -> list[list[str]]:
    return [line.split() for line in almanac(state, "list").stdout.splitlines()[1:]]


def today(days: int = 0) -> str:
    return (datetime.now(UTC).date() + timedelta(days=days)).isoformat()


def test_a_token_is_made_listed_and_revoked(tmp_path: Path) -> None:
    assert almanac(tmp_path, "list").stdout == "no tokens yet\n"
    made = almanac(tmp_path, "add", "Ada", "--tier", "pro")
    token = made.stdout.removesuffix("\n")
    assert made.exit_code == 0
    assert re.fullmatch(rf"{PREFIX}[\w-]{{43}}", token)
    assert "shown this once" in made.stderr
    assert token not in made.stderr
    assert rows(tmp_path) == [["ada", "pro", "open", today(), today(90), "-"]]
    store = SqliteStore(tmp_path)
    assert PersonalTokens(store).principal(token).tier == "pro"
    store.close()
    assert almanac(tmp_path, "revoke", "ada").stdout == f"ada: revoked (pro, used last: {today()})\n"
    assert rows(tmp_path) == [["ada", "pro", "revoked", today(), today(90), today()]]


@pytest.mark.parametrize(
    ("expires", "last"),
    [
        ("1d", today(1)),
        ("3650d", today(3650)),
        (today(), today()),
        ("2999-12-31", "2999-12-31"),
        ("never", "-"),
    ],
)
def test_it_lasts_to_the_end_of_its_last_day(tmp_path: Path, expires: str, last: str) -> None:
    assert almanac(tmp_path, "add", "ada", "--tier", "lite", "--expires", expires).exit_code == 0
    assert rows(tmp_path)[0][4] == last
    store = SqliteStore(tmp_path)
    (kept,) = PersonalTokens(store).every()
    store.close()
    if last == "-":
        assert kept.ends_at is None
    else:
        assert kept.ends_at % DAY == 0
        assert datetime.fromtimestamp(kept.ends_at - 1, UTC).date().isoformat() == last


@pytest.mark.parametrize(
    "expires", ["", "0d", "3651d", "-1d", "1.5d", "²d", "1w", "soon", today(-1), "2026-13-01"]
)
def test_an_end_that_is_none_is_wrong_use_and_makes_nothing(tmp_path: Path, expires: str) -> None:
    refused = almanac(tmp_path, "add", "ada", "--tier", "lite", f"--expires={expires}")
    assert refused.exit_code == 2
    assert "--expires" in refused.stderr
    assert almanac(tmp_path, "list").stdout == "no tokens yet\n"


@pytest.mark.parametrize("wrong", [["ada"], ["ada", "--tier", "gold"], ["--tier", "pro"]])
def test_wrong_use_makes_nothing(tmp_path: Path, wrong: list[str]) -> None:
    assert almanac(tmp_path, "add", *wrong).exit_code == 2
    assert almanac(tmp_path, "list").stdout == "no tokens yet\n"


def test_a_name_in_use_and_one_that_is_not_there_are_said(tmp_path: Path) -> None:
    assert almanac(tmp_path, "add", "ada", "--tier", "lite").exit_code == 0
    for arguments, said in (
        (("add", "ADA", "--tier", "pro"), "name: ada has a token already"),
        (("add", "a b", "--tier", "pro"), "name: expected up to 64 letters"),
        (("revoke", "grace"), "name: no token is called 'grace'"),
    ):
        error = almanac(tmp_path, *arguments).exception
        assert isinstance(error, AlmanacError)
        assert error.detail.startswith(said)
    assert len(rows(tmp_path)) == 1


def test_every_change_is_in_the_audit_log_without_the_token(tmp_path: Path) -> None:
    token = almanac(tmp_path, "add", "Ada", "--tier", "pro").stdout.strip()
    almanac(tmp_path, "revoke", "ada")
    text = (tmp_path / "audit.log").read_text()
    told = [json.loads(line) for line in text.splitlines()]
    assert [(each["event"], each["user"], each["outcome"], each["tier"]) for each in told] == [
        ("token_changed", "token:ada", "token_added", "pro"),
        ("token_changed", "token:ada", "token_revoked", "pro"),
    ]
    assert token[len(PREFIX) :] not in text


def test_with_redis_tokens_are_there(
    tmp_path: Path, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDIS_URL", redis_server.url)
    token = almanac(tmp_path, "add", "ada", "--tier", "standard").stdout.strip()
    store = RedisStore(redis_server.url)
    assert PersonalTokens(store).principal(token).tier == "standard"
    store.close()
    assert rows(tmp_path)[0][:3] == ["ada", "standard", "open"]
