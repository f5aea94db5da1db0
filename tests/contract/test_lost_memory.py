"""A store that lost its memory knows no used link: what was made before is refused, and says what helps."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from service.database.sqlite_store import DATABASE
from tests.support.entry_links import SECRET, signed
from tests.support.redis_server import RedisServer, running_redis
from tests.support.service_client import VISITOR, running
from tests.support.waiting import eventually

FULL_LIFETIME = 300
MARKER = "almanac:access:marker:memory"
ASKS_FOR_A_NEW_ONE = (
    "This link can no longer be checked. Please open the dashboard again from your LearnWorlds course, "
    "which makes a new one."
)


def serving(folder: Path, redis_url: str | None, **more: Any) -> Any:
    given: dict[str, Any] = {"access_mode": "signed_url", "entry_secrets": (SECRET,), "redis_url": redis_url}
    return running(folder, **given | more)


@pytest.fixture
def client(tmp_path: Path, redis_server: RedisServer) -> Iterator[TestClient]:
    with serving(tmp_path, redis_server.url) as client:
        yield client


def entered(client: TestClient, link: dict[str, str]) -> str:
    answer = client.post("/api/auth/entry", json=link)
    return "entered" if answer.status_code == 200 else str(answer.json()["code"])


def link_made_now() -> dict[str, str]:
    return signed(VISITOR | {"expires": str(int(time.time()) + FULL_LIFETIME)})


def enters_with_a_new_link(client: TestClient) -> bool:
    return entered(client, link_made_now()) == "entered"


def marker_stands(server: RedisServer) -> bool:
    with server.client() as raw:
        return bool(raw.exists(MARKER))


def test_a_used_link_does_not_work_again_when_redis_was_emptied(
    client: TestClient, redis_server: RedisServer
) -> None:
    used, unused = signed(VISITOR), signed(VISITOR)
    assert entered(client, used) == "entered"
    with redis_server.client() as raw:
        raw.flushall()
    answer = client.post("/api/auth/entry", json=used)
    assert (answer.status_code, answer.json()["code"]) == (403, "link_forgotten")
    assert answer.json()["message"] == ASKS_FOR_A_NEW_ONE
    assert entered(client, unused) == "link_forgotten"
    eventually(lambda: enters_with_a_new_link(client))


def test_the_loss_is_noticed_before_anybody_enters(client: TestClient, redis_server: RedisServer) -> None:
    with redis_server.client() as raw:
        raw.flushall()
    eventually(lambda: marker_stands(redis_server))
    eventually(lambda: enters_with_a_new_link(client))


def test_a_redis_back_empty_while_no_service_ran_is_noticed_by_the_next(tmp_path: Path) -> None:
    used = signed(VISITOR)
    with running_redis() as server, serving(tmp_path, server.url) as client:
        assert entered(client, used) == "entered"
    with running_redis() as server, serving(tmp_path, server.url) as client:
        assert entered(client, used) == "link_forgotten"


def test_a_service_that_never_saw_the_loss_is_told_by_the_store(
    tmp_path: Path, redis_server: RedisServer
) -> None:
    used = signed(VISITOR)
    with serving(tmp_path / "one", redis_server.url) as client:
        assert entered(client, used) == "entered"
        with redis_server.client() as raw:
            raw.flushall()
        eventually(lambda: marker_stands(redis_server))
        with serving(tmp_path / "new", redis_server.url) as other:
            assert entered(other, used) == "link_forgotten"


def test_a_new_service_that_makes_the_marker_first_hears_of_the_loss_from_one_that_knows(
    tmp_path: Path, redis_server: RedisServer
) -> None:
    used = signed(VISITOR)
    with serving(tmp_path / "one", redis_server.url) as client:
        assert entered(client, used) == "entered"
    with redis_server.client() as raw:
        raw.flushall()
    with serving(tmp_path / "new", redis_server.url) as new, serving(tmp_path / "one", redis_server.url):
        assert entered(new, used) == "link_forgotten"


def test_a_restart_of_the_service_or_of_a_redis_that_persists_is_no_loss(tmp_path: Path) -> None:
    with running_redis() as server:
        for _ in range(2):
            with serving(tmp_path, server.url) as client:
                assert entered(client, signed(VISITOR)) == "entered"


def test_a_database_that_was_removed_is_a_loss_too(tmp_path: Path) -> None:
    used = signed(VISITOR)
    with serving(tmp_path, None) as client:
        assert entered(client, used) == "entered"
    for path in (tmp_path / "state").glob(f"{DATABASE}*"):
        path.unlink()
    with serving(tmp_path, None) as client:
        assert entered(client, used) == "link_forgotten"


def test_a_damaged_marker_is_a_loss(client: TestClient, redis_server: RedisServer) -> None:
    used = signed(VISITOR)
    assert entered(client, used) == "entered"
    with redis_server.client() as raw:
        raw.set(MARKER, b"\xff")
    assert entered(client, used) == "link_forgotten"
