"""How often verdicts say that something differs, on markets in which nothing does."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from core.contracts.results import FeatureResult
from core.contracts.results.verdict import Verdict
from core.figures.verdict import LEVEL
from core.question.index import SnapshotIndex, results_of
from qa.verdicts.questions import Kind, random_question

FEATURES = 20
"""Features of one answer, which are one family."""

FOUND = {"more", "fewer"}


def verdicts_of(results: Iterable[FeatureResult]) -> Iterator[Verdict]:
    """Every verdict on a coin in an answer's cards."""
    for result in results:
        for module in result.modules.values():
            coins: list[Any] = [getattr(module.data, "coin", None)]
            coins += [label.coin for label in getattr(module.data, "labels", ())]
            yield from (each.verdict for each in coins if hasattr(each, "verdict"))


def count_verdicts(index: SnapshotIndex, kind: Kind, questions: int, seed: int) -> Counter[str]:
    """Of so many random questions: tests, those with p under 0.05, answers, those that find something."""
    random = np.random.default_rng(seed)
    names = [each.name for each in index.catalogue.features if each.kind != "date"]
    found: Counter[str] = Counter()
    for _ in range(questions):
        query = random_question(random, index, kind)
        chosen = random.choice(names, FEATURES, replace=False).tolist()
        results = results_of(index, query, index.sessions.select(query), chosen)
        verdicts = [each for each in verdicts_of(results.values()) if each.p is not None]
        found["tests"] += len(verdicts)
        found["below"] += sum(each.p is not None and each.p < LEVEL for each in verdicts)
        found["answers"] += 1
        found["found"] += any(each.code in FOUND for each in verdicts)
    return found
