"""Two workers, a Redis and a warehouse of snapshots: what is served, and what has recovered."""

import multiprocessing
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from core.contracts.errors import DataError
from core.warehouse.paths import Warehouse
from pipelines.publication import connected, publish
from qa.soak.generator import generate
from qa.soak.redis_stage import StagedRedis, staged_redis
from qa.soak.school import School
from qa.soak.workers import Worker
from qa.soak.world import World
from tests.support.redis_publishing import SYMBOL
from tests.support.snapshots import point, publish_random

RECOVERY_SECONDS = 60.0
GENERATOR_ENDED = "a generator ended"
_START_SECONDS = 180.0


@dataclass
class Stage:
    """`published` is what Redis points at, `problems` what did not hold.

    A fault is over when each worker gave `enough` right answers again, within `patience` seconds.
    """

    world: World
    warehouse: Warehouse
    ids: list[str]
    shared: StagedRedis | None
    workers: list[Worker]
    published: str = ""
    publications: int = 0
    problems: list[str] = field(default_factory=list)
    patience: float = RECOVERY_SECONDS
    enough: int = 10

    @property
    def redis(self) -> StagedRedis:
        assert self.shared is not None, "staged without Redis"
        return self.shared

    @property
    def found_something(self) -> bool:
        return bool(self.problems or self.world.total("wrong") or self.world.total("lost"))

    def publish_next(self) -> bool:
        """Publish another snapshot than the one that is served; whether Redis took it."""
        following = self.ids[(self.ids.index(self.published) + 1) % len(self.ids)] if self.published else None
        return self.publish(following or self.ids[0])

    def publish(self, snapshot_id: str) -> bool:
        """Publish this snapshot; whether Redis, where there is one, took it."""
        point(self.warehouse.root, SYMBOL, snapshot_id)
        if self.shared is not None and not self._taken(self.shared.url):
            return False
        self.published = snapshot_id
        self.publications += 1
        return True

    def _taken(self, url: str) -> bool:
        with suppress(DataError), connected(url) as client:
            publish(client, self.warehouse, SYMBOL)
            return True
        return False

    def recovered(self, what: str) -> bool:
        """Whether every worker serves what is published and answers students again; a problem if not."""
        before = [self.world.answered_by(place) for place in range(len(self.workers))]
        for place, worker in enumerate(self.workers):
            if not worker.awaited(SYMBOL, self.published, self.patience):
                found = f"worker {place} does not come to serve {self.published}"
                self.problems.append(f"{what}: {found}; its log ends: {worker.last_words[-400:]}")
                return False
            if not self._answers(place, before[place] + self.enough):
                self.problems.append(f"{what}: worker {place} gives no right answers any more")
                return False
        return True

    def _answers(self, worker: int, number: int) -> bool:
        """Whether a worker gives so many right answers in time."""
        clock = self.workers[worker].own_time
        until = clock() + self.patience
        while self.world.answered_by(worker) < number:
            if clock() > until:
                return False
            time.sleep(0.02)
        return True


@contextmanager
def staged(
    folder: Path, *, snapshots: int = 3, generators: int = 1, with_redis: bool = True
) -> Iterator[Stage]:
    """All running, the first snapshot published and served; RuntimeError if a worker cannot start."""
    root = folder / "warehouse"
    ids = [publish_random(root, seed=seed, sessions=100 + 20 * seed) for seed in range(1, snapshots + 1)]
    with ExitStack() as stack:
        redis = stack.enter_context(staged_redis()) if with_redis else None
        workers = [_worker(folder, place, root, redis) for place in range(2)]
        world = World(multiprocessing.get_context("spawn"), [each.port for each in workers], generators)
        stage = Stage(world, Warehouse(root), ids, redis, workers)
        stage.publish_next()
        for worker in workers:
            worker.start()
            stack.callback(worker.kill)
        for worker in workers:
            if not worker.awaited(SYMBOL, stage.published, _START_SECONDS):
                raise RuntimeError(f"a worker does not start: {worker.last_words}")
        yield stage


def _worker(folder: Path, place: int, warehouse: Path, redis: StagedRedis | None) -> Worker:
    """With a Redis a worker has a state of its own and reads no warehouse, without one they share both."""
    own = folder / f"worker{place}"
    if redis is None:
        return Worker(own, warehouse, folder / "state")
    return Worker(own, own / "none", own / "state", redis.url)


@contextmanager
def students_at_work(stage: Stage, generators: int, school: School) -> Iterator[list[str]]:
    """Students that ask while the block lasts; afterwards, what they found to be wrong or lost."""
    context = multiprocessing.get_context("spawn")
    faults, found = context.SimpleQueue(), list[str]()
    processes = [
        context.Process(target=generate, args=(stage.world, number, school, faults), daemon=True)
        for number in range(generators)
    ]
    for process in processes:
        process.start()
    try:
        yield found
    finally:
        stage.world.end()
        for process in processes:
            process.join(school.patience.question + 20)
            if process.exitcode != 0:
                found.append(f"{GENERATOR_ENDED} with {process.exitcode}")
                process.kill()
        while not faults.empty():
            found.append(faults.get())


def school_of(stage: Stage, **given: object) -> School:
    return School(stage.warehouse.snapshots(SYMBOL), SYMBOL, tuple(stage.ids), **given)  # type: ignore[arg-type]
