"""A field or parameter that a call does not have is a 422 that names it, never left out in silence."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
from starlette.testclient import TestClient

from core.contracts.filters import AtLeast, FilterCondition, FilterGroup, NamedFilter
from core.contracts.next_session import Bars
from core.contracts.requests import RequestBody
from core.contracts.view_requests import ListedDayRequest
from service.call import Call
from service.routes import CALLS
from tests.contract.schema import error_violations
from tests.support.blocking import Accounts, SqliteStore
from tests.support.day_lists import RIGHT, maintaining
from tests.support.service_client import UNLIMITED, running

GAP = {"operator": "=", "value": True}


@pytest.fixture(scope="module")
def service(folder: Path) -> Iterator[TestClient]:
    """A service that counts no calls: every field of every call is tried."""
    limits = ("export", "login", "redeem", "refresh", "link")
    with running(folder, poll_interval=60, **{f"{name}_limit": UNLIMITED for name in limits}) as client:
        yield client


@pytest.fixture(scope="module")
def headers(service: TestClient, folder: Path) -> Iterator[dict[str, str]]:
    """A pro account with the permission to maintain: no call is outside its tier."""
    store = SqliteStore(folder / "state")
    Accounts(store).add("ada", RIGHT, "pro", ("maintain",))
    yield maintaining(service, store)
    store.close()


Put = Callable[[Any], Any]


def places(contract: Any) -> Iterator[tuple[str, Put, Any]]:
    """The path of every object a body may have, how to put a value there, and the object's struct."""
    yield "", lambda value: value, contract
    for name, hint in get_type_hints(contract).items():
        for struct in structs_in(hint):
            for path, put, within in places(struct):
                yield f"{name}.{path}".rstrip("."), partial(put_at, name, put), within


def put_at(name: str, put: Put, value: Any) -> dict[str, Any]:
    return {name: put(value)}


def structs_in(hint: Any) -> list[Any]:
    """The structs that a field may hold as an object."""
    choices = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    return [each for each in choices if isinstance(each, type) and issubclass(each, RequestBody)]


def sent(service: TestClient, headers: dict[str, str], call: Call, query: str = "", **more: Any) -> Any:
    path = call.path
    for parameter in call.parameters:
        path = path.replace(f"{{{parameter.name}}}", "gap_up")
    return service.request(call.method.upper(), f"/api{path}{query}", headers=headers, **more)


def is_refused(answer: Any, code: str, field: str) -> bool:
    body = answer.json()
    assert (answer.status_code, body["code"]) == (422, code), answer.text
    assert error_violations(body) == []
    return bool(body["detail"].startswith(f"{field}: "))


WITH_BODY = [call for call in CALLS if call.body is not None]
WITH_FILTERS = [call for call in WITH_BODY if "filters" in getattr(call.body, "__struct_fields__", ())]


@pytest.mark.parametrize("call", WITH_BODY, ids=lambda call: call.name)
def test_a_misspelled_field_is_refused_with_its_nearest_name(
    service: TestClient, headers: dict[str, str], call: Call
) -> None:
    tried = 0
    for path, put, struct in places(call.body):
        known = struct.__struct_fields__
        for field in (each for each in known if len(each) > 3 and each[:-1] not in known):
            wrong = field[:-1]
            answer = sent(service, headers, call, json=put({wrong: 1}))
            assert is_refused(answer, "unknown_field", f"{path}.{wrong}".lstrip("."))
            assert f"did you mean {field}" in answer.json()["detail"], answer.text
            tried += 1
        answer = sent(service, headers, call, json=put({"zzzz": 1}))
        assert is_refused(answer, "unknown_field", f"{path}.zzzz".lstrip("."))
        assert f"the fields are {', '.join(known)}." in answer.json()["detail"]
    assert tried


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
def test_a_misspelled_parameter_is_refused(service: TestClient, headers: dict[str, str], call: Call) -> None:
    body: dict[str, Any] = {"json": {}} if call.method == "post" else {}
    for query, wrong in (("?symbl=DEMO", "symbl"), ("?zz&profile_=pro", "zz")):
        assert is_refused(sent(service, headers, call, query, **body), "unknown_parameter", wrong)


@pytest.mark.parametrize(
    "call", [call for call in CALLS if call.body is None and call.method != "get"], ids=lambda call: call.name
)
def test_a_call_that_reads_no_body_refuses_one(
    service: TestClient, headers: dict[str, str], call: Call
) -> None:
    answer = sent(service, headers, call, json={"symbol": "DEMO"})
    assert is_refused(answer, "unknown_field", "body")


@pytest.mark.parametrize(
    ("filters", "field"),
    [
        ({"gap_up": {"oprator": "=", "value": True}}, "filters.gap_up"),
        ([{"feature": "gap_up", "oprator": "=", "value": True}], "filters[0]"),
        ([{"any_of": [{"feature": "gap_up", "oprator": "=", "value": True}]}], "filters[0].any_of[0]"),
    ],
)
def test_a_misspelled_field_of_a_filter_is_refused_with_its_nearest_name(
    service: TestClient, headers: dict[str, str], filters: Any, field: str
) -> None:
    for call in WITH_FILTERS:
        if call.name in (
            "start",
            "makeView",
            "addWatch",
            "probabilities",
            "excursion",
            "curve",
            "held",
            "exportFile",
        ):
            continue
        answer = sent(service, headers, call, json={"filters": filters})
        assert is_refused(answer, "filters_shape", field), call.name
        assert "did you mean operator?" in answer.json()["detail"]


@pytest.mark.parametrize("name", ["a` - at `$.zzz", "$.features", "x" * 5000, "\u202e", "a.b[3]", ""])
def test_a_strange_field_is_quoted_in_one_printable_line(
    service: TestClient, headers: dict[str, str], name: str
) -> None:
    bodies: list[dict[str, Any]] = [{name: 1}, {"options": {name: 1}}, {"symbol": None, name: {}}]
    for body in bodies:
        detail = service.post("/api/compute", headers=headers, json=body).json()["detail"]
        assert detail.isprintable()
        assert "not a field of this call" in detail
        assert len(detail) < 500


def test_every_object_within_a_body_refuses_fields_it_does_not_have() -> None:
    structs: list[Any] = [struct for call in WITH_BODY for _, _, struct in places(call.body)]
    for struct in (*structs, FilterCondition, NamedFilter, AtLeast, FilterGroup, ListedDayRequest, Bars):
        assert struct.__struct_config__.forbid_unknown_fields, struct
