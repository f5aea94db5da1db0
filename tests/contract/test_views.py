"""Short links: an address with its figures, then and now, for whoever is signed in."""

import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace as with_fields
from starlette.testclient import TestClient

from service.database.record_store import change_to
from service.database.records import View
from service.notes import views
from service.settings.values import Rate
from tests.contract.schema import answer_schema, error_violations, operations, violations
from tests.support.blocking import store_at
from tests.support.day_lists import in_lists, maintaining, put
from tests.support.service_client import bearer, running
from tests.support.snapshots import publish_random
from tests.support.waiting import eventually

ADDRESS = "/?filters=%7B%7D&view=all"
GAP_UP = {"gap_up": {"operator": "=", "value": True}}
LATE = {"or12_mm_up_bar": {"operator": ">=", "value": 20}}
BEA = {"user_id": "9", "user_email": "bea@example.com", "user_name": "Bea"}
NEVER = "A" * 22


def make(client: TestClient, headers: dict[str, str], **body: Any) -> str:
    answer = client.post("/api/v2/views", headers=headers, json={"address": ADDRESS} | body)
    assert answer.status_code == 200, answer.text
    assert violations(answer_schema(operations()["makeView"][2]), answer.json()) == []
    return str(answer.json()["id"])


def opened(client: TestClient, headers: dict[str, str], view_id: str) -> Any:
    answer = client.get(f"/api/v2/views/{view_id}", headers=headers)
    assert answer.status_code == 200, answer.text
    assert violations(answer_schema(operations()["sharedView"][2]), answer.json()) == []
    return answer.json()


def refused(client: TestClient, headers: dict[str, str], **body: Any) -> tuple[int, str]:
    answer = client.post("/api/v2/views", headers=headers, json={"address": ADDRESS} | body)
    assert error_violations(answer.json()) == []
    return answer.status_code, answer.json()["code"]


@pytest.fixture
def own(tmp_path: Path) -> Iterator[TestClient]:
    """A service of the test's own, whose data may change."""
    publish_random(tmp_path / "warehouse")
    with running(tmp_path) as client:
        yield client


def test_a_link_has_the_address_and_the_figures_of_then_for_everybody(
    client: TestClient, pro: dict[str, str]
) -> None:
    made = client.post("/api/v2/views", headers=pro, json={"address": ADDRESS, "filters": GAP_UP}).json()
    assert re.fullmatch(r"[A-Za-z0-9_-]{22}", made["id"])
    view = opened(client, bearer(client, "standard", **BEA), made["id"])
    assert made["expires_at"] == view["created_at"] + 400 * 24 * 3600
    assert (view["address"], view["symbol"], view["feature"], view["why"]) == (ADDRESS, "ES", None, None)
    asked = client.post("/api/compute", headers=pro, json={"filters": GAP_UP}).json()
    assert view["then"] == view["now"]
    assert view["then"]["days"] == asked["total_days"]
    assert view["then"]["snapshot"] == asked["snapshot"]
    assert view["then"]["occurrence"] is None


@pytest.mark.parametrize("as_of", [None, 18])
@pytest.mark.parametrize("feature", ["close_above_open", "gap_class", "or12_bo_up_bar", "gap_size_pts"])
def test_a_view_s_rate_is_that_of_its_card(
    client: TestClient, pro: dict[str, str], feature: str, as_of: int | None
) -> None:
    question = {"filters": GAP_UP, "as_of": as_of, "start_date": "2024-02-01"}
    then = opened(client, pro, make(client, pro, feature=feature, **question))["then"]
    body = question | {"features": [feature]}
    answer = client.post("/api/v2/probabilities", headers=pro, json=body).json()
    result = answer["probabilities"][feature]
    shown = result["modules"].get("occurrence")
    assert then["days"] == answer["metadata"]["total_days"]
    figures = {name: then[name] for name in ("occurrence_days", "total_days")}
    if shown is None or result["metadata"]["known_by_then"]:
        assert figures == {"occurrence_days": None, "total_days": None}
    else:
        assert figures == {name: shown["data"][name] for name in figures}
        assert then["occurrence"] == pytest.approx(shown["data"]["occurrence"], abs=1e-6)


