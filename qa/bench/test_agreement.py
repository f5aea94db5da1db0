"""The service and its peers give one answer to the bench's questions, at the sample's size."""

from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from qa.bench.almanac import views_of
from qa.bench.answers import both_answers
from qa.bench.complete import answered
from qa.bench.peer_polars import Polars
from qa.bench.peer_times import Answers, decided, disagreements, modules_of
from qa.bench.peers import Group, differences, unlike
from qa.bench.question import FILTERS, TWENTY, Breadth
from qa.bench.service_process import Visitor, new_service
from qa.bench.table import Table, table_of
from tests.support.sample_warehouse import sample_warehouse

BREADTHS: tuple[Breadth, ...] = tuple(FILTERS)
Served = tuple[list[dict[str, Any]], Mapping[Breadth, Answers]]


@pytest.fixture(scope="module")
def warehouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sample_warehouse(tmp_path_factory).root


@pytest.fixture(scope="module")
def served(warehouse: Path, tmp_path_factory: pytest.TempPathFactory) -> Served:
    state = tmp_path_factory.mktemp("state")
    with new_service(warehouse, state) as service, closing(Visitor(service)) as visitor:
        features = visitor.get("/api/features")["features"]
        names = [each["name"] for each in features if each["type"] != "date"]
        return features, {breadth: both_answers(visitor, breadth, names) for breadth in BREADTHS}


@pytest.fixture(scope="module")
def answers(served: Served) -> dict[Breadth, Any]:
    return {breadth: twenty for breadth, (twenty, _) in served[1].items()}


@pytest.fixture(scope="module")
def table(warehouse: Path, served: Served) -> Table:
    features, found = served
    return table_of(views_of(warehouse, "DEMO"), features, decided(found["narrow"][1]))


@pytest.fixture(scope="module")
def group(table: Table) -> Group:
    return Polars(table).groups("narrow")[0]


def test_the_question_is_twenty_features_narrow_and_broad(answers: dict[Breadth, Any], table: Table) -> None:
    shares = [answers[breadth]["total_days"] / len(table.frame) for breadth in BREADTHS]
    assert len(set(TWENTY)) == 20
    assert [len(filters) for filters in FILTERS.values()] == [5, 5]
    assert 0.02 < shares[0] < 0.2
    assert shares[1] > 0.5


@pytest.mark.parametrize("breadth", BREADTHS)
def test_every_peer_agrees_with_the_service(warehouse: Path, served: Served, breadth: Breadth) -> None:
    features, found = served
    twenty, whole = found[breadth]
    table = table_of(views_of(warehouse, "DEMO"), features, decided(whole))
    assert list(disagreements(table, {breadth: twenty})) == []


def test_a_figure_of_a_peer_that_differs_is_found(group: Group) -> None:
    spread = group.spreads["close_ibs"]
    for wrong in (
        replace(spread, counts={**spread.counts, 1: spread.counts[1] + 1}),
        replace(spread, summary=(*spread.summary[:4], spread.summary[4] * 1.00001)),
        replace(spread, moments=(*spread.moments[:2], float("nan"))),
    ):
        other = replace(group, spreads={**group.spreads, "close_ibs": wrong})
        assert len(list(differences(group, other))) == 1
    assert list(differences(group, replace(group, days=group.days + 1))) != []


def test_a_figure_of_ours_that_differs_is_found(answers: dict[Breadth, Any], table: Table) -> None:
    polars = Polars(table)
    theirs = answered(table, *polars.groups("narrow"), polars.coin("narrow"))
    ours = modules_of(answers["narrow"])
    occurrence = ours["hoy_bo_bar"]["occurrence"]
    for figure in ("occurrence", "occurrence_days"):
        wrong = {"occurrence": {**occurrence, figure: occurrence[figure] + 1e-5}}
        assert len(list(unlike({**ours, "hoy_bo_bar": {**ours["hoy_bo_bar"], **wrong}}, theirs))) == 1
    verdict = occurrence["coin"]["verdict"]
    for wrong_coin in (
        {"difference": occurrence["coin"]["difference"] + 1e-5},
        {"verdict": {**verdict, "adjusted_p": verdict["adjusted_p"] - 1e-5}},
        {"verdict": {**verdict, "code": "more"}},
    ):
        wrong = {"occurrence": {**occurrence, "coin": {**occurrence["coin"], **wrong_coin}}}
        assert len(list(unlike({**ours, "hoy_bo_bar": {**ours["hoy_bo_bar"], **wrong}}, theirs))) == 1
    interval = {**occurrence, "confidence_interval": {"lower": 0.0, "upper": 1.0}}
    wrong = {**ours["hoy_bo_bar"], "occurrence": interval}
    assert len(list(unlike({**ours, "hoy_bo_bar": wrong}, theirs))) == 2
    del ours["gap_class"]["basic_distribution"]
    assert len(list(unlike(ours, theirs))) == 1
