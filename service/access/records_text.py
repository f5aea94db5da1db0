"""Users, accounts and grants as the text both stores keep."""

from __future__ import annotations

from dataclasses import asdict
from functools import lru_cache
from typing import Any

import orjson

from service.access.people import User
from service.access.records import Account, Grant
from service.access.tiers import as_tier


def user_text(user: User) -> str:
    """A user as text."""
    return _text(asdict(user))


@lru_cache(maxsize=4096)
def user_of(text: str) -> User:
    """The user of a text of ours; read once, as every request of a session has the same."""
    return User(**_fields(text))


def account_text(account: Account) -> str:
    """An account as text: equal accounts have equal texts."""
    return _text(asdict(account))


def account_of(text: str) -> Account:
    """The account of a text of ours."""
    return Account(**_fields(text))


def grant_text(grant: Grant) -> str:
    """A grant as text."""
    return _text(asdict(grant))


def grant_of(text: str) -> Grant:
    """The grant of a text of ours."""
    return Grant(**_tiered(text))


def _text(values: dict[str, Any]) -> str:
    return orjson.dumps(values, option=orjson.OPT_SORT_KEYS).decode()


def _fields(text: str) -> dict[str, Any]:
    values = _tiered(text)
    return values | {"permissions": tuple(values["permissions"])}


def _tiered(text: str) -> dict[str, Any]:
    values: dict[str, Any] = orjson.loads(text)
    tier = as_tier(values["tier"])
    assert tier is not None, "a record is only ever written with a tier"
    return values | {"tier": tier}