@pytest.mark.parametrize(
    "address", ["/today", "/today?on=gap_class", "/next", "/questions/?filters=%7B%7D", "/claims#gaps"]
)
def test_a_page_that_asks_a_question_of_its_own_has_no_figures(
    own: TestClient, tmp_path: Path, address: str
) -> None:
    pro = bearer(own)
    view_id = make(own, pro, filters=GAP_UP, feature="gap_class", address=address)
    assert make(own, pro, filters=GAP_UP, feature="gap_class", address=address) == view_id
    view = opened(own, pro, view_id)
    assert (view["address"], view["symbol"]) == (address, "ES")
    assert (view["then"], view["now"], view["why"]) == (None, None, None)
    with closing(store_at(tmp_path / "state", None)) as store:
        kept = store.find(View, view_id)
    assert kept is not None
    assert kept.then is None
    assert opened(own, pro, make(own, pro, address="/nextdoor"))["then"] is not None


def test_a_link_that_was_kept_with_figures_of_another_page_tells_none(
    own: TestClient, tmp_path: Path
) -> None:
    pro = bearer(own)
    view_id = make(own, pro, filters=GAP_UP)
    with closing(store_at(tmp_path / "state", None)) as store:
        kept = store.find(View, view_id)
        assert kept is not None
        older = replace(kept, request=with_fields(kept.request, address="/next"))
        store.put(change_to(view_id, older, overwrite=True))
    view = opened(own, pro, view_id)
    assert (view["address"], view["then"], view["now"], view["why"]) == ("/next", None, None, None)


def test_opened_on_other_data_it_says_both(own: TestClient, tmp_path: Path) -> None:
    headers = bearer(own)
    served = own.get("/api/v2/date-range", headers=headers).json()["snapshot"]
    view_id = make(own, headers, filters=GAP_UP, feature="close_above_open", snapshot=served)
    first = opened(own, headers, view_id)
    second_id = publish_random(tmp_path / "warehouse", seed=2, sessions=170)

    def renewed() -> bool:
        return bool(opened(own, headers, view_id)["now"]["snapshot"] == second_id)

    eventually(renewed)
    view = opened(own, headers, view_id)
    assert view["then"] == first["then"]
    fresh = opened(own, headers, make(own, headers, filters=GAP_UP, feature="close_above_open"))
    assert view["now"] == fresh["then"]
    assert view["now"]["days"] != view["then"]["days"]


def test_the_same_view_has_one_link_and_another_person_s_another(
    client: TestClient, pro: dict[str, str]
) -> None:
    asked: dict[str, Any] = {"filters": GAP_UP, "feature": "gap_class"}
    view_id = make(client, pro, **asked)
    served = client.get("/api/v2/date-range", headers=pro).json()["snapshot"]
    assert make(client, pro, **asked, snapshot=served) == view_id
    other = bearer(client, **BEA)
    others = (
        make(client, pro, filters=GAP_UP),
        make(client, pro, **asked, address="/days"),
        make(client, other, **asked),
    )
    assert len({view_id, *others}) == 4


def test_what_a_caller_may_not_ask_now_is_said_in_a_sentence(
    client: TestClient, pro: dict[str, str], lite: dict[str, str]
) -> None:
    for asked in ({"filters": LATE}, {"feature": "or12_mm_up_bar"}, {"as_of": 12}):
        view = opened(client, lite, make(client, pro, **asked))
        assert view["now"] is None
        assert view["why"] == "Your subscription, ESSENTIALS, does not include what it asks."
        assert view["then"]["days"] >= 0


