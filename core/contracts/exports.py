"""The body of an export (source: rulings 30 and 32); its answer is a file."""

from typing import Literal

from msgspec import Struct

from core.contracts.day_parts import DayPart
from core.contracts.requests import DaysSort, Filters

ExportKind = Literal["days", "statistics"]
ExportFormat = Literal["csv", "xlsx", "pdf"]

MEDIA_TYPES: dict[ExportFormat, str] = {
    "csv": "text/csv",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pdf": "application/pdf",
}


class ExportRequest(Struct, frozen=True):
    """POST /v2/export: matching days with `columns`, or the statistics of `features`, as a file.

    `dates`, `part`, `columns` and `sort` belong to days, `features` to statistics; `title` heads the file.
    """

    kind: ExportKind
    format: ExportFormat
    filters: Filters = {}
    dates: list[str] | None = None
    part: DayPart | None = None
    columns: list[str] = []
    sort: DaysSort | None = None
    features: list[str] = []
    start_date: str | None = None
    end_date: str | None = None
    symbol: str | None = None
    title: str | None = None
