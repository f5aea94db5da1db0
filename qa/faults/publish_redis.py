"""Publication in Redis: killed at every command, its bytes altered on the way, two publishers at once."""

from collections.abc import Callable
from pathlib import Path

from core.warehouse.snapshots import Overtaken
from pipelines.publication import publish
from qa.faults import broken_redis
from qa.faults.apart import code_of
from qa.faults.registry import Fault, Outcome, Size
from qa.faults.scene import REFUSED, Scene, prepare, scene_in
from qa.faults.tampers import KILLED, die
from tests.support.redis_publishing import SYMBOL, Tamper, pointer, publish_id, tampered

_NO_FILE = 4
"""How a publisher ends whose command carries no file."""


def _moments(scene: Scene) -> range:
    return range(1, scene.commands() + 1)


def killed(folder: Path, size: Size) -> Outcome:
    """SIGKILL before, amid and after each command."""
    wrong, times = [], 0
    with scene_in(folder) as scene:
        for number in _moments(scene):
            for share in (0.0, 0.5, 1.0):
                scene.reset()
                code = code_of(lambda: scene.publish(_killing(number, share)))  # noqa: B023
                found = [] if code == KILLED else [f"the publisher ended with {code}"]
                found += scene.judged(may_serve=scene.ids[:2]) + scene.recovered(scene.ids[1])
                wrong += [f"command {number}, {share:.0%} of it sent: {each}" for each in found]
                times += 1
    return Outcome(times, scene.compared.number, wrong=tuple(wrong))


def _killing(at: int, share: float) -> Tamper:
    def tamper(number: int, content: bytes, send: Callable[[bytes], None]) -> None:
        if number == at:
            if share:
                send(content[: int(len(content) * share)])
            die()
        send(content)

    return tamper


def altered(folder: Path, size: Size) -> Outcome:
    """One byte of each command that carries a file is another when it arrives."""
    wrong, times = [], 0
    with scene_in(folder) as scene:
        for number in _moments(scene):
            scene.reset()
            code = code_of(lambda: scene.publish(_altering(number)))  # noqa: B023
            if code == _NO_FILE:
                continue
            found = [] if code in (0, REFUSED) else [f"the publisher ended with {code}"]
            found += scene.judged(may_serve=scene.ids[:2]) + scene.recovered(scene.ids[1])
            wrong += [f"command {number}: {each}" for each in found]
            times += 1
    return Outcome(times, scene.compared.number, wrong=tuple(wrong))


_LARGE = 2_000
"""Bytes of a command that carries a file."""


def _altering(at: int) -> Tamper:
    def tamper(number: int, content: bytes, send: Callable[[bytes], None]) -> None:
        if number == at:
            if len(content) < _LARGE:
                raise SystemExit(_NO_FILE)
            middle = len(content) // 2
            content = content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]
        send(content)

    return tamper


def two_publishers(folder: Path, size: Size) -> Outcome:
    """Another publisher publishes a third snapshot, all of it, before each command of the first."""
    wrong, times = [], 0
    with scene_in(folder) as scene:
        for number in _moments(scene):
            scene.reset()
            ours = _overtaken(scene, number)
            with scene.server.client() as client:
                served = pointer(client)
            expected = scene.ids[2]
            found = (
                [] if served == expected else [f"{served} is served, though {expected} was published last"]
            )
            found += scene.judged(may_serve=(expected,) if not found else scene.ids)
            found += scene.recovered(scene.ids[1])
            wrong += [f"command {number} ({ours}): {each}" for each in found]
            times += 1
    return Outcome(times, scene.compared.number, wrong=tuple(wrong))


def _overtaken(scene: Scene, at: int) -> str:
    came = False

    def meddle(number: int, content: bytes, send: Callable[[bytes], None]) -> None:
        nonlocal came
        if number == at and not came:
            came = True
            publish_id(scene.server, scene.warehouse, scene.ids[2])
        send(content)

    try:
        with tampered(scene.server, meddle) as client:
            return publish(client, scene.warehouse, SYMBOL).snapshot_id
    except Overtaken:
        return "overtaken"


_PROMISE = "the old or the new snapshot is served, whole and for good; publishing again serves the new one"

FAULTS = (
    Fault(
        "publisher-killed",
        "SIGKILL before, amid and after a Redis command of a publication",
        _PROMISE,
        killed,
        {"the pointer moves before the files": broken_redis.redis_pointer_first},
        prepare,
    ),
    Fault(
        "publication-altered",
        "one bit of a command that carries a file is another when it arrives",
        f"the publisher notices; {_PROMISE}",
        altered,
        {"what was sent is not read back": broken_redis.redis_not_read_back},
        prepare,
    ),
    Fault(
        "two-publishers",
        "another publisher, all of it, before a Redis command of the first",
        "who published last is served, whole; the first says that it was overtaken, or was done before",
        two_publishers,
        {"the pointer is not compared before it moves": broken_redis.redis_not_compared},
        prepare,
    ),
)
