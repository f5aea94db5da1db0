"""Users, accounts and grants as the text both stores keep."""

from __future__ import annotations

from dataclasses import asdict
from functools import lru_cache
from typing import Any, TypeVar

import orjson

from core.contracts.errors import InvalidRequest
from service.access.people import User
from service.access.records import Account, Grant
from service.access.store import DamagedRecord
from service.decode import decode

Record = TypeVar("Record")


def user_text(user: User) -> str:
    """A user as text."""
    return _text(asdict(user))


@lru_cache(maxsize=4096)
def user_of(text: str) -> User:
    """The user of a text of ours; read once, as every request of a session has the same.

    Raises:
        DamagedRecord: it is not one, here and below.
    """
    return _record(User, text)


def account_text(account: Account) -> str:
    """Equal accounts have equal texts; one without networks has the text of older versions."""
    values = asdict(account)
    return _text(
        values if account.networks else {name: values[name] for name in values if name != "networks"}
    )


def account_of(text: str) -> Account:
    """The account of a text of ours."""
    return _record(Account, text)


def grant_text(grant: Grant) -> str:
    """A grant as text."""
    return _text(asdict(grant))


def grant_of(text: str) -> Grant:
    """The grant of a text of ours."""
    return _record(Grant, text)


def _text(values: dict[str, Any]) -> str:
    return orjson.dumps(values, option=orjson.OPT_SORT_KEYS).decode()


def _record(kind: type[Record], text: str) -> Record:
    try:
        return decode(kind, orjson.loads(text))
    except (InvalidRequest, orjson.JSONDecodeError) as error:
        raise DamagedRecord from error
