"""A request to the API as its endpoints see it: Starlette's, with the caller, the body and the time left."""

import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from math import ceil
from typing import TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.types import Receive, Scope

from core.contracts.catalogue import TIERS, Tier
from core.contracts.errors import BudgetExceeded, SnapshotGone, Unauthorized
from core.question.filter_values import shown
from service.database.records import Principal
from service.edge.bodies import decode
from service.members.authenticator import token_in
from service.members.rate_limits import network_of
from service.members.tiers import LIMITS, Part
from service.services import Services
from service.snapshots.cache import AnswerCache
from service.snapshots.snapshot import Snapshot

Body = TypeVar("Body")
Answer = TypeVar("Answer")

WEIGHT_ONE = 20
"""Features, or cells of target and stop, that count as one call."""

CALL_KEY = "almanac.call"
"""Where in the scope the name of the answering call stands, for the log and the metrics."""


@dataclass(slots=True)
class Stopwatch:
    """Named stretches of one request with a budget of seconds; each begins by checking what is left of it."""

    budget: float
    _start: float = field(default_factory=time.perf_counter, init=False)
    _stretches: dict[str, float] = field(default_factory=dict, init=False)

    @property
    def elapsed_ms(self) -> float:
        return (time.perf_counter() - self._start) * 1000

    @property
    def left(self) -> float:
        """Seconds of the budget that are left, 0 at least."""
        return max(0.0, self.budget - (time.perf_counter() - self._start))

    @contextmanager
    def stretch(self, name: str) -> Iterator[None]:
        """Count the time of a `with` block under a name.

        Raises:
            BudgetExceeded: as the block begins, where the budget was spent before.
        """
        began = time.perf_counter()
        if began - self._start > self.budget:
            raise BudgetExceeded(f"the answer took longer than {self.budget:g} s; ask with fewer features.")
        try:
            yield
        finally:
            self._stretches[name] = self._stretches.get(name, 0.0) + time.perf_counter() - began

    def server_timing(self) -> str:
        """The Server-Timing header's value, milliseconds per stretch."""
        return ", ".join(f"{name};dur={spent * 1000:.3f}" for name, spent in self._stretches.items())


class ApiRequest(Request):
    """`principal` is None on an open call; `raw` is the body, read within its limits.

    `token` is the personal token that it bears, if any. `address` is the client's on the network. `part` is
    what the tier must have. `weight` is the number of calls that it counts for, known after computing.
    """

    def __init__(self, scope: Scope, receive: Receive, services: Services, part: Part | None = None) -> None:
        super().__init__(scope, receive)
        self.services = services
        self.stopwatch = Stopwatch(services.settings.request_budget)
        self.principal: Principal | None = None
        self.token = token_in(self.headers.get("authorization"))
        self.part = part
        self.raw = b""
        self.weight = 1
        self.address = None if self.client is None else self.client.host
        self._snapshot: Snapshot | None = None

    @property
    def caller(self) -> Principal:
        """The signed-in user and session.

        Raises:
            Unauthorized: nobody is signed in.
        """
        if self.principal is None:
            raise Unauthorized("authorization: a bearer token is needed; sign in first.")
        return self.principal

    async def identified(self, *, reads: bool, leaves: bool = False) -> Principal:
        """The user and session, or a personal token's user, whose calls are counted.

        Raises:
            Unauthorized, StoreUnavailable: see `Authenticator.principal` and `PersonalTokens.principal`.
            TooManyRequests: more calls with personal tokens than the limit.
        """
        services = self.services
        if self.token is None:
            authorization = self.headers.get("authorization")
            return await services.authenticator.principal(authorization, reads=reads, leaves=leaves)
        await services.throttle.admit_token(network_of(self.address))
        principal = await services.personal_tokens.principal(self.token)
        await services.throttle.admit_token(principal.user.user_id)
        return principal

    async def in_turn(self, work: Callable[..., Answer], *given: object, parts: int = 1) -> Answer:
        """The result of work that computes, done in a thread in the caller's turn.

        `parts` is the number of features or cells in it, by which it counts for several calls.
        """
        self.weight += max(1, ceil(parts / WEIGHT_ONE)) - 1
        caller = self.principal.session_id if self.principal else network_of(self.address)
        async with self.services.turns.turn(caller):
            return await run_in_threadpool(work, *given)

    async def cached(
        self,
        key: str,
        tier: Tier,
        make: Callable[[], Awaitable[bytes]],
        cache: AnswerCache | None = None,
        *,
        is_fresh: bool = False,
    ) -> bytes:
        """The answer from a cache, else as made and then kept there for the tier's time.

        With `is_fresh` it is made in any case.
        """
        cache = self.services.cache if cache is None else cache
        answer = None if is_fresh else cache.get(key)
        if answer is None:
            answer = await make()
            cache.put(key, answer, self.caller.user.user_id, LIMITS[tier].cache_ttl)
        return answer

    def read(self, contract: type[Body]) -> Body:
        """The body as its contract.

        Raises:
            Malformed, InvalidRequest: see `service.edge.bodies`.
        """
        with self.stopwatch.stretch("parse"):
            return decode(contract, self.raw)

    def tier(self, wanted: Tier | None = None) -> Tier:
        """The tier that answers: the wanted one, but never more than the caller's own."""
        own = self.caller.tier
        return own if wanted is None else min(own, wanted, key=TIERS.index)

    async def snapshot(self, symbol: str | None = None, wanted: str | None = None) -> Snapshot:
        """The snapshot that answers all of this request, with the lists of days; read once.

        Raises:
            NoSnapshot: nothing is published, or what is cannot be loaded now.
            InvalidRequest: `unknown_symbol`.
            SnapshotGone: another one than the `wanted` id is served.
        """
        if self._snapshot is None:
            served = await self.services.store.load(symbol or self.query_params.get("symbol"))
            self._snapshot = replace(served, lists=self.services.lists.dates.get(served.symbol, {}))
        if wanted is None:
            wanted = self.query_params.get("snapshot")
        if wanted not in (None, self._snapshot.id):
            detail = f"snapshot: {shown(wanted)} found; {self._snapshot.id} is served, send its id or none."
            raise SnapshotGone(detail)
        return self._snapshot
