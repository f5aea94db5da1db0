"""Probability answers as a long table: one row per figure (architecture.md, Contracts, `modules`)."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from core.contracts.results import FeatureResult

_BY_BAR = {"by_bar_days", "final_by_bar_days"}
"""Lists with one number per bar, bar 1 first."""

_BARS = {("distribution",)}
"""Maps whose keys may be bars."""

_NAMED = {"full_range": ("min", "max"), "iqr_range": ("q1", "q3"), "quartiles": ("q1", "median", "q3")}
_COUNT_AND_SHARE = ("count", "pct")


class Figure(NamedTuple):
    """One number of one module; `bar` where there is one per bar, `n` the days in the denominator."""

    feature: str
    module: str
    figure: str
    bar: int | None
    value: float
    n: int


def figures_of(results: Mapping[str, FeatureResult]) -> Iterator[Figure]:
    """Every number of every answer; `figure` is its path, such as `periods.Morning.probability`.

    A figure that is null has no row; texts stay in the serving pack. Bars are a column, not part of the path.
    """
    for feature, result in results.items():
        for module, answer in result.modules.items():
            for path, bar, value in _numbers(msgspec.to_builtins(answer.data), ()):
                yield Figure(feature, module, ".".join(path), bar, value, answer.metadata.n)


Found = Iterator[tuple[tuple[str, ...], int | None, float]]


def _numbers(value: Any, path: tuple[str, ...]) -> Found:
    if isinstance(value, int | float):
        yield path, None, float(value)
    elif isinstance(value, list):
        yield from _of_list(value, path)
    elif isinstance(value, dict):
        yield from _of_map(value, path)


def _of_map(values: dict[str, Any], path: tuple[str, ...]) -> Found:
    for key, value in values.items():
        if path[-1:] in _BARS and key.isdigit() and isinstance(value, int | float):
            yield path, int(key), float(value)
        else:
            yield from _numbers(value, (*path, key))


def _of_list(values: list[Any], path: tuple[str, ...]) -> Found:
    if path[-1] in _BY_BAR:
        for number, value in enumerate(values, start=1):
            yield path, number, float(value)
        return
    for name, value in zip(_names(values, path[-1]), values, strict=True):
        yield from _numbers(value, (*path, name))


def _names(values: list[Any], last: str) -> tuple[str, ...] | list[str]:
    if all(isinstance(value, dict) and "label" in value for value in values):
        return [value["label"] for value in values]
    if last in _NAMED:
        return _NAMED[last]
    if len(values) == 2 and not any(isinstance(value, dict) for value in values):
        return _COUNT_AND_SHARE
    return [str(position) for position in range(len(values))]
