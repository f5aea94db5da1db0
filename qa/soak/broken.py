"""A service broken in a known way: `python -m qa.soak.broken NAME [arguments of python -m service]`."""

import itertools
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from uvicorn.protocols.http.h11_impl import RequestResponseCycle

import service.answers.compute
import service.answers.data
import service.app
import service.snapshots.snapshot
from core.contracts.answers import FilteredData
from core.contracts.errors import AlmanacError, Unauthorized
from core.warehouse.serving.bar_book import BarBook
from qa.replacing import put
from qa.soak.breaks import Break
from qa.soak.broken_by_fault import BY_FAULT
from service.__main__ import main
from service.database.records import StoreUnavailable
from service.database.redis_store import RedisStore
from service.edge.errors import error_response
from service.members.authenticator import Authenticator
from service.snapshots.cache import AnswerCache
from service.snapshots.redis_source import RedisSource
from service.snapshots.snapshot import make_snapshot
from service.snapshots.source import SourceUnavailable
from service.snapshots.store import SnapshotStore

_EVERY = 150
_SNAPSHOT = re.compile(r"\d{4}-\d\d-\d\d-[0-9a-f]{12}")
_ID = re.compile(rb'(?<="snapshot":")[^"]+(?=","metadata":)')


def _mixed() -> None:
    first = list[BarBook]()

    def mixed(*arguments: Any) -> Any:
        snapshot = make_snapshot(*arguments)
        first.append(snapshot.book)
        return replace(snapshot, book=first[0])

    put(service.snapshots.snapshot, "make_snapshot", mixed)


def _stale() -> None:
    computed = service.answers.compute.computed

    async def restamped(request: Any, body: Any) -> bytes:
        answer = await computed(request, body)
        snapshot = await request.snapshot(body.symbol)
        return _ID.sub(snapshot.id.encode(), answer)

    get, keep = AnswerCache.get, AnswerCache.put
    put(AnswerCache, "get", lambda cache, key: get(cache, _SNAPSHOT.sub("", key)))
    put(AnswerCache, "put", lambda cache, key, *given: keep(cache, _SNAPSHOT.sub("", key), *given))
    put(service.answers.compute, "computed", restamped)


def _one_off() -> None:
    numbers = itertools.count(1)

    def counted(total_days: int) -> FilteredData:
        return FilteredData(total_days + (next(numbers) % _EVERY == 0))

    put(service.answers.data, "FilteredData", counted)


def _now_and_then(harm: Callable[[RequestResponseCycle], None]) -> None:
    send, numbers = RequestResponseCycle.send, itertools.count(1)
    harmed = set[int]()

    async def sent(cycle: RequestResponseCycle, message: Any) -> None:
        if message["type"] == "http.response.start" and next(numbers) % _EVERY == 0:
            harmed.add(id(cycle))
        if id(cycle) not in harmed:
            await send(cycle, message)
        elif message["type"] == "http.response.body":
            harmed.discard(id(cycle))
            harm(cycle)

    put(RequestResponseCycle, "send", sent)


def _hangs_up() -> None:
    _now_and_then(lambda cycle: cycle.transport.abort())


def _swallows() -> None:
    _now_and_then(lambda cycle: None)


def _forgets_sign_ins() -> None:
    principal, numbers = Authenticator.principal, itertools.count(1)

    async def forgetful(authenticator: Authenticator, authorization: str | None, **asked: bool) -> Any:
        if next(numbers) % _EVERY == 0:
            raise Unauthorized("authorization: sign in again.", code="session_ended")
        return await principal(authenticator, authorization, **asked)

    put(Authenticator, "principal", forgetful)


def _never_says_when() -> None:
    put(service.app, "error_response", _without_retry(error_response))


def _without_retry(respond: Callable[[AlmanacError], Any]) -> Callable[[AlmanacError], Any]:
    def answered(error: AlmanacError) -> Any:
        answer = respond(error)
        if "Retry-After" in answer.headers:
            del answer.headers["Retry-After"]
        return answer

    return answered


def _gives_up() -> None:
    refresh, failed = SnapshotStore.refresh, list[bool]()

    def refreshed(store: SnapshotStore) -> None:
        if failed:
            return
        try:
            refresh(store)
        except SourceUnavailable:
            failed.append(True)
            raise

    put(SnapshotStore, "refresh", refreshed)


def _stays_away() -> None:
    guarded, failed = RedisStore.guarded, list[bool]()

    @contextmanager
    def once(store: RedisStore) -> Iterator[None]:
        if failed:
            raise StoreUnavailable
        try:
            with guarded(store):
                yield
        except StoreUnavailable:
            failed.append(True)
            raise

    put(RedisStore, "guarded", once)


def _no_copies() -> None:
    put(RedisSource, "copies", lambda source, served: {})


BREAKS: dict[str, Break] = {
    "mixed": Break("charts are drawn from the first snapshot's bars under the next one's id", _mixed),
    "stale": Break("kept answers of the snapshot before are given under the new one's id", _stale),
    "one-off": Break("now and then a count is off by one", _one_off),
    "hangs-up": Break("now and then a connection ends instead of an answer", _hangs_up),
    "swallows": Break("now and then a request is never answered", _swallows),
    "forgets": Break("now and then a running sign-in is refused", _forgets_sign_ins),
    "never-says-when": Break("503 has no Retry-After", _never_says_when),
    "gives-up": Break("once its source was away, it never looks for snapshots again", _gives_up),
    "stays-away": Break("once the store of sign-ins failed, it is never asked again", _stays_away),
    "no-copies": Break("an empty Redis at the start is nothing to serve, whatever was kept", _no_copies),
}

if __name__ == "__main__":
    (BREAKS | BY_FAULT)[sys.argv[1]].apply()
    sys.exit(main(sys.argv[2:]))
