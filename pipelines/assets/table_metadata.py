"""Rows and columns of the table that a step makes, in the words that Dagster's page shows tables with."""

from collections.abc import Callable, Mapping
from typing import Any

import dagster as dg
import pyarrow as pa

from core.build.build import Build
from core.build.steps import StepReport
from core.warehouse import schemas

_TABLES: Mapping[str, Callable[[Build], tuple[pa.Schema, int]]] = {
    "bars": lambda build: (schemas.BARS, build.record.rows),
    "sessions": lambda build: (schemas.SESSIONS, len(build.sessions.sessions)),
    "features": lambda build: (schemas.features_schema(build.catalogue), len(build.market)),
    "signals": lambda build: (schemas.SIGNALS, len(build.signals.signal_type)),
    "coin": lambda build: (schemas.coin_schema(build.catalogue), build.coin.draws * len(build.market)),
    "modules": lambda build: (schemas.MODULES, len(build.module_tables.modules)),
    "claims": lambda build: (schemas.CLAIMS, len(build.claim_tables.tables["claims"])),
}


def table_metadata(build: Build, report: StepReport) -> dict[str, Any]:
    """Row count and column schema; nothing for what is no table, or was not made as a snapshot has it."""
    if report.step not in _TABLES or "is_there" in report.numbers:
        return {}
    schema, rows = _TABLES[report.step](build)
    return {"dagster/row_count": rows, "dagster/column_schema": _table_schema(schema)}


def _table_schema(schema: pa.Schema) -> dg.TableSchema:
    return dg.TableSchema(
        [
            dg.TableColumn(
                each.name,
                str(each.type),
                (each.metadata or {}).get(b"doc", b"").decode() or None,
                dg.TableColumnConstraints(nullable=each.nullable),
            )
            for each in schema
        ]
    )
