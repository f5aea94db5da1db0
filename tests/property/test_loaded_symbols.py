"""Many symbols, with and without a limit of memory: an answer is of what was published, whatever is away."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from threading import Event, Lock
from typing import Any, cast
from weakref import WeakSet

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from core.contracts.errors import DataError, InvalidRequest, NoSnapshot
from core.contracts.manifest import Manifest
from service.snapshots.snapshot import Snapshot
from service.snapshots.source import SourceUnavailable, Wait
from service.snapshots.store import LOADS_AT_ONCE, SnapshotStore
from tests.support.sizes import examples

SYMBOLS = ("ES", "NQ", "RTY", "YM", "MES")
LIMIT = 2
"""Memory, where a snapshot takes 1 of it."""
SYMBOL = st.sampled_from(SYMBOLS)


class Said:
    """As much of a manifest, or of an index, as the store reads."""

    built_at, full_sessions, n_sessions = "2026-01-02T00:00:00+00:00", 7, 7

    def __init__(self, symbol: str, snapshot_id: str) -> None:
        self.symbol, self.snapshot_id = symbol, snapshot_id


class Whole:
    """As much of a snapshot as the store reads."""

    def __init__(self, symbol: str, snapshot_id: str) -> None:
        self.symbol, self.id, self.manifest = symbol, snapshot_id, Said(symbol, snapshot_id)
        self.index = Said(symbol, snapshot_id)


class Shelf:
    """Publications in memory, any of which may be damaged; loading takes `seconds`."""

    def __init__(self, seconds: float = 0) -> None:
        self.pointers: dict[str, str] = {}
        self.good: dict[str, list[str]] = {symbol: [] for symbol in SYMBOLS}
        self.is_away, self.seconds = False, seconds
        self.alive: WeakSet[Whole] = WeakSet()
        self.loading, self.most_at_once, self.loads = 0, 0, 0
        self._counting = Lock()

    def publish(self, symbol: str, *, is_whole: bool = True) -> None:
        snapshot_id = f"{symbol}-{len(self.good[symbol])}-{'good' if is_whole else 'bad'}"
        if is_whole:
            self.good[symbol].append(snapshot_id)
        self.pointers[symbol] = snapshot_id

    def current(self) -> dict[str, str]:
        self._asked()
        return dict(self.pointers)

    def manifest(self, symbol: str, snapshot_id: str) -> Manifest:
        self._asked()
        return cast("Manifest", Said(symbol, snapshot_id))

    def load(self, symbol: str, snapshot_id: str) -> Snapshot:
        with self._counting:
            self.loading += 1
            self.loads += 1
            self.most_at_once = max(self.most_at_once, self.loading)
        try:
            time.sleep(self.seconds)
            self._asked()
            if snapshot_id not in self.good[symbol]:
                raise DataError(f"{snapshot_id}: damaged")
            made = Whole(symbol, snapshot_id)
            self.alive.add(made)
            return cast("Snapshot", made)
        finally:
            with self._counting:
                self.loading -= 1

    def earlier(self, symbol: str, snapshot_id: str) -> list[str]:
        return self.good[symbol][:1]

    def copies(self, served: Collection[str]) -> dict[str, Manifest]:
        return {}

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[Wait]:
        yield asyncio.sleep

    def _asked(self) -> None:
        if self.is_away:
            raise SourceUnavailable("away")


def bounded(shelf: Shelf) -> SnapshotStore:
    """A store that has room for some snapshots, counted as long as anybody has them."""
    return SnapshotStore(shelf, "ES", LIMIT, lambda: len(shelf.alive))


def served_from(shelf: Shelf) -> SnapshotStore:
    """A store that knows every symbol on the shelf."""
    store = bounded(shelf)
    for symbol in SYMBOLS:
        shelf.publish(symbol)
    store.refresh()
    return store


class Served(RuleBasedStateMachine):
    """The store beside a list of what was published: an answer is the latest whole one that it can be."""

    def __init__(self) -> None:
        super().__init__()
        self.shelf = Shelf()
        self.store = bounded(self.shelf)
        self.seen: dict[str, str] = {}
        self.known: dict[str, int] = {}

    @rule(symbol=SYMBOL, is_whole=st.booleans())
    def publish(self, symbol: str, is_whole: bool) -> None:
        self.shelf.publish(symbol, is_whole=is_whole)

    @rule(is_away=st.booleans())
    def away(self, is_away: bool) -> None:
        self.shelf.is_away = is_away

    @precondition(lambda self: not self.shelf.is_away)
    @rule()
    def refresh(self) -> None:
        self.store.refresh()
        self.seen = dict(self.shelf.pointers)
        for symbol, wanted in self.seen.items():
            if wanted in self.shelf.good[symbol]:
                self.known[symbol] = self.shelf.good[symbol].index(wanted)

    @rule(symbol=SYMBOL)
    def ask(self, symbol: str) -> None:
        whole = self.shelf.good[symbol]
        was_loaded = symbol in self.store.snapshots
        try:
            found = self.store.snapshot(symbol)
        except InvalidRequest:
            assert symbol not in self.store.published
        except NoSnapshot:
            assert not was_loaded
            assert self.shelf.is_away or not self.store.published or not whole
        else:
            assert found.symbol == symbol
            assert found.id in whole
            assert whole.index(found.id) >= self.known.get(symbol, 0), "the latest whole one that was seen"
            assert self.store.published[symbol].id == found.id
            assert symbol in self.store.snapshots

    @invariant()
    def is_bounded(self) -> None:
        assert len(self.store.snapshots) <= LIMIT
        assert list(self.store.published) == sorted(self.store.published)
        for symbol, snapshot in self.store.snapshots.items():
            assert snapshot.symbol == symbol


TestServed = Served.TestCase
TestServed.settings = settings(
    max_examples=examples(120), stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)


def test_many_askers_while_publications_come() -> None:
    shelf, askers = Shelf(seconds=0.0005), 8
    store = served_from(shelf)
    chance, most = random.Random(7), 0

    def ask(seed: int) -> list[str]:
        own = random.Random(seed)
        wrong = []
        for _ in range(150):
            symbol = own.choice(SYMBOLS)
            found = store.snapshot(symbol)
            if found.symbol != symbol or found.id not in shelf.good[symbol]:
                wrong.append(f"{symbol}: {found.id}")
        return wrong

    with ThreadPoolExecutor(askers) as pool:
        asking = [pool.submit(ask, seed) for seed in range(askers)]
        while not all(each.done() for each in asking):
            shelf.publish(chance.choice(SYMBOLS), is_whole=chance.random() < 0.7)
            store.refresh()
            most = max(most, len(shelf.alive))
        assert [each.result() for each in asking] == [[]] * askers
    store.refresh()
    assert 1 < shelf.most_at_once <= LOADS_AT_ONCE
    assert most <= LIMIT + 2 + askers, "those in memory, one that comes and goes, one in the hands of each"
    assert len(shelf.alive) <= LIMIT


def test_one_load_answers_all_who_ask_first_and_holds_nobody_up() -> None:
    shelf = Shelf(seconds=0.2)
    store = bounded(shelf)
    for symbol in SYMBOLS:
        shelf.publish(symbol)

    async def asked() -> tuple[list[Any], int]:
        await asyncio.to_thread(store.refresh)
        shelf.loads, others = 0, 0
        first = asyncio.gather(*(store.load("NQ") for _ in range(30)))
        while not first.done():
            assert (await store.load("ES")).symbol == "ES"
            others += 1
            await asyncio.sleep(0.001)
        return await first, others

    found, others = asyncio.run(asked())
    assert {id(each) for each in found} == {id(store.snapshots["NQ"])}
    assert shelf.loads == 1
    assert others > 10


class Held(Shelf):
    """Loads of these symbols wait until they are let on; the others do not."""

    def __init__(self, *symbols: str) -> None:
        super().__init__()
        self.held = {symbol: Event() for symbol in symbols}
        self.begun = {symbol: Event() for symbol in SYMBOLS}

    def load(self, symbol: str, snapshot_id: str) -> Snapshot:
        self.begun[symbol].set()
        if symbol in self.held and not self.held[symbol].wait(60):
            raise AssertionError(f"{symbol} was never let on")
        return super().load(symbol, snapshot_id)


def test_who_asks_for_one_symbol_waits_for_no_others_load() -> None:
    shelf = Held("NQ")
    store = served_from(shelf)

    async def asked() -> None:
        slow = asyncio.create_task(store.load("NQ"))
        await asyncio.to_thread(shelf.begun["NQ"].wait, 60)
        for symbol in ("YM", "ES", "MES", "ES", "RTY"):
            assert (await asyncio.wait_for(store.load(symbol), 30)).symbol == symbol
            assert len(store.snapshots) <= LIMIT
        assert (await asyncio.wait_for(store.load_uncached("YM"), 30)).symbol == "YM"
        assert not slow.done()
        shelf.held["NQ"].set()
        assert (await slow).symbol == "NQ"

    asyncio.run(asked())
    assert list(store.snapshots) == ["NQ", "RTY"]


def test_a_load_goes_on_for_the_others_when_who_began_it_leaves() -> None:
    shelf = Held("NQ")
    store = served_from(shelf)

    async def asked() -> Snapshot:
        first, second = (asyncio.create_task(store.load("NQ")) for _ in range(2))
        await asyncio.to_thread(shelf.begun["NQ"].wait, 60)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        shelf.held["NQ"].set()
        return await second

    shelf.loads = 0
    assert asyncio.run(asked()).symbol == "NQ"
    assert shelf.loads == 1


def test_a_load_that_fails_fails_for_all_who_wait_for_it_and_is_tried_again_by_the_next() -> None:
    shelf = Held("NQ")
    store = served_from(shelf)

    async def asked() -> list[Any]:
        waiting = asyncio.gather(*(store.load("NQ") for _ in range(5)), return_exceptions=True)
        await asyncio.to_thread(shelf.begun["NQ"].wait, 60)
        shelf.is_away = True
        shelf.held["NQ"].set()
        failed = await waiting
        shelf.is_away = False
        return [*failed, await store.load("NQ")]

    shelf.loads = 0
    *failed, found = asyncio.run(asked())
    assert [type(each) for each in failed] == [NoSnapshot] * 5
    assert (found.symbol, shelf.loads) == ("NQ", 2)


def test_no_more_symbols_are_loaded_at_once_than_memory_is_meant_for() -> None:
    shelf = Shelf(seconds=0.05)
    store = served_from(shelf)

    async def asked() -> None:
        every = (ask(symbol) for symbol in SYMBOLS for ask in (store.load, store.load_uncached))
        await asyncio.gather(*every, asyncio.to_thread(store.refresh))

    asyncio.run(asked())
    assert 1 < shelf.most_at_once <= LOADS_AT_ONCE


def test_the_one_asked_for_longest_ago_goes_and_stays_whole_in_the_hands_of_who_has_it() -> None:
    shelf = Shelf()
    store = served_from(shelf)
    assert list(store.snapshots) == ["ES"]
    assert list(store.published) == sorted(SYMBOLS)
    held = store.snapshot("NQ")
    store.snapshot("ES")
    store.snapshot("YM")
    assert list(store.snapshots) == ["ES", "YM"]
    assert held.id == "NQ-0-good"


def test_work_that_nobody_waits_for_takes_nobodys_place() -> None:
    shelf = Shelf()
    store = served_from(shelf)
    store.snapshot("NQ")
    assert asyncio.run(store.load_uncached("YM")).symbol == "YM"
    assert list(store.snapshots) == ["ES", "NQ"]


def test_one_that_was_refused_is_not_said_to_be_served_after_it_was_let_go() -> None:
    shelf = Shelf()
    store = served_from(shelf)
    shelf.publish("NQ", is_whole=False)
    store.refresh()
    assert store.published["NQ"].id == "NQ-1-bad", "nobody has looked yet"
    for symbol in ("NQ", "ES", "YM"):
        assert store.snapshot(symbol).id == f"{symbol}-0-good"
        store.refresh()
        assert store.published["NQ"].id == "NQ-0-good"


def test_without_a_limit_each_is_loaded_when_it_is_first_asked_for_and_stays() -> None:
    shelf = Shelf()
    store = SnapshotStore(shelf, "ES")
    for symbol in SYMBOLS:
        shelf.publish(symbol)
    store.refresh()
    assert list(store.snapshots) == ["ES"]
    for _ in range(3):
        for symbol in SYMBOLS:
            assert store.snapshot(symbol).id == f"{symbol}-0-good"
    assert list(store.snapshots) == sorted(SYMBOLS)
    assert (shelf.loads, len(shelf.alive)) == (len(SYMBOLS), len(SYMBOLS))
    shelf.publish("NQ")
    store.refresh()
    assert store.snapshots["NQ"].id == "NQ-1-good"
    assert len(shelf.alive) == len(SYMBOLS), "the one before is gone"


def test_work_that_nobody_waits_for_keeps_what_it_loads_where_there_is_room() -> None:
    shelf = Shelf()
    store = SnapshotStore(shelf, "ES")
    for symbol in SYMBOLS:
        shelf.publish(symbol)
    store.refresh()
    for _ in range(2):
        assert asyncio.run(store.load_uncached("YM")).symbol == "YM"
    assert list(store.snapshots) == ["ES", "YM"]


def test_letting_go_stops_where_it_frees_nothing_and_goes_on_at_the_next_look() -> None:
    shelf = Shelf()
    store = served_from(shelf)
    held = [store.snapshot(symbol) for symbol in ("NQ", "RTY", "YM")]
    assert len(shelf.alive) > LIMIT
    assert len(store.snapshots) >= 1
    del held
    store.refresh()
    assert len(shelf.alive) <= LIMIT
