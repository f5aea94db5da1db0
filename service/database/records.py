"""Every record of the store, as msgspec writes it, with the declaration of its kind.

An erasure lists what it removed in the order of this file.
"""

from dataclasses import dataclass, field
from typing import Annotated, Literal

import msgspec

from core.contracts.access_answers import TierSource, UserInfo
from core.contracts.catalogue import Tier
from core.contracts.errors import AlmanacError
from core.contracts.next_answers import ViewFigures
from core.contracts.results.verdict import Untested
from core.contracts.view_requests import ListedDayRequest, ViewRequest, WatchRequest
from service.database.kinds import Kind, kept

Count = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
"""How many, or seconds since 1970."""


ACCOUNT, TOKEN = "account:", "token:"
GENERIC = "course-member:"
"""How the id of a user begins that many people share."""
OUR_IDS = (ACCOUNT, TOKEN, GENERIC)
"""How ids begin that the service gives; an entry from a course has none of them."""

CODES_STAY = 400 * 24 * 60 * 60
"""Seconds that dated codes and grants stay after their date."""
NAMES_STAY = 30 * 24 * 60 * 60
"""Seconds that a spent name stays known after its end: a clock that is put back lets none pass again."""


class StoreUnavailable(AlmanacError, status=503, code="store_unavailable"):
    """The access store does not answer; nothing was changed, or the change is complete."""

    sentence = "Sign-ins cannot be checked at the moment. Please try again in a few seconds."

    def __init__(
        self, detail: str = "the store of sessions does not answer; try again in a few seconds."
    ) -> None:
        super().__init__(detail)


class DamagedRecord(StoreUnavailable):
    """The store keeps no text under a name; readers treat it as absent."""


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
        """Whether many people share this user: a member known by the course alone."""
        return self.user_id.startswith(GENERIC)

    def info(self) -> UserInfo:
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
    """The caller of one request: the user, the session, and the tier of its token.

    `is_recalled` where the store did not answer and the session counts as it was last seen.
    """

    user: User
    session_id: str
    tier: Tier
    is_recalled: bool = False

    @property
    def person(self) -> str:
        """The user's id, or the session's where many people share one user."""
        return self.session_id if self.user.is_generic else self.user.user_id


@kept(Kind("account", ("username",), ACCOUNT, label="account"))
@dataclass(frozen=True, slots=True)
class Account:
    """A user with a password; `password` is its Argon2id hash.

    `networks` are digests of those it signed in from last, the latest first.
    """

    username: str
    password: str
    tier: Tier
    permissions: tuple[str, ...]
    created_at: Count
    active: bool = True
    networks: tuple[str, ...] = ()

    @property
    def user_id(self) -> str:
        """The user of the account, apart from every user of the course platform."""
        return f"{ACCOUNT}{self.username}"

    def user(self) -> User:
        return User(self.user_id, self.username, self.tier, "account", self.permissions)


@kept(Kind("token", ("name",), TOKEN, label="personal token"))
@dataclass(frozen=True, slots=True)
class PersonalToken:
    """A token for programs by its `digest`: a name of its own, and a tier to read with, until `ends_at`.

    `used_at` is the beginning of the UTC day on which it was used last. One that is over stays until its name
    is given again, so that its holder reads why it is refused.
    """

    digest: str
    name: str
    tier: Tier
    created_at: Count
    ends_at: Count | None = None
    used_at: Count | None = None
    revoked: bool = False

    def is_over(self, now: float) -> bool:
        """Whether it is revoked or past its end, at a time in seconds since 1970."""
        return self.revoked or (self.ends_at is not None and self.ends_at <= now)

    def user(self) -> User:
        """The user of its calls, apart from every account and member."""
        return User(f"{TOKEN}{self.name}", self.name, self.tier, "token")


@kept(Kind("token_named", ("name",), TOKEN))
@dataclass(frozen=True, slots=True)
class TokenName:
    name: str
    digest: str


@kept(Kind("code", stays=CODES_STAY))
@dataclass(frozen=True, slots=True)
class Code:
    """A redeemable code by its `digest`; `uses` users may redeem it, `used` have. Undated, it stays."""

    digest: str
    tier: Tier
    uses: Count
    created_at: Count
    expires_at: Count | None = None
    used: Count = 0
    revoked: bool = False

    @property
    def name(self) -> str:
        """Its name in lists and in `revoke`: enough of the digest to tell it apart, nothing of the code."""
        return self.digest[:10]


@kept(Kind("redeemed", ("person",), stays=CODES_STAY, is_hashed=True))
@dataclass(frozen=True, slots=True)
class Redemption:
    code: str
    person: str
    expires_at: Count | None = None


@kept(Kind("grant", ("user_id",), stays=CODES_STAY, is_hashed=True, label="tier of a code"))
@dataclass(frozen=True, slots=True)
class Grant:
    """The tier of the code that a user redeemed last, for as long as that code counts.

    `code` is the digest of a code of ours, or the name of one of the settings. `expires_at` is the code's
    date, after which the grant is over too.
    """

    user_id: str
    code: str
    tier: Tier
    redeemed_at: Count
    expires_at: Count | None = None


