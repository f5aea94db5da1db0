"""What the access store keeps: sessions, accounts, codes and grants. Times are seconds since 1970."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.contracts.catalogue import Tier
from service.access.people import User


@dataclass(frozen=True, slots=True)
class Session:
    """One sign-in (spec/product.md section 3).

    `expires_at` is its end whatever happens; `generation` grows when its user changes, and access tokens of
    an earlier generation are worth nothing.
    """

    id: str
    user: User
    created_at: int
    last_accessed: int
    expires_at: int
    active: bool = True
    data_loaded: bool = False
    generation: int = 0

    @property
    def user_id(self) -> str:
        """Whose session it is."""
        return self.user.user_id


@dataclass(frozen=True, slots=True)
class Rotation:
    """What became of a refresh token: `session` is its own, None where it is unknown or its time is over."""

    outcome: Literal["rotated", "unknown", "reused", "ended"]
    session: Session | None = None


@dataclass(frozen=True, slots=True)
class Account:
    """A user with a password; `password` is its Argon2id hash.

    `networks` are digests of those it signed in from last, the latest first.
    """

    username: str
    password: str
    tier: Tier
    permissions: tuple[str, ...]
    created_at: int
    active: bool = True
    networks: tuple[str, ...] = ()

    @property
    def user_id(self) -> str:
        """The user the account signs in, apart from every user of the course platform."""
        return f"account:{self.username}"

    def user(self) -> User:
        """The user as sessions bear it."""
        return User(self.user_id, self.username, self.tier, "account", self.permissions)


@dataclass(frozen=True, slots=True)
class Code:
    """A redeemable code by its `digest`; `uses` users may redeem it, `used` have. Undated, it stays."""

    digest: str
    tier: Tier
    uses: int
    created_at: int
    expires_at: int | None = None
    used: int = 0
    revoked: bool = False

    @property
    def name(self) -> str:
        """How lists and `revoke` call it: enough of the digest to tell it apart, nothing of the code."""
        return self.digest[:10]


@dataclass(frozen=True, slots=True)
class Grant:
    """What a user has of the code redeemed last: its tier, for as long as the code named `code` counts.

    `code` is the digest of a code of ours, or the name of one of the settings; with `expires_at`, the code's
    date, the grant is over too.
    """

    code: str
    tier: Tier
    redeemed_at: int
    expires_at: int | None = None
