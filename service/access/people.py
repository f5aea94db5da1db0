"""Who is signed in, as sessions, tokens and the calls share it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.contracts.access_answers import UserInfo
from core.contracts.catalogue import Tier

TierSource = Literal["url", "course", "env", "default", "account", "code"]


@dataclass(frozen=True, slots=True)
class User:
    """A person who passed an entry or signed in; `permissions` are names such as `maintain`."""

    user_id: str
    username: str
    tier: Tier
    tier_source: TierSource
    permissions: tuple[str, ...] = ()
    email: str | None = None
    course_id: str | None = None
    course_title: str | None = None

    @property
    def is_generic(self) -> bool:
        """Whether many people share this user: the member of a course who is known by the course alone."""
        return self.user_id.startswith("course-member:")

    def info(self) -> UserInfo:
        """The user as the sign-in calls answer it."""
        return UserInfo(
            self.user_id,
            self.username,
            list(self.permissions),
            self.tier,
            self.tier_source,
            self.email,
            self.course_id,
            self.course_title,
        )


@dataclass(frozen=True, slots=True)
class Principal:
    """The caller of one request: the user, the session, and the tier its token bears.

    `is_recalled` where the store could not be asked and the session is taken to run as it was last seen.
    """

    user: User
    session_id: str
    tier: Tier
    is_recalled: bool = False
