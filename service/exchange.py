"""One request and its reply as the calls see them: already authenticated, nothing of HTTP's plumbing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from core.contracts.catalogue import Tier
from core.contracts.errors import InvalidRequest, Unauthorized
from service.access.authenticator import Authenticator
from service.access.codes import Codes
from service.access.entry.authenticator import EntryAuthenticator
from service.access.records import Principal
from service.access.sessions import Sessions
from service.access.store import AccessStore
from service.access.tiers import as_tier, narrowed
from service.answering import Answerer, Question
from service.audit import Audit
from service.cache import AnswerCache
from service.decode import decode, parse_json
from service.encode import encode
from service.export.pool import ExportPool
from service.known_bodies import KnownBodies
from service.metrics import Metrics
from service.settings import Settings
from service.snapshot import Snapshot
from service.stopwatch import Stopwatch
from service.store import SnapshotStore
from service.throttle import Throttle

Body = TypeVar("Body")
Asked = TypeVar("Asked")


@dataclass(frozen=True, slots=True)
class Services:
    """What lives as long as the service does."""

    settings: Settings
    store: SnapshotStore
    access: AccessStore
    sessions: Sessions
    authenticator: Authenticator
    entries: EntryAuthenticator
    codes: Codes
    cache: AnswerCache
    computes: KnownBodies[Any]
    counts: KnownBodies[Question]
    lists: KnownBodies[bytes]
    charts: AnswerCache
    answerer: Answerer
    metrics: Metrics
    audit: Audit
    throttle: Throttle
    exports: ExportPool


@dataclass(frozen=True, slots=True)
class Ask:
    """One request: `path` and `query` parameters, the raw body, and who asks (None on an open call).

    `authorization` is the header as it came, for an open call that ends the caller's former session.
    """

    services: Services
    stopwatch: Stopwatch
    principal: Principal | None
    client: str | None = None
    authorization: str | None = None
    path: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)
    raw: bytes = b""

    @property
    def caller(self) -> Principal:
        """Who asks.

        Raises:
            Unauthorized: nobody is signed in.
        """
        if self.principal is None:
            raise Unauthorized("authorization: a bearer token is needed; sign in first.")
        return self.principal

    def body(self, contract: type[Body]) -> Body:
        """The body as its contract.

        Raises:
            Malformed, InvalidRequest: see `service.decode`.
        """
        with self.stopwatch.stretch("parse"):
            return decode(contract, parse_json(self.raw))

    def tier(self, asked: Tier | None = None) -> Tier:
        """The tier that answers: the token's, narrowed by what was asked."""
        return narrowed(self.caller.tier, asked)

    def query_tier(self) -> Tier:
        """The tier that answers a GET with an optional `profile` parameter.

        Raises:
            InvalidRequest: `unknown_profile`.
        """
        asked = self.query.get("profile")
        if asked and as_tier(asked) is None:
            detail = f"profile: {asked!r} is not one of lite, standard, pro."
            raise InvalidRequest(detail, code="unknown_profile")
        return self.tier(as_tier(asked))

    def snapshot(self, symbol: str | None = None) -> Snapshot:
        """The snapshot that answers all of this request: read once, then passed on.

        Raises:
            NoSnapshot: nothing is published.
            InvalidRequest: `unknown_symbol`.
        """
        return self.services.store.snapshot(symbol or self.query.get("symbol"))

    def known(self, bodies: KnownBodies[Asked], read: Callable[[], Asked]) -> Asked:
        """What the body asks, by `read` where it was not asked before; what that raises is raised."""
        asker = self.tier(), self.query.get("symbol")
        return bodies.asked(self.services.store.snapshots, asker, self.raw, read)

    def reply(self, answer: object, status: int = 200) -> Reply:
        """The answer, encoded."""
        with self.stopwatch.stretch("encode"):
            return Reply(encode(answer), status)


@dataclass(frozen=True, slots=True)
class Reply:
    """An encoded answer; with a `file_name` it is a file to keep."""

    body: bytes
    status: int = 200
    media_type: str = "application/json"
    file_name: str | None = None


@dataclass(frozen=True, slots=True)
class Later:
    """A reply that takes so long that it is made beside the loop; `write` shares what threads may share."""

    write: Callable[[], Reply]


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A reply that other processes work on, as long as the caller waits for it."""

    make: Callable[[], Awaitable[Reply]]


Handler = Callable[[Ask], Reply | Later | Elsewhere | Awaitable[Reply | Later]]
