"""What a coin gives, as rows of a file with the matched days' own."""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from service.export.figure import SHARE, Data, Figure, verdict_of


def coin_rate(coin: Data | None, suffix: str = "") -> Iterator[Figure]:
    """An outcome's difference from a coin on the same days with its verdict, then the coin's own figures."""
    if coin is None or _is_missing(coin):
        yield from _verdict(coin, None, suffix)
        return
    difference = {"value": coin["difference"], **coin["confidence_interval"]}
    yield from _verdict(coin, coin["days"], suffix, difference)
    yield Figure(f"A coin{suffix}", SHARE, coin["occurrence"], coin["days"])
    yield Figure(f"Days without a coin day{suffix}", "days", coin["unpaired_days"])
    foreseen = coin["expect"]
    yield Figure(f"To expect{suffix}", SHARE, foreseen["rate"])
    for name, field in (("least", "low"), ("most", "high")):
        yield Figure(f"Of the next {foreseen['of']} such days, at {name}{suffix}", "days", foreseen[field])


def coin_labels(data: Data) -> Iterator[Figure]:
    """Those of each label; one row where none is compared."""
    labels = [(each["label"], each["coin"]) for each in data["labels"] if each["coin"] is not None]
    if all(_is_missing(coin) for _, coin in labels):
        yield from coin_rate(labels[0][1] if labels else None)
        return
    for label, coin in labels:
        yield from coin_rate(coin, f": {label}")


def coin_timing(coin: Data | None) -> Iterator[Figure]:
    """The coin's share of days with the event at or before each bar that has any."""
    if coin is None or _is_missing(coin):
        yield from _verdict(coin)
        return
    for bar, (before, upto) in enumerate(pairwise((0, *coin["by_bar"])), 1):
        if upto > before:
            yield Figure(f"A coin: event by bar {bar}", SHARE, upto, coin["days"])


def coin_quartiles(coin: Data | None, unit: str, names: Mapping[str, str]) -> Iterator[Figure]:
    """The verdict on the median, then the middle of the coin's values; `names` are the rows' by field."""
    if coin is None or _is_missing(coin):
        yield from _verdict(coin)
        return
    yield from _verdict(coin, coin["days"])
    for field, name in names.items():
        yield Figure(f"A coin: {name.lower()}", unit, coin[field], coin["days"])


def _is_missing(coin: Data) -> bool:
    return coin.keys() == {"verdict"}


def _verdict(
    coin: Data | None, n: int | None = None, suffix: str = "", difference: Data | None = None
) -> Iterator[Figure]:
    if coin is not None:
        unit, said = "test" if difference is None else SHARE, verdict_of(coin["verdict"])
        yield Figure(f"Against a coin{suffix}", unit, None, n, difference=difference, **said)
