"""Users with a name and a password (design/api.md, Accounts). None exists until a maintainer adds one."""

import hashlib
import re
import time
from asyncio import to_thread
from collections.abc import Callable
from dataclasses import replace

from core.contracts.catalogue import Tier
from core.contracts.errors import InvalidRequest, TooManyRequests, UnknownName
from service.database.record_store import RecordStore, change_to, removal
from service.database.records import ACCOUNT, Account, Grant, User
from service.members import passwords
from service.members.rate_limits import network_of
from service.members.sessions import Sessions

LONGEST = 64
NEAR, STRANGE = (10, 300), (100, 3600)
"""Tries for one name, and in how many seconds: from one network, and from all strange ones together.

The networks the account signed in from last are not strange: nobody elsewhere locks its owner out of them.
A record keeps enough of a network to know it again for its name.
"""
MOST_NETWORKS = 5

_NAME = re.compile(rf"[a-z0-9][a-z0-9._@+-]{{0,{LONGEST - 1}}}")


class Accounts:
    """Adds, changes and signs in; `now` gives seconds since 1970."""

    def __init__(self, store: RecordStore, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._sessions = Sessions(store, now)
        self._now = now

    async def every(self) -> list[Account]:
        """Every account, by name."""
        return sorted(await self._store.every(Account), key=lambda each: each.username)

    async def put(self, account: Account, replaces: Account | None) -> bool:
        """Write an account if what is kept equals `replaces` (None: no such account); whether it wrote."""
        text, before = await self._store.read(Account, account.username)
        if before != replaces or (replaces is None and text is not None):
            return False
        return await self._store.write(change_to(account.username, account, text))

    async def add(
        self, username: str, password: str, tier: Tier, permissions: tuple[str, ...] = ()
    ) -> Account:
        """A new account.

        Raises:
            InvalidRequest: the name or the password cannot be taken, or `account_exists`.
        """
        name = checked_name(username)
        passwords.check_new(password, name)
        kept = await to_thread(passwords.hashed, password)
        account = Account(name, kept, tier, permissions, int(self._now()))
        if not await self.put(account, None):
            raise InvalidRequest(f"user name: {name} is there already.", code="account_exists")
        return account

    async def set_tier(self, username: str, tier: Tier) -> Account:
        """Set the tier, also in place of a redeemed code's; ends the account's sessions.

        Raises:
            UnknownName: `unknown_account`.
        """
        account = await self._change(username, lambda account: replace(account, tier=tier))
        await self._store.put(removal(Grant, account.user_id))
        await self._sessions.end_all_of(account.user_id)
        return account

    async def set_active(self, username: str, active: bool) -> Account:
        """Disable an account, which ends its sessions, or enable it again.

        Raises:
            UnknownName: `unknown_account`.
        """
        return await self._change(username, lambda account: replace(account, active=active))

    async def set_password(self, username: str, password: str) -> Account:
        """Set the password; ends the account's sessions.

        Raises:
            UnknownName: `unknown_account`.
            InvalidRequest: the password cannot be taken.
        """
        account = await self._known(username)
        passwords.check_new(password, account.username)
        kept = await to_thread(passwords.hashed, password)
        return await self._change(username, lambda account: replace(account, password=kept))

    async def sign_in(self, username: str, password: str, client: str | None) -> Account | None:
        """The account of a right password; None, after the same work, for any reason against it.

        Raises:
            TooManyRequests: too many tries for this name.
        """
        account, name = await self._account(username), as_username(username) or username
        network = _digest(f"{name} {network_of(client)}")[:16]
        limits = {f"password:{_digest(name)}:{network}": NEAR}
        if account is None or network not in account.networks:
            limits[f"password:{_digest(name)}"] = STRANGE
        for bucket, rate in limits.items():
            if wait := await self._store.tries.hit(bucket, *rate):
                raise TooManyRequests("username: too many tries; come back after Retry-After.", wait)
        is_right = await to_thread(passwords.matches, password, None if account is None else account.password)
        if account is None or not is_right or not account.active:
            return None
        for bucket, rate in limits.items():
            await self._store.tries.forgive(bucket, *rate)
        return await self._renewed(account, password, network)

    async def is_current(self, account: Account) -> bool:
        """Whether the account is as it was read, but for the networks it signed in from."""
        now = await self._store.find(Account, account.username)
        return now is not None and replace(now, networks=account.networks) == account

    async def _renewed(self, account: Account, password: str, network: str) -> Account:
        """The account with this network and today's kind of hash; unchanged if another writer was first."""
        renewed = account
        if account.networks[:1] != (network,):
            others = (each for each in account.networks if each != network)
            renewed = replace(account, networks=(network, *others)[:MOST_NETWORKS])
        if passwords.is_outdated(account.password):
            renewed = replace(renewed, password=await to_thread(passwords.hashed, password))
        is_kept = renewed is not account and await self.put(renewed, account)
        return renewed if is_kept else account

    async def of(self, user: User) -> Account | None:
        return await self._store.find(Account, user.user_id.removeprefix(ACCOUNT))

    async def known(self, username: str) -> str | None:
        """The user id of a name; None without an account."""
        account = await self._account(username)
        return None if account is None else account.user_id

    async def _account(self, username: str) -> Account | None:
        name = as_username(username)
        return None if name is None else await self._store.find(Account, name)

    async def _change(self, username: str, change: Callable[[Account], Account]) -> Account:
        """Write a change over what was read; again where another writer was first."""
        while True:
            before = await self._known(username)
            after = change(before)
            if await self.put(after, before):
                if not after.active or after.password != before.password:
                    await self._sessions.end_all_of(after.user_id)
                return after

    async def _known(self, username: str) -> Account:
        account = await self._account(username)
        if account is None:
            raise UnknownName(f"user name: there is no account {username!r}.", code="unknown_account")
        return account


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def as_username(text: str) -> str | None:
    """A user name as it is kept, lower-case; None where it cannot be one."""
    name = text.strip().lower()
    return name if _NAME.fullmatch(name) else None


def checked_name(text: str, what: str = "user name", code: str = "username_invalid") -> str:
    """A name as it is kept; InvalidRequest where it cannot be one."""
    name = as_username(text)
    if name is None:
        detail = (
            f"{what}: expected up to {LONGEST} letters a-z, digits or . _ @ + -, "
            "beginning with a letter or a digit."
        )
        raise InvalidRequest(detail, code=code)
    return name
