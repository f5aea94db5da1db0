"""Who is signed in, and the tokens, as the API answers them (spec/product.md section 7)."""

from typing import Literal

from msgspec import Struct

from core.contracts.catalogue import Tier

TierSource = Literal["url", "course", "env", "default", "account", "code", "token"]


class UserInfo(Struct, frozen=True):
    """Who is signed in."""

    user_id: str
    username: str
    permissions: list[str]
    profile: Tier
    profile_source: TierSource
    email: str | None = None
    course_id: str | None = None
    course_title: str | None = None


class Tokens(Struct, frozen=True):
    """A session's tokens and its user; `expires_in` in seconds."""

    access_token: str
    refresh_token: str
    token_type: Literal["bearer"]
    expires_in: int
    session_id: str
    user_info: UserInfo


class TokenAnswer(Tokens, frozen=True):
    """POST /auth/login, /auth/entry and /auth/refresh.

    `return_url` is the entry's, where it leads to a site of the course.
    """

    return_url: str | None = None


class RedeemAnswer(Tokens, frozen=True):
    """POST /auth/redeem: the tier the code gave, and new tokens; the earlier ones no longer count."""

    profile: Tier


class EmailChallenge(Struct, frozen=True):
    """POST /auth/entry/code: comes back in the entry's `challenge`, with the mailed code.

    `expires_in` is in seconds.
    """

    challenge: str
    expires_in: int


class Erased(Struct, frozen=True):
    """POST /auth/erase: how many of what were removed, in words, and what is left and why."""

    removed: dict[str, int]
    left: list[str]


class CurrentUser(Struct, frozen=True):
    """GET /auth/me."""

    user_id: str
    username: str
    permissions: list[str]
    session_id: str
    is_authenticated: bool
    profile: Tier
    profile_source: TierSource
    email: str | None
    course_id: str | None
    course_title: str | None
