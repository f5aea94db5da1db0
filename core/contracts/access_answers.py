"""Bodies of the answers to signing in and out (spec/product.md section 3, design/api.md)."""

from dataclasses import dataclass
from typing import Literal

from core.contracts.catalogue import Tier


@dataclass(frozen=True, slots=True)
class UserInfo:
    """Who is signed in."""

    user_id: str
    username: str
    permissions: list[str]
    profile: Tier
    profile_source: Literal["url", "course", "env", "default", "account", "code"]
    email: str | None = None
    course_id: str | None = None
    course_title: str | None = None


@dataclass(frozen=True, slots=True)
class TokenAnswer:
    """POST /auth/login, /auth/entry and /auth/refresh; `expires_in` in seconds.

    `return_url` is the entry's, where it leads to a site of the course.
    """

    access_token: str
    refresh_token: str
    token_type: Literal["bearer"]
    expires_in: int
    session_id: str
    user_info: UserInfo
    return_url: str | None = None


@dataclass(frozen=True, slots=True)
class RedeemAnswer:
    """POST /auth/redeem: the tier the code gave, and new tokens, for those of before are worth nothing."""

    profile: Tier
    access_token: str
    refresh_token: str
    token_type: Literal["bearer"]
    expires_in: int
    session_id: str
    user_info: UserInfo


@dataclass(frozen=True, slots=True)
class EmailChallenge:
    """POST /auth/entry/code: comes back in the entry's `challenge` beside the mailed code.

    `expires_in` is in seconds.
    """

    challenge: str
    expires_in: int


@dataclass(frozen=True, slots=True)
class CurrentUser:
    """GET /auth/me."""

    user_id: str
    username: str
    permissions: list[str]
    session_id: str
    is_authenticated: bool
    profile: Tier
    profile_source: Literal["url", "course", "env", "default", "account", "code"]
    email: str | None
    course_id: str | None
    course_title: str | None
