"""Which days a lesson's filters keep, read value by value: no array is compared."""

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.contracts.catalogue import FeatureDefinition
from core.contracts.pack import NULL_CODE
from core.question.index import SnapshotIndex

_ORDERS: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def kept_days(index: SnapshotIndex, filters: list[dict[str, Any]]) -> NDArray[np.bool_]:
    """Whether each session (N,) passes every filter, as ruling 15 reads one."""
    kept = np.ones(index.n_sessions, dtype=bool)
    for each in filters:
        definition = index.catalogue.by_name[each["feature"]]
        values = _values(index, definition)
        wanted = [_passes(definition, value, each["operator"], each["value"]) for value in values]
        kept &= np.array(wanted, dtype=bool)
    return kept


def _values(index: SnapshotIndex, definition: FeatureDefinition) -> list[Any]:
    """A value of each session, None where there is none."""
    if definition.kind == "numeric":
        return [None if np.isnan(each) else float(each) for each in index.columns[definition.name].numbers]
    first = definition.value_range[0] if definition.value_range else 0
    codes = index.days[definition.name].codes.tolist()
    numbers = [None if code == NULL_CODE else int(code) + first for code in codes]
    if definition.kind == "enum":
        return [None if each is None else definition.labels[each] for each in numbers]
    return [bool(each) if definition.kind == "boolean" and each is not None else each for each in numbers]


def _passes(definition: FeatureDefinition, value: Any, asked: str, wanted: Any) -> bool:
    if value is None:
        return False
    if asked == "=":
        return bool(value == wanted)
    if asked == "in":
        return value in wanted
    if definition.kind == "integer bar" and value == 0:
        return False
    if asked == "range":
        return bool(wanted[0] <= value <= wanted[1])
    return bool(_ORDERS[asked](value, wanted))
