"""What one build makes: bars, sessions, features, signals, coin days, modules, claims, pack, snapshot.

Each property is computed on first use, unless `read` holds what an earlier step left on the disk. `steps`
gives their order and checks, `parts` reads and writes the tables of a step.
"""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path

import pandas as pd
import pyarrow as pa
from msgspec import to_builtins

from core.build import claims, tables
from core.build.alike_years import AlikeYears, alike_years
from core.build.claim_tables import claim_tables
from core.build.coin_years import CoinYears, Kept, coin_years, open_years
from core.build.made_from import made_from
from core.build.manifest import describe, minutes_in_words
from core.build.module_tables import baseline, module_tables
from core.build.own import own_features
from core.build.own.own_features import OwnFeatures, OwnFolder, Verdict
from core.build.pack.alike_entries import alike_entries
from core.build.pack.bar_entries import server_signals
from core.build.pack.build_pack import assemble_pack, with_bars, with_coin, write_pack
from core.build.pack.next_entries import next_session
from core.build.step_tables import ClaimTables, ModuleTables, StepTables
from core.claims.answers import claims_of
from core.claims.question_days import Questions
from core.claims.read_claims import ClaimsFile, Mistake
from core.contracts.catalogue import Catalogue
from core.contracts.errors import DataError
from core.contracts.ids import definitions_digest
from core.contracts.manifest import MANIFEST_FILE, FileEntry, Manifest, manifest_to_json, read_manifest
from core.contracts.next_answers import Claim
from core.contracts.pack import CLAIMS, CLUSTERS, NEXT
from core.contracts.results import FeatureResult
from core.features.coin_days import CoinDays
from core.features.compute import FeatureColumn, compute_features
from core.features.registry import catalogue, catalogue_of
from core.market.calendar import exchange_calendar
from core.market.instruments import instrument
from core.market.market import Market
from core.market.market_build import build_market
from core.market.minutes import minute_bars
from core.market.session_bars import SessionBars, session_bars
from core.market.sessions import SessionBuild, build_sessions
from core.question.index import SnapshotIndex
from core.signals.ama import Signals
from core.warehouse import schemas
from core.warehouse.bars import BarsIndex, content_sha256, read_bars, read_bars_index
from core.warehouse.durable import locked, write_file
from core.warehouse.integrity import file_entries, is_whole, require_as_written
from core.warehouse.paths import Warehouse
from core.warehouse.serving.load_index import load_index
from core.warehouse.serving.pack import Pack
from core.warehouse.sidecars import NO_MINUTES, Digests, minutes_as_stated
from core.warehouse.snapshots import current_id, make_current, open_building, put_in_place

SKIPPED_WHERE_THERE = ("coin", "modules", "claims", "pack")
"""Steps with tables that a whole snapshot of the same bars, definitions and code already holds."""


