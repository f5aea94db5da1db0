"""The parquet tables, one pyarrow schema each, and the only way from a frame to a table.

Every field carries `unit`, `known_at` and `doc` as metadata. Parquet is for people (ruling 8): words are
dictionary strings, truths are booleans, null means unknown or does not apply.
"""

import pandas as pd
import pyarrow as pa

from core.contracts.catalogue import Catalogue, FeatureDefinition, Kind
from core.contracts.errors import DataError
from core.contracts.known_at import KnownAt

WORD = pa.dictionary(pa.int8(), pa.string())
BASELINE = "end of data"
"""When a figure over the whole history is known."""


def field(
    name: str, kind: pa.DataType, doc: str, *, known_at: KnownAt | str, unit: str = "", nullable: bool = False
) -> pa.Field:
    """A column with its meaning in its metadata; `known_at` is a class or, for bars, `bar close`."""
    metadata = {"unit": unit, "known_at": str(known_at), "doc": doc}
    return pa.field(name, kind, nullable=nullable, metadata=metadata)


def _price(name: str, doc: str, known_at: KnownAt | str, *, nullable: bool = False) -> pa.Field:
    return field(name, pa.float64(), doc, known_at=known_at, unit="points", nullable=nullable)


TABLES_VERSION = "2"
"""Version of the tables' columns, in every file's metadata; 1 had no `symbol`, and no metadata."""

SYMBOL = field("symbol", WORD, "whose row it is", known_at="bar open")
"""The first column of every table of a snapshot; a bar's symbol is said by its folder."""

BARS = pa.schema(
    [
        field("ts", pa.timestamp("us", tz="UTC"), "UTC open of the five-minute bar", known_at="bar open"),
        field("session_date", pa.date32(), "session the bar is dated to", known_at="bar open"),
        field("segment", WORD, "overnight, rth, after or closed_day", known_at="bar open"),
        field("bar_number", pa.int16(), "1..81 in rth, 0 elsewhere", known_at="bar open", unit="bar"),
        _price("open", "first price", "bar open"),
        _price("high", "highest price", "bar close"),
        _price("low", "lowest price", "bar close"),
        _price("close", "last price", "bar close"),
        field(
            "volume",
            pa.int64(),
            "contracts traded, null if unknown",
            known_at="bar close",
            unit="contracts",
            nullable=True,
        ),
        field(
            "contract", pa.string(), "contract traded, null if unknown", known_at="bar open", nullable=True
        ),
    ]
)

TO_LABEL = [name for name in BARS.names if name not in ("session_date", "segment", "bar_number")]
"""What a bar is before a build says where it stands."""

FIELDS = tuple(TO_LABEL[1:])
"""What of a bar an import can change."""

SESSIONS = pa.schema(
    [
        field(
            "session_ix", pa.int32(), "bit position; null on half days", known_at=KnownAt.PRE, nullable=True
        ),
        field("session_date", pa.date32(), "trade date", known_at=KnownAt.PRE),
        field("kind", WORD, "full (81 bars) or short (45)", known_at=KnownAt.PRE),
        field(
            "contract", pa.string(), "contract traded, null if unknown", known_at=KnownAt.PRE, nullable=True
        ),
        field("is_roll", pa.bool_(), "contract unlike the session before's", known_at=KnownAt.PRE),
        _price("hoy", "high of yesterday's RTH", KnownAt.PRE, nullable=True),
        _price("loy", "low of yesterday's RTH", KnownAt.PRE, nullable=True),
        _price("coy", "close of yesterday's last RTH bar", KnownAt.PRE, nullable=True),
        _price("gxh", "high from 18:00 of the evening before to 09:30", KnownAt.PRE, nullable=True),
        _price("gxl", "low from 18:00 of the evening before to 09:30", KnownAt.PRE, nullable=True),
        _price("open", "open of bar 1", KnownAt.OPEN),
        _price("adr10", "mean range of the ten full sessions before", KnownAt.PRE, nullable=True),
    ]
)

SIGNALS = pa.schema(
    [
        field("ts", pa.timestamp("us", tz="UTC"), "UTC open of the five-minute bar", known_at="bar open"),
        field("session_date", pa.date32(), "session, half days too", known_at="bar open"),
        field("bar_number", pa.int16(), "1..81, 1..45 on half days", known_at="bar open", unit="bar"),
        _price("ema", "EMA(20) of RTH closes, begun anew where a roll's difference is unknown", "bar close"),
        field(
            "signal_type",
            pa.int8(),
            "AMA at server defaults: 0 none, by side 1 breakout, 2 climax, 3 outside bar, 5 big, "
            "10 follow-through",
            known_at="bar close",
        ),
        field(
            "ft_flag", pa.int8(), "side where the bar follows the one before, else 0", known_at="bar close"
        ),
    ]
)

