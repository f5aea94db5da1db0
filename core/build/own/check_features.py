"""Checks the features of a file on random markets, and on given ones."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from core.build.own.compute_file import values_out_of_range
from core.build.own.load_file import PRODUCT, Faulty, mistake_in, named_by
from core.build.own.task import OwnFile
from core.build.pack.build_pack import assemble_pack, with_coin
from core.claims.read_claims import Mistake
from core.contracts.catalogue import Catalogue, FeatureDefinition
from core.contracts.errors import DataError
from core.contracts.known_at import LAST_BAR
from core.evidence.own_properties import (
    CheckedFeature,
    changing,
    look_ahead,
    look_ahead_by_bar,
    other_by_bar,
    other_when_kept,
    reads_other_days,
)
from core.features.categories import CATEGORIES, OWN_CATEGORY
from core.features.coin_days import coin_days, coin_decided
from core.features.compute import compute_features
from core.features.entries import Feature
from core.market.market import Market
from core.question.filters import parse_query
from core.question.index import results_of
from core.warehouse.serving.load_index import load_index

Property = Callable[[CheckedFeature, Market], Iterator[str]]

SEED = 11

PARTED = 6
"""Sessions of a market after which its future is redrawn."""


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """Result of a check: valid features, faults of the others, seconds for 1,000 sessions."""

    entries: tuple[Feature, ...]
    mistakes: tuple[Mistake, ...]
    seconds: dict[str, float]


def check_file(
    file: OwnFile, entries: Sequence[Feature], markets: Sequence[Market], real: Sequence[Market] = ()
) -> CheckedFile:
    """Check every feature against its statement, on random and on real markets.

    A feature that depends on an invalid one is left out too.
    """
    good: dict[str, Feature] = {}
    mistakes, seconds = [], {}
    for entry in entries:
        name = entry.definition.name
        wrong = _wrong(entry, PRODUCT | good, markets, real)
        if wrong is None:
            good[name] = entry
            seconds[name] = _seconds(entry, (*real, *markets)[0])
        else:
            mistakes.append(mistake_in(file, entry, wrong if wrong.endswith(".") else f"{wrong}."))
    return CheckedFile(tuple(good.values()), tuple(mistakes), seconds)


def _wrong(
    entry: Feature, known: Mapping[str, Feature], markets: Sequence[Market], real: Sequence[Market]
) -> str | None:
    """The plainest fault of a feature, None without one."""
    for name in named_by(entry.definition):
        if name not in known:
            return f"{name}, which it names, is left out."
    checked = CheckedFeature(entry, tuple(dict.fromkeys(needed(entry.definition, known))))
    try:
        return next(_faults(checked, markets, real), None)
    except Faulty as error:
        return error.why if error.name == entry.definition.name else str(error)


def needed(definition: FeatureDefinition, known: Mapping[str, Feature]) -> Iterator[Feature]:
    """The features that a definition names, each after those that it names itself."""
    for name in named_by(definition):
        yield from needed(known[name].definition, known)
        yield known[name]


def _faults(checked: CheckedFeature, markets: Sequence[Market], real: Sequence[Market]) -> Iterator[str]:
    """The faults, the plainest first."""
    for market in (*markets, *real):
        yield from values_out_of_range(checked.definition, checked.columns(market), market)
    ahead = _ahead_by_bar if checked.definition.by_bar_safe else partial(look_ahead, seed=SEED)
    properties: list[Property] = [changing, ahead, *_in_turn(reads_other_days), other_when_kept]
    for holds in properties:
        for market in (*markets, *real):
            yield from holds(checked, market)
    if checked.definition.by_bar_safe:
        for market in markets:
            for bar in range(1, LAST_BAR + 1, 1 if market is markets[0] else 5):
                yield from _lines(checked, other_by_bar(_events(checked), market, bar))
    yield from _unanswered(checked, markets[-1])


def _ahead_by_bar(checked: CheckedFeature, market: Market) -> Iterator[str]:
    for bar in range(1, LAST_BAR, 10):
        yield from _lines(checked, look_ahead_by_bar(_events(checked), market, bar, SEED))


def _events(checked: CheckedFeature) -> tuple[Feature, ...]:
    """The features that take by_bar."""
    return tuple(entry for entry in checked.entries if entry.definition.by_bar_safe)


def _lines(checked: CheckedFeature, found: Iterable[tuple[str, str]]) -> Iterator[str]:
    return (line for name, line in found if name == checked.definition.name)


def _in_turn(holds: Callable[..., Iterator[str]]) -> Iterator[Property]:
    """Apply a property to some sessions of a market in turn."""

    def at(checked: CheckedFeature, market: Market, part: int) -> Iterator[str]:
        row = (len(market) * (2 * part + 1)) // (2 * PARTED)
        return holds(checked, market, row, seed=101 * part + 7)

    return (partial(at, part=part) for part in range(PARTED))


def _unanswered(checked: CheckedFeature, market: Market) -> Iterator[str]:
    """The first module without an answer on a market with only this feature."""
    entries = checked.entries
    catalogue = Catalogue(tuple(each.definition for each in entries), (*CATEGORIES, OWN_CATEGORY))
    columns = compute_features(market, entries)
    try:
        pack = assemble_pack(catalogue, market, columns)
        pack = with_coin(pack, catalogue, market, coin_days(market, coin_decided(entries)))
        index = load_index(pack)
    except DataError as error:
        yield error.detail
        return
    query = parse_query(None, None, None, catalogue, first=index.first_date, last=index.last_date)
    matched, name = index.sessions.select(query), checked.definition.name
    result = results_of(index, query, matched, [name])[name]
    for module, answer in result.modules.items():
        if answer.status == "error":
            yield f"module {module} has no answer"


def _seconds(entry: Feature, market: Market) -> float:
    began = time.perf_counter()
    compute_features(market, (entry,))
    return 1_000 * (time.perf_counter() - began) / len(market)
