"""The quiz as it is played: a day without its date, one guess, then the whole day and what it was worth."""

import json
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from starlette.testclient import TestClient

from service.answers import quiz
from service.notes import given_days
from tests.contract.schema import error_violations
from tests.contract.test_same_filters_everywhere import filters as random_filters
from tests.property.markets import random_market, with_other_future
from tests.support.service_client import bearer, running
from tests.support.sizes import examples
from tests.support.snapshots import publish_market, publish_random
from tests.support.waiting import eventually

NEXT, ANSWER = "/api/v2/quiz/next", "/api/v2/quiz/answer"
GAP_UP = {"gap_up": {"operator": "=", "value": True}}
LEVELS = ("hoy", "loy", "coy", "gxh", "gxl")


def begun(client: TestClient, headers: dict[str, str], **body: Any) -> Any:
    answer = client.post(NEXT, headers=headers, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def answered(client: TestClient, headers: dict[str, str], token: str, probability: float = 50) -> Any:
    answer = client.post(ANSWER, headers=headers, json={"token": token, "probability": probability})
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(client: TestClient, headers: dict[str, str], path: str, body: Any) -> tuple[int, str]:
    answer = client.post(path, headers=headers, json=body)
    assert error_violations(answer.json()) == []
    return answer.status_code, answer.json()["code"]


def guess(token: str) -> dict[str, Any]:
    return {"token": token, "probability": 50}


def chart(client: TestClient, headers: dict[str, str], day: str) -> Any:
    body = {"selected_date": day, "include_previous_day": False}
    return client.post("/api/v2/charts/data", headers=headers, json=body).json()


@pytest.mark.parametrize("tier", ["lite", "standard", "pro"])
def test_a_round_is_played_on_every_tier_with_its_own_features(client: TestClient, tier: str) -> None:
    headers = bearer(client, tier)
    listed = client.get("/api/features", headers=headers).json()["features"]
    names, asked, bars = {each["name"] for each in listed}, set(), set()
    for _ in range(40):
        day = begun(client, headers)
        asked.add(day["feature"])
        bars.add(day["as_of"])
        assert len(day["bars"]["o"]) == day["as_of"]
        whole = answered(client, headers, day["token"])
        assert all(whole["bars"][part][: day["as_of"]] == day["bars"][part] for part in "ohlc")
        assert {len(whole["bars"][part]) for part in "ohlc"} == {81}
        assert whole["bar"] is None or day["as_of"] < whole["bar"] <= 81
        assert whole["snapshot"] == day["snapshot"]
    assert asked <= names
    assert len(asked) > 5
    assert bars <= {6, 12, 18, 27, 54}
    assert len(bars) > 2


def test_the_day_is_the_chart_s_in_ticks_from_the_open(client: TestClient, pro: dict[str, str]) -> None:
    for _ in range(10):
        day = begun(client, pro)
        whole = answered(client, pro, day["token"])
        drawn = chart(client, pro, whole["date"])
        bars, lines, tick = drawn["bars"], drawn["referenceLines"], drawn["metadata"]["tick"]
        opened = bars[0]["open"]
        for part, name in zip("ohlc", ("open", "high", "low", "close"), strict=True):
            assert [opened + tick * ticks for ticks in whole["bars"][part]] == [bar[name] for bar in bars]
        for level in LEVELS:
            ticks = day["levels"][level]
            assert (None if ticks is None else opened + tick * ticks) == lines[level]
        rows = {"columns": ["adr10_pts", day["feature"]], "dates": [whole["date"]]}
        row = client.post("/api/v2/days", headers=pro, json=rows).json()["rows"][0]
        adr10, value = (row.get(name, row.get("values", {}).get(name)) for name in rows["columns"])
        assert day["adr10"] == pytest.approx(adr10 / tick, abs=0.06)
        assert whole["occurred"] == bool(value)
        assert whole["bar"] == (value or None if isinstance(value, int) and value > 1 else None)


def test_a_day_has_no_date_and_no_price_before_the_guess(client: TestClient, pro: dict[str, str]) -> None:
    """Recorded bodies: only what is listed here, and every number close to zero."""
    for _ in range(30):
        answer = client.post(NEXT, headers=pro, json={})
        day = answer.json()
        assert list(day) == [
            *("token", "expires_at", "as_of", "feature", "adr10", "levels", "bars", "snapshot")
        ]
        assert (list(day["levels"]), list(day["bars"])) == (list(LEVELS), list("ohlc"))
        assert day["bars"]["o"][0] == 0
        numbers = [each for each in day["levels"].values() if each is not None]
        numbers += [each for part in day["bars"].values() for each in part]
        assert max(map(abs, numbers)) < 5_000  # the market stands at 20,000 ticks
        text = answer.text.replace(day["snapshot"], "")
        assert not re.search(r"\d{4}-\d\d-\d\d", text)
        head = json.dumps(dict(answer.headers))
        whole = answered(client, pro, day["token"])
        assert whole["date"] not in text + head
        assert whole["date"].replace("-", "") not in text + head


@pytest.mark.parametrize("bar", [1, 12, 54])
def test_no_field_moves_when_later_bars_are_others(
    tmp_path: Path, bar: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    market = random_market(5, sessions=90, step=4)
    asked = ("gap_fill_bar", "hoy_reentry_bar", "close_above_open", "first_pullback_bar", "range_50adr_bar")
    found: dict[int, list[Any]] = {}
    for turn, each in enumerate((market, with_other_future(market, bar, seed=2))):
        publish_market(tmp_path / str(turn) / "warehouse", each, f"2024-05-0{turn + 1}-{turn:012x}")
        with running(tmp_path / str(turn), poll_interval=60) as client:
            headers, found[turn] = bearer(client), []
            for feature in asked:
                for seed in range(6):
                    monkeypatch.setattr(quiz, "_RANDOM", Random(seed))
                    answer = client.post(NEXT, headers=headers, json={"as_of": bar, "feature": feature})
                    day = answer.json()
                    own = ("token", "expires_at", "snapshot", "timestamp")
                    found[turn].append({name: day[name] for name in day if name not in own})
    assert found[0] == found[1]
    assert sum("bars" in day for day in found[0]) > 12


def test_the_base_is_the_card_s_as_of_the_bar_and_the_coin_that_of_the_coin_days(
    tossed: TestClient, on_coin_days: Callable[[str], NDArray[np.float64]]
) -> None:
    headers, compared = bearer(tossed, "pro"), 0
    for filters in ({}, GAP_UP):
        for feature in ("gap_fill_bar", "close_above_open", "loy_bo_bar", "or12_bo_up_bar"):
            day = begun(tossed, headers, filters=filters, as_of=12, feature=feature)
            whole = answered(tossed, headers, day["token"])
            body = {"filters": filters, "features": [feature], "as_of": 12}
            cards = tossed.post("/api/v2/probabilities", headers=headers, json=body).json()["probabilities"]
            card = cards[feature]["modules"]["occurrence"]["data"]
            days = on_coin_days(feature)[on_coin_days("gap_up") > 0 if filters else ...]
            is_open = (days == 0) | (days > (0 if feature == "close_above_open" else 12))
            came, n = int((days[is_open] > 0).sum()), int(is_open.sum())
            for own, occurrence_days, of in (
                (whole["base"], card["occurrence_days"], card["total_days"]),
                (whole["coin"], came, n),
            ):
                assert (own["days"], own["occurrence_days"]) == (of, occurrence_days)
                assert own["occurrence"] == pytest.approx(occurrence_days / of, abs=1e-6)
            compared += card["at_risk_days"] is not None
    assert compared == 8


def test_brier_is_the_mean_squared_error_of_the_guesses(tossed: TestClient) -> None:
    """What sklearn.metrics.brier_score_loss is: mean((y_prob - y_true) ** 2)."""
    headers = bearer(tossed, "pro")
    told: dict[str, list[float]] = {"guess": [], "base": [], "coin": []}
    guesses: dict[str, list[float]] = {"guess": [], "base": [], "coin": []}
    occurred: list[bool] = []
    for probability in (0, 100, 50, 12.5, 73, 99.9, 33.333):
        day = begun(tossed, headers, feature="gap_fill_bar", as_of=6)
        whole = answered(tossed, headers, day["token"], probability)
        occurred.append(whole["occurred"])
        guesses["guess"].append(probability / 100)
        told["guess"].append(whole["brier"])
        for name in ("base", "coin"):
            guesses[name].append(whole[name]["occurrence_days"] / whole[name]["days"])
            told[name].append(whole[name]["brier"])
    for name in told:
        expected = np.mean((np.array(guesses[name]) - np.array(occurred)) ** 2)
        assert np.mean(told[name]) == pytest.approx(expected, abs=1e-6)


def test_a_snapshot_without_coin_days_has_no_coin(client: TestClient, pro: dict[str, str]) -> None:
    assert answered(client, pro, begun(client, pro)["token"])["coin"] is None


def test_a_coin_that_cannot_tell_says_why(tossed: TestClient) -> None:
    headers = bearer(tossed, "pro")
    few = {"trade_date": {"operator": "range", "value": ["2024-03-01", "2024-03-12"]}}
    day = begun(tossed, headers, filters=few, as_of=6, feature="close_above_open")
    whole = answered(tossed, headers, day["token"])
    assert (whole["coin"]["verdict"]["code"], whole["coin"]["verdict"]["reason"]) == ("not_tested", "too_few")
    assert "2024-03-01" <= whole["date"] <= "2024-03-12"


def test_the_day_matches_the_filters_and_the_dates(client: TestClient, pro: dict[str, str]) -> None:
    asked = {"filters": GAP_UP, "start_date": "2024-02-01", "end_date": "2024-06-30"}
    days = client.post("/api/v2/days", headers=pro, json=asked | {"page_size": 500}).json()
    known = json.dumps(days["rows"])
    found = {answered(client, pro, begun(client, pro, **asked)["token"])["date"] for _ in range(30)}
    assert len(found) > 5
    assert all(day in known for day in found)


def test_the_bar_is_one_by_which_filters_and_question_fit(client: TestClient, pro: dict[str, str]) -> None:
    late = {"or12_dir": {"operator": "=", "value": "bull"}}
    assert {begun(client, pro, filters=late)["as_of"] for _ in range(20)} <= {12, 18, 27, 54}
    assert {begun(client, pro, feature="gap_fill_by_b12")["as_of"] for _ in range(5)} == {6}
    assert {begun(client, pro, feature="or18_dir_holds_eod")["as_of"] for _ in range(15)} <= {18, 27, 54}


@settings(
    max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(filters=random_filters(), bar=st.sampled_from([1, 12, 54]))
def test_filters_are_judged_as_elsewhere_as_of_the_bar(
    client: TestClient, pro: dict[str, str], filters: Any, bar: int
) -> None:
    body = {"filters": filters, "as_of": bar}
    counted, asked = (client.post(path, headers=pro, json=body) for path in ("/api/v2/filtered", NEXT))
    if counted.status_code != 200:
        assert asked.status_code == counted.status_code
        assert asked.json()["detail"] == counted.json()["detail"].replace(", or ask of the whole day", "")
    elif asked.status_code != 200:
        assert asked.status_code == 422
        assert asked.json()["code"] in ("quiz_no_day", "quiz_nothing_open")


EARLIER = {"gap_fill_bar": {"operator": ">", "value": 0, "by_bar": 12}}
NOT_ASKED: list[tuple[dict[str, Any], str]] = [
    ({"as_of": 0}, "value_type"),
    ({"as_of": 81}, "value_type"),
    ({"as_of": -1}, "value_type"),
    ({"as_of": 12.5}, "value_type"),
    ({"as_of": True}, "value_type"),
    ({"feature": 7}, "value_type"),
    ({"feature": "gap"}, "unknown_feature"),
    ({"feature": "gap_up_prev"}, "prev_not_supported"),
    ({"feature": "gap_up"}, "quiz_feature"),
    ({"feature": "gap_class"}, "quiz_feature"),
    ({"feature": "gap_size_pts"}, "quiz_feature"),
    ({"feature": "or12_first_bo"}, "quiz_feature"),
    ({"feature": "trade_date"}, "quiz_feature"),
    ({"feature": "hoy_bo_failed"}, "quiz_feature"),
    ({"feature": "gap_fill_by_b12", "as_of": 12}, "quiz_feature"),
    ({"feature": "or18_hod_or_lod_set", "as_of": 17}, "quiz_feature"),
    ({"filters": {"or12_dir": {"operator": "=", "value": "bull"}}, "as_of": 11}, "not_known_yet"),
    ({"filters": {"close_above_open": {"operator": "=", "value": True}}}, "not_known_yet"),
    ({"filters": {"gap_size_pts": {"operator": ">", "value": 1e9}}}, "quiz_no_day"),
    ({"filters": EARLIER, "feature": "gap_fill_bar"}, "quiz_nothing_open"),
    ({"filters": EARLIER, "feature": "gap_fill_bar", "as_of": 12}, "quiz_nothing_open"),
    ({"start_date": "2024-13-01"}, "date_format"),
    ({"symbol": "XX"}, "unknown_symbol"),
]


@pytest.mark.parametrize(("body", "code"), NOT_ASKED, ids=[f"{body}" for body, _ in NOT_ASKED])
def test_what_is_no_question_is_refused(
    client: TestClient, pro: dict[str, str], body: dict[str, Any], code: str
) -> None:
    assert refused(client, pro, NEXT, body) == (422, code)


@pytest.mark.parametrize(
    ("filters", "remedy"),
    [
        ({"or12_dir": {"operator": "=", "value": "bull"}}, "ask as of bar 12 or later."),
        ({"close_above_open": {"operator": "=", "value": True}}, "leave it out."),
    ],
)
def test_a_filter_that_is_known_later_is_not_sent_to_the_whole_day(
    client: TestClient, pro: dict[str, str], filters: dict[str, Any], remedy: str
) -> None:
    answer = client.post(NEXT, headers=pro, json={"filters": filters, "as_of": 11})
    assert answer.json()["detail"].partition("; ")[2] == remedy


def test_a_question_of_another_tier_is_refused(client: TestClient, lite: dict[str, str]) -> None:
    assert refused(client, lite, NEXT, {"feature": "or12_mm_up_bar"}) == (403, "feature_not_in_tier")


WRONG_GUESSES: list[Any] = [-1, 101, -0.001, 100.001, 1e400, "50", True, None, [50], {}]


@pytest.mark.parametrize("wrong", WRONG_GUESSES, ids=str)
def test_what_is_no_probability_is_refused_and_the_round_goes_on(
    client: TestClient, pro: dict[str, str], wrong: Any
) -> None:
    token = begun(client, pro)["token"]
    sent = json.dumps(guess(token) | {"probability": wrong})
    answer = client.post(ANSWER, headers=pro | {"Content-Type": "application/json"}, content=sent)
    assert answer.status_code in (400, 422)
    assert error_violations(answer.json()) == []
    if answer.status_code == 422:
        assert answer.json()["detail"].startswith("probability: expected a number from 0 to 100, found ")
    answered(client, pro, token)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b'{"token": "a", "probability": NaN}', (400, "malformed_json")),
        (b'{"token": "a", "probability": Infinity}', (400, "malformed_json")),
        (b'{"token": "\\ud800", "probability": 1}', (400, "malformed_json")),
        (b'{"token": 7, "probability": 1}', (422, "value_type")),
        (b'{"token": null, "probability": 1}', (422, "value_type")),
        (b'{"probability": 1}', (422, "missing_field")),
        (b'{"token": "a"}', (422, "missing_field")),
        (b"[]", (422, "value_type")),
        (b'{"token": "", "probability": 1}', (404, "quiz_token_unknown")),
        (b'{"token": "a\\u0000b", "probability": 1}', (404, "quiz_token_unknown")),
        (b'{"token": "' + b"x" * 100_000 + b'", "probability": 1}', (404, "quiz_token_unknown")),
    ],
)
def test_a_body_that_is_no_answer_is_refused(
    client: TestClient, pro: dict[str, str], body: bytes, expected: tuple[int, str]
) -> None:
    answer = client.post(ANSWER, headers=pro | {"Content-Type": "application/json"}, content=body)
    assert (answer.status_code, answer.json()["code"]) == expected
    assert error_violations(answer.json()) == []