@dataclass(eq=False)
class Build:
    """One build of a symbol. `started_from` is the snapshot that was served when it began."""

    warehouse: Warehouse
    symbol: str
    started_from: str | None
    read: StepTables = field(default_factory=StepTables)

    @property
    def directory(self) -> Path:
        return self.warehouse.snapshots(self.symbol)

    @cached_property
    def _imported(self) -> tuple[BarsIndex, pd.DataFrame]:
        record = read_bars_index(self.warehouse, self.symbol)
        require_as_written(self.warehouse.bars_index(self.symbol))
        with ThreadPoolExecutor(1) as background:
            # Making the calendar takes as long as reading years of bars, which does not hold the interpreter.
            background.submit(exchange_calendar, instrument(self.symbol).calendar)
            bars = read_bars(self.warehouse, self.symbol, schemas.TO_LABEL)
            digest = content_sha256(bars)
        if read_bars_index(self.warehouse, self.symbol) != record:
            raise DataError(f"bars of {self.symbol}: an import changed them during the build. Build again.")
        if digest != record.content_sha256:
            raise DataError(
                f"{self.warehouse.bars(self.symbol)}: the bars are not those that were imported; "
                "`almanac verify` names the damaged file. Bring the folder back from a backup, or delete it "
                "and import its files again.",
                code="damaged_bars",
            )
        return record, bars

    @property
    def record(self) -> BarsIndex:
        return self._imported[0]

    @property
    def bars(self) -> pd.DataFrame:
        return self._imported[1]

    @property
    def _minutes(self) -> Digests:
        """Digests of the kept one-minute bars; none if the symbol keeps none."""
        return self.record.minutes if instrument(self.symbol).keeps_minutes else NO_MINUTES

    @cached_property
    def sessions(self) -> SessionBuild:
        """The bars grouped into sessions; DataError `no_sessions` if none of them is full."""
        if self.read.sessions is not None:
            return self.read.sessions
        sessions = build_sessions(self.bars, instrument(self.symbol), roll_policy=self.record.roll_policy)
        if sessions.full_count == 0:
            raise DataError(
                f"bars of {self.symbol}: {len(self.bars)} bars and no full session of 81; "
                "import five-minute bars that cover 09:30 to 16:15 New York.",
                code="no_sessions",
            )
        return sessions

    @cached_property
    def session_bars(self) -> SessionBars:
        """The bars of every session that a chart can draw, with EMA and levels."""
        return session_bars(self.sessions)

    @cached_property
    def market(self) -> Market:
        """The full sessions with levels, EMA, ADR, and minutes if they are kept."""
        minutes = None
        if self._minutes:
            frames = minutes_as_stated(self.warehouse, self.symbol, self._minutes)
            minutes = minute_bars(self.session_bars, frames)
        return build_market(self.sessions, self.session_bars, minutes)

    @cached_property
    def catalogue(self) -> Catalogue:
        return catalogue_of(self.market, self.own.definitions)

    @cached_property
    def _own_folder(self) -> OwnFolder:
        return own_features.own_folder()

    @cached_property
    def own_verdicts(self) -> tuple[Verdict, ...]:
        """The check's verdict on each file of own features; new files are checked now."""
        return own_features.verdicts_of(self.warehouse, self._own_folder)

    @cached_property
    def own(self) -> OwnFeatures:
        """Own features with their columns, and why others are left out."""
        if self.read.features is not None:
            return self.read.features.own
        return own_features.computed(self._own_folder, self.own_verdicts, self.market)

    @cached_property
    def columns(self) -> dict[str, FeatureColumn]:
        if self.read.features is not None:
            return self.read.features.columns
        return compute_features(self.market) | self.own.columns

    @cached_property
    def coin(self) -> CoinDays:
        """Every feature that bars of the day decide, on the coin days of every full session."""
        product = self.coin_years.days
        return replace(product, columns={**product.columns, **self.own.coin})

    @cached_property
    def coin_years(self) -> CoinYears:
        """The product features' coin days by year; reuses those of earlier builds."""
        return coin_years(self.market, self._years_kept("coin"))

    @cached_property
    def signals(self) -> Signals:
        return self.read.signals or server_signals(self.session_bars)

    @cached_property
    def pack(self) -> Pack:
        pack = assemble_pack(self.catalogue, self.market, self.columns)
        pack = with_coin(pack, self.catalogue, self.market, self.coin)
        return with_bars(pack, self.session_bars, self.signals, self.market.minutes)

    @cached_property
    def index(self) -> SnapshotIndex:
        return load_index(self.pack, snapshot_id=self.snapshot_id)

    @cached_property
    def results(self) -> dict[str, FeatureResult]:
        return baseline(self.index)

    @cached_property
    def module_tables(self) -> ModuleTables:
        return self.read.modules or module_tables(
            self.results, self.catalogue, self.market.session_date, self.columns
        )

    @cached_property
    def _own_claims(self) -> tuple[Path | None, str | Mistake]:
        path = claims.own_file(self.warehouse)
        return path, claims.own_text(path)

    @cached_property
    def claims_file(self) -> ClaimsFile:
        """The usual questions, and the mistakes in the maintainer's file."""
        return claims.read_all(*self._own_claims, self.catalogue)

    @cached_property
    def claims(self) -> list[Claim]:
        return claims_of(Questions(self.index, self.claims_file.claims), self.symbol)

    @cached_property
    def claim_tables(self) -> ClaimTables:
        return self.read.claims or claim_tables(self.claims)

    @cached_property
    def made_from(self) -> str:
        """Twelve hex digits of the bars, definitions and code, known before any computation."""
        own = own_features.made_of(self.warehouse, self._own_folder)
        return made_from(self.record, self._minutes, own, str(self._own_claims[1]))

    @cached_property
    def snapshot_id(self) -> str:
        """The last session's date and `made_from`."""
        if self.read.staged is not None:
            return self.read.staged.name
        return f"{self.sessions.sessions.session_date[-1]}-{self.made_from}"

    @property
    def is_named(self) -> bool:
        """Whether a snapshot of the same bars, definitions and code has its name; a fast check."""
        return any(self.directory.glob(f"*-{self.made_from}"))

    @cached_property
    def is_there(self) -> bool:
        """Whether a whole snapshot of the same bars, definitions and code is there."""
        return any(map(is_whole, self.directory.glob(f"*-{self.made_from}")))

    @cached_property
    def tables(self) -> dict[str, pa.Table]:
        made = {
            "sessions": tables.sessions_table(self.market),
            "features": tables.features_table(self.catalogue, self.market, self.columns),
            "coin": tables.coin_table(self.catalogue, self.market, self.columns, self.coin),
            "modules": self.module_tables.modules,
            "stability": self.module_tables.stability,
            **self.claim_tables.tables,
            "signals": tables.signals_table(self.session_bars, self.signals),
        }
        files: dict[str, pa.Table] = {}
        for name, table in made.items():
            files |= tables.table_files(name, table, self.symbol, self.snapshot_id)
        return files

    @cached_property
    def written(self) -> tuple[Path, Manifest]:
        """Write the snapshot into its building folder, the manifest last; reuses a whole one."""
        if self.is_there:
            folder = self.warehouse.snapshot(self.symbol, self.snapshot_id)
            return folder, read_manifest(folder)
        folder = open_building(self.directory, self.snapshot_id)
        expected, earlier = schemas.snapshot_schemas(self.catalogue), self._served_before
        as_stated = {each.path for each in self.files_before}
        for name, table in self.tables.items():
            schema = schemas.written_schema(expected[tables.table_name(name)])
            same = earlier / name if earlier and name in as_stated else None
            tables.write_table(folder / name, table, schema, same)
        write_pack(folder / "serving", self.served_pack, earlier and earlier / "serving")
        manifest = describe(
            self.sessions,
            self.record,
            snapshot_id=self.snapshot_id,
            definitions=definitions_digest(catalogue(self.own.definitions)),
            own_mistakes=[str(each) for each in self.own.mistakes],
            built_at=datetime.now(UTC).isoformat(timespec="microseconds"),
            replaces=self.started_from,
            minutes=minutes_in_words(self.market),
            files=file_entries(folder),
        )
        write_file(folder / MANIFEST_FILE, manifest_to_json(manifest))
        return folder, manifest

    @property
    def _served_before(self) -> Path | None:
        served = self.started_from
        return None if served is None else self.warehouse.snapshot(self.symbol, served)

    @cached_property
    def files_before(self) -> frozenset[FileEntry]:
        """The files of the served snapshot that are as its manifest states."""
        served = self._served_before
        if served is None:
            return frozenset()
        with suppress(DataError, OSError):
            return frozenset(read_manifest(served).files) & {*file_entries(served, with_unreadable=True)}
        return frozenset()

    @cached_property
    def alike_years(self) -> AlikeYears:
        """The back-test of days alike; reuses the days that an earlier build predicted."""
        return alike_years(self.index, self._years_kept("pack"))

    def _years_kept(self, step: str) -> Kept:
        folder = self.warehouse.work(self.symbol, step)
        with locked(folder):
            return open_years(folder)

    @cached_property
    def served_pack(self) -> Pack:
        """The serving pack as written: with every document and what its index adds."""
        coming = next_session(self.sessions, self.session_bars)
        following = {} if coming is None else {NEXT: to_builtins(coming)}
        return replace(
            self.pack,
            arrays={**self.pack.arrays, **alike_entries(self.alike_years.scores)},
            documents={
                **self.pack.documents,
                CLUSTERS: self.module_tables.clusters,
                CLAIMS: self.claim_tables.document,
                **following,
            },
        )

    @cached_property
    def staged(self) -> Path:
        """The snapshot's folder under its name; not served before `CURRENT` names it."""
        if self.read.staged is not None:
            return self.read.staged
        folder = self.written[0]
        return folder if self.is_there else put_in_place(folder)

    @cached_property
    def published(self) -> Path:
        """The snapshot's folder, with `CURRENT` naming it; may raise Overtaken."""
        make_current(self.directory, self.staged.name, self.started_from)
        return self.staged

    def close(self) -> None:
        """Remove the building folder of an unfinished snapshot."""
        if "written" in vars(self) and "staged" not in vars(self) and not self.is_there:
            shutil.rmtree(self.written[0], ignore_errors=True)


def start(warehouse: Warehouse, symbol: str) -> Build:
    """Begin a build; DataError if the symbol is not declared."""
    instrument(symbol)
    # Arrow's own pool gives memory back at once and has the kernel clear it again: a tenth of a build's time.
    pa.set_memory_pool(pa.system_memory_pool())
    return Build(warehouse, symbol, current_id(warehouse.snapshots(symbol)))
