"""`almanac members erase`, as typed; a restore of an older backup does not bring the member back."""

import json
import shutil
from pathlib import Path

import pytest

from cli.main import main
from core.contracts.erasures import FILE, erasures_in
from service.database.records import Session, User
from service.database.sqlite_store import DATABASE
from service.members.audit import Audit
from tests.support.blocking import Accounts, PersonalTokens, RedisStore, Sessions, SqliteStore
from tests.support.redis_server import RedisServer
from tests.support.small_warehouse import small_warehouse

ADA, BEN = "ada-of-this-test", "ben-of-this-test"


@pytest.fixture(autouse=True)
def no_redis(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REDIS_URL", raising=False)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    small_warehouse(tmp_path, last="2024-06-04")
    store = SqliteStore(tmp_path / "state")
    for user_id in (ADA, BEN):
        Sessions(store).open(User(user_id, user_id, "pro", "url"))
        Audit(tmp_path / "state").note("entry", user_id=user_id, client="192.0.2.77", outcome="admitted")
    store.close()
    return tmp_path


def almanac(place: Path, *words: str) -> int:
    where = ["--state", str(place / "state")]
    if words[0] in ("backup", "restore"):
        where += ["--warehouse", str(place / "warehouse")]
    return main([*words, *where])


def who_is_kept(state: Path) -> set[str]:
    store = SqliteStore(state)
    try:
        return {each.user_id for each in store.every(Session)}
    finally:
        store.close()


def anywhere(state: Path, name: str) -> list[str]:
    files = (path for path in state.rglob("*") if path.is_file() and ".replaced-" not in str(path))
    return [path.name for path in files if name.encode() in path.read_bytes()]


def test_it_says_what_was_removed_and_what_is_left(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert almanac(place, "members", "erase", ADA) == 0
    said = capsys.readouterr()
    assert said.out.splitlines() == [
        "1 sessions",
        "1 lines of the audit log without the name",
        f"{ADA}: erased",
    ]
    assert said.err.count("left: ") >= 4
    assert anywhere(place / "state", ADA) == []
    assert who_is_kept(place / "state") == {BEN}


def test_a_restore_of_an_older_backup_leaves_the_member_out(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert almanac(place, "backup", str(place / "copy")) == 0
    assert almanac(place, "members", "erase", ADA) == 0
    assert almanac(place, "restore", str(place / "copy"), "--replace") == 0
    assert "1 erased since the backup began: left out" in capsys.readouterr().out
    assert anywhere(place / "state", ADA) == []
    assert who_is_kept(place / "state") == {BEN}
    [note] = erasures_in((place / "state" / FILE).read_bytes())
    assert note.is_of(ADA)


def test_a_backup_that_was_told_leaves_the_member_out_where_the_state_is_lost(place: Path) -> None:
    assert almanac(place, "backup", str(place / "copy")) == 0
    assert almanac(place, "members", "erase", ADA, "--backup", str(place / "copy")) == 0
    for folder in ("state", "warehouse"):
        shutil.rmtree(place / folder)
    assert almanac(place, "restore", str(place / "copy")) == 0
    assert anywhere(place / "state", ADA) == []
    assert who_is_kept(place / "state") == {BEN}


def test_a_backup_made_after_the_erasure_notes_it_for_an_older_one(place: Path) -> None:
    assert almanac(place, "backup", str(place / "old")) == 0
    assert almanac(place, "members", "erase", ADA) == 0
    assert almanac(place, "backup", str(place / "new")) == 0
    for folder in ("state", "warehouse"):
        shutil.rmtree(place / folder)
    assert almanac(place, "restore", str(place / "new")) == 0
    assert almanac(place, "restore", str(place / "old"), "--replace") == 0
    assert who_is_kept(place / "state") == {BEN}


def test_a_member_who_came_back_after_an_erasure_is_restored(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.warehouse.restore._MARGIN", -1)
    assert almanac(place, "members", "erase", ADA) == 0
    store = SqliteStore(place / "state")
    Sessions(store).open(User(ADA, ADA, "pro", "url"))
    store.close()
    assert almanac(place, "backup", str(place / "copy")) == 0
    record = json.loads((place / "copy" / "backup.json").read_text())
    assert {"begun_at", "taken_at"} <= record.keys()
    assert almanac(place, "restore", str(place / "copy"), "--replace") == 0
    assert who_is_kept(place / "state") == {ADA, BEN}


def test_a_member_known_by_the_log_alone_is_masked_in_a_restored_one(place: Path) -> None:
    Audit(place / "state").note("login", user_id="account:only-logged", client="192.0.2.9", outcome="refused")
    (place / "state" / DATABASE).unlink()
    assert almanac(place, "backup", str(place / "copy")) == 0
    assert almanac(place, "members", "erase", "account:only-logged") == 0
    (place / "state" / DATABASE).unlink()
    assert almanac(place, "restore", str(place / "copy"), "--replace") == 0
    assert anywhere(place / "state", "only-logged") == []
    assert not (place / "state" / DATABASE).exists()


def test_what_bears_the_id_as_its_name_is_named_and_stays(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = SqliteStore(place / "state")
    Accounts(store).add(ADA, "a quiet harbour", "lite")
    PersonalTokens(store).add(ADA, "lite", None)
    assert almanac(place, "members", "erase", ADA) == 0
    said = capsys.readouterr().err
    assert f"`almanac members erase account:{ADA}`" in said
    assert f"`almanac members erase token:{ADA}`" in said
    assert len(Accounts(store).every()) == len(PersonalTokens(store).every()) == 1
    store.close()


def test_a_wrong_backup_and_a_shared_user_are_refused_before_anything_is_erased(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert almanac(place, "members", "erase", ADA, "--backup", str(place)) == 1
    assert "no folder that `almanac backup` made" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        almanac(place, "members", "erase", "course-member:dev-cad-std")
    assert who_is_kept(place / "state") == {ADA, BEN}


def test_a_redis_that_came_back_from_an_older_copy_is_erased_again(
    place: Path,
    redis_server: RedisServer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("REDIS_URL", redis_server.url)
    store = RedisStore(redis_server.url)
    Sessions(store).open(User(BEN, BEN, "pro", "url"))
    for turn in range(2):
        Sessions(store).open(User(ADA, ADA, "pro", "url"))
        assert almanac(place, "members", *(("erase", ADA), ("repeat", "2024-01-01"))[turn]) == 0
        assert {each.user_id for each in store.every(Session)} == {BEN}
    assert "1 erasures since 2024-01-01; 1 were there again and are erased" in capsys.readouterr().out
    store.close()
