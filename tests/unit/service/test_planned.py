"""Plans are made for lists that come again, and go with their snapshot."""

from __future__ import annotations

import gc
from weakref import ref

from core.features.compute import compute_features
from core.features.registry import catalogue_of
from core.index.build_pack import assemble_pack
from core.query.filters import parse_query
from core.query.index import SnapshotIndex
from service.planned import Plans
from tests.property.markets import random_market

NAMES = ("gap_up", "gap_size_pct_adr", "or18_first_bo", "hod_bar")


def asked(plans: Plans, index: SnapshotIndex) -> int:
    """How many results a plan gives for days with a gap up."""
    filters = {"gap_up": {"operator": "=", "value": True}}
    query = parse_query(filters, None, None, index.catalogue, first=index.first_date, last=index.last_date)
    selection = index.select(query)
    tests = plans.tests(index, query, selection, NAMES)
    return len(plans.results(index, query, selection, NAMES, tests))


def test_a_snapshot_that_was_asked_by_plans_goes_when_nobody_holds_it() -> None:
    market = random_market(41, 41)
    index = SnapshotIndex(assemble_pack(catalogue_of(market), market, compute_features(market)))
    plans, left = Plans(), ref(index)
    assert [asked(plans, index) for _ in range(2)] == [0, len(NAMES)]
    del index
    gc.collect()
    assert left() is None
