"""People, sessions, accounts, codes and grants, and how the access store writes them down."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Annotated, Any, Literal, TypedDict, TypeVar

import msgspec
import orjson

from core.contracts.access_answers import UserInfo
from core.contracts.catalogue import Tier
from core.contracts.errors import AlmanacError

TierSource = Literal["url", "course", "env", "default", "account", "code"]
Values = Mapping[str, Any]
"""A record's fields by name: numbers, or the digits of numbers, and texts."""
Outcome = Literal["rotated", "unknown", "reused", "ended"]

_Count = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
_Record = TypeVar("_Record")


class StoreUnavailable(AlmanacError):
    """The access store does not answer; nothing was changed, or the change is complete."""

    status = 503
    code = "store_unavailable"

    def __init__(self) -> None:
        super().__init__("the store of sessions does not answer; try again in a few seconds.")


class DamagedRecord(StoreUnavailable):
    """What the store keeps under a name is not what was written there; a reader takes it for nothing."""


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

    outcome: Outcome
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


def text_of(record: User | Account | Grant) -> str:
    """A record as text, equal for equal records; an account without networks has that of older versions."""
    values = asdict(record)
    if isinstance(record, Account) and not record.networks:
        del values["networks"]
    return orjson.dumps(values, option=orjson.OPT_SORT_KEYS).decode()


def record_of(kind: type[_Record], text: str) -> _Record:
    """The record of a text of ours.

    Raises:
        DamagedRecord: it is not one.
    """
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise DamagedRecord from error


@lru_cache(maxsize=4096)
def _user_of(text: str) -> User:
    """Read once, as every request of a session has the same text."""
    return record_of(User, text)


class _SessionNumbers(TypedDict):
    created_at: _Count
    last_accessed: _Count
    expires_at: _Count
    active: bool
    data_loaded: bool
    generation: _Count


class _CodeFields(TypedDict):
    tier: Tier
    uses: _Count
    created_at: _Count
    used: _Count
    revoked: bool


def session_values(session: Session) -> dict[str, str | int]:
    """A session's fields but its id."""
    numbers = {name: int(getattr(session, name)) for name in _SessionNumbers.__annotations__}
    return {"person": text_of(session.user), **numbers}


def session_of(session_id: str, values: Values) -> Session:
    """The session of its fields; DamagedRecord where one is missing or is not what it must be."""
    numbers = _read(_SessionNumbers, values)
    return Session(session_id, _user_of(values.get("person", "")), **numbers)


def code_values(code: Code) -> dict[str, str | int | None]:
    """A code's fields but its digest."""
    values = {name: getattr(code, name) for name in _CodeFields.__annotations__}
    return {**values, "revoked": int(code.revoked), "expires_at": code.expires_at}


def code_of(digest: str, values: Values) -> Code:
    """The code of its fields, an undated one's date empty; DamagedRecord as for a session."""
    ends = values.get("expires_at", "missing")
    expires_at: int | None = None if ends in (None, "") else _read(_Count, ends)
    return Code(digest, expires_at=expires_at, **_read(_CodeFields, values))


def _read(kind: Any, found: Any) -> Any:
    try:
        return msgspec.convert(found, kind, strict=False)
    except msgspec.MsgspecError as error:
        raise DamagedRecord from error
