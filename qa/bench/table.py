"""What every peer answers from: the tables that `almanac views` names, as an analyst holds them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf, nextafter
from typing import Any

import duckdb
import pandas as pd

from qa.bench.outcomes import NEUTRAL, Described, happened, occurs, outcomes_of
from qa.bench.question import NUMBERS, NUMERICS, TWENTY


@dataclass(frozen=True, slots=True)
class Table:
    """The features of every session, and what an analyst knows of them.

    `cuts` of a numeric: its range's number is how many of them its value has reached; `ranges` their labels.
    A feature in `bars` has no event at 0, which no inequality matches. `years` (N,) are the days' calendar
    years, `active` which of the question's occurrences happened, null without a value. What the filters have
    `decided` is not tested. `coin` has the same features of every coin day, `coin_sessions` the place of its
    session, `tossed` says which a coin decides. `outcomes` and `coin_outcomes` are what is compared with a
    coin, 1 or 0, null without a value: `NAME__came` of an occurrence, `NAME__LABEL` of a label.
    """

    frame: pd.DataFrame
    described: Mapping[str, Described]
    cuts: Mapping[str, Sequence[float]]
    ranges: Mapping[str, Sequence[str]]
    bars: frozenset[str]
    years: pd.Series
    active: pd.DataFrame
    decided: frozenset[str]
    coin: pd.DataFrame
    coin_sessions: pd.Series
    tossed: frozenset[str]
    outcomes: pd.DataFrame
    coin_outcomes: pd.DataFrame

    def modules(self, name: str) -> Sequence[str]:
        return list(self.described[name]["metadata"]["statistical_method"])

    def coin_numbers(self) -> list[str]:
        """The numbers that a coin decides."""
        return [name for name in NUMBERS if name in self.tossed and name not in self.decided]

    def compared(self) -> pd.DataFrame:
        """Of every session its place, and what is compared with a coin."""
        return self._with_place(self.outcomes, self.frame, pd.RangeIndex(len(self.frame)))

    def coin_compared(self) -> pd.DataFrame:
        """The same of every coin day."""
        return self._with_place(self.coin_outcomes, self.coin, self.coin_sessions)

    def _with_place(self, outcomes: pd.DataFrame, rows: pd.DataFrame, place: Any) -> pd.DataFrame:
        numbers = rows[self.coin_numbers()].astype("float64")
        return pd.concat([outcomes, numbers], axis=1).assign(session=place)

    def labels(self, name: str) -> dict[str, str]:
        """An enum's labels in its own order, and how they are written."""
        return labels_of(self.described[name])


def table_of(views: str, features: Sequence[Described], decided: frozenset[str]) -> Table:
    """The table of the script `almanac views` printed; features in `decided` have no test."""
    described = {each["name"]: each for each in features if each["type"] != "date"}
    with duckdb.connect() as connection:
        connection.execute(views)
        frame = connection.execute("SELECT * FROM features ORDER BY session_date").df()
        coin = connection.execute("SELECT * FROM coin ORDER BY session_date, draw").df()
    columns, coins = (
        pd.DataFrame({name: _column(rows[name], each) for name, each in described.items()})
        for rows in (frame, coin)
    )
    tossed = frozenset(name for name, each in described.items() if each["known_at_bar"] > 0)
    compared = [name for name in TWENTY if name in tossed and name not in decided]
    outcomes, coin_outcomes = (outcomes_of(rows, described, compared) for rows in (columns, coins))
    numerics = {name: described[name] for name in NUMERICS}
    return Table(
        columns,
        described,
        {name: _cuts(each) for name, each in numerics.items()},
        {name: _range_labels(each) for name, each in numerics.items()},
        frozenset(name for name, each in described.items() if each["type"] == "integer bar"),
        frame["session_date"].dt.year.rename("calendar_year"),
        pd.DataFrame({name: happened(columns[name]) for name in TWENTY if occurs(described[name])}),
        decided,
        coins,
        pd.Series(pd.factorize(coin["session_date"])[0], name="session"),
        tossed,
        outcomes,
        coin_outcomes,
    )


def labels_of(described: Described) -> dict[str, str]:
    """An enum's labels in its own order, the neutral one last, and how they are written."""
    allowed = described["ui_schema"]["filter_component"]["validation"]
    labels = dict(zip(allowed["enum"], allowed["labels"], strict=True))
    return dict(sorted(labels.items(), key=lambda label: label[0] == NEUTRAL))


def _column(values: pd.Series, described: Described) -> pd.Series:
    match described["type"]:
        case "enum" | "enum (multi)":
            return values.astype(pd.CategoricalDtype([*labels_of(described)]))
        case "boolean":
            return values.astype("boolean")
    return values.astype("float64") if values.isna().any() or described["type"] == "numeric" else values


def _pieces(described: Described) -> tuple[bool, list[tuple[float, float]]]:
    """Whether exactly the lowest value is a range of its own, and the ranges inside the hard limits."""
    rules = described["business_logic"]
    lowest = -inf if rules["hard_min"] is None else rules["hard_min"]
    highest = inf if rules["hard_max"] is None else rules["hard_max"]
    bounds = [-inf, *rules["bucket_edges"], inf]
    inside = [(low, high) for low, high in pairwise(bounds) if high > lowest and low <= highest]
    return rules["hard_min"] in rules["bucket_edges"], inside


def _cuts(described: Described) -> list[float]:
    exact, pieces = _pieces(described)
    point = [nextafter(pieces[0][0], inf)] if exact else []
    return [*point, *(low for low, _ in pieces[1:])]


def _range_labels(described: Described) -> list[str]:
    exact, pieces = _pieces(described)
    unit = described["metadata"]["unit"]
    texts = [f"{pieces[0][0]:g}"] if exact else []
    texts += [
        f"< {high:g}" if low == -inf else f">= {low:g}" if high == inf else f"{low:g} to {high:g}"
        for low, high in pieces
    ]
    return [f"{text} {unit}" if unit else text for text in texts]
