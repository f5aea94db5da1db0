"""The Redis server a snapshot is published on: a client whose faults are sentences, and its one condition."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import OutOfMemoryError, RedisError
from redis.retry import Retry

from core.contracts.errors import DataError
from core.contracts.publication import current_key, require_redis_address, shown_address
from core.storage.snapshot_directory import KEPT_FOR_ROLLBACK

_ANSWER_SECONDS = 30.0


@contextmanager
def connected(url: str) -> Iterator[Redis]:
    """A client of the server at `url`; what goes wrong with it comes out as DataError with the remedy."""
    address = shown_address(require_redis_address(url))
    client = Redis.from_url(
        url,
        socket_timeout=_ANSWER_SECONDS,
        socket_connect_timeout=_ANSWER_SECONDS,
        retry=Retry(NoBackoff(), 0),
    )
    try:
        with client:
            yield client
    except OutOfMemoryError as error:
        raise DataError(
            f"Redis at {address} is full: the snapshot was not published and what was written expires. "
            f"Raise maxmemory to hold {KEPT_FOR_ROLLBACK + 2} snapshots and the shared answers.",
            code="redis_full",
        ) from error
    except RedisError as error:
        raise DataError(
            f"Redis at {address}: {str(error).rstrip('.')}. It serves the snapshot before or the new one, "
            "whole; run `almanac publish` when it answers.",
            code="redis_away",
        ) from error


def require_noeviction(client: Redis) -> None:
    """Nothing where the server keeps what it is given; DataError `redis_evicts` else."""
    policy = cast("dict[str, object]", client.info("memory")).get("maxmemory_policy")
    if policy != "noeviction":
        raise DataError(
            f"Redis: maxmemory-policy is {policy}, expected noeviction: short of memory, it may drop a "
            "snapshot's files. Set it with `redis-cli CONFIG SET maxmemory-policy noeviction` and in "
            "redis.conf.",
            code="redis_evicts",
        )


def served_id(client: Redis, symbol: str) -> str | None:
    """The id Redis points at, None before the first publication."""
    found = cast("bytes | None", client.get(current_key(symbol)))
    return None if found is None else found.decode(errors="replace")
