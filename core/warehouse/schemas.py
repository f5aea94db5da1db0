"""The parquet tables, one pyarrow schema each, and the only way from a frame to a table.

Every field carries `unit`, `known_at` and `doc` as metadata. Parquet is for people (ruling 8): words are
dictionary strings, truths are booleans, null means unknown or does not apply.
"""

import pandas as pd
import pyarrow as pa

from core.contracts.catalogue import Catalogue, Kind
from core.contracts.errors import DataError
from core.contracts.known_at import KnownAt

WORD, NAME = (pa.dictionary(code, pa.string()) for code in (pa.int8(), pa.int16()))
STAMP = pa.timestamp("us", tz="UTC")
POINTS = "points"
BASELINE = "end of data"
"""When a figure over the whole history is known."""

BAR_OPEN, BAR_CLOSE = "bar open", "bar close"

TABLES_VERSION = "2"
"""Version of the tables' columns, in every file's metadata; 1 had no `symbol`, and no metadata."""


def field(name: str, kind: pa.DataType, known_at: KnownAt | str, doc: str, unit: str = "") -> pa.Field:
    """A column with its meaning in its metadata; nullable if its `name` ends in ?.

    `known_at` is a class or, for bars, `bar close`.
    """
    metadata = {"unit": unit, "known_at": str(known_at), "doc": doc}
    return pa.field(name.rstrip("?"), kind, nullable=name.endswith("?"), metadata=metadata)


SYMBOL = field("symbol", WORD, BAR_OPEN, "whose row it is")
"""The first column of every table of a snapshot; a bar's symbol is in its folder's name."""

BARS = pa.schema(
    [
        field("ts", STAMP, BAR_OPEN, "UTC open of the five-minute bar"),
        field("session_date", pa.date32(), BAR_OPEN, "session the bar is dated to"),
        field("segment", WORD, BAR_OPEN, "overnight, rth, after or closed_day"),
        field("bar_number", pa.int16(), BAR_OPEN, "1..81 in rth, 0 elsewhere", "bar"),
        field("open", pa.float64(), BAR_OPEN, "first price", POINTS),
        field("high", pa.float64(), BAR_CLOSE, "highest price", POINTS),
        field("low", pa.float64(), BAR_CLOSE, "lowest price", POINTS),
        field("close", pa.float64(), BAR_CLOSE, "last price", POINTS),
        field("volume?", pa.int64(), BAR_CLOSE, "contracts traded, null if unknown", "contracts"),
        field("contract?", pa.string(), BAR_OPEN, "contract traded, null if unknown"),
    ]
)

TO_LABEL = [name for name in BARS.names if name not in ("session_date", "segment", "bar_number")]
"""A bar before a build gives it its session and number."""

PRICE_COLUMNS = ["open", "high", "low", "close"]

FIELDS = tuple(TO_LABEL[1:])
"""The fields of a bar that an import can change."""

MINUTES = pa.schema(
    [
        field("ts", STAMP, BAR_OPEN, "UTC open of the one-minute bar"),
        *(BARS.field(name) for name in (*PRICE_COLUMNS, "volume")),
    ]
)

ORIGINS = pa.schema(
    [
        field("ts", STAMP, BAR_OPEN, "UTC open of the five-minute bar"),
        field("source", NAME, BASELINE, "source that gave it"),
    ]
)

CHANGES = pa.schema(
    [
        field("at", STAMP, BASELINE, "when it was changed"),
        field("ts", STAMP, BAR_OPEN, "UTC open of the five-minute bar"),
        *(
            field(f"{name}_{side}{'?' * BARS.field(name).nullable}", BARS.field(name).type, BASELINE, doc)
            for name in FIELDS
            for side, doc in (("before", "what stood there"), ("after", "what stands there since"))
        ),
        field("source_before", pa.string(), BASELINE, "source of what stood there"),
        field("source_after", pa.string(), BASELINE, "source of what stands there since"),
        field("file", pa.string(), BASELINE, "file that brought the change"),
    ]
)

SESSIONS = pa.schema(
    [
        field("session_ix?", pa.int32(), KnownAt.PRE, "bit position; null on half days"),
        field("session_date", pa.date32(), KnownAt.PRE, "trade date"),
        field("kind", WORD, KnownAt.PRE, "full (81 bars) or short (45)"),
        field("contract?", pa.string(), KnownAt.PRE, "contract traded, null if unknown"),
        field("is_roll", pa.bool_(), KnownAt.PRE, "contract unlike the session before's"),
        field("hoy?", pa.float64(), KnownAt.PRE, "high of yesterday's RTH", POINTS),
        field("loy?", pa.float64(), KnownAt.PRE, "low of yesterday's RTH", POINTS),
        field("coy?", pa.float64(), KnownAt.PRE, "close of yesterday's last RTH bar", POINTS),
        field("gxh?", pa.float64(), KnownAt.PRE, "high from 18:00 of the evening before to 09:30", POINTS),
        field("gxl?", pa.float64(), KnownAt.PRE, "low from 18:00 of the evening before to 09:30", POINTS),
        field("open", pa.float64(), KnownAt.OPEN, "open of bar 1", POINTS),
        field("adr10?", pa.float64(), KnownAt.PRE, "mean range of the ten full sessions before", POINTS),
    ]
)

