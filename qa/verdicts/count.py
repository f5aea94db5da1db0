"""How often verdicts say that something differs, on markets in which nothing does."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from core.contracts.results import FeatureResult
from core.contracts.results.rates import CoinRate, Occurrence
from core.contracts.results.verdict import Verdict
from core.figures.verdict import LEVEL
from core.question.index import SnapshotIndex, results_of
from qa.verdicts.questions import Kind, random_question

FEATURES = 20
"""Features of one answer, which are one family."""

FOUND = {"more", "fewer"}

HELD = ("years", "recent")
"""What a rate is compared with to see whether it held."""


def verdicts_of(results: Iterable[FeatureResult]) -> Iterator[Verdict]:
    """Every verdict on a coin in an answer's cards, and those of the years and the last days beside one."""
    for result in results:
        for module in result.modules.values():
            data: Any = module.data
            coins = [getattr(data, "coin", None), *(label.coin for label in getattr(data, "labels", ()))]
            yield from (each.verdict for each in coins if hasattr(each, "verdict"))
            if isinstance(data, Occurrence) and isinstance(data.coin, CoinRate):
                if data.years_verdict is not None:
                    yield data.years_verdict
                if data.recent is not None:
                    yield data.recent.verdict


def count_verdicts(index: SnapshotIndex, kind: Kind, questions: int, seed: int) -> Counter[str]:
    """Of so many random questions: tests, those with p under 0.05, answers, those that find something.

    Also the tests of the years, and of the last days those whose interval leaves out 0.
    """
    random = np.random.default_rng(seed)
    names = [each.name for each in index.catalogue.features if each.kind != "date"]
    found: Counter[str] = Counter()
    for _ in range(questions):
        query = random_question(random, index, kind)
        chosen = random.choice(names, FEATURES, replace=False).tolist()
        results = results_of(index, query, index.sessions.select(query), chosen)
        verdicts = [each for each in verdicts_of(results.values()) if each.code != "not_tested"]
        coins = [each for each in verdicts if each.against == "coin"]
        found["tests"] += len(coins)
        found["below"] += sum(_is_below(each) for each in coins)
        found["answers"] += 1
        found["found"] += any(each.code in FOUND for each in coins)
        for against in HELD:
            own = [each for each in verdicts if each.against == against]
            found[f"{against} tests"] += len(own)
            found[f"{against} below"] += sum(_is_below(each) for each in own)
    return found


def _is_below(verdict: Verdict) -> bool:
    """Whether p is under its level; of the last days, whether the interval leaves out 0."""
    return verdict.code == "looks_different" if verdict.p is None else verdict.p < LEVEL
