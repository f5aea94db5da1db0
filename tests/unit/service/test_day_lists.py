"""Lists of days in SQLite and in a real Redis: kept, found by any letters, never lost to another writer."""

from pathlib import Path
from typing import Any

import anyio
import pytest

from core.contracts.errors import InvalidRequest, UnknownName
from core.contracts.view_requests import ListedDayRequest
from service.database.redis_store import RedisStore as AsyncRedisStore
from service.database.sqlite_store import SqliteStore as AsyncSqliteStore
from service.notes import day_lists
from tests.support.blocking import DayLists, RecordStore
from tests.support.redis_server import RedisServer

DAY = ListedDayRequest("2024-05-03", "textbook")


def test_a_list_is_found_by_any_letters_and_of_its_symbol_alone(store: RecordStore) -> None:
    lists = DayLists(store, lambda: 100)
    made = lists.put("ES", " Straße ", [DAY], "ada")
    assert (made.name, made.days, made.updated_at, made.updated_by) == ("Straße", (DAY,), 100, "ada")
    for name in ("straße", "STRASSE ", "Strasse"):
        assert lists.find("ES", name) == made
    lists.put("NQ", "straße", [], "ada")
    lists.put("ES", "Cafe\u0301", [], "ada")
    assert lists.find("ES", "CAFÉ").name == "Café"
    assert [each.name for each in lists.of("ES")] == ["Café", "Straße"]
    assert [each.symbol for each in DayLists(store).every()] == ["ES", "ES", "NQ"]
    lists.remove("ES", "STRASSE")
    for step in (lists.find, lists.remove):
        with pytest.raises(UnknownName, match="ES has no list 'Straße'; its lists: Café"):
            step("ES", "Straße")
    assert lists.find("NQ", "straße").days == ()


def test_the_state_is_another_after_every_change(store: RecordStore) -> None:
    lists, states = DayLists(store), [DayLists(store).state()]
    for symbol, name in (("ES", "a"), ("ES", "a"), ("NQ", "b")):
        lists.put(symbol, name, [DAY], "ada")
        states.append(DayLists(store).state())
    lists.remove("ES", "a")
    states.append(DayLists(store).state())
    assert states[0] is None
    assert len(set(states)) == 5


def test_a_second_write_in_one_second_is_told_apart(store: RecordStore) -> None:
    lists = DayLists(store, lambda: 100)
    first = lists.put("ES", "a", [DAY], "ada")
    second = lists.put("ES", "a", [], "bob", first.updated_at)
    assert second.updated_at == 101
    with pytest.raises(day_lists.ListChanged):
        lists.put("ES", "a", [DAY], "ada", first.updated_at)
    assert lists.find("ES", "a") == second


@pytest.mark.parametrize("kind", ["sqlite", "redis"])
def test_of_many_writers_as_many_as_there_is_room_for_keep_their_list(
    kind: str, tmp_path: Path, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(day_lists, "MOST_LISTS", 5)
    written, refused = list[str](), list[str]()

    async def write() -> list[str]:
        store: Any = AsyncSqliteStore(tmp_path) if kind == "sqlite" else AsyncRedisStore(redis_server.url)

        async def one(name: str) -> None:
            try:
                written.append((await day_lists.DayLists(store).put("ES", name, [DAY], "ada")).name)
            except InvalidRequest as refusal:
                refused.append(refusal.code)

        async with anyio.create_task_group() as writers:
            for at in range(9):
                writers.start_soon(one, f"list {at}")
        found = await day_lists.DayLists(store).of("ES")
        await store.close()
        return [each.name for each in found]

    assert anyio.run(write) == sorted(written)
    assert (len(written), refused) == (5, ["too_many_lists"] * 4)
