"""How a table is parted into pages: which columns stand side by side, which rows below each other."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page: the places of its columns, and its rows from `start` to `stop`."""

    columns: tuple[int, ...]
    start: int
    stop: int


def panels(widths: Sequence[float], keys: int, room: float) -> list[tuple[int, ...]]:
    """Columns in groups that fit into `room`, each with the key columns first and one more at least."""
    key_places, key_room = tuple(range(keys)), sum(widths[:keys])
    groups: list[list[int]] = [[]]
    used = key_room
    for place in range(keys, len(widths)):
        if groups[-1] and used + widths[place] > room:
            groups.append([])
            used = key_room
        groups[-1].append(place)
        used += widths[place]
    return [(*key_places, *group) for group in groups]


def sheets(groups: Sequence[tuple[int, ...]], rows: int, first: int, later: int) -> list[Sheet]:
    """Every page in order: `first` rows fit below the facts of page 1, `later` on any other."""
    found: list[Sheet] = []
    for group in groups:
        found += [Sheet(group, *span) for span in _spans(rows, later if found else first, later)]
    return found


def _spans(rows: int, first: int, later: int) -> Iterator[tuple[int, int]]:
    stop = min(rows, first)
    yield 0, stop
    while stop < rows:
        start, stop = stop, min(rows, stop + later)
        yield start, stop
