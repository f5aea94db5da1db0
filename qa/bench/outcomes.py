"""What comes on a day or does not: the outcomes that are compared with a coin."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

NEUTRAL = "none"

Described = Mapping[str, Any]
"""A feature as GET /api/features describes it."""


def occurs(described: Described) -> bool:
    return "occurrence" in described["metadata"]["statistical_method"]


def happened(values: pd.Series) -> pd.Series:
    """Whether a feature is active, null without a value."""
    is_label = values.dtype.name == "category"
    active = values != NEUTRAL if is_label else values.astype("float64") > 0
    return active.astype("boolean").where(values.notna())


def outcomes_of(rows: pd.DataFrame, described: Mapping[str, Described], names: Sequence[str]) -> pd.DataFrame:
    """1 or 0, null without a value: of a feature `NAME__came` where it occurs, then every `NAME__LABEL`."""
    found = {}
    for name in names:
        if occurs(described[name]):
            found[f"{name}__came"] = happened(rows[name])
        if described[name]["type"].startswith("enum"):
            for label in described[name]["ui_schema"]["filter_component"]["validation"]["enum"]:
                found[f"{name}__{label}"] = (rows[name] == label).astype("boolean").where(rows[name].notna())
    return pd.DataFrame(found).astype("Float64").astype("float64")
