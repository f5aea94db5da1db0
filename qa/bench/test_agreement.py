"""The service and its peers give one answer to the bench's questions, at the sample's size."""

import json
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from qa.bench.almanac import views_of
from qa.bench.complete import answered
from qa.bench.peer_polars import Polars
from qa.bench.peer_times import decided, disagreements, modules_of
from qa.bench.peers import Group, differences, unlike
from qa.bench.question import FILTERS, TWENTY, Breadth
from qa.bench.service_process import COMPUTE, Visitor, full_answer, new_service
from qa.bench.table import Table, table_of
from tests.support.sample_warehouse import sample_warehouse

BREADTHS: tuple[Breadth, ...] = tuple(FILTERS)
Answers = Mapping[Breadth, Any]


@pytest.fixture(scope="module")
def warehouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sample_warehouse(tmp_path_factory).root


@pytest.fixture(scope="module")
def served(warehouse: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[list[dict[str, Any]], Answers]:
    state = tmp_path_factory.mktemp("state")
    with new_service(warehouse, state) as service, closing(Visitor(service)) as visitor:
        features = visitor.get("/api/features")["features"]
        names = [each["name"] for each in features if each["type"] != "date"]
        bodies = {breadth: full_answer(breadth, names, 0) for breadth in BREADTHS}
        return features, {each: json.loads(visitor.post(COMPUTE, body)) for each, body in bodies.items()}


@pytest.fixture(scope="module")
def answers(served: tuple[list[dict[str, Any]], Answers]) -> Answers:
    return served[1]


@pytest.fixture(scope="module")
def table(warehouse: Path, served: tuple[list[dict[str, Any]], Answers]) -> Table:
    features, found = served
    return table_of(views_of(warehouse, "DEMO"), features, decided(found["narrow"]))


@pytest.fixture(scope="module")
def group(table: Table) -> Group:
    return Polars(table).groups("narrow")[0]


def test_the_question_is_twenty_features_narrow_and_broad(answers: Answers, table: Table) -> None:
    shares = [answers[breadth]["total_days"] / len(table.frame) for breadth in BREADTHS]
    assert len(set(TWENTY)) == 20
    assert [len(filters) for filters in FILTERS.values()] == [5, 5]
    assert 0.02 < shares[0] < 0.2
    assert shares[1] > 0.5


@pytest.mark.parametrize("breadth", BREADTHS)
def test_every_peer_agrees_with_the_service(
    warehouse: Path, served: tuple[list[dict[str, Any]], Answers], breadth: Breadth
) -> None:
    features, found = served
    table = table_of(views_of(warehouse, "DEMO"), features, decided(found[breadth]))
    assert list(disagreements(table, {breadth: found[breadth]})) == []


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


def test_a_figure_of_ours_that_differs_is_found(answers: Answers, table: Table) -> None:
    polars = Polars(table)
    theirs = answered(table, *polars.groups("narrow"), polars.coin("narrow"))
    ours = modules_of(answers["narrow"])
    occurrence = ours["hoy_bo_bar"]["occurrence"]
    for figure in ("p_value", "q_value", "lift", "occurrence_days"):
        wrong = {"occurrence": {**occurrence, figure: occurrence[figure] + 1e-5}}
        assert len(list(unlike({**ours, "hoy_bo_bar": {**ours["hoy_bo_bar"], **wrong}}, theirs))) == 1
    coin = {**occurrence["coin"], "q_value": occurrence["coin"]["q_value"] + 1e-5}
    wrong = {"occurrence": {**occurrence, "coin": coin}}
    assert len(list(unlike({**ours, "hoy_bo_bar": {**ours["hoy_bo_bar"], **wrong}}, theirs))) == 1
    interval = {**occurrence, "confidence_interval": {"lower": 0.0, "upper": 1.0}}
    wrong = {**ours["hoy_bo_bar"], "occurrence": interval}
    assert len(list(unlike({**ours, "hoy_bo_bar": wrong}, theirs))) == 2
    del ours["gap_class"]["basic_distribution"]
    assert len(list(unlike(ours, theirs))) == 1
