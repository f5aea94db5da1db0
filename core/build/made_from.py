"""The inputs of a snapshot, as the hex digits that end its id."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import orjson

from core.build.manifest import engine_version
from core.contracts.ids import definitions_digest, digest_of, snapshot_id
from core.features.registry import catalogue
from core.market.calendar import OVERRIDES_FILE
from core.market.instruments import Instrument, instrument
from core.signals.ama_config import AmaConfig
from core.warehouse.bars import BarsIndex
from core.warehouse.sidecars import Digests


def made_from(record: BarsIndex, minutes: Digests, own_features: Sequence[Any], own_claims: str) -> str:
    """Twelve hex digits of the bars, definitions and code, known before any computation."""
    options: dict[str, Any] = {
        "instrument": decides_numbers(instrument(record.symbol)),
        "rolls": record.roll_policy,
        "ama": AmaConfig(),
        "calendar": digest_of(OVERRIDES_FILE.read_text(encoding="utf-8")),
        "claims": digest_of(own_claims),
    }
    if own_features:
        options["own"] = own_features
    if minutes:
        options["minutes"] = dict(minutes)
    return snapshot_id(
        "",
        sources=[record.content_sha256, *sorted(source.sha256 for source in record.sources)],
        definitions=definitions_digest(catalogue()),
        options=options,
        engine=engine_version(),
    ).removeprefix("-")


def decides_numbers(known: Instrument) -> orjson.Fragment:
    """The parts of a declaration that affect numbers, as JSON; kept minutes have digests of their own."""
    parts = asdict(known)
    del parts["bars"]
    return orjson.Fragment(orjson.dumps(parts))
