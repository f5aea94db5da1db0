"""Mutated code of publication in Redis: see qa/faults/broken.py."""

from typing import Any

from pipelines import publication
from qa.replacing import put


def redis_pointer_first() -> None:
    """The pointer in Redis moves, then the files are sent."""
    write, move = publication._write, publication._move

    def first(client: Any, shelved: Any) -> int:
        with client.pipeline() as moving:
            move(moving, shelved, None)
        return write(client, shelved)

    put(publication, "_write", first)


def redis_not_read_back() -> None:
    """What Redis holds is pointed at without being read back."""
    put(publication, "_read_back", lambda reading, shelved: None)


def redis_not_compared() -> None:
    """The pointer in Redis moves whatever it says by then."""

    def point(client: Any, shelved: Any, started_from: str | None) -> None:
        with client.pipeline() as moving:
            publication._move(moving, shelved, started_from)

    put(publication, "_point", point)
