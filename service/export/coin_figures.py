"""What a coin gives, as rows of a file with the matched days' own."""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from service.export.figure import SHARE, Data, Figure

WITHOUT = {
    "known_before_open": "known before the open",
    "known_by_then": "known by then",
    "decided_by_filters": "decided by the filters",
    "few_days": "too few matched days",
    "few_coin_days": "too few coin days",
}
"""Why there is no coin, by the answer's reason."""


def coin_rate(data: Data) -> Iterator[Figure]:
    """The matched days' occurrence held against the coin's, then the coin's own."""
    coin = data["coin"]
    yield from _no_coin(coin)
    if _is_there(coin):
        tests = {"p": coin["p_value"], "q": coin["q_value"]}
        here, n = data["occurrence"], data["total_days"]
        yield Figure("Against a coin", SHARE, here, n, difference=coin["difference"], **tests)
        yield Figure("A coin: occurrence", SHARE, coin["occurrence"], coin["days"])
        yield Figure("A coin: active days", "days", coin["occurrence_days"], coin["days"])


def coin_timing(data: Data) -> Iterator[Figure]:
    """The coin days with the event, and those with it on each bar that has any."""
    coin = data["coin"]
    yield from _no_coin(coin)
    if _is_there(coin):
        events = coin["by_bar_days"][-1]
        yield Figure("A coin: event days", "days", events, coin["days"])
        for bar, (before, upto) in enumerate(pairwise((0, *coin["by_bar_days"])), 1):
            if upto > before:
                yield Figure(f"A coin: event on bar {bar}", "days", upto - before, events)


def coin_quartiles(data: Data, unit: str, names: Mapping[str, str]) -> Iterator[Figure]:
    """The middle of the coin days' values; `names` are the rows' by field."""
    coin = data["coin"]
    yield from _no_coin(coin)
    if _is_there(coin):
        for field, name in names.items():
            yield Figure(f"A coin: {name.lower()}", unit, coin[field], coin["days"])


def coin_labels(data: Data) -> Iterator[Figure]:
    """The share of each label on the coin days with a value."""
    yield from _no_coin(data["coin"])
    shares = [(each["label"], each["coin"]) for each in data["labels"] if each["coin"] is not None]
    n = sum(coin["days"] for _, coin in shares)
    for label, coin in shares:
        yield Figure(f"A coin: {label}", SHARE, coin["share"], n)


def _is_there(coin: Data | None) -> bool:
    return coin is not None and "reason" not in coin


def _no_coin(coin: Data | None) -> Iterator[Figure]:
    if coin is not None and "reason" in coin:
        yield Figure(f"No coin: {WITHOUT[coin['reason']]}", "test", None)