_EMA = "EMA(20) of RTH closes, begun again where a roll's difference is unknown"
_SIGNAL_TYPE = (
    "AMA at server defaults: 0 none, by side 1 breakout, 2 climax, 3 outside bar, 5 big, 10 follow-through"
)

SIGNALS = pa.schema(
    [
        field("ts", STAMP, BAR_OPEN, "UTC open of the five-minute bar"),
        field("session_date", pa.date32(), BAR_OPEN, "session, half days too"),
        field("bar_number", pa.int16(), BAR_OPEN, "1..81, 1..45 on half days", "bar"),
        field("ema", pa.float64(), BAR_CLOSE, _EMA, POINTS),
        field("signal_type", pa.int8(), BAR_CLOSE, _SIGNAL_TYPE),
        field("ft_flag", pa.int8(), BAR_CLOSE, "side where the bar follows the one before, else 0"),
    ]
)

MODULES = pa.schema(
    [
        field("feature", NAME, BASELINE, "feature answered"),
        field("module", NAME, BASELINE, "probability module"),
        field("figure", NAME, BASELINE, "path of the figure in the module's answer"),
        field("bar?", pa.int16(), BASELINE, "bar of a figure by bar", "bar"),
        field("value", pa.float64(), BASELINE, "the figure"),
        field("n", pa.int64(), BASELINE, "days with a value", "days"),
    ]
)

_P_VALUE = "that the years are alike, beside the coin of their days; null where too few days tell"
_DESIGN_EFFECT = "variance by weekly blocks over that of independent days; null at a rate of 0 or 1"

STABILITY = pa.schema(
    [
        field("feature", NAME, BASELINE, "feature with an occurrence"),
        field("year", pa.int16(), BASELINE, "calendar year of the sessions", "year"),
        field("n", pa.int32(), BASELINE, "days of that year with a value", "days"),
        field("days", pa.int32(), BASELINE, "active days among them", "days"),
        field("occurrence", pa.float64(), BASELINE, "days over n"),
        field("lower", pa.float64(), BASELINE, "lower 95 % Wilson limit"),
        field("upper", pa.float64(), BASELINE, "upper 95 % Wilson limit"),
        field("p_value?", pa.float64(), BASELINE, _P_VALUE),
        field("adjusted_p?", pa.float64(), BASELINE, "p_value after Holm over the features"),
        field("verdict?", WORD, BASELINE, "what is said of the years"),
        field("design_effect?", pa.float64(), BASELINE, _DESIGN_EFFECT),
        field("days_cluster", pa.bool_(), BASELINE, "design_effect near or above 3"),
    ]
)

_CLAIM = field("claim", NAME, BASELINE, "id of the usual question")

CLAIMS = pa.schema(
    [
        _CLAIM,
        field("group", NAME, BASELINE, "group that it is listed in"),
        field("question", pa.string(), BASELINE, "the question in one sentence"),
        field("filters", pa.string(), BASELINE, "which days: a filters list as JSON, [] is every day"),
        field("outcome", pa.string(), BASELINE, "what is asked of them: one condition as JSON"),
        field("as_of?", pa.int16(), BASELINE, "bar as of which it is asked; null: the whole day", "bar"),
        field("tier", WORD, BASELINE, "narrowest tier that may ask it"),
        field("is_own", pa.bool_(), BASELINE, "of the maintainer's own file"),
        field(
            "n", pa.int32(), BASELINE, "days that match the filters, have an answer and are at risk", "days"
        ),
        field("days", pa.int32(), BASELINE, "those of them on which it came", "days"),
        field("rate?", pa.float64(), BASELINE, "days over n; null without a day"),
        field("lower?", pa.float64(), BASELINE, "lower 95 % Wilson limit"),
        field("upper?", pa.float64(), BASELINE, "upper 95 % Wilson limit"),
        field(
            "coin_n?", pa.int32(), BASELINE, "days with a coin day that matches; null without a coin", "days"
        ),
        field("coin_unpaired?", pa.int32(), BASELINE, "days without one", "days"),
        field("coin_rate?", pa.float64(), BASELINE, "mean share of the coin days of these days"),
        field("difference?", pa.float64(), BASELINE, "rate of the coin_n days minus coin_rate"),
        field("difference_lower?", pa.float64(), BASELINE, "its lower 95 % limit"),
        field("difference_upper?", pa.float64(), BASELINE, "its upper 95 % limit"),
        field("p_value?", pa.float64(), BASELINE, "of each day against its own coin days"),
        field("adjusted_p?", pa.float64(), BASELINE, "p_value after Holm over the questions"),
        field("verdict?", WORD, BASELINE, "what is said of the coin"),
        field("reason?", WORD, BASELINE, "why there is no test"),
        field(
            "alarm?",
            pa.bool_(),
            BASELINE,
            "whether the rate may have fallen after the first half of the days",
        ),
        field("since?", pa.date32(), BASELINE, "session of the likely fall; null without an alarm"),
        field("monitored", pa.int32(), BASELINE, "days after the first half, looked at for a fall", "days"),
        field(
            "years_per_false_alarm?",
            pa.float64(),
            BASELINE,
            "a false alarm comes about once in so many",
            "years",
        ),
        field(
            "delay_of_10_points?",
            pa.int32(),
            BASELINE,
            "days after which a fall of 10 points shows; null above 1,000",
            "days",
        ),
    ]
)

