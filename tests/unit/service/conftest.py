"""A clock, and the access store in SQLite and in a real Redis, which give the same answers."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

import pytest

from tests.support.blocking import RecordStore, RedisStore, SqliteStore
from tests.support.clock import Clock
from tests.support.redis_server import RedisServer


@pytest.fixture
def clock() -> Clock:
    return Clock()


Again = Callable[[], RecordStore]


@pytest.fixture(params=["sqlite", "redis"])
def again(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[Again]:
    """Opens the same store once more, as another process would."""
    with ExitStack() as opened:
        if request.param == "sqlite":
            yield lambda: opened.enter_context(closing(SqliteStore(tmp_path, clock)))
        else:
            server: RedisServer = request.getfixturevalue("redis_server")
            # Redis ends the tries itself, by its own clock.
            clock.follow = partial(server.pass_time, keys="almanac:access:tries:*")
            yield lambda: opened.enter_context(closing(RedisStore(server.url, clock)))


@pytest.fixture
def store(again: Again) -> RecordStore:
    return again()
