"""Small published snapshots for tests of the service and the browser: random markets, real packs."""

import hashlib
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from core.build.alike_years import alike_years
from core.build.pack.alike_entries import alike_entries
from core.build.pack.bar_entries import server_signals
from core.build.pack.build_pack import assemble_pack, with_bars, with_coin, write_pack
from core.claims.answers import claims_of
from core.claims.question_days import Questions
from core.claims.read_claims import product_claims
from core.contracts.manifest import MANIFEST_FILE, MANIFEST_SCHEMA, FileEntry, Manifest, manifest_to_json
from core.contracts.pack import CLAIMS, NEXT
from core.contracts.results import FeatureResult
from core.features.coin_days import coin_days
from core.features.compute import compute_features
from core.features.registry import catalogue_of
from core.market.market import Market
from core.question.filters import parse_query
from core.question.index import results_of
from core.warehouse.serving.load_index import load_index
from core.warehouse.serving.pack import Pack
from tests.property.markets import random_market
from tests.support.night import night_after
from tests.support.session_bars import bars_of


def publish_random(
    warehouse: Path,
    *,
    symbol: str = "ES",
    seed: int = 1,
    sessions: int = 160,
    coin: bool = False,
    **shape: Any,
) -> str:
    """Publish a snapshot of a random market, with coin days or without, and move CURRENT to it.

    The id names the seed; `shape` is what `random_market` may be told besides.
    """
    last, pack = _computed(symbol, seed, sessions, coin, **shape)
    snapshot_id = f"{last}-{seed:012x}"
    _publish(warehouse, symbol, snapshot_id, pack)
    return snapshot_id


def publish_market(warehouse: Path, market: Market, snapshot_id: str, symbol: str = "ES") -> None:
    """Publish a snapshot of a market, without coin days, and move CURRENT to it."""
    _publish(warehouse, symbol, snapshot_id, _packed(market, symbol, coin=False))


def _publish(warehouse: Path, symbol: str, snapshot_id: str, pack: Pack) -> None:
    folder = warehouse / "snapshots" / symbol / snapshot_id
    write_pack(folder / "serving", pack)
    manifest = _manifest(folder, pack, symbol, snapshot_id)
    (folder / MANIFEST_FILE).write_bytes(manifest_to_json(manifest))
    point(warehouse, symbol, snapshot_id)


@lru_cache(maxsize=16)
def _computed(symbol: str, seed: int, sessions: int, coin: bool, **shape: Any) -> tuple[str, Pack]:
    """The last session and the pack: most tests ask for the same few."""
    market = random_market(seed, sessions, **shape)
    return str(market.session_date[-1]), _packed(market, symbol, coin)


def _packed(market: Market, symbol: str, coin: bool) -> Pack:
    bars = bars_of(market)
    catalogue = catalogue_of(market)
    pack = assemble_pack(catalogue, market, compute_features(market))
    pack = with_bars(pack, bars, server_signals(bars))
    if coin:
        pack = with_coin(pack, catalogue, market, coin_days(market))
    index = load_index(pack)
    claims = claims_of(Questions(index, product_claims(catalogue)), symbol)
    return replace(
        pack,
        arrays={**pack.arrays, **alike_entries(alike_years(index, {}).scores)},
        documents={
            **pack.documents,
            CLAIMS: to_builtins(claims),
            NEXT: to_builtins(night_after(market)),
        },
    )


def point(warehouse: Path, symbol: str, snapshot_id: str) -> None:
    """Move CURRENT by rename."""
    current = warehouse / "snapshots" / symbol / "CURRENT"
    draft = current.with_suffix(".new")
    draft.write_text(snapshot_id + "\n", encoding="utf-8")
    draft.replace(current)


def baseline_of(pack: Pack) -> dict[str, FeatureResult]:
    """Every feature on all days."""
    index = load_index(pack)
    query = parse_query({}, None, None, index.catalogue, first=index.first_date, last=index.last_date)
    names = [feature.name for feature in index.catalogue.features]
    return results_of(index, query, index.sessions.select(query), names)


def _manifest(folder: Path, pack: Pack, symbol: str, snapshot_id: str) -> Manifest:
    days = pack.array("session_date").astype("datetime64[D]")
    return Manifest(
        schema=MANIFEST_SCHEMA,
        snapshot_id=snapshot_id,
        symbol=symbol,
        sample_data=symbol == "DEMO",
        first_session=str(days[0]),
        last_session=str(days[-1]),
        full_sessions=pack.sessions,
        short_sessions=["2024-07-03"],
        missing_sessions=[],
        quarantined=[],
        closed_days=[],
        rolls=[],
        roll_state="unknown",
        warnings=["rolls are unknown"],
        conventions={},
        sources=[],
        roll_digest="",
        definitions_digest="",
        engine="test",
        libraries={},
        commit=None,
        built_at=datetime.now(UTC).isoformat(),
        replaces=None,
        files=[_file_entry(folder, path) for path in sorted((folder / "serving").iterdir())],
    )


def _file_entry(folder: Path, path: Path) -> FileEntry:
    content = path.read_bytes()
    return FileEntry(str(path.relative_to(folder)), len(content), hashlib.sha256(content).hexdigest())
