"""The tables of a build's steps on the disk: each is written after its checks pass and read by later steps.

work/ES/sessions/   labels.parquet (a row per bar), sessions.parquet, record.json
work/ES/features/   columns_2024.parquet for each year, own_coin.parquet, record.json
work/ES/signals/    signals_2024.parquet for each year, record.json
work/ES/coin/       a table per year, record.json; a year that stays as it is keeps its file
work/ES/modules/    modules.parquet, stability.parquet, record.json with which features' days cluster
work/ES/claims/     claims.parquet, claim_years.parquet, claim_figures.parquet, record.json with the document
work/ES/pack/       how far the back-test of days alike came in each year, record.json
work/ES/snapshot/   record.json, which names the snapshot that is written and not published yet

A file with the bytes of the earlier build's becomes a second name of it.
`record.json` holds the digest of the bars, definitions and code the part was made from and of every file.
What is not of today's bars and code, or not as it was written, is refused and never read.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from core.build.alike_years import AlikeYears
from core.build.build import SKIPPED_WHERE_THERE, Build
from core.build.coin_years import EVENT_BAR, CoinYears, open_years
from core.build.own.own_features import OwnFeatures
from core.build.part_record import UnreadablePart, read_record, write_record
from core.build.step_tables import ClaimTables, FeatureTables, ModuleTables
from core.build.tables import by_year
from core.claims.read_claims import Mistake
from core.contracts.catalogue import Catalogue
from core.contracts.errors import DataError
from core.contracts.manifest import RollPolicy
from core.contracts.pack import Clusters
from core.features.compute import FeatureColumn
from core.market.instruments import instrument
from core.market.market import DateArray, SessionTable
from core.market.rolls import Roll
from core.market.session_clock import SEGMENT_TYPE
from core.market.sessions import Quarantined, SessionBuild, SessionWarning
from core.signals.ama import Signals
from core.warehouse.durable import carry_over, locked, prepare_folder, put_in_place, write_or_carry_over
from core.warehouse.integrity import verify_snapshot
from core.warehouse.schemas import CLAIM_FIGURES, CLAIM_YEARS, CLAIMS, MODULES, STABILITY, file_metadata
from core.warehouse.serving.pack import catalogue_from_json, catalogue_to_json

_FACTS: dict[str, Any] = {
    "roll_policy": RollPolicy,
    "missing": tuple[date, ...],
    "short": tuple[date, ...],
    "closed_days": tuple[date, ...],
    "quarantined": tuple[Quarantined, ...],
    "rolls": tuple[Roll, ...],
    "warnings": tuple[SessionWarning, ...],
}
"""The fields of a SessionBuild in the record."""

_CLAIM_TABLES = {"claims": CLAIMS, "claim_years": CLAIM_YEARS, "claim_figures": CLAIM_FIGURES}

Part = tuple[dict[str, pa.Table | Path], dict[str, Any]]
"""A part's tables by file name, or the names of unchanged files; and the facts of its record."""


def keep(build: Build, step: str) -> int:
    """Write the tables of `step` over those of an earlier build; returns their bytes."""
    if step not in _KEPT or _was_skipped(build, step):
        return 0
    write, _ = _KEPT[step]
    folder = build.warehouse.work(build.symbol, step)
    about = file_metadata(build.symbol)
    with locked(folder):
        tables, facts = write(build, folder)
        incoming = prepare_folder(folder)
        for name, table in tables.items():
            if isinstance(table, Path):
                carry_over(table, incoming / name)
                continue
            described = table.replace_schema_metadata({**(table.schema.metadata or {}), **about})
            content = pa.BufferOutputStream()
            pq.write_table(described, content, compression="lz4", use_dictionary=False)
            write_or_carry_over(incoming / name, content.getvalue().to_pybytes(), folder / name)
        record = write_record(incoming, build.made_from, build.started_from, facts)
        put_in_place(incoming, folder)
    return sum(each.bytes for each in record.files)


