"""Every kind of filter, sent to every call and every export, is answered or refused: never a 5xx."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from service.routes import CALLS
from tests.contract.test_same_filters_everywhere import CALLS as ONE_QUESTION
from tests.support.blocking import SqliteStore
from tests.support.day_lists import in_lists, maintaining, matching, put
from tests.support.service_client import UNLIMITED, bearer, running
from tests.support.sizes import examples
from tests.support.snapshots import publish_random

FEATURES = ["gap_up", "gap_class", "gap_fill_bar", "gap_size_pts", "or12_bo_up_bar", "gap_fill_by_b12"]
BODIES: dict[str, dict[str, Any]] = ONE_QUESTION | {
    "/api/v2/alike": {"date": "2024-05-02", "as_of": 30},
    "/api/v2/quiz/next": {},
    "/api/v2/views": {"address": "/", "feature": "gap_up"},
    "/api/v2/watches": {"name": "Mine", "channel": "email"},
}
"""Every call that takes filters, with what else it needs; /v2/compare and exports are sent apart."""

FIELD_OF_FEATURES = {"/api/compute": "statistics_features"} | dict.fromkeys(
    ("/api/v2/start", "/api/v2/probabilities"), "features"
)

CONDITIONS = st.one_of(
    st.sampled_from(
        [
            {"feature": "gap_up", "operator": "=", "value": True},
            {"feature": "close_above_open", "operator": "!=", "value": True},
            {"feature": "gap_class", "operator": "not_in", "value": ["no_gap"]},
            {"feature": "gap_size_pts", "operator": "range", "value": [-5, 5]},
            {"feature": "day_range_pct_adr", "operator": ">", "value": 60},
            {"feature": "gap_fill_bar", "operator": "<=", "value": 40},
            {"feature": "or12_bo_up_bar", "operator": ">", "value": 0, "by_bar": 30},
            {"feature": "bull_day_streak", "operator": ">=", "value": 1},
            {"feature": "trade_date", "operator": "range", "value": ["2024-02-01", "2024-11-01"]},
            {"feature": "gap_up_prev", "operator": "=", "value": False},
            {"feature": "gap_fill_bar_prev3", "operator": "=", "value": 0},
            {"feature": "gap_up", "operator": "=", "value": True, "first_in": 2},
            in_lists("thirds"),
            in_lists("thirds", "early", operator="not_in"),
            in_lists("none"),
        ]
    )
)
MEMBERS = st.lists(CONDITIONS, min_size=1, max_size=3)
GROUPS = st.one_of(
    st.builds(lambda of: {"any_of": of}, MEMBERS),
    st.builds(lambda of: {"none_of": of}, MEMBERS),
    st.builds(lambda of: {"at_least": {"count": 1, "of": of}}, MEMBERS),
)
DATES = st.just({"feature": "Date_Range", "operator": "range", "value": ["2024-01-01", "2024-06-30"]})
FILTERS = st.lists(CONDITIONS | GROUPS | DATES, max_size=3)
AS_OF = st.sampled_from([None, None, -1, 0, 12, 80])


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder: Path = tmp_path_factory.mktemp("everywhere")
    publish_random(folder / "warehouse", coin=True)
    with running(folder, poll_interval=60, export_limit=UNLIMITED, link_limit=UNLIMITED) as client:
        store = SqliteStore(folder / "state")
        headers = maintaining(client, store)
        store.close()
        days = matching(client, headers)
        put(client, headers, "thirds", *days[::3])
        put(client, headers, "early", *days[:20])
        put(client, headers, "none")
        yield client


@pytest.fixture(scope="module")
def pro(service: TestClient) -> dict[str, str]:
    return bearer(service, "pro")


def test_every_call_that_takes_filters_is_tried() -> None:
    taking = {
        f"/api{call.path}" for call in CALLS if "filters" in getattr(call.body, "__struct_fields__", ())
    }
    assert taking == set(BODIES)


@settings(
    max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@example(filters=[in_lists("thirds")], as_of=None)
@example(filters=[{"none_of": [in_lists("none")]}], as_of=None)
@given(filters=FILTERS, as_of=AS_OF)
def test_no_filter_ends_in_a_server_error(
    service: TestClient, pro: dict[str, str], filters: list[dict[str, Any]], as_of: int | None
) -> None:
    question = {"filters": filters} | ({} if as_of is None else {"as_of": as_of})
    sent: list[tuple[str, dict[str, Any]]] = []
    for path, needed in BODIES.items():
        names = {FIELD_OF_FEATURES[path]: FEATURES} if path in FIELD_OF_FEATURES else {}
        sent.append((path, needed | names | question))
    other = {"filters": filters[:1]}
    more = {key: value for key, value in question.items() if key != "filters"}
    sent.append(("/api/v2/compare", {"a": {"filters": filters}, "b": {}, "features": FEATURES} | more))
    sent.append(("/api/v2/compare", {"a": {}, "b": other, "features": FEATURES} | more))
    for kind in ({"kind": "days", "columns": FEATURES}, {"kind": "statistics", "features": FEATURES}):
        sent.append(("/api/v2/export", kind | {"format": "csv"} | question))
    for path, body in sent:
        answer = service.post(path, headers=pro, json=body)
        assert answer.status_code < 500, (path, body, answer.text)
        if answer.status_code == 422:
            assert answer.json()["detail"], path


@pytest.mark.parametrize("form", ["csv", "xlsx", "pdf"])
@pytest.mark.parametrize("kind", ["days", "statistics"])
@pytest.mark.parametrize(
    "filters",
    [
        [in_lists("thirds")],
        [{"at_least": {"count": 1, "of": [in_lists("early"), in_lists("thirds", operator="not_in")]}}],
        [{"feature": "gap_fill_bar_prev3", "operator": "=", "value": 0, "first_in": 2}],
        [{"feature": "or12_bo_up_bar", "operator": ">", "value": 0, "by_bar": 30}],
    ],
    ids=["list", "lists in a group", "a session before", "by bar"],
)
def test_every_kind_of_file_is_written_for_every_kind_of_filter(
    service: TestClient, pro: dict[str, str], filters: list[dict[str, Any]], kind: str, form: str
) -> None:
    wanted = {"columns": FEATURES} if kind == "days" else {"features": FEATURES}
    body = {"kind": kind, "format": form, "filters": filters} | wanted
    answer = service.post("/api/v2/export", headers=pro, json=body)
    assert answer.status_code == 200, answer.text
    assert len(answer.content) > 500


def test_a_file_names_the_list_that_looks_ahead(service: TestClient, pro: dict[str, str]) -> None:
    body = {"kind": "statistics", "format": "csv", "filters": [in_lists("thirds")], "features": ["gap_up"]}
    text = service.post("/api/v2/export", headers=pro, json=body).content.decode()
    assert "List of days" in text
