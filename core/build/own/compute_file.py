"""Computes the features of own files on a whole market: the days and their coin days."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from core.build.own.load_file import Faulty, mistake_in, named_by
from core.build.own.task import Columns, Found, OwnFile
from core.build.pack.feature_entries import code_values, widen_ranges
from core.claims.read_claims import Mistake
from core.contracts.catalogue import Catalogue, FeatureDefinition
from core.contracts.errors import DataError
from core.evidence.own_properties import NOT_THE_DAY
from core.features.coin_days import coin_days, coin_decided, differing_when_kept
from core.features.compute import FeatureColumn, compute_features
from core.features.entries import Feature
from core.market.market import Market

EVERY_KEPT = 20
"""One session in so many is computed with a coin that keeps every bar."""


def compute_file(file: OwnFile, entries: Sequence[Feature], market: Market) -> Found:
    """Compute every valid feature on this market; a faulty one takes along those that name it."""
    good, mistakes = list(entries), list[Mistake]()
    while True:
        try:
            columns, coin = _columns(tuple(good), market)
            return Found(columns=columns, coin=coin, mistakes=mistakes)
        except Faulty as error:
            left_out = {error.name: error.why}
            for entry in good:
                gone = next((name for name in named_by(entry.definition) if name in left_out), None)
                if gone is not None:
                    left_out[entry.definition.name] = f"{gone}, which it names, is left out."
            wrong = [entry for entry in good if entry.definition.name in left_out]
            mistakes += [mistake_in(file, entry, left_out[entry.definition.name]) for entry in wrong]
            good = [entry for entry in good if entry not in wrong]


def _columns(entries: tuple[Feature, ...], market: Market) -> tuple[Columns, Columns]:
    """The columns on the days and on their coin days; Faulty if one breaks its statement."""
    columns = compute_features(market, entries)
    _require_stated(entries, columns, market)
    changing = coin_decided(entries)
    coin = coin_days(market, changing)
    _require_stated(changing, coin.columns, market, coin.draws)
    rows = np.flatnonzero(~np.isnan(market.ema_open))[::EVERY_KEPT]
    for name in differing_when_kept(market, columns, rows, changing):
        raise Faulty(name, NOT_THE_DAY)
    return columns, dict(coin.columns)


def _require_stated(
    entries: Sequence[Feature], columns: Mapping[str, FeatureColumn], market: Market, draws: int = 1
) -> None:
    for entry in entries:
        for wrong in values_out_of_range(entry.definition, columns, market, draws):
            raise Faulty(entry.definition.name, wrong)


def values_out_of_range(
    definition: FeatureDefinition, columns: Mapping[str, FeatureColumn], market: Market, draws: int = 1
) -> Iterator[str]:
    """The first value that a definition rules out; with `draws` the columns are those of coin days."""
    (stated,) = widen_ranges(Catalogue((definition,), ()), columns).features
    try:
        code_values(stated, columns[definition.name].values, np.repeat(market.session_date, draws))
    except DataError as error:
        where = "on a coin day of " if draws > 1 else ""
        yield where + error.detail.removeprefix(f"feature {definition.name}, ")