def test_a_token_is_worth_one_answer(client: TestClient, pro: dict[str, str]) -> None:
    token = begun(client, pro)["token"]
    answered(client, pro, token)
    for _ in range(2):
        assert refused(client, pro, ANSWER, guess(token)) == (409, "quiz_token_used")


def test_of_answers_at_once_one_is_told_the_day(client: TestClient, pro: dict[str, str]) -> None:
    def answer(token: str) -> tuple[int, bool]:
        found = client.post(ANSWER, headers=pro, json=guess(token))
        return found.status_code, "date" in found.json()

    for _ in range(5):
        with ThreadPoolExecutor(4) as pool:
            found = sorted(pool.map(answer, [begun(client, pro)["token"]] * 4))
        assert found == [(200, True), *[(409, False)] * 3]


def test_a_late_answer_is_told_so(
    client: TestClient, pro: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(given_days, "OPEN_FOR", 0)
    token = begun(client, pro)["token"]
    assert refused(client, pro, ANSWER, guess(token)) == (409, "quiz_token_late")


def test_another_user_s_token_is_unknown_and_goes_on(client: TestClient, pro: dict[str, str]) -> None:
    token = begun(client, pro)["token"]
    other = bearer(client, "pro", user_id="8", user_email="bea@example.com")
    assert refused(client, other, ANSWER, guess(token)) == (404, "quiz_token_unknown")
    assert refused(client, {}, ANSWER, guess(token))[0] == 401
    answered(client, bearer(client, "lite"), token)


def test_guests_of_a_course_are_told_apart_by_their_sign_in(tmp_path: Path) -> None:
    publish_random(tmp_path / "warehouse")
    guest = {"course": "dev-cad-std", "referrer": "https://school.example/"}
    with running(tmp_path, course_sites=("school.example",), poll_interval=60) as client:
        entered = [client.post("/api/auth/entry", json=guest).json() for _ in range(2)]
        assert len({each["user_info"]["user_id"] for each in entered}) == 1
        one, other = ({"Authorization": f"Bearer {each['access_token']}"} for each in entered)
        token = begun(client, one)["token"]
        assert refused(client, other, ANSWER, guess(token)) == (404, "quiz_token_unknown")
        answered(client, one, token)


def test_a_round_of_a_snapshot_that_was_replaced_is_gone(tmp_path: Path) -> None:
    warehouse = tmp_path / "warehouse"
    first = publish_random(warehouse)
    with running(tmp_path) as client:
        headers = bearer(client)
        day = begun(client, headers)
        second = publish_random(warehouse, seed=2)
        eventually(lambda: begun(client, headers)["snapshot"] == second)
        assert day["snapshot"] == first
        assert refused(client, headers, ANSWER, guess(day["token"])) == (409, "quiz_snapshot_gone")
        detail = client.post(ANSWER, headers=headers, json=guess(day["token"])).json()["detail"]
        assert first in detail
