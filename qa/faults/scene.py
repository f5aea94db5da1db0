"""A warehouse with three snapshots and a Redis of its own, to publish from the one to the other."""

import logging
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import redis

from core.contracts.errors import DataError
from core.warehouse.paths import Warehouse
from pipelines.publication import publish
from qa.faults.apart import lasting_folder
from qa.faults.registry import Tally
from qa.faults.stage import content_of
from service.snapshots.redis_source import RedisSource
from service.snapshots.source import DirectorySource
from service.snapshots.store import SnapshotStore
from tests.support.redis_publishing import (
    SYMBOL,
    Tamper,
    kept_ids,
    pointer,
    publish_id,
    small_snapshots,
    stays,
    tampered,
)
from tests.support.redis_server import RedisServer, running_redis

REFUSED = 3
"""How a publisher ends that says what is wrong."""


@dataclass(frozen=True)
class Scene:
    """A warehouse with three snapshots, a Redis, and what each snapshot says by its id."""

    warehouse: Warehouse
    ids: tuple[str, ...]
    contents: dict[str, str]
    server: RedisServer
    copies: Path
    compared: Tally = field(default_factory=Tally)

    def reset(self) -> None:
        """Redis serves the first snapshot alone, and the warehouse the second."""
        with self.server.client() as client:
            client.flushall()
        shutil.rmtree(self.copies, ignore_errors=True)
        publish_id(self.server, self.warehouse, self.ids[0])
        self.point(self.ids[1])

    def point(self, snapshot_id: str) -> None:
        (self.warehouse.snapshots(SYMBOL) / "CURRENT").write_text(snapshot_id)

    def reader(self) -> SnapshotStore:
        """A service that starts now on this Redis."""
        store = SnapshotStore(RedisSource(self.server.url, self.copies), SYMBOL)
        store.refresh()
        return store

    def publish(self, tamper: Tamper) -> None:
        """Publish over a connection that is tampered with; ends with 3 where it is refused."""
        logging.disable(logging.CRITICAL)
        try:
            with tampered(self.server, tamper) as client:
                publish(client, self.warehouse, SYMBOL)
        except (DataError, redis.RedisError) as error:
            raise SystemExit(REFUSED) from error

    def judged(self, *, may_serve: tuple[str, ...]) -> list[str]:
        """What is wrong with a service that starts now; its snapshot has to be there for good, others not."""
        reader = self.reader()
        wrong = self.faults_of(reader, may_serve=may_serve)
        if wrong:
            return wrong
        served = reader.snapshots[SYMBOL].id
        with self.server.client() as client:
            wrong = [] if stays(client, served) else [f"{served} is served, and expires"]
            others = set(self.ids) - {served, *kept_ids(client)}
            return wrong + [f"{each} is not kept, and stays" for each in others if stays(client, each)]

    def faults_of(self, store: SnapshotStore, *, may_serve: tuple[str, ...]) -> list[str]:
        served = store.snapshots.get(SYMBOL)
        if served is None:
            return ["nothing is served, though a whole snapshot was there"]
        if served.id not in may_serve:
            return [f"{served.id} is served, expected {' or '.join(may_serve)}"]
        self.compared.number += 1
        if content_of(served) != self.contents[served.id]:
            return [f"{served.id} is served, and says something else"]
        return []

    def recovered(self, expected: str) -> list[str]:
        publish_id(self.server, self.warehouse, expected)
        with self.server.client() as client:
            served = pointer(client)
        wrong = [] if served == expected else [f"publishing again left {served} served"]
        return wrong + self.judged(may_serve=(expected,))

    def commands(self) -> int:
        """The number of commands of a publication."""
        self.reset()
        counted: list[int] = []

        def count(number: int, content: bytes, send: Callable[[bytes], None]) -> None:
            counted.append(number)
            send(content)

        with tampered(self.server, count) as client:
            publish(client, self.warehouse, SYMBOL)
        return max(counted)


@cache
def _shelf() -> tuple[Warehouse, tuple[str, ...], dict[str, str]]:
    logging.disable(logging.CRITICAL)
    warehouse, ids = small_snapshots(lasting_folder(), 3)
    source = DirectorySource(warehouse.root)
    return warehouse, tuple(ids), {each: content_of(source.load(SYMBOL, each)) for each in ids}


def prepare() -> None:
    """Make the snapshots once, for all forks of this process."""
    _shelf()


@contextmanager
def scene_in(folder: Path) -> Iterator[Scene]:
    template, ids, contents = _shelf()
    shutil.copytree(template.root, folder / "warehouse")
    with running_redis() as server:
        yield Scene(Warehouse(folder / "warehouse"), ids, contents, server, folder / "copies")