CLAIM_YEARS = pa.schema(
    [
        _CLAIM,
        field("year", pa.int16(), BASELINE, "calendar year of the sessions", "year"),
        field("n", pa.int32(), BASELINE, "days of that year that are asked", "days"),
        field("days", pa.int32(), BASELINE, "those of them on which it came", "days"),
        field("rate?", pa.float64(), BASELINE, "days over n; null without a day"),
        field("lower?", pa.float64(), BASELINE, "lower 95 % Wilson limit"),
        field("upper?", pa.float64(), BASELINE, "upper 95 % Wilson limit"),
    ]
)

CLAIM_FIGURES = pa.schema(
    [
        _CLAIM,
        field("who", NAME, BASELINE, "who published the figure"),
        field("where", pa.string(), BASELINE, "publication, market and years"),
        field("figure", pa.string(), BASELINE, "the figure as it is written"),
        field("low", pa.float64(), BASELINE, "the least that it says, as a fraction"),
        field("high", pa.float64(), BASELINE, "the most that it says, as a fraction"),
        field(
            "verdict",
            WORD,
            BASELINE,
            "agrees, differs, cannot_tell or not_tested",
        ),
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
    before = "the session immediately before; null where it has no row here"
    dates = [
        field("session_date", pa.date32(), KnownAt.PRE, "full session"),
        field("prev_session_date?", pa.date32(), KnownAt.PRE, before),
    ]
    return pa.schema([*dates, *_feature_fields(catalogue)])


def coin_schema(catalogue: Catalogue) -> pa.Schema:
    """The table `coin`: a session's date, the number of the draw and the columns of `features`."""
    rows = [
        field("session_date", pa.date32(), KnownAt.PRE, "full session whose bars the coin turned"),
        field("draw", pa.int16(), KnownAt.PRE, "number of the draw, from 1"),
    ]
    return pa.schema([*rows, *_feature_fields(catalogue)])


BY_YEAR = ("coin", "signals")
"""Tables of a snapshot that are a folder with a file per year; an unchanged year keeps its file."""


def snapshot_schemas(catalogue: Catalogue) -> dict[str, pa.Schema]:
    """The tables of a snapshot by name, without the symbol's column."""
    return {
        "sessions": SESSIONS,
        "features": features_schema(catalogue),
        "coin": coin_schema(catalogue),
        "modules": MODULES,
        "stability": STABILITY,
        "claims": CLAIMS,
        "claim_years": CLAIM_YEARS,
        "claim_figures": CLAIM_FIGURES,
        "signals": SIGNALS,
    }


def _feature_fields(catalogue: Catalogue) -> list[pa.Field]:
    return [
        field(f"{each.name}?", _FEATURE_TYPES[each.kind], each.known_at, each.description, each.unit or "")
        for each in catalogue.features
    ]


def written_schema(schema: pa.Schema) -> pa.Schema:
    """A snapshot's table as it is written: the symbol, then the columns of `schema`."""
    return pa.schema([SYMBOL, *schema])


def file_metadata(symbol: str, **more: str) -> dict[str, str]:
    """Metadata of every parquet file: symbol, version of the columns and `more`."""
    return {"symbol": symbol, **more, "schema_version": TABLES_VERSION}


def to_table(frame: pd.DataFrame, schema: pa.Schema, name: str) -> pa.Table:
    """`frame` as the table `name`; DataError unless columns, types and nulls match the schema."""
    if list(frame.columns) != schema.names:
        raise DataError(
            f"table {name}: found columns {', '.join(map(str, frame.columns))}; "
            f"expected {', '.join(schema.names)}",
            code="schema_mismatch",
        )
    for column in schema:
        nulls = 0 if column.nullable else int(frame[column.name].isna().sum())
        if nulls:
            message = f"table {name}: {nulls} nulls in {column.name}; expected none"
            raise DataError(message, code="schema_mismatch")
    try:
        table = pa.Table.from_pandas(frame, schema=schema, preserve_index=False)
    except (pa.ArrowException, TypeError, ValueError) as error:
        raise DataError(f"table {name}: {error}", code="schema_mismatch") from error
    return table.replace_schema_metadata(None)
