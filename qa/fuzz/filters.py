"""Filters as anybody may send them: refused with the field that is wrong, or answered as read one by one."""

from datetime import date
from functools import cache
from typing import Any

import orjson
from hypothesis import strategies as st

from core.contracts.errors import AlmanacError, Forbidden, InvalidRequest, printable
from core.contracts.requests import FilteredRequest
from core.question.filters import parse_query
from qa.fuzz.target import Target
from qa.fuzz.values import JSON, changed_bytes
from service.edge.bodies import decode, parse_json
from service.edge.errors import Malformed
from tests.property.test_filters import conditions
from tests.property.test_groups import groups, members
from tests.unit.question.scalar_matcher import LISTS, matching_rows
from tests.unit.question.toy import CATALOGUE, Toy, toy

NAMES = [feature.name for feature in CATALOGUE.features]
GROUPS = ("any_of", "none_of", "at_least")
FIELDS = FilteredRequest.__struct_fields__
OPERATORS = ["=", "!=", ">", "<", ">=", "<=", "range", "in", "not_in", "between", "", "IN", None, 3]
DAYS = st.dates(date(2023, 12, 20), date(2024, 6, 1)).map(date.isoformat)


@cache
def snapshot() -> Toy:
    return toy(1, 400)


def names() -> st.SearchStrategy[str]:
    """Names of features, of their twins, and of nothing."""
    known = st.sampled_from([*NAMES, "Date_Range", "day_list"])
    twins = st.builds("{}_prev{}".format, known, st.sampled_from(["", "", "2", "5", "6"]))
    return known | twins | st.text(max_size=8)


def values() -> st.SearchStrategy[Any]:
    """Values that fit some feature, and any other."""
    one = st.integers(-3, 82) | st.booleans() | st.sampled_from(["none", "up", "above", *LISTS]) | DAYS | JSON
    return one | st.lists(one, max_size=4)


def listed() -> st.SearchStrategy[dict[str, Any]]:
    """A right filter on lists of days."""
    names = st.lists(st.sampled_from(sorted(LISTS)), min_size=1, max_size=3)
    operators = st.sampled_from(["in", "not_in"])
    return st.fixed_dictionaries({"feature": st.just("day_list"), "operator": operators, "value": names})


def entries() -> st.SearchStrategy[dict[str, Any]]:
    """One filter, most often with something wrong about it."""
    fields = {"operator": st.sampled_from(OPERATORS), "value": values()}
    return st.fixed_dictionaries(
        {"feature": names(), **fields},
        optional={name: st.integers(0, 82) | JSON for name in ("by_bar", "first_in", "colour")},
    )


def grouped() -> st.SearchStrategy[dict[str, Any]]:
    """A group, now and then with something wrong about it."""
    wrong = st.lists(entries() | JSON, max_size=3)
    at_least = st.fixed_dictionaries({"count": st.integers(0, 4) | JSON, "of": wrong})
    odd = st.sampled_from(["any_of", "none_of", "at_least", "all_of"])
    return st.one_of(
        groups(), groups(), groups(), st.dictionaries(odd, wrong | at_least, min_size=1, max_size=2)
    )


def lists() -> st.SearchStrategy[list[Any]]:
    """Filters as a list: right ones, and among them one that may be wrong."""
    right = st.lists(conditions(), max_size=3)
    odd = st.lists(entries() | conditions() | listed() | grouped(), max_size=1)
    return st.tuples(right, odd).map(lambda two: two[0] + two[1])


def bodies() -> st.SearchStrategy[bytes]:
    """Bodies of requests, most often JSON of the right shape."""
    in_groups = st.lists(listed() | conditions(), min_size=1, max_size=3)
    listed_groups = st.builds(lambda kind, of: {kind: of}, st.sampled_from(["any_of", "none_of"]), in_groups)
    asked = conditions() | members() | groups() | listed() | listed_groups
    right = st.lists(asked, min_size=1, max_size=2)
    filters = st.one_of(right, right, lists(), lists().map(_as_map), st.lists(JSON, max_size=3) | JSON)
    given = st.fixed_dictionaries({}, optional={"start_date": DAYS | JSON, "end_date": DAYS})
    nothing: st.SearchStrategy[dict[str, Any]] = st.just({})
    dates = st.one_of(nothing, nothing, given)
    sent = st.builds(lambda asked, span: orjson.dumps({"filters": asked} | span), filters, dates)
    whole = st.sampled_from([True, True, True, True, False])
    return whole.flatmap(lambda is_whole: sent if is_whole else sent.flatmap(changed_bytes))


