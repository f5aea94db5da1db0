"""The curve of an outcome as it is asked: its cut is two filters, what is decided or looked ahead is said."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from starlette.testclient import TestClient

from tests.oracles.proportions import fisher, newcombe, wilson
from tests.support.service_client import bearer

ASKED: dict[str, Any] = {"by": "gap_size_pts", "outcome": "close_above_open"}


def ask(client: TestClient, headers: dict[str, str], **body: Any) -> Any:
    answer = client.post("/api/v2/curve", headers=headers, json=ASKED | body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def occurrence(client: TestClient, headers: dict[str, str], filters: Any, name: str) -> Any:
    body = {"filters": filters, "features": [name]}
    answer = client.post("/api/v2/probabilities", headers=headers, json=body)
    return answer.json()["probabilities"][name]["modules"]["occurrence"]["data"]


def test_a_cut_is_the_two_filters(client: TestClient, pro: dict[str, str]) -> None:
    at = ask(client, pro)["deciles"][3]
    cut = ask(client, pro, cut=at)["cut"]
    for side, operator in (("below", "<"), ("above", ">=")):
        filters = {"gap_size_pts": {"operator": operator, "value": at}}
        own = occurrence(client, pro, filters, "close_above_open")
        assert cut[side] == {
            key: own[key] for key in ("occurrence", "occurrence_days", "total_days", "confidence_interval")
        }


def test_the_cut_s_figures_are_statsmodels_s(client: TestClient, pro: dict[str, str]) -> None:
    found = ask(client, pro, cut=2.5)
    cut = found["cut"]
    sides = [(cut[side]["occurrence_days"], cut[side]["total_days"]) for side in ("above", "below")]
    assert cut["difference"] == pytest.approx(newcombe(*sides[0], *sides[1]), abs=1e-6)
    assert cut["verdict"]["p"] == pytest.approx(fisher(*sides[0], *sides[1]), abs=1e-6)
    assert cut["verdict"]["against"] == "below"
    assert found["points"][0]["band"]["lower"] < found["points"][0]["confidence_interval"]["lower"]
    assert sides[0][1] + sides[1][1] == found["asked_days"]


def test_every_point_has_its_interval_and_values_ascend(client: TestClient, pro: dict[str, str]) -> None:
    found = ask(client, pro)
    values = [point["value"] for point in found["points"]]
    assert values == sorted(values)
    assert len(values) > 5
    for point in found["points"]:
        assert point["days"] >= found["window_days"]
        expected = wilson(point["occurrence_days"], point["days"])
        assert point["confidence_interval"] == pytest.approx(expected, abs=1e-6)
    assert found["cut"] is None


def test_a_label_is_an_outcome(client: TestClient, pro: dict[str, str]) -> None:
    bull, bear = (ask(client, pro, outcome="or12_dir", label=label)["points"] for label in ("bull", "bear"))
    assert all(
        a["occurrence_days"] + b["occurrence_days"] <= a["days"] for a, b in zip(bull, bear, strict=True)
    )


def test_too_few_days_are_a_reason(client: TestClient, pro: dict[str, str]) -> None:
    found = ask(client, pro, filters={"gap_size_pts": {"operator": ">", "value": 1e9}}, cut=1)
    assert (found["points"], found["reason"], found["deciles"]) == ([], "few_days", [])
    assert (found["cut"]["difference"], found["cut"]["verdict"]["reason"]) == (None, "too_few")


def test_what_is_decided_is_said_and_not_tested(client: TestClient, pro: dict[str, str]) -> None:
    filters = {"close_above_open": {"operator": "=", "value": True}}
    found = ask(client, pro, filters=filters, cut=1)
    assert found["decided_by"] == ["close_above_open"]
    assert found["cut"]["verdict"]["reason"] == "fixed_by_filter"
    itself = ask(client, pro, by="open_touch_count", outcome="open_touch_count")
    assert itself["decided_by"] == ["open_touch_count"]


def test_what_is_known_later_looks_ahead(client: TestClient, pro: dict[str, str]) -> None:
    assert ask(client, pro)["look_ahead"] == []
    found = ask(client, pro, by="open_touch_count", outcome="gap_fill_by_b12")
    assert found["look_ahead"] == ["open_touch_count"]


@pytest.mark.parametrize("by", ["gap_size_pts", "open_touch_count"])
def test_a_window_and_its_coin_are_what_a_range_filter_answers(
    tossed: TestClient, on_coin_days: Callable[[str], NDArray[np.float64]], by: str
) -> None:
    headers, compared = bearer(tossed, "pro"), 0
    values, came = on_coin_days(by), on_coin_days("close_above_open")
    for point in ask(tossed, headers, by=by)["points"]:
        ends = {by: {"operator": "range", "value": [point["lowest"], point["highest"]]}}
        own = occurrence(tossed, headers, ends, "close_above_open")
        assert (point["days"], point["occurrence_days"]) == (own["total_days"], own["occurrence_days"])
        if "verdict" not in point["coin"]:
            counted = came[(values >= point["lowest"]) & (values <= point["highest"]) & ~np.isnan(came)]
            days, some = len(counted), int(counted.sum())
            assert point["coin"] == {
                "days": days,
                "occurrence_days": some,
                "occurrence": pytest.approx(some / days, abs=1e-6),
            }
            compared += 1
    assert compared > 3


def test_a_coin_that_cannot_tell_says_why(tossed: TestClient) -> None:
    headers = bearer(tossed, "pro")
    filters = {"close_above_open": {"operator": "=", "value": True}}
    for body, reason in (({"filters": filters}, "fixed_by_filter"), ({"outcome": "gap_up"}, "no_coin")):
        ((name, verdict),) = ask(tossed, headers, **body)["points"][0]["coin"].items()
        assert (name, verdict["code"], verdict["reason"]) == ("verdict", "not_tested", reason)


def test_as_of_a_bar_days_at_risk_are_asked(tossed: TestClient) -> None:
    headers = bearer(tossed, "pro")
    whole, at_risk = (ask(tossed, headers, outcome="gap_fill_bar", **each) for each in ({}, {"as_of": 12}))
    body = {"filters": {}, "features": ["gap_fill_bar"], "as_of": 12}
    answer = tossed.post("/api/v2/probabilities", headers=headers, json=body).json()["probabilities"]
    own = answer["gap_fill_bar"]["modules"]["occurrence"]["data"]
    assert at_risk["asked_days"] == own["total_days"] < whole["asked_days"]
    assert at_risk["days"] == whole["days"]
    sent = ASKED | {"by": "open_touch_count", "as_of": 12}
    refused = tossed.post("/api/v2/curve", headers=headers, json=sent)
    assert (refused.status_code, refused.json()["code"]) == (422, "not_known_yet")
