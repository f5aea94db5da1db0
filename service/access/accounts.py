"""Users with a name and a password (design/api.md, Accounts). None exists until a maintainer adds one."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable
from dataclasses import replace

from core.contracts.catalogue import Tier
from core.contracts.errors import InvalidRequest, UnknownName
from service.access import passwords
from service.access.network import network_of
from service.access.records import Account
from service.access.store import AccessStore
from service.errors import TooManyRequests

LONGEST = 64
NEAR, STRANGE = (10, 300), (100, 3600)
"""Tries for one name, and in how many seconds: from one network, and from all strange ones together.

The networks the account signed in from last are not strange: nobody elsewhere locks its owner out of them.
"""
MOST_NETWORKS = 5

_NAME = re.compile(rf"[a-z0-9][a-z0-9._@+-]{{0,{LONGEST - 1}}}")


class Accounts:
    """Adds, changes and signs in; `now` gives seconds since 1970."""

    def __init__(self, store: AccessStore, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._now = now

    def add(self, username: str, password: str, tier: Tier, permissions: tuple[str, ...] = ()) -> Account:
        """A new account.

        Raises:
            InvalidRequest: the name or the password cannot be taken, or `account_exists`.
        """
        name = as_username(username)
        if name is None:
            detail = (
                f"user name: expected up to {LONGEST} letters a-z, digits or . _ @ + -, "
                "beginning with a letter or a digit."
            )
            raise InvalidRequest(detail, code="username_invalid")
        passwords.check_new(password, name)
        account = Account(name, passwords.hashed(password), tier, permissions, int(self._now()))
        if not self._store.put_account(account, None):
            raise InvalidRequest(f"user name: {name} is there already.", code="account_exists")
        return account

    def set_tier(self, username: str, tier: Tier) -> Account:
        """Another tier, also in place of a redeemed code's, which ends the account's sessions.

        Raises:
            UnknownName: `unknown_account`.
        """
        account = self._change(username, lambda account: replace(account, tier=tier))
        self._store.drop_grant(account.user_id)
        self._store.end_sessions_of(account.user_id)
        return account

    def set_active(self, username: str, active: bool) -> Account:
        """Disable an account, which ends its sessions, or enable it again.

        Raises:
            UnknownName: `unknown_account`.
        """
        return self._change(username, lambda account: replace(account, active=active))

    def set_password(self, username: str, password: str) -> Account:
        """Another password, which ends the account's sessions.

        Raises:
            UnknownName: `unknown_account`.
            InvalidRequest: the password cannot be taken.
        """
        account = self._known(username)
        passwords.check_new(password, account.username)
        kept = passwords.hashed(password)
        return self._change(username, lambda account: replace(account, password=kept))

    def sign_in(self, username: str, password: str, client: str | None) -> Account | None:
        """The account of a right password; None alike, after the same work, for any reason against it.

        Raises:
            TooManyRequests: too many tries for this name.
        """
        name = as_username(username)
        account = None if name is None else self._store.account(name)
        network = _network(name or username, client)
        buckets = self._count(
            name or username, network, known=account is not None and network in account.networks
        )
        right = passwords.matches(password, None if account is None else account.password)
        if account is None or not right or not account.active:
            return None
        for bucket in buckets:
            self._store.forgive(bucket)
        return self._renewed(account, password, network)

    def is_current(self, account: Account) -> bool:
        """Whether the account still is as it was read, wherever else it signed in meanwhile."""
        now = self._store.account(account.username)
        return now is not None and replace(now, networks=account.networks) == account

    def _renewed(self, account: Account, password: str, network: str) -> Account:
        """The account with this network and today's kind of hash; as it was where somebody else wrote."""
        renewed = account
        if account.networks[:1] != (network,):
            others = (each for each in account.networks if each != network)
            renewed = replace(account, networks=(network, *others)[:MOST_NETWORKS])
        if passwords.is_outdated(account.password):
            renewed = replace(renewed, password=passwords.hashed(password))
        return renewed if renewed is not account and self._store.put_account(renewed, account) else account

    def known(self, username: str) -> str | None:
        """The user id of a name, None where there is no such account."""
        name = as_username(username)
        account = None if name is None else self._store.account(name)
        return None if account is None else account.user_id

    def _count(self, name: str, network: str, *, known: bool) -> tuple[str, ...]:
        digest = _digest(name)
        counted = {f"password:{digest}:{network}": NEAR}
        if not known:
            counted[f"password:{digest}"] = STRANGE
        for bucket, (limit, window) in counted.items():
            wait = self._store.hit(bucket, limit, window)
            if wait:
                raise TooManyRequests("username: too many tries; come back after Retry-After.", wait)
        return tuple(counted)

    def _change(self, username: str, change: Callable[[Account], Account]) -> Account:
        """Write a change over what was read, again where somebody else was quicker."""
        while True:
            before = self._known(username)
            after = change(before)
            if self._store.put_account(after, before):
                self._end_sessions(before, after)
                return after

    def _end_sessions(self, before: Account, after: Account) -> None:
        if not after.active or after.password != before.password:
            self._store.end_sessions_of(after.user_id)

    def _known(self, username: str) -> Account:
        name = as_username(username)
        account = None if name is None else self._store.account(name)
        if account is None:
            raise UnknownName(f"user name: there is no account {username!r}.", code="unknown_account")
        return account


def _network(name: str, client: str | None) -> str:
    """What a record keeps of a network: enough to know it again for this name."""
    return _digest(f"{name} {network_of(client)}")[:16]


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def as_username(text: str) -> str | None:
    """A user name as it is kept, lower-case; None where it cannot be one."""
    name = text.strip().lower()
    return name if _NAME.fullmatch(name) else None