def test_a_list_or_an_instrument_that_is_gone_is_said(tmp_path: Path) -> None:
    for symbol in ("ES", "NQ"):
        publish_random(tmp_path / "warehouse", symbol=symbol)
    with running(tmp_path) as client, closing(store_at(tmp_path / "state", None)) as store:
        headers = bearer(client)
        assert put(client, maintaining(client, store), "Textbook", "2024-02-02").status_code == 200
        listed = make(client, headers, filters=[in_lists("Textbook")])
        assert opened(client, headers, listed)["now"]["days"] == 1
        assert client.delete("/api/v2/lists/Textbook", headers=maintaining(client, store)).status_code == 200
        view = opened(client, headers, listed)
        assert (view["now"], view["then"]["days"]) == (None, 1)
        assert view["why"] == "A list of days that it asks for is not there any more."
        nq = make(client, headers, symbol="NQ")
        assert opened(client, headers, nq)["symbol"] == "NQ"
    (tmp_path / "warehouse" / "snapshots" / "NQ" / "CURRENT").unlink()
    with running(tmp_path) as client:
        view = opened(client, bearer(client), nq)
        assert (view["now"], view["why"]) == (None, "Its instrument is not served any more.")


def test_unknown_over_and_odd_ids_are_one_and_the_same_404(
    own: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    headers = bearer(own)
    monkeypatch.setattr(views, "KEPT_FOR", 0)
    over = make(own, headers)
    answers = [own.get(f"/api/v2/views/{each}", headers=headers) for each in (over, NEVER, "x", "é" * 900)]
    assert {answer.status_code for answer in answers} == {404}
    bodies = [answer.json() | {"timestamp": None} for answer in answers]
    assert all(error_violations(answer.json()) == [] for answer in answers)
    assert bodies[0]["code"] == "view_unknown"
    assert bodies == [bodies[0]] * 4


@pytest.mark.parametrize(
    "address",
    [
        *("", "days", "//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)"),
        *("/\n/evil.example", "/?a b", "/" + "x" * 8000, 7),
    ],
)
def test_an_address_that_leads_elsewhere_is_refused(
    client: TestClient, pro: dict[str, str], address: object
) -> None:
    assert refused(client, pro, address=address)[0] == 422


def test_a_view_that_cannot_be_asked_is_not_made(
    client: TestClient, pro: dict[str, str], standard: dict[str, str]
) -> None:
    assert refused(client, pro, filters={"gap": {"operator": "=", "value": True}}) == (422, "unknown_feature")
    assert refused(client, pro, feature="gap") == (422, "unknown_feature")
    assert refused(client, pro, symbol="XX") == (422, "unknown_symbol")
    assert refused(client, standard, filters=LATE) == (403, "feature_not_in_tier")
    listed = [{"feature": "day_list", "operator": "in", "value": ["x" * 9000]}]
    assert refused(client, pro, filters=listed) == (422, "filters_too_long")


def test_of_more_than_are_kept_the_oldest_goes(own: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "MOST_VIEWS", 3)
    headers, other = bearer(own), bearer(own, **BEA)
    theirs = make(own, other)
    made = [make(own, headers, address=f"/days?n={number}") for number in range(4)]
    status = [own.get(f"/api/v2/views/{each}", headers=headers).status_code for each in (*made, theirs)]
    assert status == [404, 200, 200, 200, 200]


def test_who_guesses_too_often_waits(tmp_path: Path) -> None:
    publish_random(tmp_path / "warehouse")
    with running(tmp_path, link_limit=Rate(3, 60)) as client:
        one, other = bearer(client), bearer(client, **BEA)
        path = f"/api/v2/views/{NEVER}"
        assert [client.get(path, headers=one).status_code for _ in range(3)] == [404] * 3
        elsewhere = {"X-Forwarded-For": "192.0.2.9"}
        for headers in (one, one | elsewhere):
            answer = client.get(path, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (429, "too_many_requests")
        assert client.get(path, headers=other).status_code == 404


def test_who_is_not_signed_in_opens_none(client: TestClient, pro: dict[str, str]) -> None:
    assert client.get(f"/api/v2/views/{make(client, pro)}").status_code == 401
