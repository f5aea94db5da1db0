"""The session table of the serving pack: one row per full session, for charts and the days list."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.market.market import FloatArray, Market


def session_rows(market: Market) -> list[dict[str, Any]]:
    """Date, contract, roll and levels of every full session; an unknown level or contract is None."""
    table, ordinal = market.sessions, market.ordinal
    columns: dict[str, list[Any]] = {
        "session_date": [str(day) for day in market.session_date.astype("datetime64[D]")],
        "contract": [str(contract) or None for contract in table.contract[ordinal]],
        "is_roll": table.is_roll[ordinal].tolist(),
        "hoy": numbers_or_none(market.hoy),
        "loy": numbers_or_none(market.loy),
        "coy": numbers_or_none(market.coy),
        "gxh": numbers_or_none(market.gxh),
        "gxl": numbers_or_none(market.gxl),
        "open": numbers_or_none(market.open[:, 0]),
        "adr10": numbers_or_none(market.adr10),
    }
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def numbers_or_none(values: FloatArray) -> list[float | None]:
    """Values (n,) as JSON has them, NaN as None."""
    missing = np.isnan(values).tolist()
    return [None if absent else value for value, absent in zip(values.tolist(), missing, strict=True)]