@kept(Kind("session", ("user_id", "id"), label="sessions"))
@dataclass(frozen=True, slots=True)
class Session:
    """One sign-in (spec/product.md section 3); `token` is the digest of its live refresh token.

    `expires_at` is its end at the latest. `generation` grows when its user changes: access tokens of an
    earlier generation are refused.
    """

    id: str
    user: User
    created_at: Count
    last_accessed: Count
    expires_at: Count
    active: bool
    data_loaded: bool
    generation: Count
    token: str

    @property
    def user_id(self) -> str:
        return self.user.user_id


@kept(Kind("refresh", ("user_id", "session_id")))
@dataclass(frozen=True, slots=True)
class RefreshToken:
    """The session of a refresh token, live or spent, by the token's digest."""

    session_id: str
    user_id: str
    expires_at: Count


@kept(Kind("view", ("person",), label="short links"))
@dataclass(frozen=True, slots=True)
class View:
    """A shared short link: its `request` with the symbol named, and the figures it showed `then`.

    `then` is None of a page that shows no figures of the question.
    """

    id: str
    person: str
    request: ViewRequest
    then: ViewFigures | None
    created_at: Count
    expires_at: Count


@kept(Kind("views_of", ("person",), is_hashed=True))
@dataclass(frozen=True, slots=True)
class MadeViews:
    """A person's views, oldest first: the digest of each question and snapshot, the view's id."""

    person: str
    made: tuple[tuple[str, str], ...]
    expires_at: Count


@dataclass(frozen=True, slots=True)
class Alert:
    """The state of a watch's last alert, of `session_date`, at `at`.

    It is `sending` from before the message leaves until the outcome is known. A process that dies meanwhile
    leaves it so, and nobody sends it again. `trying` is sent again from `next_at` on. `tries` were made.
    """

    session_date: str
    at: Count
    state: Literal["sending", "sent", "trying", "failed"]
    tries: Count = 0
    next_at: Count = 0
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Watch:
    """A preset that is watched: its `request` with the symbol named, its user, and where alerts go `to`.

    `user` is its maker at that time, without name and course. `secret` signs the messages to a hook;
    other watches have none.
    """

    id: str
    request: WatchRequest
    user: User
    to: str
    created_at: Count
    alert: Alert | None = None
    secret: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class RemovedWatch:
    """The last alert of a removed watch: a watch that is made again under its name goes on from it."""

    name: str
    symbol: str | None
    alert: Alert


@kept(
    Kind(
        "watches_of",
        ("user_id",),
        is_hashed=True,
        label="watched presets",
        entries="watches",
        is_polled=True,
    )
)
@dataclass(frozen=True, slots=True)
class WatchesOf:
    """A user's watches, by name, and those removed lately; over some time after the last one was made."""

    user_id: str
    watches: tuple[Watch, ...]
    expires_at: Count
    removed: tuple[RemovedWatch, ...] = ()


@kept(Kind("off_link", ("user_id",)))
@dataclass(frozen=True, slots=True)
class OffLink:
    """What the link of an alert ends, by the digest of its token; `name` is kept for afterwards too."""

    user_id: str
    watch_id: str
    name: str
    expires_at: Count


@kept(Kind("day_list", ("updated_by",), label="lists of days", is_polled=True))
@dataclass(frozen=True, slots=True)
class DayList:
    """A named list of a symbol's days, ascending; `updated_by` is the user who wrote it last."""

    symbol: str
    name: str
    days: tuple[ListedDayRequest, ...]
    updated_at: Count
    updated_by: str


@kept(Kind("given_day", ("person",), label="days of the quiz"))
@dataclass(frozen=True, slots=True)
class GivenDay:
    """A day of the quiz that a person was given: `session_date` up to bar `bar`, `feature` asked of the rest.

    `base` counts the days on which that was open, and those of them on which it came. `coin` counts the same
    of coin days, or says why there are none. It may be answered once, before `closes_at`; the record is over
    at `expires_at`.
    """

    person: str
    symbol: str
    snapshot: str
    session_date: str
    bar: Count
    feature: str
    base: tuple[Count, Count]
    coin: tuple[Count, Count] | Untested | None
    closes_at: Count
    expires_at: Count
    is_answered: bool = False


@kept(Kind("given_days_of", ("person",), is_hashed=True))
@dataclass(frozen=True, slots=True)
class GivenDaysOf:
    """A person's given days, oldest first, as the digests of their tokens."""

    person: str
    made: tuple[str, ...]
    expires_at: Count


@kept(Kind("marker"))
@dataclass(frozen=True, slots=True)
class Marker:
    """A random name that the store has as long as it keeps its memory; it was lost at `lost_at`."""

    id: str
    lost_at: Count | None


@kept(Kind("name", stays=NAMES_STAY, is_hashed=True))
@dataclass(frozen=True, slots=True)
class Spent:
    """A name that lets in once was used; it may come again at `expires_at`."""

    expires_at: Count


@kept(Kind("window"))
@dataclass(frozen=True, slots=True)
class Window:
    """The count of tries since the window's first; `expires_at` in seconds since 1970."""

    count: Count
    expires_at: float


@kept(Kind("state"))
@dataclass(frozen=True, slots=True)
class State:
    """A random text that differs after every change of the records of a polled kind."""

    id: str