NAME = pa.dictionary(pa.int16(), pa.string())

MODULES = pa.schema(
    [
        field("feature", NAME, "feature answered", known_at=BASELINE),
        field("module", NAME, "probability module", known_at=BASELINE),
        field("figure", NAME, "path of the figure in the module's answer", known_at=BASELINE),
        field("bar", pa.int16(), "bar of a figure by bar", known_at=BASELINE, unit="bar", nullable=True),
        field("value", pa.float64(), "the figure", known_at=BASELINE),
        field("n", pa.int64(), "days with a value", known_at=BASELINE, unit="days"),
    ]
)

STABILITY = pa.schema(
    [
        field("feature", NAME, "feature with an occurrence", known_at=BASELINE),
        field("year", pa.int16(), "calendar year of the sessions", known_at=BASELINE, unit="year"),
        field("n", pa.int32(), "days of that year with a value", known_at=BASELINE, unit="days"),
        field("days", pa.int32(), "active days among them", known_at=BASELINE, unit="days"),
        field("occurrence", pa.float64(), "days over n", known_at=BASELINE),
        field("lower", pa.float64(), "lower 95 % Wilson limit", known_at=BASELINE),
        field("upper", pa.float64(), "upper 95 % Wilson limit", known_at=BASELINE),
        field(
            "p_value",
            pa.float64(),
            "chi-square that all years have one rate; null where too few days tell",
            known_at=BASELINE,
            nullable=True,
        ),
        field(
            "q_value", pa.float64(), "p_value after Holm over the features", known_at=BASELINE, nullable=True
        ),
        field(
            "design_effect",
            pa.float64(),
            "variance by weekly blocks over that of independent days; null at a rate of 0 or 1",
            known_at=BASELINE,
            nullable=True,
        ),
        field("days_cluster", pa.bool_(), "design_effect near or above 3", known_at=BASELINE),
    ]
)

_FEATURE_TYPES: dict[Kind, pa.DataType] = {
    "boolean": pa.bool_(),
    "enum": WORD,
    "integer bar": pa.int16(),
    "integer count": pa.int16(),
    "numeric": pa.float64(),
    "date": pa.date32(),
}


def features_schema(catalogue: Catalogue) -> pa.Schema:
    """The table `features`: two dates and one nullable column per feature, generated from the registry."""
    dates = [
        field("session_date", pa.date32(), "full session", known_at=KnownAt.PRE),
        field(
            "prev_session_date",
            pa.date32(),
            "the session immediately before; null where it has no row here",
            known_at=KnownAt.PRE,
            nullable=True,
        ),
    ]
    return pa.schema([*dates, *(_feature_field(feature) for feature in catalogue.features)])


def _feature_field(feature: FeatureDefinition) -> pa.Field:
    return field(
        feature.name,
        _FEATURE_TYPES[feature.kind],
        feature.description,
        known_at=feature.known_at,
        unit=feature.unit or "",
        nullable=True,
    )


def written_schema(schema: pa.Schema) -> pa.Schema:
    """A snapshot's table as it is written: the symbol, then the columns of `schema`."""
    return pa.schema([SYMBOL, *schema])


def file_metadata(symbol: str, **more: str) -> dict[str, str]:
    """What every parquet file says of itself: symbol, version of the columns and `more`."""
    return {"symbol": symbol, **more, "schema_version": TABLES_VERSION}


def to_table(frame: pd.DataFrame, schema: pa.Schema, name: str) -> pa.Table:
    """`frame` as the table `name`; DataError where columns, types or nulls are not the schema's."""
    if list(frame.columns) != schema.names:
        raise DataError(
            f"table {name}: found columns {', '.join(map(str, frame.columns))}; "
            f"expected {', '.join(schema.names)}",
            code="schema_mismatch",
        )
    _refuse_nulls(frame, schema, name)
    try:
        table = pa.Table.from_pandas(frame, schema=schema, preserve_index=False)
    except (pa.ArrowException, TypeError, ValueError) as error:
        raise DataError(f"table {name}: {error}", code="schema_mismatch") from error
    return table.replace_schema_metadata(None)


def _refuse_nulls(frame: pd.DataFrame, schema: pa.Schema, name: str) -> None:
    for column in schema:
        found = 0 if column.nullable else int(frame[column.name].isna().sum())
        if found:
            raise DataError(
                f"table {name}: {found} nulls in {column.name}; expected none", code="schema_mismatch"
            )
