"""`almanac accounts` and `almanac codes`, as typed."""

import io
from pathlib import Path

import pytest

from cli import main as command
from service.database.records import User
from tests.support.blocking import Accounts, Codes, RedisStore, SqliteStore
from tests.support.redis_server import RedisServer

RIGHT = "a quiet harbour"


def almanac(state: Path, *arguments: str) -> int:
    return command.main([*arguments, "--state", str(state)])


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A password on standard input, and no Redis."""
    monkeypatch.delenv("REDIS_URL", raising=False)
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{RIGHT}\n"))
    return monkeypatch


def add(state: Path, name: str = "ada", *more: str) -> int:
    return almanac(state, "accounts", "add", name, "--password-stdin", *more)


def test_an_added_account_signs_in_and_is_listed_without_its_hash(
    tmp_path: Path, typed: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert almanac(tmp_path, "accounts", "list") == 0
    assert capsys.readouterr().out == "no accounts yet\n"
    assert add(tmp_path, "Ada", "--tier", "pro", "--permission", "maintain") == 0
    assert almanac(tmp_path, "accounts", "list") == 0
    out = capsys.readouterr().out
    assert out.splitlines()[-1].split()[:4] == ["ada", "pro", "active", "maintain"]
    assert "argon2" not in out
    store = SqliteStore(tmp_path)
    account = Accounts(store).sign_in("ada", RIGHT, None)
    assert account is not None
    assert account.permissions == ("maintain",)
    store.close()


def test_tier_state_and_password_are_changed(tmp_path: Path, typed: pytest.MonkeyPatch) -> None:
    add(tmp_path)
    typed.setattr("sys.stdin", io.StringIO("another harbour\r\n"))
    assert almanac(tmp_path, "accounts", "set-password", "ada", "--password-stdin") == 0
    assert almanac(tmp_path, "accounts", "set-tier", "ada", "lite") == 0
    assert almanac(tmp_path, "accounts", "disable", "ADA") == 0
    store = SqliteStore(tmp_path)
    assert Accounts(store).sign_in("ada", "another harbour", None) is None
    assert almanac(tmp_path, "accounts", "enable", "ada") == 0
    account = Accounts(store).sign_in("ada", "another harbour", None)
    assert account is not None
    assert account.tier == "lite"
    store.close()


def test_blanks_around_a_password_are_part_of_it(tmp_path: Path, typed: pytest.MonkeyPatch) -> None:
    typed.setattr("sys.stdin", io.StringIO(f"  {RIGHT} \t\n"))
    assert add(tmp_path) == 0
    store = SqliteStore(tmp_path)
    assert Accounts(store).sign_in("ada", RIGHT, None) is None
    assert Accounts(store).sign_in("ada", f"  {RIGHT} \t", None) is not None
    store.close()


def test_a_password_is_asked_for_twice_at_a_terminal(tmp_path: Path, typed: pytest.MonkeyPatch) -> None:
    answers = iter([RIGHT, "something else", RIGHT, RIGHT])
    typed.setattr("cli.access.getpass", lambda prompt: next(answers))
    typed.setattr("sys.stdin.isatty", lambda: True, raising=False)
    with pytest.raises(SystemExit) as wrong:
        almanac(tmp_path, "accounts", "add", "ada")
    assert wrong.value.code == 2
    assert almanac(tmp_path, "accounts", "add", "ada") == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("accounts", "add", "ada"),
        ("accounts", "add", "ada", "--password", RIGHT),
        ("accounts", "set-tier", "ada", "gold"),
        ("codes", "add"),
        ("codes", "add", "--tier", "pro", "--uses", "0"),
        ("codes", "add", "--tier", "pro", "--expires", "2020-01-01"),
        ("codes", "add", "--tier", "pro", "--expires", "soon"),
    ],
)
def test_wrong_use_is_2_and_writes_nothing(
    tmp_path: Path, typed: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    with pytest.raises(SystemExit) as wrong:
        almanac(tmp_path / "state", *arguments)
    assert wrong.value.code == 2
    assert not (tmp_path / "state").exists()


def test_what_is_not_there_or_there_twice_is_1_in_one_line(
    tmp_path: Path, typed: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    add(tmp_path)
    typed.setattr("sys.stdin", io.StringIO(f"{RIGHT}\n"))
    for asked in (
        ("accounts", "add", "ada", "--password-stdin"),
        ("accounts", "disable", "bob"),
        ("codes", "revoke", "0123456789"),
    ):
        assert almanac(tmp_path, *asked) == 1
        error = capsys.readouterr().err
        assert error.startswith("almanac: ")
        assert error.count("\n") == 1


def test_codes_are_printed_once_and_listed_by_name(
    tmp_path: Path, typed: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ("--tier", "pro", "--count", "3", "--uses", "2", "--expires", "2999-12-31")
    assert almanac(tmp_path, "codes", "add", *given) == 0
    made = capsys.readouterr().out.split()
    store = SqliteStore(tmp_path)
    assert Codes(store).redeem(made[0], User("7", "Ada", "lite", "url"), "s1")[0].tier == "pro"
    almanac(tmp_path, "codes", "list")
    out = capsys.readouterr().out
    assert not [code for code in made if code in out]
    assert sorted(line.split()[3] for line in out.splitlines()[1:]) == ["0/2", "0/2", "1/2"]
    assert out.count("2999-12-31") == 3
    name = out.splitlines()[1].split()[0]
    assert almanac(tmp_path, "codes", "revoke", name) == 0
    almanac(tmp_path, "codes", "list")
    assert capsys.readouterr().out.count("revoked") == 2
    store.close()


def test_with_redis_url_the_accounts_are_there(
    tmp_path: Path, typed: pytest.MonkeyPatch, redis_server: RedisServer
) -> None:
    typed.setenv("REDIS_URL", redis_server.url)
    assert add(tmp_path) == 0
    store = RedisStore(redis_server.url)
    assert [account.username for account in Accounts(store).every()] == ["ada"]
    assert not (tmp_path / "access.sqlite3").exists()
    store.close()


def test_every_change_is_in_the_audit_log(tmp_path: Path, typed: pytest.MonkeyPatch) -> None:
    add(tmp_path)
    almanac(tmp_path, "accounts", "disable", "ada")
    almanac(tmp_path, "codes", "add", "--tier", "pro")
    text = (tmp_path / "audit.log").read_text()
    assert [line.count("account_changed") for line in text.splitlines()] == [1, 1, 1]
    assert RIGHT not in text


def test_a_database_restored_as_a_folder_is_named_as_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "access.sqlite3").mkdir()
    assert command.main(["accounts", "list", "--state", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert f"{tmp_path / 'access.sqlite3'}: " in said
    assert "It is a folder, and a file was expected" in said
