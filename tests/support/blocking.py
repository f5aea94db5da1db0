"""The asynchronous parts of sign-in for tests that are not: each call is waited for, on one loop."""

import functools
from collections.abc import Callable
from functools import partial
from inspect import isawaitable
from pathlib import Path
from threading import Lock
from typing import Any

from anyio.from_thread import BlockingPortal, start_blocking_portal

from service.database import rate_limiter, redis_store, sqlite_store, store
from service.members import (
    accounts,
    authenticator,
    codes,
    erasure,
    one_time,
    personal_tokens,
    rate_limits,
    sessions,
)
from service.members.entry import enrolment
from service.notes import day_lists, given_days, views, watches

_OPENING = start_blocking_portal()
_ONE_AT_A_TIME = Lock()


def _portal() -> BlockingPortal:
    with _ONE_AT_A_TIME:
        return _opened()


@functools.cache
def _opened() -> BlockingPortal:
    return _OPENING.__enter__()


class Blocking:
    """Answers as the object of its `kind` does, but at once; takes other blocking objects for their own."""

    kind: Callable[..., Any]

    def __init__(self, *given: Any, **named: Any) -> None:
        self.wrapped = type(self).kind(
            *map(_bare, given), **{name: _bare(each) for name, each in named.items()}
        )

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.wrapped, name)
        if isinstance(found, rate_limiter.RateLimiter):
            return RateLimiter.around(found)
        if not callable(found):
            return found
        return lambda *given, **named: _portal().call(partial(_awaited, found, *given, **named))

    @classmethod
    def around(cls, wrapped: Any) -> Any:
        made = cls.__new__(cls)
        made.wrapped = wrapped
        return made


class RateLimiter(Blocking):
    kind = rate_limiter.RateLimiter


class Throttle(Blocking):
    kind = rate_limits.Throttle


class RecordStore(Blocking):
    """See `service.database.record_store`."""


class SqliteStore(RecordStore):
    kind = sqlite_store.SqliteStore


class RedisStore(RecordStore):
    kind = redis_store.RedisStore


class Accounts(Blocking):
    kind = accounts.Accounts


class Codes(Blocking):
    kind = codes.Codes


class DayLists(Blocking):
    kind = day_lists.DayLists


class Erasures(Blocking):
    kind = erasure.Erasures


class Enrolment(Blocking):
    kind = enrolment.Enrolment


class PersonalTokens(Blocking):
    kind = personal_tokens.PersonalTokens


class OneTime(Blocking):
    kind = one_time.OneTime


class Sessions(Blocking):
    kind = sessions.Sessions


class GivenDays(Blocking):
    kind = given_days.GivenDays


class Views(Blocking):
    kind = views.Views


class Watches(Blocking):
    kind = watches.Watches


class Authenticator(Blocking):
    kind = authenticator.Authenticator


def store_at(state: Path, redis_url: str | None) -> RecordStore:
    found: RecordStore = RecordStore.around(store.store_at(state, redis_url))
    return found


def _bare(given: Any) -> Any:
    return given.wrapped if isinstance(given, Blocking) else given


async def _awaited(call: Any, *given: Any, **named: Any) -> Any:
    answer = call(*given, **named)
    return await answer if isawaitable(answer) else answer
