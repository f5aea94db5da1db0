"""The pack's coin days: every feature that bars of the day decide (core.contracts.pack)."""

from typing import Any

import numpy as np

from core.build.pack.feature_entries import Arrays, code_values, widen_ranges
from core.contracts import pack as entries
from core.contracts.catalogue import Catalogue
from core.features.by_bar import event_bars
from core.features.coin_days import CoinDays
from core.figures.columns import ranked
from core.market.market import DateArray


def coin_entries(
    catalogue: Catalogue, session_date: DateArray, coin: CoinDays
) -> tuple[Arrays, dict[str, Any]]:
    """The arrays of the coin days, and the document to read them by."""
    catalogue, days = widen_ranges(catalogue, coin.columns), np.repeat(session_date, coin.draws)
    coin_decided = [each for each in catalogue.features if each.name in coin.columns]
    coded = [each for each in coin_decided if each.kind != "numeric"]
    arrays: Arrays = {
        entries.COIN_CODES: np.array(
            [code_values(each, coin.columns[each.name].values, days) for each in coded], dtype=np.uint8
        ).reshape(len(coded), len(days)),
        entries.COIN_TOSSES: coin.tosses,
    }
    for each in coin_decided:
        column = coin.columns[each.name]
        if each.kind == "numeric":
            ranks = ranked(column.values)
            arrays[entries.coin_ranks(each.name)] = ranks.codes.astype(entries.rank_type(len(ranks.values)))
            arrays[entries.coin_values(each.name)] = ranks.values.astype("<f8")
        if each.waits_for_event:
            arrays[entries.coin_event_bar(each.name)] = event_bars(each, column)
    ranges = {each.name: each.value_range for each in coded if each.value_range is not None}
    return arrays, {"draws": coin.draws, "value_ranges": ranges}
