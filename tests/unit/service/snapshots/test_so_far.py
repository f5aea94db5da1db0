"""Sessions so far in a service's memory, from the warehouse's folder and from a real Redis."""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import anyio
import msgspec
import pytest

from core.contracts.next_session import Bars, SoFar, so_far_key, so_far_to_json
from core.contracts.publication import SYMBOLS_KEY
from core.warehouse.paths import Warehouse
from core.warehouse.so_far import write_so_far
from service.settings import Settings
from service.snapshots.so_far import KnownSoFar
from tests.support.redis_server import RedisServer, running_redis

BARS = Bars([1.0, 2.0], [3.0, 3.0], [0.5, 1.0], [2.0, 1.5])
DAY = SoFar("ES", "2024-06-11", 1718110000, "ES.csv", "ESU4", 3.0, None, 1.0, BARS)
LATER = msgspec.structs.replace(DAY, at=1718110300)


@dataclass
class Place:
    """Where `almanac today` writes and a service reads: the settings, and how content gets there."""

    settings: Settings
    put: Callable[[str, bytes], None]
    remove: Callable[[str], None]


@pytest.fixture(params=["folder", "redis"])
def place(request: pytest.FixtureRequest, tmp_path: Path, redis_server: RedisServer) -> Iterator[Place]:
    warehouse = Warehouse(tmp_path / "warehouse")
    if request.param == "folder":
        settings = Settings(warehouse.root, tmp_path / "state", access_mode="trusted_url")

        def put(symbol: str, content: bytes) -> None:
            warehouse.so_far(symbol).parent.mkdir(parents=True, exist_ok=True)
            warehouse.so_far(symbol).write_bytes(content)

        yield Place(settings, put, lambda symbol: warehouse.so_far(symbol).unlink())
        return
    settings = Settings(
        warehouse.root, tmp_path / "state", access_mode="trusted_url", redis_url=redis_server.url
    )
    with redis_server.client() as client:
        client.sadd(SYMBOLS_KEY, "ES", "NQ")
        yield Place(
            settings,
            lambda symbol, content: client.set(so_far_key(symbol), content) and None,
            lambda symbol: client.delete(so_far_key(symbol)) and None,
        )


def after(place: Place, *steps: Callable[[], None]) -> list[SoFar | None]:
    """What is known of ES at the start and after each step."""
    found = []

    async def look() -> None:
        known = KnownSoFar(place.settings)
        async with known.polling(3600):
            found.append(known.of("ES"))
            for step in steps:
                step()
                await known.refresh()
                found.append(known.of("ES"))

    anyio.run(look)
    return found


def test_it_appears_changes_and_goes(place: Place) -> None:
    assert after(
        place,
        lambda: place.put("ES", so_far_to_json(DAY)),
        lambda: place.put("NQ", so_far_to_json(msgspec.structs.replace(DAY, symbol="NQ"))),
        lambda: place.put("ES", so_far_to_json(LATER)),
        lambda: place.remove("ES"),
        lambda: place.put("ES", so_far_to_json(DAY)),
    ) == [None, DAY, DAY, LATER, None, DAY]


def test_what_was_there_before_the_start_is_known_at_once(place: Place) -> None:
    place.put("ES", so_far_to_json(DAY))
    assert after(place) == [DAY]


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"{",
        so_far_to_json(DAY)[:-9],
        b"\xff\xfe",
        so_far_to_json(msgspec.structs.replace(DAY, symbol="NQ")),
        so_far_to_json(msgspec.structs.replace(DAY, bars=Bars([1.0], [1.0], [1.0], []))),
        so_far_to_json(msgspec.structs.replace(DAY, bars=Bars(*([[1.0] * 82] * 4)))),
        so_far_to_json(DAY).replace(b"1718110000", b'"now"'),
        so_far_to_json(msgspec.structs.replace(DAY, bars=Bars([1.0], [1.0], [1.5], [1.0]))),
        so_far_to_json(msgspec.structs.replace(DAY, bars=Bars(*([[1e308]] * 4)))),
        so_far_to_json(DAY).replace(b"1718110000", b"9" * 30),
        so_far_to_json(msgspec.structs.replace(DAY, missing_bar=82)),
        so_far_to_json(msgspec.structs.replace(DAY, session_date="yesterday")),
    ],
)
def test_a_damaged_one_is_said_once_and_the_one_before_stays(
    place: Place, damaged: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    assert after(
        place,
        lambda: place.put("ES", damaged),
        lambda: place.put("ES", so_far_to_json(DAY)),
        lambda: place.put("ES", damaged),
        lambda: None,
        lambda: place.put("ES", so_far_to_json(LATER)),
    ) == [None, None, DAY, DAY, DAY, LATER]
    said = [each.getMessage() for each in caplog.records]
    assert len(said) == 2
    assert all("is no session so far of ES" in each and "`almanac today`" in each for each in said)


def test_a_poll_finds_it_by_itself(place: Place) -> None:
    async def look() -> None:
        known = KnownSoFar(place.settings)
        async with known.polling(0.01):
            place.put("ES", so_far_to_json(DAY))
            with anyio.fail_after(60):
                while known.of("ES") != DAY:
                    await anyio.sleep(0.01)

    anyio.run(look)


def test_without_redis_the_one_read_last_stays_and_it_is_said_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with running_redis() as server:
        with server.client() as client:
            client.sadd(SYMBOLS_KEY, "ES")
            client.set(so_far_key("ES"), so_far_to_json(DAY))
        place = Place(
            Settings(tmp_path, tmp_path, access_mode="trusted_url", redis_url=server.url),
            lambda *_: None,
            lambda _: None,
        )
        caplog.set_level(logging.ERROR)
        found = after(place, server.process.kill, lambda: None)
    assert found == [DAY, DAY, DAY]
    (said,) = caplog.records
    assert "those read last stay" in said.getMessage()


def test_a_folder_that_cannot_be_read_leaves_the_one_read_last(tmp_path: Path) -> None:
    warehouse = Warehouse(tmp_path / "warehouse")
    write_so_far(warehouse, DAY)
    path = warehouse.so_far("ES")

    def in_the_way() -> None:
        path.unlink()
        path.mkdir()

    place = Place(
        Settings(warehouse.root, tmp_path / "state", access_mode="trusted_url"),
        lambda *_: None,
        lambda _: None,
    )
    assert after(place, in_the_way) == [DAY, DAY]
