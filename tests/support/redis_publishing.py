"""What tests of publication share: small snapshots, what Redis holds of them, and a client that fails."""

import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import redis

from core.contracts.manifest import MANIFEST_FILE
from core.contracts.publication import current_key, files_key, kept_key
from core.warehouse.paths import Warehouse
from pipelines.publication import Publication, connected, publish
from tests.support.redis_server import RedisServer
from tests.support.snapshots import point, publish_random

SYMBOL = "ES"


def small_snapshots(root: Path, count: int) -> tuple[Warehouse, list[str]]:
    """A warehouse with so many snapshots of ES, each built a little later than the one before; their ids."""
    ids = [publish_random(root, seed=seed, sessions=40 + seed) for seed in range(1, count + 1)]
    return Warehouse(root), ids


def publish_id(server: RedisServer, warehouse: Warehouse, snapshot_id: str) -> Publication:
    """Serve this snapshot from the warehouse, and publish it."""
    point(warehouse.root, SYMBOL, snapshot_id)
    with connected(server.url) as client:
        return publish(client, warehouse, SYMBOL)


def files_of(warehouse: Warehouse, snapshot_id: str) -> dict[str, bytes]:
    """What Redis must hold of a snapshot: the manifest and serving/ by path."""
    folder = warehouse.snapshot(SYMBOL, snapshot_id)
    paths = [folder / MANIFEST_FILE, *sorted((folder / "serving").iterdir())]
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def found_in(client: redis.Redis, snapshot_id: str) -> dict[str, bytes]:
    """The files Redis holds of a snapshot, unpacked by zlib itself."""
    found = cast("dict[bytes, bytes]", client.hgetall(files_key(SYMBOL, snapshot_id)))
    plain = {path.decode(): content for path, content in found.items() if not path.endswith(b".z")}
    return plain | {
        path.decode().removesuffix(".z"): zlib.decompress(content)
        for path, content in found.items()
        if path.endswith(b".z")
    }


def pointer(client: redis.Redis) -> str | None:
    found = cast("bytes | None", client.get(current_key(SYMBOL)))
    return found.decode() if found else None


def kept_ids(client: redis.Redis) -> list[str]:
    """The ids that never expire, the earliest built first."""
    return [name.decode() for name in cast("list[bytes]", client.zrange(kept_key(SYMBOL), 0, -1))]


def stays(client: redis.Redis, snapshot_id: str) -> bool:
    """Whether the files are there for good; an absent key does not stay."""
    return client.ttl(files_key(SYMBOL, snapshot_id)) == -1


Tamper = Callable[[int, bytes, Callable[[bytes], None]], None]
"""Gets a command's number, its bytes and the way to send them."""


def tampered(server: RedisServer, tamper: Tamper) -> redis.Redis:
    """A client with `tamper` on every command; the connection's own greetings pass."""

    class Tampered(redis.UnixDomainSocketConnection):
        sent = 0

        def send_packed_command(self, command: Any, check_health: bool = True) -> None:
            content = command if isinstance(command, bytes) else b"".join(command)
            if b"HELLO" in content[:40] or b"SETINFO" in content[:40]:
                self._send(content)
                return
            Tampered.sent += 1
            tamper(Tampered.sent, content, self._send)

        def _send(self, content: bytes) -> None:
            super().send_packed_command([content], check_health=False)  # type: ignore[no-untyped-call]

    pool = redis.ConnectionPool(connection_class=Tampered, path=server.url.removeprefix("unix://"))
    return redis.Redis(connection_pool=pool)
