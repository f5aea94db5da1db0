"""The store that the settings name."""

from pathlib import Path

from service.database.record_store import RecordStore


def store_at(state: Path, redis_url: str | None) -> RecordStore:
    """The store in Redis if there is an address, else in the state folder.

    Raises:
        DataError: the state folder cannot be used, or the address is not one of Redis.
    """
    if redis_url is None:
        from service.database.sqlite_store import SqliteStore

        return SqliteStore(state)
    from service.database.redis_store import RedisStore

    return RedisStore(redis_url)
