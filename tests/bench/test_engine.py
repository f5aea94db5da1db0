"""The engine and its peers give one answer, at the sample's size and on a small table many times as long."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.build.pack.build_pack import assemble_pack
from core.features.compute import compute_features
from core.features.registry import catalogue_of
from core.importing.sample import sample_bars
from core.market.instruments import instrument
from core.market.market_build import build_market
from core.market.session_bars import session_bars
from core.market.sessions import build_sessions
from core.query.index import SnapshotIndex
from service.snapshot import Snapshot
from tests.bench.agreement import plain_disagreements
from tests.bench.compare import differences
from tests.bench.engine import aggregates, query_of
from tests.bench.engine_rows import engine_rows, opened, sides
from tests.bench.growth import FEATURES, SESSIONS, answer_growth_rows
from tests.bench.question import FILTERS, NEEDED, TWENTY, Answer, Breadth
from tests.bench.tables import long_pack
from tests.bench.targets import AIMS
from tests.support.snapshots import publish_random

BREADTHS: tuple[Breadth, ...] = tuple(FILTERS)


@pytest.fixture(scope="module")
def sample() -> SnapshotIndex:
    sessions = build_sessions(sample_bars(), instrument("DEMO"), roll_policy="contracts")
    market = build_market(sessions, session_bars(sessions))
    return SnapshotIndex(assemble_pack(catalogue_of(market), market, compute_features(market)))


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    warehouse: Path = tmp_path_factory.mktemp("warehouse")
    publish_random(warehouse, symbol="DEMO", sessions=160)
    return opened(warehouse)


def test_the_question_is_twenty_features_narrow_and_broad(sample: SnapshotIndex) -> None:
    shares = [sample.select(query_of(sample, breadth)).count / sample.n_sessions for breadth in BREADTHS]
    assert len(set(TWENTY)) == 20
    assert [len(filters) for filters in FILTERS.values()] == [5, 5]
    assert 0.02 < shares[0] < 0.2
    assert shares[1] > 0.5


def test_every_peer_agrees_at_the_samples_size(sample: SnapshotIndex) -> None:
    table = sides(sample)
    assert [found for breadth in BREADTHS for found in table.disagreements(breadth)] == []


@pytest.mark.parametrize("breadth", BREADTHS)
def test_the_plain_path_agrees_at_the_samples_size(sample: SnapshotIndex, breadth: Breadth) -> None:
    assert plain_disagreements(sample, breadth) == []


def test_a_figure_that_differs_is_found(sample: SnapshotIndex) -> None:
    answer = aggregates(sample, "narrow")
    spread = answer.spreads["close_ibs"]
    for wrong in (
        replace(spread, counts={**spread.counts, 1: spread.counts[1] + 1}),
        replace(spread, summary=(*spread.summary[:4], spread.summary[4] * 1.00001)),
        replace(spread, moments=(*spread.moments[:2], float("nan"))),
    ):
        other = Answer(answer.matched, {**answer.spreads, "close_ibs": wrong})
        assert len(list(differences(answer, other))) == 1
    assert list(differences(answer, Answer(answer.matched + 1, answer.spreads))) != []


def test_the_first_copy_of_a_long_table_is_the_table_itself(sample: SnapshotIndex) -> None:
    once = SnapshotIndex(long_pack(sample.pack, 1, NEEDED))
    for breadth in BREADTHS:
        assert list(differences(aggregates(sample, breadth), aggregates(once, breadth))) == []


def test_copies_are_unlike_and_always_the_same(small: Snapshot) -> None:
    first, second = (SnapshotIndex(long_pack(small.index.pack, 3, NEEDED)) for _ in range(2))
    assert first.n_sessions == 3 * small.index.n_sessions
    for name in TWENTY:
        codes = first.codes(name).reshape(3, -1)
        assert (codes[0] == small.index.codes(name)).all()
        assert (first.codes(name) == second.codes(name)).all()
    values = first.numbers("day_range_pct_adr").reshape(3, -1)
    assert (values[1] != values[2]).mean() > 0.5


def test_growth_is_shown_by_features_and_by_sessions(small: Snapshot) -> None:
    names = [row.name for row in answer_growth_rows(small, rounds=1)]
    powers = [name for name in names if "power of the" in name]
    assert len(powers) == 2
    assert len(set(names)) == len(FEATURES) + len(SESSIONS) + len(powers)


def test_every_target_of_the_engine_has_its_row(small: Snapshot) -> None:
    rows = {row.name: row for row in engine_rows(small, rounds=1)}
    aims = {name for name in AIMS if name.startswith("full answer")}
    assert aims <= set(rows)
    assert all((rows[name].met is None) == (name not in aims) for name in rows)
