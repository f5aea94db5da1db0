"""The task and the result of a process that runs own files, and their form: JSON and Arrow."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, BinaryIO

import msgspec
import numpy as np
import orjson

from core.claims.read_claims import Mistake
from core.contracts.catalogue import Catalogue, FeatureDefinition
from core.contracts.errors import DataError
from core.features.compute import FeatureColumn
from core.market.market import Market
from core.processes.messages import (
    Array,
    arrays_to_table,
    put_together,
    read_head,
    read_table,
    table_to_arrays,
    taken_apart,
    write_message,
)
from core.warehouse.serving.pack import catalogue_from_json, catalogue_to_json

Columns = dict[str, FeatureColumn]
PlainFeatures = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class OwnFile:
    path: str
    source: bytes


@dataclass(frozen=True, slots=True)
class Task:
    """Files to check on `markets` and `real`, or with `compute` to compute on the one market.

    `wanted` are the valid definitions by file; a check takes all.
    """

    files: tuple[OwnFile, ...]
    cpu_seconds: int
    markets: tuple[Market, ...] = ()
    real: tuple[Market, ...] = ()
    compute: Market | None = None
    wanted: tuple[tuple[FeatureDefinition, ...], ...] = ()


@dataclass(slots=True)
class Found:
    """The result of a task: a check's definitions and seconds for 1,000 sessions, or columns.

    `coin` are the columns of the coin days; `printed` is the files' last output; `is_cut_off` if the process
    of a check ended early.
    """

    definitions: list[FeatureDefinition] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    mistakes: list[Mistake] = field(default_factory=list)
    columns: Columns = field(default_factory=dict)
    coin: Columns = field(default_factory=dict)
    printed: str = ""
    is_cut_off: bool = False


class _TaskHead(msgspec.Struct):
    files: list[OwnFile]
    cpu_seconds: int
    wanted: list[PlainFeatures]
    markets: list[dict[str, Any]]
    real: list[dict[str, Any]]
    compute: dict[str, Any] | None


class _FoundHead(msgspec.Struct):
    features: PlainFeatures
    seconds: dict[str, float]
    mistakes: list[Mistake]


def plain_features(definitions: Sequence[FeatureDefinition]) -> PlainFeatures:
    """Definitions as plain JSON values, of whatever classes a file made them."""
    document = catalogue_to_json(Catalogue(tuple(definitions), ()))
    features: PlainFeatures = orjson.loads(orjson.dumps(document["features"]))
    return features


def features_of(plain: PlainFeatures) -> tuple[FeatureDefinition, ...]:
    """The definitions of `plain_features`; DataError for anything else."""
    return catalogue_from_json({"features": plain, "categories": []}).features


def write_task(stream: BinaryIO, task: Task) -> None:
    alone = [] if task.compute is None else [task.compute]
    parts = [taken_apart(market) for market in (*task.markets, *task.real, *alone)]
    plain, last = [each for _, each in parts], len(task.markets) + len(task.real)
    head = _TaskHead(
        list(task.files),
        task.cpu_seconds,
        [plain_features(each) for each in task.wanted],
        plain[: len(task.markets)],
        plain[len(task.markets) : last],
        plain[last] if alone else None,
    )
    write_message(stream, head, [arrays_to_table(arrays) for arrays, _ in parts])


def read_task(stream: BinaryIO) -> Task:
    head = read_head(stream, _TaskHead)

    def market(plain: Mapping[str, Any]) -> Market:
        return put_together(Market, {**plain, **table_to_arrays(read_table(stream))})

    return Task(
        tuple(head.files),
        head.cpu_seconds,
        tuple(map(market, head.markets)),
        tuple(map(market, head.real)),
        None if head.compute is None else market(head.compute),
        tuple(map(features_of, head.wanted)),
    )


def write_found(stream: BinaryIO, found: Found) -> None:
    arrays: dict[str, Array] = {}
    for kind, columns in (("columns", found.columns), ("coin", found.coin)):
        for name, column in columns.items():
            arrays[f"{kind}.{name}.values"] = column.values
            if column.event_bar is not None:
                arrays[f"{kind}.{name}.event_bar"] = column.event_bar
    head = _FoundHead(plain_features(found.definitions), found.seconds, found.mistakes)
    write_message(stream, head, [arrays_to_table(arrays)])


def read_found(stream: BinaryIO, task: Task) -> Found:
    """The result that a process wrote for a task, reduced to the task's features and sessions.

    Raises:
        ValueError: it wrote something else; also what `messages` raises.
    """
    head = read_head(stream, _FoundHead)
    arrays = table_to_arrays(read_table(stream))
    try:
        found = Found(list(features_of(head.features)), head.seconds, head.mistakes)
    except DataError as error:
        raise ValueError(error.detail) from error
    names = {definition.name for definitions in task.wanted for definition in definitions}
    for path, array in arrays.items():
        kind, name, part = path.split(".")
        sessions = 0 if task.compute is None else len(task.compute)
        is_column = array.ndim == 1 and array.dtype == np.float64 and sessions
        if not is_column or name not in names or array.size % sessions:
            raise ValueError(f"{path}: no column of the task")
        columns = {"columns": found.columns, "coin": found.coin}[kind]
        if part == "values":
            columns[name] = FeatureColumn(array, arrays.get(f"{kind}.{name}.event_bar"))
    return found