def read_part(build: Build, step: str) -> None:
    """Read the files of `step` into the build; DataError `stale_part` if missing or outdated."""
    if step not in _KEPT or _was_skipped(build, step):
        return
    folder = build.warehouse.work(build.symbol, step)
    with locked(folder):
        try:
            record = read_record(folder)
        except UnreadablePart as error:
            raise _stale(build, step, str(error)) from error
        if record.made_from != build.made_from:
            raise _stale(build, step, "is of other bars, definitions or code")
        _, read = _KEPT[step]
        read(build, folder, record.facts)
    build.started_from = record.started_from


def _was_skipped(build: Build, step: str) -> bool:
    """Whether the step made nothing because a whole snapshot of the same inputs exists."""
    return step in SKIPPED_WHERE_THERE and build.is_there


def _stale(build: Build, step: str, why: str) -> DataError:
    folder = build.warehouse.work(build.symbol, step)
    return DataError(
        f"{folder}: {why}. Materialise {step} again, or run: almanac build {build.symbol}", code="stale_part"
    )


def _sessions_written(build: Build, _: Path) -> Part:
    found, bars = build.sessions, build.sessions.bars
    labels = {
        "session_date": bars["session_date"].to_numpy().astype("datetime64[D]"),
        "segment": bars["segment"].cat.codes.to_numpy(),
        "bar_number": bars["bar_number"].to_numpy(),
    }
    tables: dict[str, pa.Table | Path] = {
        "labels.parquet": pa.table(labels),
        "sessions.parquet": _table_of(found.sessions),
    }
    return tables, {name: getattr(found, name) for name in _FACTS}


def _sessions_read(build: Build, folder: Path, facts: Mapping[str, Any]) -> None:
    labels = _columns(folder / "labels.parquet")
    named: dict[str, Any] = {
        "session_date": labels["session_date"].astype("datetime64[ms]"),
        "segment": pd.Categorical.from_codes(labels["segment"], dtype=SEGMENT_TYPE),
        "bar_number": labels["bar_number"],
    }
    plain = build.bars
    build.read.sessions = SessionBuild(
        instrument=instrument(build.symbol),
        bars=plain.assign(**named)[["ts", *named, *(name for name in plain if name != "ts")]],
        sessions=SessionTable(**_columns(folder / "sessions.parquet")),
        **{name: msgspec.convert(facts[name], kind) for name, kind in _FACTS.items()},
    )


def _features_written(build: Build, _: Path) -> Part:
    own = build.own
    tables: dict[str, pa.Table | Path] = {
        **_by_year("columns", _feature_table(build.columns), build.market.session_date),
        "own_coin.parquet": _feature_table(own.coin),
    }
    definitions = catalogue_to_json(Catalogue(own.definitions, ()))
    return tables, {"own": definitions, "own_mistakes": own.mistakes}


def _features_read(build: Build, folder: Path, facts: Mapping[str, Any]) -> None:
    columns = _feature_columns(*_year_files(folder, "columns"))
    definitions = catalogue_from_json(facts["own"]).features
    own = OwnFeatures(
        definitions,
        {each.name: columns[each.name] for each in definitions},
        _feature_columns(folder / "own_coin.parquet"),
        msgspec.convert(facts["own_mistakes"], tuple[Mistake, ...]),
    )
    build.read.features = FeatureTables(columns, own)


def _signals_written(build: Build, _: Path) -> Part:
    bars, counted = build.session_bars, slice(build.session_bars.counted_bars)
    dates = bars.session_date[bars.session_of_bar[counted]]
    return {**_by_year("signals", _table_of(build.signals), dates)}, {}


def _signals_read(build: Build, folder: Path, facts: Mapping[str, Any]) -> None:
    build.read.signals = Signals(**_columns(*_year_files(folder, "signals")))


def _by_year(name: str, table: pa.Table, dates: DateArray) -> dict[str, pa.Table]:
    return {f"{name}_{year}.parquet": part for year, part in by_year(table, dates)}


def _year_files(folder: Path, name: str) -> list[Path]:
    return sorted(folder.glob(f"{name}_*.parquet"))


def _coin_written(build: Build, folder: Path) -> Part:
    return _years_written(build.coin_years, build.coin_years.rows, folder)


