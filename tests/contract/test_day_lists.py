"""Lists of days as they are kept: who may write them, what is refused, when a worker knows of a change."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from starlette.testclient import TestClient

from service.database.records import StoreUnavailable
from service.database.sqlite_store import SqliteStore
from service.notes.day_lists import MOST_DAYS, MOST_LISTED, MOST_LISTS
from service.snapshots.snapshot import open_snapshot
from tests.contract.schema import answer_schema, error_violations, operations, violations
from tests.support.blocking import RecordStore
from tests.support.blocking import SqliteStore as BlockingStore
from tests.support.day_lists import in_lists, lists_of, maintaining, matching, put
from tests.support.service_client import bearer, running
from tests.support.snapshots import publish_random
from tests.support.waiting import eventually

Headers = dict[str, str]


@pytest.fixture(scope="module")
def kinds(folder: Path) -> dict[str, str]:
    """The kind of each session that the snapshot draws."""
    directory = folder / "warehouse" / "snapshots" / "ES"
    current = (directory / "CURRENT").read_text().strip()
    book = open_snapshot(directory / current, "ES", current).book
    return {each.session_date: each.kind for each in book.sessions}


@pytest.fixture(scope="module")
def days(kinds: dict[str, str]) -> list[str]:
    return [day for day, kind in kinds.items() if kind == "full"]


@pytest.fixture(scope="module")
def listing(folder: Path) -> Iterator[TestClient]:
    with running(folder, poll_interval=60) as client:
        yield client


@pytest.fixture(scope="module")
def store(folder: Path) -> Iterator[RecordStore]:
    store = BlockingStore(folder / "state")
    yield store
    store.close()


@pytest.fixture(scope="module")
def ada(listing: TestClient, store: RecordStore) -> Headers:
    return maintaining(listing, store)


def conforms(call: str, answer: Any) -> bool:
    return violations(answer_schema(operations()[call][2]), answer) == []


def test_a_list_is_written_read_by_everyone_replaced_and_removed(
    listing: TestClient, ada: Headers, days: list[str]
) -> None:
    chosen = [days[40], days[3], days[9]]
    noted = {"date": chosen[0], "note": " text \n book"}
    written = put(listing, ada, "  Gap and go ", noted, *chosen[1:]).json()
    assert conforms("putDayList", written)
    told = {each["date"]: (each["note"], each["kind"]) for each in written["days"]}
    assert list(told) == sorted(chosen)
    assert told == dict.fromkeys(chosen[1:], ("", "full")) | {chosen[0]: ("text book", "full")}
    for tier in ("lite", "standard", "pro"):
        answer = listing.get("/api/v2/lists", headers=bearer(listing, tier)).json()
        assert conforms("dayLists", answer)
        assert (answer["lists"], answer["may_edit"]) == ([written], False)
        assert matching(listing, bearer(listing, tier), in_lists("gap AND go")) == sorted(chosen)
    assert listing.get("/api/v2/lists", headers=ada).json()["may_edit"]
    again = put(listing, ada, "GAP and go", chosen[0]).json()
    assert again["updated_at"] > written["updated_at"]
    assert list(lists_of(listing, ada)) == ["GAP and go"]
    removed = listing.delete("/api/v2/lists/gap%20and%20go", headers=ada).json()
    assert conforms("removeDayList", removed)
    assert removed == {"name": "GAP and go"}
    assert lists_of(listing, ada) == {}
    gone = listing.delete("/api/v2/lists/gap%20and%20go", headers=ada)
    assert (gone.status_code, gone.json()["code"]) == (404, "unknown_list")


def test_who_may_not_maintain_reads_alone(listing: TestClient, ada: Headers) -> None:
    put(listing, ada, "kept", "2024-03-04")
    for visitor in (bearer(listing, "pro"), bearer(listing, "lite")):
        for refused in (
            put(listing, visitor, "mine", "2024-03-04"),
            put(listing, visitor, "", "no date"),
            listing.delete("/api/v2/lists/kept", headers=visitor),
        ):
            assert (refused.status_code, refused.json()["code"]) == (403, "maintain_needed")
            assert refused.json()["message"] == "You may read this, but not change it."
            assert error_violations(refused.json()) == []
    for refused in (put(listing, {}, "mine"), listing.delete("/api/v2/lists/kept")):
        assert refused.status_code == 401
    assert list(lists_of(listing, ada)) == ["kept"]
    listing.delete("/api/v2/lists/kept", headers=ada)


def test_a_list_that_changed_since_is_not_overwritten(listing: TestClient, ada: Headers) -> None:
    first = put(listing, ada, "two hands", "2024-03-04", replaces=0).json()["updated_at"]
    assert put(listing, ada, "two hands", replaces=0).status_code == 409
    second = put(listing, ada, "two hands", "2024-03-05", replaces=first).json()["updated_at"]
    late = put(listing, ada, "two hands", "2024-03-06", replaces=first)
    assert (late.status_code, late.json()["code"]) == (409, "list_changed")
    assert f"updated_at is {second}; read the lists, and write again" in late.json()["detail"]
    assert "Read it again" in late.json()["message"]
    assert [each["date"] for each in lists_of(listing, ada)["two hands"]["days"]] == ["2024-03-05"]
    listing.delete("/api/v2/lists/two%20hands", headers=ada)
    gone = put(listing, ada, "two hands", "2024-03-06", replaces=second)
    assert (gone.status_code, "there is none" in gone.json()["detail"]) == (409, True)


DAY = {"date": "2024-03-04"}
TOO_MANY = [{"date": f"{1000 + at // 28}-01-{at % 28 + 1:02}"} for at in range(5001)]
REFUSALS: list[tuple[dict[str, Any], str, str]] = [
    ({"name": ""}, "list_name", "1 to 60"),
    ({"name": "  "}, "list_name", "1 to 60"),
    ({"name": "x" * 61}, "list_name", "1 to 60"),
    ({"name": "up/down"}, "list_name", "without /"),
    ({"name": ".."}, "list_name", "dots"),
    ({"name": "a\x00b"}, "list_name", "print"),
    ({"name": "a\nb"}, "list_name", "print"),
    ({"name": "a\u202eb"}, "list_name", "print"),
    ({"days": [{"date": "2024-02-30"}]}, "date_format", "days[0]"),
    ({"days": [DAY, {"date": "2/6/2024"}]}, "date_format", "days[1]"),
    ({"days": [DAY, {"date": "2024-03-05"}, DAY]}, "duplicate_day", "days[2]: 2024-03-04"),
    ({"days": [DAY, {"date": "2024-03-05"}, DAY]}, "duplicate_day", "as days[0]"),
    ({"days": [DAY | {"note": "n" * 281}]}, "list_note", "280"),
    ({"days": [DAY | {"note": "bell \x07"}]}, "list_note", "found U+0007"),
    ({"days": TOO_MANY}, "list_days", "5,001 found, at most 2,000"),
    ({"days": [{"note": "no date"}]}, "missing_field", "days[0].date"),
    ({"days": "2024-03-04"}, "value_type", "days"),
    ({"days": ["2024-03-04"]}, "value_type", "days[0]"),
    ({"replaces": "yes"}, "value_type", "replaces"),
    ({"symbol": "XX"}, "unknown_symbol", "XX"),
]


@pytest.mark.parametrize(
    ("wrong", "code", "told"), REFUSALS, ids=lambda each: each if isinstance(each, str) else ""
)
def test_what_cannot_be_kept_is_refused_and_changes_nothing(
    listing: TestClient, ada: Headers, wrong: dict[str, Any], code: str, told: str
) -> None:
    before = lists_of(listing, ada)
    answer = listing.post("/api/v2/lists", headers=ada, json={"name": "wrong", "days": []} | wrong)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert told in answer.json()["detail"]
    assert error_violations(answer.json()) == []
    assert lists_of(listing, ada) == before


def test_the_longest_list_and_the_longest_name_are_kept(listing: TestClient, ada: Headers) -> None:
    name, dates = "é" * 60, [each["date"] for each in TOO_MANY[:MOST_DAYS]]
    assert put(listing, ada, name, *dates).status_code == 200
    assert len(lists_of(listing, ada)[name]["days"]) == MOST_DAYS
    assert matching(listing, ada, in_lists(name)) == []
    assert listing.delete(f"/api/v2/lists/{name}", headers=ada).status_code == 200


def test_days_that_no_filter_matches_are_kept_and_told(
    listing: TestClient, ada: Headers, kinds: dict[str, str], days: list[str]
) -> None:
    strange = {day: kind for day, kind in kinds.items() if kind != "full"}
    assert set(strange.values()) == {"short", "quarantined"}
    strange |= dict.fromkeys(("1999-01-04", "0001-01-01", "9999-12-31"), "unknown")
    put(listing, ada, "any", *strange, days[7])
    told = {each["date"]: each["kind"] for each in lists_of(listing, ada)["any"]["days"]}
    assert told == strange | {days[7]: "full"}
    assert matching(listing, ada, in_lists("any")) == [days[7]]
    assert matching(listing, ada, in_lists("any", operator="not_in")) == sorted({*days} - {days[7]})


def test_a_list_without_days_matches_none(listing: TestClient, ada: Headers, days: list[str]) -> None:
    put(listing, ada, "empty")
    assert matching(listing, ada, in_lists("empty")) == []
    assert matching(listing, ada, in_lists("empty", operator="not_in")) == days


def test_a_symbol_has_so_many_lists(
    listing: TestClient, ada: Headers, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MOST_LISTS == 200
    monkeypatch.setattr("service.notes.day_lists.MOST_LISTS", len(lists_of(listing, ada)) + 1)
    assert put(listing, ada, "last one").status_code == 200
    refused = put(listing, ada, "one more")
    assert (refused.status_code, refused.json()["code"]) == (422, "too_many_lists")
    assert put(listing, ada, "LAST one", "2024-03-04").status_code == 200


def test_a_symbol_s_lists_have_so_many_days_together(
    listing: TestClient, ada: Headers, days: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MOST_LISTED == 20_000
    assert put(listing, ada, "whole", *days[:5]).status_code == 200
    known = sum(len(each["days"]) for each in lists_of(listing, ada).values())
    monkeypatch.setattr("service.notes.day_lists.MOST_LISTED", known)
    refused = put(listing, ada, "whole", *days[:6])
    assert (refused.status_code, refused.json()["code"]) == (422, "list_days")
    assert refused.json()["detail"].startswith(
        f"days: ES's lists would have {known + 1} days, at most {known} "
    )
    assert put(listing, ada, "one more", days[0]).json()["code"] == "list_days"
    assert put(listing, ada, "WHOLE", *days[5:10]).status_code == 200, "in place of as many"
    monkeypatch.setattr("service.notes.day_lists.MOST_LISTED", known - 3)
    assert put(listing, ada, "whole", *days[:4]).status_code == 200, "fewer, of more than there may be"
    assert put(listing, ada, "without days").status_code == 200


def test_a_change_leaves_a_line_in_the_audit_log(listing: TestClient, ada: Headers, folder: Path) -> None:
    put(listing, ada, "noted")
    listing.delete("/api/v2/lists/noted", headers=ada)
    lines = map(orjson.loads, (folder / "state" / "audit.log").read_bytes().splitlines())
    noted = [each for each in lines if each.get("list") == "noted"]
    assert [(each["event"], each["user"], each["outcome"]) for each in noted] == [
        ("list_changed", "account:ada", "written"),
        ("list_changed", "account:ada", "removed"),
    ]


def test_another_worker_sees_a_change_soon_and_an_own_one_at_once(tmp_path: Path) -> None:
    publish_random(tmp_path / "warehouse")
    store = BlockingStore(tmp_path / "state")
    with running(tmp_path) as one, running(tmp_path) as two:
        ada = maintaining(one, store)
        for _ in range(3):
            made = put(one, ada, "shared", "2024-03-04").json()
            assert lists_of(two, ada) == {"shared": made}
            put(one, ada, "shared")
            assert matching(one, ada, in_lists("shared")) == []
            eventually(lambda: matching(two, ada, in_lists("shared")) == [])
        one.delete("/api/v2/lists/shared", headers=ada)
        asked = {"filters": [in_lists("shared")]}
        eventually(lambda: two.post("/api/v2/filtered", headers=ada, json=asked).status_code == 422)
    store.close()


def test_a_store_that_is_away_leaves_the_lists_known_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    publish_random(tmp_path / "warehouse")
    store = BlockingStore(tmp_path / "state")
    with running(tmp_path, poll_interval=60) as client:
        ada = maintaining(client, store)
        made = put(client, ada, "known", "2024-03-04").json()

        async def away(*_: object) -> None:
            raise StoreUnavailable

        monkeypatch.setattr(SqliteStore, "state", away)
        for _ in range(2):
            assert lists_of(client, ada) == {"known": made}
        assert caplog.text.count("lists of days cannot be read") == 1
        refused = put(client, ada, "known")
        assert (refused.status_code, refused.json()["code"]) == (503, "store_unavailable")
        assert lists_of(client, ada) == {"known": made}
    store.close()
