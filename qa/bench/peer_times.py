"""The peers alone, on one core: `python -m qa.bench.peer_times FOLDER CALLS` compares, times, prints.

FOLDER holds `table.json`: the views, the features and what the service answered.
"""

import gc
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import orjson

from qa.bench.outcomes import Described
from qa.bench.question import FILTERS, Breadth
from qa.bench.table import Table, table_of

ONE_CORE = {
    "POLARS_MAX_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "ARROW_NUM_THREADS": "1",
}
AGGREGATES = "Polars' aggregates alone"
Times = dict[str, list[float]]
Answers = tuple[Any, Any]
"""That of the question's twenty features, and that of all."""


def peer_times(
    folder: Path, views: str, features: Sequence[Described], answers: Mapping[Breadth, Answers], calls: int
) -> dict[Breadth, Times]:
    """Milliseconds of CPU of every call of every peer, in a process of their own.

    Raises:
        SystemExit: a figure of a peer differs from another's or from ours.
    """
    written = {"views": views, "features": features, "answers": answers}
    (folder / "table.json").write_bytes(orjson.dumps(written))
    command = [sys.executable, "-m", "qa.bench.peer_times", str(folder), str(calls)]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | ONE_CORE, check=False)
    if done.returncode != 0:
        raise SystemExit(f"bench: the peers ended with {done.returncode}: {done.stderr[-600:]}")
    found: dict[Breadth, Times] = json.loads(done.stdout)
    return found


def disagreements(table: Table, answers: Mapping[Breadth, Any]) -> Iterator[str]:
    """Every figure on which two peers differ, or on which our answer is not the one made of a peer's."""
    from qa.bench.complete import answered
    from qa.bench.peers import coin_differences, differences, unlike

    for breadth in answers:
        given = [(peer.name, peer.groups(breadth), peer.coin(breadth)) for peer in _peers(table)]
        for (one, mine, coin), (other, theirs, their_coin) in pairwise(given):
            found = [each for pair in zip(mine, theirs, strict=True) for each in differences(*pair)]
            found += coin_differences(coin, their_coin)
            yield from (f"{breadth}, {one} and {other}: {each}" for each in found)
        for name, (matched, others), coin in given:
            answer = orjson.loads(orjson.dumps(answered(table, matched, others, coin)))
            yield from (f"{breadth}, {name}: {each}" for each in unlike(modules_of(answers[breadth]), answer))


def decided(answer: Any) -> frozenset[str]:
    """The features that have no test in an answer, as the filters decide them."""
    features = answer["data"]["statistics"]["features"]
    return frozenset(name for name, each in features.items() if each["metadata"]["decided_by"])


def modules_of(answer: Any) -> dict[str, Any]:
    features = answer["data"]["statistics"]["features"]
    return {
        name: {module: each["data"] for module, each in feature["modules"].items()}
        for name, feature in features.items()
    }


def tables(written: Any) -> dict[Breadth, Table]:
    """The table for each question; they differ in what has a test."""
    return {
        breadth: table_of(written["views"], written["features"], decided(written["answers"][breadth][1]))
        for breadth in FILTERS
    }


def _peers(table: Table) -> list[Any]:
    from qa.bench.peer_duckdb import DuckDB
    from qa.bench.peer_pandas import Pandas
    from qa.bench.peer_polars import Polars

    return [Pandas(table), Polars(table), DuckDB(table)]


def _timed(table: Table, breadth: Breadth, calls: int) -> Times:
    peers = _peers(table)
    ways: dict[str, Callable[[], object]] = {peer.name: _whole(table, peer, breadth) for peer in peers}
    ways[AGGREGATES] = lambda: peers[1].ask(breadth)
    return {name: [_cpu(way) for _ in range(calls)] for name, way in ways.items()}


def _whole(table: Table, peer: Any, breadth: Breadth) -> Callable[[], object]:
    from qa.bench.complete import whole_answer

    def whole() -> bytes:
        matched, others = peer.groups(breadth)
        return whole_answer(table, matched, others, peer.coin(breadth))

    return whole


def _cpu(way: Callable[[], object]) -> float:
    began = time.process_time()
    way()
    return (time.process_time() - began) * 1000


def main(folder: Path, calls: int) -> None:
    written = orjson.loads((folder / "table.json").read_bytes())
    by_question = tables(written)
    for breadth, table in by_question.items():
        found = list(disagreements(table, {breadth: written["answers"][breadth][0]}))
        if found:
            raise SystemExit(f"bench: {len(found)} figures differ: " + "; ".join(found[:3]))
    gc.freeze()  # statsmodels collects the whole heap's garbage with every adjustment
    print(json.dumps({breadth: _timed(table, breadth, calls) for breadth, table in by_question.items()}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
