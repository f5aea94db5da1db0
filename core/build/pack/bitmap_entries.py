"""One feature's arrays in the serving pack."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.build.pack.histograms import has_edges, histogram_edges
from core.contracts import pack as entries
from core.contracts.catalogue import FeatureDefinition
from core.contracts.errors import DataError
from core.contracts.known_at import LAST_BAR
from core.contracts.pack import NULL_CODE
from core.contracts.ranges import code_count
from core.features.compute import FeatureColumn
from core.market.market import FloatArray
from core.query.loading import waits_for_event
from core.statistics.bitmaps import pack

Arrays = dict[str, NDArray[Any]]


def feature_entries(feature: FeatureDefinition, column: FeatureColumn, codes: NDArray[np.uint8]) -> Arrays:
    """The entries of one coded feature: validity and what its kind's operators look up.

    Raises:
        DataError: a by_bar enum without the bars of its deciding event.
    """
    arrays: Arrays = {entries.valid(feature.name): pack(codes != NULL_CODE)}
    if feature.kind == "numeric":
        arrays |= _numeric_entries(feature.name, column.values)
    elif feature.value_range is not None:
        arrays[entries.at_most(feature.name)] = _at_most(codes, code_count(feature))
    else:
        rows = np.arange(code_count(feature), dtype=np.uint8)[:, None]
        arrays[entries.equals(feature.name)] = pack(codes[None, :] == rows)
    if waits_for_event(feature):
        arrays[entries.event_at_most(feature.name)] = _event_at_most(feature, column.event_bar)
    if has_edges(feature):
        values = column.values[~np.isnan(column.values)]
        arrays[entries.histogram_edges(feature.name)] = histogram_edges(values)
    return arrays


def _numeric_entries(name: str, values: FloatArray) -> Arrays:
    order = np.argsort(values, kind="stable")[: np.count_nonzero(~np.isnan(values))]
    return {
        entries.values(name): values.astype("<f8"),
        entries.order(name): order.astype("<i4"),
    }


def _at_most(codes: NDArray[np.uint8], count: int) -> NDArray[np.uint64]:
    rows = np.arange(count, dtype=np.uint8)[:, None]
    return pack(codes[None, :] <= rows)


def _event_at_most(feature: FeatureDefinition, event_bar: FloatArray | None) -> NDArray[np.uint64]:
    if event_bar is None:
        raise DataError(f"feature {feature.name}: by_bar needs the bars of its deciding event, none given.")
    bars = np.arange(LAST_BAR + 1)[:, None]
    return pack((event_bar[None, :] >= 1) & (event_bar[None, :] <= bars))
