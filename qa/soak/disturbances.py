"""What goes wrong while a class works: each does its harm, publishes meanwhile, and leaves all running."""

import time
from collections.abc import Callable
from threading import Thread

from qa.soak.stage import Stage
from tests.support.redis_publishing import SYMBOL

Disturbance = Callable[[Stage], None]

_WHILE = 1.0


def worker_killed(stage: Stage) -> None:
    """SIGKILL under load; a publication while it is gone."""
    for place in (stage.publications % 2,):
        with stage.world.disturbing(place):
            stage.workers[place].kill()
            stage.publish_next()
            time.sleep(_WHILE / 2)
            stage.workers[place].start()
            _await(stage, place)


def rolling_restart(stage: Stage) -> None:
    """One worker after the other ends as asked and starts again; a publication between the two."""
    for place, worker in enumerate(stage.workers):
        with stage.world.disturbing(place):
            if not worker.stop():
                stage.problems.append(f"rolling restart: worker {place} did not end as asked")
            worker.start()
            _await(stage, place)
        if place == 0:
            stage.publish_next()


def worker_stopped(stage: Stage) -> None:
    """SIGSTOP for a moment: students wait; a publication meanwhile."""
    with stage.workers[stage.publications % 2].paused():
        stage.publish_next()
        time.sleep(_WHILE)


def redis_killed(stage: Stage) -> None:
    """Killed, away for a moment, back empty; sign-ins are gone, and the next night publishes again."""
    stage.world.empty()
    stage.redis.kill()
    time.sleep(_WHILE)
    if stage.publish_next():
        stage.problems.append("redis killed: a publication succeeded without it")
    stage.world.empty()
    stage.redis.start()
    time.sleep(_WHILE / 2)
    stage.publish_next()


def restarted_on_empty_redis(stage: Stage) -> None:
    """A worker starts while Redis has nothing: it serves its own copy, until the next publication."""
    stage.world.empty()
    stage.redis.kill()
    stage.world.empty()
    stage.redis.start()
    place = stage.publications % 2
    with stage.world.disturbing(place):
        stage.workers[place].kill()
        stage.workers[place].start()
        if not stage.workers[place].awaited(SYMBOL, stage.published, stage.patience):
            stage.problems.append(f"empty Redis: worker {place} does not serve its copy of {stage.published}")
    stage.publish_next()


def redis_stopped(stage: Stage) -> None:
    """SIGSTOP: connections stay and nothing answers; a publication is caught in the middle."""
    publishing = Thread(target=stage.publish_next)
    publishing.start()
    with stage.redis.stopped():
        time.sleep(2 * _WHILE)
    publishing.join()


def redis_paused(stage: Stage) -> None:
    """CLIENT PAUSE, a publication in the middle of it."""
    publishing = Thread(target=stage.publish_next)
    publishing.start()
    stage.redis.pause_clients(_WHILE)
    publishing.join()


def redis_slow(stage: Stage) -> None:
    """Answers come late for a while, a publication's as well."""
    publishing = Thread(target=stage.publish_next)
    publishing.start()
    stage.redis.be_slow(2 * _WHILE)
    publishing.join()


def redis_full(stage: Stage) -> None:
    """No memory: nobody signs in, and the publication is refused until there is some."""
    with stage.redis.full():
        if stage.publish_next():
            stage.problems.append("redis full: a publication succeeded")
        time.sleep(_WHILE)
    stage.publish_next()


def publication(stage: Stage) -> None:
    stage.publish_next()


DISTURBANCES: dict[str, Disturbance] = {
    "publication": publication,
    "worker killed": worker_killed,
    "Redis stopped": redis_stopped,
    "rolling restart": rolling_restart,
    "Redis full": redis_full,
    "worker stopped": worker_stopped,
    "Redis killed, back empty": redis_killed,
    "worker restarted on an empty Redis": restarted_on_empty_redis,
    "Redis slow": redis_slow,
    "Redis paused": redis_paused,
}


def _await(stage: Stage, place: int) -> None:
    """Wait while it counts as disturbed, until it is ready; what it serves is looked at afterwards."""
    worker = stage.workers[place]
    until = worker.own_time() + 40
    while worker.ready() is None and worker.process.poll() is None and worker.own_time() < until:
        time.sleep(0.05)
