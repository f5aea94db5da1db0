"""Which days a lesson's filters keep, read value by value: no array is compared."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.contracts.catalogue import FeatureDefinition
from core.contracts.pack import NULL_CODE
from core.question.index import SnapshotIndex
from tests.oracles.filters import is_match


def kept_days(index: SnapshotIndex, filters: list[dict[str, Any]]) -> NDArray[np.bool_]:
    """Whether each session (N,) passes every filter, as ruling 15 reads one."""
    kept = np.ones(index.n_sessions, dtype=bool)
    for each in filters:
        definition = index.catalogue.by_name[each["feature"]]
        values = _values(index, definition)
        event = definition.kind == "integer bar"
        wanted = [is_match(value, each["operator"], each["value"], event) for value in values]
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
