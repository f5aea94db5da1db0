"""Redeem codes: made by us or named in the settings, each for a tier (spec/product.md section 5).

Our codes have a hundred random bits, so the store keeps their bare digest: it cannot be guessed back. Those
of the settings may be words: the store keeps a slow hash of them, the same in every process.

A user who redeemed a code has its tier at every later entry too, while the code counts: one of ours that is
neither revoked nor over, or one that the settings still have, at that tier.
"""

import hashlib
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from core.contracts.catalogue import TIERS, Tier
from core.contracts.errors import InvalidRequest, UnknownName
from service.database.record_store import RecordStore, change_to, retry_on_conflict
from service.database.records import Code, Grant, Redemption, User
from service.members.errors import LowerTier

LONGEST = 128
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no letter that looks like a digit."""
_ALIKE = str.maketrans("OIL", "011", " -")
_GROUPS, _GROUP = 5, 4


class Codes:
    """Makes, redeems and revokes codes; `settled` are those of REDEEM_CODES, for anyone at any time."""

    def __init__(
        self,
        store: RecordStore,
        settled: Mapping[str, Tier] | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._store = store
        digests = {_digest(code): tier for code, tier in (settled or {}).items()}
        self._settled = {digest: Grant("", _slow_name(digest), tier, 0) for digest, tier in digests.items()}
        self._now = now

    async def make(self, tier: Tier, uses: int = 1, expires_at: int | None = None) -> str:
        """A new code for so many users; it is shown only now."""
        code = "-".join("".join(secrets.choice(_LETTERS) for _ in range(_GROUP)) for _ in range(_GROUPS))
        await self.keep(Code(_digest(code), tier, uses, int(self._now()), expires_at))
        return code

    async def keep(self, code: Code) -> None:
        await self._store.put(change_to(code.digest, code))

    async def every(self) -> list[Code]:
        """Every code that is kept, oldest first."""
        return sorted(await self._store.every(Code), key=lambda code: (code.created_at, code.digest))

    @retry_on_conflict
    async def take(self, digest: str, person: str) -> Code | None:
        """Use a code once for a person, who may use it again; None where it cannot be used."""
        text, code = await self._store.read(Code, digest)
        if code is None or code.revoked:
            return None
        if await self.has_redeemed(digest, person):
            return code
        if code.used >= code.uses:
            return None
        taken = replace(code, used=code.used + 1)
        used = Redemption(digest, person, code.expires_at)
        await self._store.put(change_to(digest, taken, text), change_to(f"{digest}:{person}", used))
        return taken

    async def has_redeemed(self, digest: str, person: str) -> bool:
        return (await self._store.read(Redemption, f"{digest}:{person}"))[0] is not None

    async def grant(self, grant: Grant) -> None:
        """Keep a user's grant in place of the earlier one."""
        await self._store.put(change_to(grant.user_id, grant, overwrite=True))

    async def redeem(
        self, code: str, user: User, session_id: str, may_lower: bool = False
    ) -> tuple[User, str]:
        """The user with a code's tier, from now on, and the name the code has in lists.

        A member known by the course alone is one of many: the code is the session's, and ends with it.

        Raises:
            UnknownName: `unknown_code`: not ours, used up, revoked or past its date, all alike.
            LowerTier: the code's tier is below the user's and it not `may_lower`; no use of it is spent.
            InvalidRequest: `code_length`.
        """
        if not 0 < len(code) <= LONGEST:
            detail = f"code: expected 1 to {LONGEST} characters, found {len(code)}."
            raise InvalidRequest(detail, code="code_length")
        digest, person = _digest(code), session_id if user.is_generic else user.user_id
        tier = None if may_lower else await self._open_tier(digest, person)
        if tier is not None and TIERS.index(tier) < TIERS.index(user.tier):
            raise LowerTier(tier, user.tier)
        grant, name = await self._taken(digest, person)
        if not user.is_generic:
            await self.grant(replace(grant, user_id=user.user_id, redeemed_at=int(self._now())))
        return replace(user, tier=grant.tier, tier_source="code"), name

    async def applied(self, user: User) -> User:
        """The user with the tier of the code redeemed last, where that code still counts."""
        grant = None if user.is_generic else await self._store.find(Grant, user.user_id)
        if grant is None or not await self._counts(grant):
            return user
        return replace(user, tier=grant.tier, tier_source="code")

    async def revoke(self, name: str) -> Code:
        """Revoke the code of that name; who redeemed it loses its tier at the next entry.

        Raises:
            UnknownName: `unknown_code`.
        """
        for code in await self.every():
            if code.name == name.lower():
                await self._store.note(Code, code.digest, revoked=True)
                return code
        detail = f"code: none is called {name!r}; `almanac codes list` shows them."
        raise UnknownName(detail, code="unknown_code")

    async def _open_tier(self, digest: str, person: str) -> Tier | None:
        """The tier of a code that the person may redeem, None of any other; no use of it is spent."""
        if digest in self._settled:
            return self._settled[digest].tier
        code = await self._store.find(Code, digest)
        if code is None or code.revoked:
            return None
        is_open = code.used < code.uses or await self.has_redeemed(digest, person)
        return code.tier if is_open else None

    async def _taken(self, digest: str, person: str) -> tuple[Grant, str]:
        if digest in self._settled:
            return self._settled[digest], "settings"
        code = await self.take(digest, person)
        if code is None:
            detail = "code: not known, used up or no longer valid; check its letters."
            raise UnknownName(detail, code="unknown_code")
        return Grant(person, digest, code.tier, 0, code.expires_at), code.name

    async def _counts(self, grant: Grant) -> bool:
        if any((each.code, each.tier) == (grant.code, grant.tier) for each in self._settled.values()):
            return True
        code = await self._store.find(Code, grant.code)
        return code is not None and not code.revoked


def _slow_name(digest: str) -> str:
    """The store's name of a code of the settings: nobody can try words against it by the million."""
    return hashlib.scrypt(digest.encode(), salt=b"session-almanac code", n=2**14, r=8, p=1, dklen=32).hex()


def _digest(code: str) -> str:
    """The digest of a code however it is typed."""
    typed = code.upper().translate(_ALIKE)
    return hashlib.sha256(b"session-almanac code\0" + typed.encode()).hexdigest()