def _pack_written(build: Build, folder: Path) -> Part:
    return _years_written(build.alike_years, build.alike_years.years, folder)


def _years_written(made: CoinYears | AlikeYears, years: Iterable[str], folder: Path) -> Part:
    """Write a file per year; an unchanged one is carried over from the earlier build."""
    earlier, names = open_years(folder), {year: f"{year}.parquet" for year in years}
    tables = {
        name: folder / name if made.is_in(earlier, year) else made.table(year) for year, name in names.items()
    }
    return tables, {}


def _years_read(build: Build, folder: Path, facts: Mapping[str, Any]) -> None:
    """Read nothing: a build reuses the years by itself."""


def _feature_table(columns: Mapping[str, FeatureColumn]) -> pa.Table:
    events = {
        f"{name}{EVENT_BAR}": column.event_bar
        for name, column in columns.items()
        if column.event_bar is not None
    }
    return pa.table({**{name: column.values for name, column in columns.items()}, **events})  # noqa: PD011


def _feature_columns(*files: Path) -> dict[str, FeatureColumn]:
    found = _columns(*files)
    return {
        name: FeatureColumn(values, found.get(f"{name}{EVENT_BAR}"))
        for name, values in found.items()
        if not name.endswith(EVENT_BAR)
    }


def _modules_written(build: Build, _: Path) -> Part:
    made = build.module_tables
    tables: dict[str, pa.Table | Path] = {
        "modules.parquet": made.modules,
        "stability.parquet": made.stability,
    }
    return tables, {"clusters": made.clusters}


def _modules_read(build: Build, folder: Path, facts: Mapping[str, Any]) -> None:
    build.read.modules = ModuleTables(
        _of_schema(folder / "modules.parquet", MODULES),
        _of_schema(folder / "stability.parquet", STABILITY),
        msgspec.convert(facts["clusters"], dict[str, Clusters]),
    )


def _claims_written(build: Build, _: Path) -> Part:
    made = build.claim_tables
    return {f"{name}.parquet": table for name, table in made.tables.items()}, {"claims": made.document}


def _claims_read(build: Build, folder: Path, facts: Mapping[str, Any]) -> None:
    tables = {name: _of_schema(folder / f"{name}.parquet", schema) for name, schema in _CLAIM_TABLES.items()}
    build.read.claims = ClaimTables(tables, facts["claims"])


def _snapshot_written(build: Build, _: Path) -> Part:
    return {}, {"snapshot_id": build.staged.name}


def _snapshot_read(build: Build, folder: Path, facts: Mapping[str, Any]) -> None:
    staged = build.directory / facts["snapshot_id"]
    verify_snapshot(staged)
    build.read.staged = staged


def _table_of(arrays: SessionTable | Signals) -> pa.Table:
    columns = {each.name: getattr(arrays, each.name) for each in fields(arrays)}
    return pa.table({name: _plain(values) for name, values in columns.items()})


def _plain(values: np.ndarray[Any, Any]) -> Any:
    if values.dtype.kind == "M":
        return values.astype("datetime64[D]")
    return values.tolist() if values.dtype.kind == "U" else values


def _columns(*files: Path) -> dict[str, Any]:
    table = pa.concat_tables(pq.ParquetFile(path).read() for path in files)
    found = {name: table.column(name).to_numpy() for name in table.column_names}
    return {name: each.astype(np.str_) if each.dtype == object else each for name, each in found.items()}


def _of_schema(path: Path, schema: pa.Schema) -> pa.Table:
    return pa.Table.from_arrays(pq.ParquetFile(path).read().columns, schema=schema)


_KEPT: dict[str, tuple[Callable[[Build, Path], Part], Callable[[Build, Path, Mapping[str, Any]], None]]] = {
    "sessions": (_sessions_written, _sessions_read),
    "features": (_features_written, _features_read),
    "signals": (_signals_written, _signals_read),
    "coin": (_coin_written, _years_read),
    "modules": (_modules_written, _modules_read),
    "claims": (_claims_written, _claims_read),
    "pack": (_pack_written, _years_read),
    "snapshot": (_snapshot_written, _snapshot_read),
}
"""How each part is written and read back into a build."""