def check(body: bytes) -> str:
    """The outcome of a body: refused as JSON, refused by a field, or answered."""
    try:
        sent = parse_json(body)
        asked = decode(FilteredRequest, body)
        query = _parsed(asked)
    except Malformed:
        _assert_no_json(body)
        return "no JSON"
    except (InvalidRequest, Forbidden) as error:
        return _refused(error, sent)
    assert set(sent) <= set(FIELDS)
    index = snapshot().index
    assert set(index.sessions.select(query).rows().tolist()) == expected(sent)
    return "answered"


def _refused(error: AlmanacError, sent: Any) -> str:
    assert error.status in (403, 422)
    if error.code == "unknown_field":
        unknown = [name for name in sent if name not in FIELDS]
        assert error.detail.startswith(f"{printable(unknown[0])}: ")
        return "refused: unknown_field"
    assert _names_a_field(error, sent), error.detail
    return f"refused: {error.code}"


def expected(sent: Any) -> set[int]:
    """The sessions that the filters as they were sent keep, read one value at a time."""
    listed = _as_list(sent.get("filters"))
    wanted = [entry for entry in listed if entry.get("feature") != "Date_Range"]
    spans = [_span(entry) for entry in listed if entry.get("feature") == "Date_Range"]
    if not spans:
        spans = [(sent.get("start_date") or "0001-01-01", sent.get("end_date") or "9999-12-31")]
    days = [str(day) for day in snapshot().market.session_date]
    kept = {at for at, day in enumerate(days) if all(first <= day <= last for first, last in spans)}
    return kept & matching_rows(snapshot(), wanted)


def _parsed(asked: FilteredRequest) -> Any:
    index = snapshot().index
    dates = asked.start_date, asked.end_date
    first, last = index.first_date, index.last_date
    return parse_query(asked.filters, *dates, CATALOGUE, first=first, last=last, lists=LISTS)


def _span(entry: dict[str, Any]) -> tuple[str, str]:
    value = entry["value"]
    return (value[0], value[1]) if entry["operator"] == "range" else (value, value)


def _as_map(kept: list[Any]) -> dict[str, Any]:
    asked: dict[str, Any] = {}
    for entry in kept:
        if "feature" in entry:
            asked[str(entry["feature"])] = {name: entry[name] for name in entry if name != "feature"}
        else:
            asked |= entry
    return asked


def _as_list(filters: Any) -> list[dict[str, Any]]:
    if isinstance(filters, dict):
        return [
            {name: entry} if name in GROUPS else {"feature": name, **entry} for name, entry in filters.items()
        ]
    return filters or []


def _names_a_field(error: AlmanacError, sent: Any) -> bool:
    if not isinstance(sent, dict):
        return error.detail.startswith("body: ")
    asked = sent.get("filters")
    named = _named(asked)
    shown = [orjson.dumps(name).decode()[1:-1][:20] for name in named]
    return error.detail.startswith(FIELDS) or any(name in error.detail for name in (*named, *shown))


def _named(asked: Any) -> list[str]:
    if isinstance(asked, list):
        return [name for entry in asked for name in _named_in(entry)]
    return [*_named_in(asked), *asked, "Date_Range"] if isinstance(asked, dict) else []


def _named_in(entry: Any) -> list[str]:
    if not isinstance(entry, dict):
        return []
    own = [entry["feature"]] if isinstance(entry.get("feature"), str) else []
    at_least = entry.get("at_least")
    members = [
        *(entry.get(kind) for kind in GROUPS),
        at_least.get("of") if isinstance(at_least, dict) else None,
    ]
    return own + [name for each in members if isinstance(each, list) for name in _named(each)]


def _assert_no_json(body: bytes) -> None:
    try:
        orjson.loads(body)
    except orjson.JSONDecodeError:
        return
    raise AssertionError("JSON was refused as none")


FILTERS = Target(
    "filters", "422 with the field, or the sessions that a scalar reading keeps", bodies(), check, 120
)
