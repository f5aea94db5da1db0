"""Questions with groups, lags and first time in N days on made-up markets, and the coin days that pass them.

A coin day is read by itself: today's value is its own where a coin has a say in it, every other is the real
session's.
"""

import re
from collections.abc import Callable
from math import isnan
from typing import Any

import numpy as np

from core.contracts.errors import InvalidRequest
from core.features.by_bar import value_by_bar
from core.question.filters import parse_query
from tests.property.coin_outcomes import Mask
from tests.property.test_coin_answers import COMPARE, Snap, random_condition

Asked = dict[str, Any]


def random_question(made: Snap, rng: np.random.Generator, conditions: Callable[[], Asked]) -> list[Asked]:
    """Up to two filters beside a group, each of the conditions at some lag or the first in some days."""
    while True:
        found = [_varied(rng, conditions()) for _ in range(rng.integers(0, 2))]
        found += [_group(rng, conditions) for _ in range(rng.integers(1, 3))]
        index = made.index
        try:
            parse_query(found, None, None, index.catalogue, first=index.first_date, last=index.last_date)
        except InvalidRequest as refusal:
            if refusal.code not in ("contradiction", "group_count"):
                raise
        else:
            return found


def _group(rng: np.random.Generator, conditions: Callable[[], Asked]) -> Asked:
    kind = ("any_of", "none_of", "at_least")[rng.integers(3)]
    members = [_varied(rng, conditions()) for _ in range(rng.integers(1, 4))]
    if kind != "at_least":
        return {kind: members}
    return {kind: {"count": int(rng.integers(1, len(members) + 1)), "of": members}}


def _varied(rng: np.random.Generator, asked: Asked) -> Asked:
    if asked["feature"].endswith("_prev"):
        asked = asked | {"feature": asked["feature"] + str(rng.choice(["", "2", "5"]))}
    return asked | {"first_in": int(rng.choice([1, 2, 5]))} if rng.random() < 0.25 else asked


def any_condition(made: Snap, rng: np.random.Generator) -> Callable[[], Asked]:
    return lambda: random_condition(made, rng)


def members_of(asked: Asked) -> list[Asked]:
    found = asked.get("any_of") or asked.get("none_of") or asked.get("at_least", {}).get("of")
    return found or [asked]


def coin_days_passing(made: Snap, asked: Asked) -> Mask:
    """The coin days on which a filter holds, one after the other."""
    each_day = zip(*(_answers(made, member) for member in members_of(asked)), strict=True)
    if "none_of" in asked:
        return np.array([all(each is False for each in answers) for answers in each_day])
    count = asked.get("at_least", {}).get("count", 1)
    return np.array([answers.count(True) >= count for answers in each_day])


def _answers(made: Snap, asked: Asked) -> list[bool | None]:
    found = re.fullmatch("(.+)_prev([2-5]?)", asked["feature"])
    name, lag = (asked["feature"], 0) if found is None else (found[1], int(found[2] or 1))
    feature, by_bar = made.index.catalogue.by_name[name], asked.get("by_bar")
    real = made.columns[name].values if by_bar is None else value_by_bar(feature, made.columns, by_bar)
    number = feature.labels.index(asked["value"]) if feature.kind == "enum" else float(asked["value"])

    def answer(value: float) -> bool | None:
        if isnan(value):
            return None
        passes = bool(COMPARE[asked["operator"]](value, number))
        return passes and not (feature.is_event_bar and asked["operator"] != "=" and value == 0)

    sessions = [answer(value) for value in real.tolist()]
    own = list(map(answer, made.values(name, by_bar).tolist()))
    draws, answers = made.coin.draws, list[bool | None]()
    for session in range(len(sessions)):
        at = session
        for _ in range(lag):
            at = _before(made, at)
        earlier, before = at, list[bool | None]()
        for _ in range(asked.get("first_in", 0)):
            earlier = _before(made, earlier)
            before.append(None if earlier < 0 else sessions[earlier])
        for day in range(session * draws, (session + 1) * draws):
            today = own[day] if lag == 0 else (None if at < 0 else sessions[at])
            unknown = today is None or None in before
            answers.append(None if unknown else bool(today) and True not in before)
    return answers


def _before(made: Snap, session: int) -> int:
    return -1 if session < 0 else int(made.market.previous_row[session])
