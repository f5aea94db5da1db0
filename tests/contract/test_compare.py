"""Two questions beside each other, as they are asked: the days of each, what both share, what is refused."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.oracles.proportions import fisher, holm, newcombe, wilson

GAP_UP = {"filters": {"gap_up": {"operator": "=", "value": True}}}
GAP_DOWN = {"filters": {"gap_up": {"operator": "=", "value": False}}}
FEATURES = ["gap_fill_by_b12", "close_above_open", "or12_close_third", "gap_size_pts", "gap_up"]


def ask(client: TestClient, headers: dict[str, str], a: Any, b: Any, **body: Any) -> Any:
    sent = {"a": a, "b": b, "features": FEATURES} | body
    answer = client.post("/api/v2/compare", headers=headers, json=sent)
    assert answer.status_code == 200, answer.text
    return answer.json()


def occurrence(client: TestClient, headers: dict[str, str], question: Any, name: str) -> Any:
    answer = client.post("/api/v2/probabilities", headers=headers, json=question | {"features": [name]})
    return answer.json()["probabilities"][name]["modules"]["occurrence"]["data"]


def test_each_side_is_what_its_own_question_answers(client: TestClient, pro: dict[str, str]) -> None:
    found = ask(client, pro, GAP_UP, GAP_DOWN)
    for side, question in (("a", GAP_UP), ("b", GAP_DOWN)):
        own = occurrence(client, pro, question, "close_above_open")
        assert found["features"]["close_above_open"][side] == {
            key: own[key] for key in ("occurrence", "occurrence_days", "total_days", "confidence_interval")
        }
    assert found["both_days"] == 0
    assert found["features"]["close_above_open"]["only_a"] == found["features"]["close_above_open"]["a"]


def test_a_question_inside_the_other_is_answered(client: TestClient, pro: dict[str, str]) -> None:
    """The difference is that of the rates shown; the test that of the days inside against the others."""
    found = ask(client, pro, GAP_UP, {})
    assert found["both_days"] == found["a_days"] < found["b_days"]
    feature = found["features"]["close_above_open"]
    assert feature["only_a"]["total_days"] == 0
    a, b, rest = (
        (each["occurrence_days"], each["total_days"])
        for each in (feature["a"], feature["b"], feature["only_b"])
    )
    assert feature["difference"]["value"] == pytest.approx(a[0] / a[1] - b[0] / b[1], abs=1e-6)
    assert feature["verdict"]["p"] == pytest.approx(fisher(*a, *rest), abs=1e-6)
    assert "close_above_open" in found["ranking"]


def test_the_same_days_are_not_tested(client: TestClient, pro: dict[str, str]) -> None:
    found = ask(client, pro, GAP_UP, GAP_UP)
    feature = found["features"]["close_above_open"]
    assert (feature["difference"]["value"], feature["verdict"]["reason"]) == (0, "same_days")
    assert feature["verdict"]["words"] == "The same days on both sides, so it is not tested."
    assert found["ranking"] == []


def test_the_difference_of_other_days_is_statsmodels_and_scipy_s(
    client: TestClient, pro: dict[str, str]
) -> None:
    feature = ask(client, pro, GAP_UP, GAP_DOWN)["features"]["close_above_open"]
    sides = [(each["occurrence_days"], each["total_days"]) for each in (feature["a"], feature["b"])]
    assert feature["difference"] == pytest.approx(newcombe(*sides[0], *sides[1]), abs=1e-6)
    assert feature["verdict"]["p"] == pytest.approx(fisher(*sides[0], *sides[1]), abs=1e-6)
    assert feature["a"]["confidence_interval"] == pytest.approx(wilson(*sides[0]), abs=1e-6)


def test_the_family_is_what_the_call_asks_for(client: TestClient, pro: dict[str, str]) -> None:
    names = ["close_above_open", "or12_close_third"]
    features = ask(client, pro, {}, {"start_date": "2024-09-01"}, features=names)["features"]
    verdicts = {"close_above_open": features["close_above_open"]["verdict"]}
    verdicts |= {each["value"]: each["verdict"] for each in features["or12_close_third"]["labels"]}
    adjusted = holm({name: verdict["p"] for name, verdict in verdicts.items()})
    for name, verdict in verdicts.items():
        assert verdict["adjusted_p"] == pytest.approx(adjusted[name], abs=1e-5)
    alone = ask(client, pro, {}, {"start_date": "2024-09-01"}, features=names[:1])["features"]
    verdict = alone["close_above_open"]["verdict"]
    assert verdict["p"] == verdict["adjusted_p"] == verdicts["close_above_open"]["p"]


def test_what_a_filter_decides_is_said_and_not_ranked(client: TestClient, pro: dict[str, str]) -> None:
    found = ask(client, pro, GAP_UP, GAP_DOWN)
    assert found["features"]["gap_up"]["decided_by"] == ["gap_up"]
    assert found["features"]["gap_up"]["verdict"]["reason"] == "fixed_by_filter"
    assert "gap_up" not in found["ranking"]
    assert "gap_size_pts" not in found["features"]
    assert "close_above_open" in found["ranking"]


def test_an_exchange_of_sides_turns_the_difference(client: TestClient, pro: dict[str, str]) -> None:
    here, there = ask(client, pro, GAP_UP, GAP_DOWN), ask(client, pro, GAP_DOWN, GAP_UP)
    assert here["ranking"] == there["ranking"]
    for name, feature in here["features"].items():
        turned = there["features"][name]
        assert (feature["a"], feature["verdict"]["p"]) == (turned["b"], turned["verdict"]["p"])
        if feature["difference"] is not None:
            assert feature["difference"]["lower"] == pytest.approx(-turned["difference"]["upper"])


def test_a_side_without_a_day_is_answered(client: TestClient, pro: dict[str, str]) -> None:
    nothing = {"filters": {"gap_size_pts": {"operator": ">", "value": 1e9}}}
    found = ask(client, pro, GAP_UP, nothing)
    assert (found["b_days"], found["both_days"]) == (0, 0)
    assert found["features"]["close_above_open"]["b"]["occurrence"] is None
    assert found["features"]["close_above_open"]["difference"] is None


@pytest.mark.parametrize("side", ["a", "b"])
def test_a_refusal_says_which_side(client: TestClient, pro: dict[str, str], side: str) -> None:
    wrong = {"filters": {"gap": {"operator": "=", "value": True}}}
    sent: dict[str, Any] = {"a": {}, "b": {}, "features": []} | {side: wrong}
    answer = client.post("/api/v2/compare", headers=pro, json=sent)
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown_feature")
    assert answer.json()["detail"].startswith(f"{side}: ")
