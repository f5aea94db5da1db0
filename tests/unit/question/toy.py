"""A small catalogue with every kind of feature, and random columns for it: what the query tests ask."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.random import Generator

from core.build.pack.build_pack import assemble_pack
from core.contracts.catalogue import Catalogue, Category, FeatureDefinition, Kind, Tier
from core.contracts.known_at import KnownAt
from core.features.compute import FeatureColumn
from core.market.market import FloatArray, Market
from core.question.index import SnapshotIndex
from core.warehouse.serving.load_index import load_index
from core.warehouse.serving.pack import Pack
from tests.property.markets import FIRST_DATE, random_market

SIDES = ("none", "up", "down", "both_same_bar")


def _feature(
    name: str, kind: Kind, known_at: KnownAt, tier: Tier = "lite", **fields: Any
) -> FeatureDefinition:
    title = name.replace("_", " ").title()
    return FeatureDefinition(
        kind,
        ("occurrence",),
        name=name,
        display_name=title,
        category="TOY",
        description=f"{title}.",
        known_at=known_at,
        tier=tier,
        display_order=10,
        **fields,
    )


FEATURES = (
    _feature("flag", "boolean", KnownAt.OPEN),
    _feature("place", "enum", KnownAt.EOD, labels=("above", "inside", "below")),
    _feature("touch_bar", "integer bar", KnownAt.EVENT, value_range=(0, 81)),
    _feature(
        "retest_bar", "integer bar", KnownAt.EVENT, "pro", value_range=(0, 81), applies_from="touch_bar"
    ),
    _feature("resume_bar", "integer bar", KnownAt.EVENT, value_range=(0, 81), applies_from="retest_bar"),
    _feature("first_side", "enum", KnownAt.EVENT, labels=SIDES, first_bar=13),
    _feature("retest_side", "enum", KnownAt.EVENT, labels=SIDES, applies_from="touch_bar"),
    _feature("fail_bar", "integer bar", KnownAt.EVENT, value_range=(0, 81), applies_from="first_side"),
    _feature("set_bar", "integer bar", KnownAt.BAR_12, value_range=(1, 12)),
    _feature("run", "integer count", KnownAt.PRE, "standard", value_range=(-30, 30)),
    _feature("net_bars", "integer count", KnownAt.EOD, value_range=(-81, 81)),
    _feature("size", "numeric", KnownAt.OPEN, unit="%", bucket_edges=(0, 10, 25, 50), hard_min=0),
    _feature("change", "numeric", KnownAt.EOD, unit="pts", bucket_edges=(-5, 0, 5)),
    _feature("day", "date", KnownAt.PRE, has_prev_twin=False),
)
CATALOGUE = Catalogue(FEATURES, (Category("TOY", "Toys", "#000000", "To play with.", 1),))


@dataclass(frozen=True, slots=True)
class Toy:
    """A random snapshot: the market, its columns, the pack and the index made from them."""

    market: Market
    columns: dict[str, FeatureColumn]
    pack: Pack
    index: SnapshotIndex


def toy(seed: int, sessions: int = 70) -> Toy:
    """A snapshot of `sessions` days; about a seventh of the values are null."""
    market = replace(random_market(seed, sessions), session_date=FIRST_DATE + np.arange(sessions))
    columns = random_columns(seed, sessions)
    pack = assemble_pack(CATALOGUE, market, columns)
    return Toy(market, columns, pack, load_index(pack, snapshot_id="toy"))


def without_days_before(market: Market) -> Market:
    """The same market where no session has a session before it."""
    return replace(market, previous_row=np.full(len(market), -1))


def random_columns(seed: int, sessions: int) -> dict[str, FeatureColumn]:
    """Columns that obey their definitions: what applies from an event is null where that did not happen.

    `resume_bar` may come before what it applies from, so that it shows which of the two by_bar asks first.
    """
    rng = np.random.default_rng([seed, 1])
    touch = _with_nulls(rng, _event(rng, np.zeros(sessions)))
    retest = _after(rng, touch)
    first_bar = _with_nulls(rng, _event(rng, np.zeros(sessions)))
    side_bar = _after(rng, touch)
    plain = {
        "flag": rng.integers(0, 2, sessions),
        "place": rng.integers(0, 3, sessions),
        "set_bar": rng.integers(1, 13, sessions),
        "run": rng.integers(-30, 31, sessions),
        "net_bars": rng.integers(-81, 82, sessions),
        "size": np.maximum(0, rng.integers(-20, 60, sessions)),
        "change": rng.integers(-12, 13, sessions) / 2,
    }
    columns = {name: FeatureColumn(_with_nulls(rng, values * 1.0)) for name, values in plain.items()}
    return columns | {
        "touch_bar": FeatureColumn(touch),
        "retest_bar": FeatureColumn(retest),
        "resume_bar": FeatureColumn(_where(retest, _event(rng, np.zeros(sessions)))),
        "fail_bar": FeatureColumn(_after(rng, first_bar)),
        "first_side": FeatureColumn(_side(rng, first_bar), first_bar),
        "retest_side": FeatureColumn(_side(rng, side_bar), side_bar),
    }


def _event(rng: Generator, since: FloatArray) -> FloatArray:
    """Bars after `since`, or 0 where nothing happened; many early ones, so that ties are common."""
    bars = since + rng.integers(1, rng.choice([6, 82]), len(since))
    return np.where((rng.random(len(since)) < 0.3) | (bars > 81), 0.0, bars)


def _after(rng: Generator, source: FloatArray) -> FloatArray:
    return _where(source, _event(rng, source))


def _where(source: FloatArray, values: FloatArray) -> FloatArray:
    return np.where(np.isnan(source) | (source == 0), np.nan, values)


def _side(rng: Generator, bars: FloatArray) -> FloatArray:
    return np.where(bars > 0, rng.integers(1, 4, len(bars)), bars)


def _with_nulls(rng: Generator, values: FloatArray) -> FloatArray:
    return np.where(rng.random(len(values)) < 0.15, np.nan, values)
