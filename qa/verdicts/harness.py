"""`make verdicts`: markets made by a coin, and how often the product says that something differs there."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from shutil import rmtree

import pandas as pd

from core.importing.sample import sample_bars
from qa.harness.machine import ROOT
from qa.harness.report import Record, line
from qa.harness.run import Harness, Part, RunOptions
from qa.verdicts.count import HELD, count_verdicts
from qa.verdicts.market import coin_made
from qa.verdicts.power import SIZES, power
from qa.verdicts.questions import KINDS, Kind

SEEDS = (1, 2)
SAMPLE, LIKE_THE_SAMPLE = "DEMO", "ES"
"""The sample's symbol, into which nothing is imported, and the one whose hours and tick it has."""

QUESTIONS, SHORT = 10_000, 40
"""Questions of all markets together; of one, in short."""

MOST = 0.25
"""The share of one market's answers that may find something: its questions share its luck."""

YEARS = 3
"""The years of the sample that are mirrored."""


def _files() -> dict[str, Path]:
    """Real bars beside the project by symbol, where there are some."""
    return {path.name.partition("_")[0]: path for path in sorted(_REAL.glob("*_5m.parquet"))}


_REAL = ROOT.parent / "shared" / "data"


def _parts() -> list[str]:
    return [f"{symbol} {seed}" for symbol in (SAMPLE, *_files()) for seed in SEEDS]


def _bars(symbol: str) -> pd.DataFrame:
    if symbol != SAMPLE:
        return pd.read_parquet(_files()[symbol])
    bars = sample_bars()
    first = bars["ts"].max() - pd.DateOffset(years=YEARS)
    recent: pd.DataFrame = bars.loc[bars["ts"] >= first].drop(columns="contract")
    return recent


def _run(options: RunOptions) -> Iterator[Part]:
    wanted = SHORT if options.short else QUESTIONS if options.size is None else int(options.size)
    questions = max(1, wanted // (1 if options.short else len(_parts())) // len(KINDS))
    for name in options.names:
        symbol, seed = name.split()
        folder = ROOT / "build" / "verdicts" / name.replace(" ", "-")
        rmtree(folder, ignore_errors=True)
        index = coin_made(_bars(symbol), LIKE_THE_SAMPLE if symbol == SAMPLE else symbol, int(seed), folder)
        counted = {kind: dict(count_verdicts(index, kind, questions, int(seed))) for kind in KINDS}
        rmtree(folder)
        found = {"kinds": counted, "power": power(index, int(seed))}
        finds, answers = (sum(each[what] for each in counted.values()) for what in ("found", "answers"))
        yield Part(name, finds <= MOST * answers, _told(name, counted), found)


def _told(name: str, counted: Mapping[Kind, Mapping[str, int]]) -> str:
    kinds = (
        f"{kind} {_share(each, 'below', 'tests')}, {_share(each, 'found', 'answers')}"
        for kind, each in counted.items()
    )
    return f"{name}: {'; '.join(kinds)}"


def _share(found: Mapping[str, int], part: str, whole: str) -> str:
    return f"{found[part] / max(found[whole], 1):.1%} of {found[whole]:,}"


def summary(records: Sequence[Record]) -> str:
    kinds = [kind for record in records for kind in record["kinds"].values()]
    total = sum((Counter(each) for each in kinds), Counter[str]())
    return (
        f"{_share(total, 'below', 'tests')} tests have a p under 0.05; "
        f"{_share(total, 'found', 'answers')} answers find something; "
        f"of the years {_share(total, 'years below', 'years tests')}, "
        f"of the last days {_share(total, 'recent below', 'recent tests')}"
    )


def tables(records: Sequence[Record]) -> Iterator[str]:
    yield "\n| market | filters | tests: p under 0.05 | answers: find something | years | last days |"
    yield "| --- | --- | ---: | ---: | ---: | ---: |"
    for record in records:
        for kind, each in record["kinds"].items():
            shares = _share(each, "below", "tests"), _share(each, "found", "answers")
            held = (_share(each, f"{name} below", f"{name} tests") for name in HELD)
            yield line((record["name"], kind, *shares, *held))
    yield f"\n| market | {' | '.join(f'{size} days' for size in SIZES)} |"
    yield f"| --- |{' ---: |' * len(SIZES)}"
    for record in records:
        found = (record["power"].get(str(size), (0, 0)) for size in SIZES)
        yield line((record["name"], *(f"{below / tests:.0%}" if tests else "-" for tests, below in found)))


HARNESS = Harness(
    name="verdicts",
    parts=_parts,
    run=_run,
    summary=summary,
    tables=tables,
    page=ROOT / "docs" / "statistics.md",
    packages=("numpy",),
)
