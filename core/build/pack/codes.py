"""Feature columns as codes: what the bitmaps and the code matrix are made of (core.contracts.pack)."""

import math
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from core.contracts.catalogue import Catalogue, FeatureDefinition
from core.contracts.errors import DataError
from core.contracts.pack import NULL_CODE
from core.contracts.ranges import code_count, ranges_of
from core.features.compute import FeatureColumn
from core.market.market import BoolArray, DateArray, FloatArray


def widen_ranges(catalogue: Catalogue, columns: Mapping[str, FeatureColumn]) -> Catalogue:
    """The catalogue with every range that is a hint made to hold the snapshot's own values (ruling 27)."""
    features = (
        _widened(feature, columns[feature.name].values)
        if feature.range_is_hint and feature.name in columns
        else feature
        for feature in catalogue.features
    )
    return Catalogue(tuple(features), catalogue.categories)


def _widened(feature: FeatureDefinition, values: FloatArray) -> FeatureDefinition:
    if feature.value_range is None or np.isnan(values).all():
        return feature
    low, high = feature.value_range
    span = (min(low, math.floor(np.nanmin(values))), max(high, math.ceil(np.nanmax(values))))
    return replace(feature, value_range=span)


def code_values(feature: FeatureDefinition, values: FloatArray, days: DateArray) -> NDArray[np.uint8]:
    """Codes (N,) of a feature's values (N,), NaN as NULL_CODE; `days` (N,) are named in a message.

    Raises:
        DataError: a value that the definition rules out: not whole, out of range, past a hard limit.
    """
    if code_count(feature) > NULL_CODE:
        raise DataError(f"{feature.name}: {code_count(feature)} values, at most {NULL_CODE} can be coded.")
    present = ~np.isnan(values)
    codes = np.full(len(values), NULL_CODE, dtype=np.uint8)
    _check(feature, values, _impossible(feature, values) & present, days)
    codes[present] = _code(feature, values[present])
    return codes


def _code(feature: FeatureDefinition, values: FloatArray) -> NDArray[np.int64]:
    if feature.kind == "numeric":
        return ranges_of(feature).code(values)
    first = 0 if feature.value_range is None else feature.value_range[0]
    return values.astype(np.int64) - first


def _impossible(feature: FeatureDefinition, values: FloatArray) -> BoolArray:
    low, high = _limits(feature)
    fraction = np.zeros(len(values), dtype=np.bool_)
    if feature.kind != "numeric":
        fraction = values != np.floor(values)
    return np.asarray((values < low) | (values > high) | np.isinf(values) | fraction)


def _limits(feature: FeatureDefinition) -> tuple[float, float]:
    if feature.kind == "numeric":
        low = -np.inf if feature.hard_min is None else feature.hard_min
        return low, np.inf if feature.hard_max is None else feature.hard_max
    first = 0 if feature.value_range is None else feature.value_range[0]
    return first, first + code_count(feature) - 1


def _check(feature: FeatureDefinition, values: FloatArray, bad: BoolArray, days: DateArray) -> None:
    rows = np.flatnonzero(bad)
    if len(rows):
        _refuse(feature, float(values[rows[0]]), days[rows[0]].item())


def _refuse(feature: FeatureDefinition, value: float, day: date) -> NoReturn:
    low, high = _limits(feature)
    kind = "numbers" if feature.kind == "numeric" else "whole numbers"
    raise DataError(
        f"feature {feature.name}, session {day}: value {value:g} found, {kind} from {low:g} to {high:g} "
        "expected. Correct the feature or its definition."
    )
