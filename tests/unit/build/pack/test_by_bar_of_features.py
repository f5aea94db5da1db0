"""The index reads by_bar as the definitions do when they see bars 1..N alone (ruling 16)."""

import numpy as np
import pytest

from core.build.pack.build_pack import assemble_pack
from core.features.compute import compute_features
from core.features.entries import Feature
from core.features.registry import FEATURES, catalogue_of
from core.question.conditions import Condition
from core.warehouse.serving.load_index import load_index
from tests.property.markets import random_market
from tests.support.one_feature import evaluate_by_bar

MARKET = random_market(11, 90)
INDEX = load_index(assemble_pack(catalogue_of(MARKET), MARKET, compute_features(MARKET)))
EVENTS = [entry for entry in FEATURES if entry.definition.by_bar_safe]


def read_by_bar(entry: Feature, bar: int) -> list[float]:
    """The values (N,) that equality filters with by_bar find, NaN where no value matches."""
    found = np.full(INDEX.n_sessions, np.nan)
    for code, value in enumerate(entry.definition.coded_values):
        days = INDEX.sessions.passing(Condition(entry.definition.name, False, "=", value, by_bar=bar))
        found[days.rows()] = code
    return list(found.tolist())


@pytest.mark.parametrize("entry", EVENTS, ids=lambda entry: str(entry.definition.name))
def test_every_bar_reads_what_the_definition_says_on_the_bars_so_far(entry: Feature) -> None:
    for bar in range(1, 82):
        expected = evaluate_by_bar(entry, MARKET, bar).tolist()
        assert read_by_bar(entry, bar) == pytest.approx(expected, nan_ok=True), bar
