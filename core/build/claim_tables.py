"""The usual questions as parquet tables: their answers, their years, and what others publish."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

import msgspec
import orjson
import pyarrow as pa

from core.build.step_tables import ClaimTables
from core.build.tables import table_of
from core.contracts.next_answers import Claim
from core.contracts.results.rates import CoinRate
from core.warehouse.schemas import CLAIM_FIGURES, CLAIM_YEARS, CLAIMS


def claim_tables(claims: Sequence[Claim]) -> ClaimTables:
    tables = {
        "claims": claims_table(claims),
        "claim_years": claim_years_table(claims),
        "claim_figures": claim_figures_table(claims),
    }
    return ClaimTables(tables, msgspec.to_builtins(claims))


def claims_table(claims: Sequence[Claim]) -> pa.Table:
    """One row per usual question; filters and outcome are JSON as in a filters list."""
    return _rows(map(_claim_row, claims), CLAIMS)


def _claim_row(claim: Claim) -> dict[str, Any]:
    coin, interval, stopped = claim.coin, claim.confidence_interval, claim.stopped
    row = {
        "claim": claim.id,
        "filters": orjson.dumps(claim.filters).decode(),
        "outcome": orjson.dumps(claim.outcome).decode(),
        "n": claim.days,
        "days": claim.occurrence_days,
        "lower": interval.lower,
        "upper": interval.upper,
        "alarm": stopped.alarm,
        "since": None if stopped.since is None else date.fromisoformat(stopped.since),
        "monitored": stopped.days,
        "years_per_false_alarm": stopped.years_per_false_alarm,
        "delay_of_10_points": stopped.delay_of_10_points,
    }
    if coin is not None:
        found = coin.verdict
        row |= {
            "verdict": found.code,
            "reason": found.reason,
            "p_value": found.p,
            "adjusted_p": found.adjusted_p,
        }
    if isinstance(coin, CoinRate):
        limits = coin.confidence_interval
        row |= {"coin_n": coin.days, "coin_unpaired": coin.unpaired_days, "coin_rate": coin.occurrence}
        row |= {
            "difference": coin.difference,
            "difference_lower": limits.lower,
            "difference_upper": limits.upper,
        }
    return {name: row.get(name, getattr(claim, name, None)) for name in CLAIMS.names}


def claim_years_table(claims: Sequence[Claim]) -> pa.Table:
    rows = (
        {
            "claim": claim.id,
            "year": each.year,
            "n": each.days,
            "days": each.occurrence_days,
            "rate": each.occurrence,
            "lower": each.confidence_interval.lower,
            "upper": each.confidence_interval.upper,
        }
        for claim in claims
        for each in claim.years
    )
    return _rows(rows, CLAIM_YEARS)


def claim_figures_table(claims: Sequence[Claim]) -> pa.Table:
    rows = (
        {"claim": claim.id, **msgspec.to_builtins(each), "verdict": each.verdict.code}
        for claim in claims
        for each in claim.published
    )
    return _rows(rows, CLAIM_FIGURES)


def _rows(rows: Iterable[Mapping[str, Any]], schema: pa.Schema) -> pa.Table:
    listed = list(rows)
    return table_of({name: [row[name] for row in listed] for name in schema.names}, schema)
