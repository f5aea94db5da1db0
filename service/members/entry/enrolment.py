"""Whether the course platform knows a member and the course: asked once, then remembered for some minutes."""

import logging
import time
from asyncio import to_thread
from collections import OrderedDict
from collections.abc import Callable, Iterable

from service.members.entry.learnworlds import Member, PlatformDown
from service.members.errors import EntryUnavailable

logger = logging.getLogger(__name__)

KEPT = 5 * 60
KEPT_NOTHING = 60
"""Seconds that a member without an allowed course is remembered: who has just enrolled need not wait."""
MOST = 10_000


class Enrolment:
    """Caches the platform's answers, and does not call it while it is down.

    `look_up` gives the member of an id or raises PlatformDown. `courses` are those that let in, `name` is the
    platform's in the texts, `now` gives seconds.
    """

    def __init__(
        self,
        look_up: Callable[[str], Member | None],
        courses: Iterable[str],
        name: str,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._look_up = look_up
        self._courses = frozenset(courses)
        self._name = name
        self._now = now
        self._kept: OrderedDict[str, tuple[float, Member | None]] = OrderedDict()
        self._down_until = 0.0

    async def member(self, user_id: str) -> Member | None:
        """The platform's member of that id; None where it has none.

        Raises:
            EntryUnavailable: the platform cannot say.
        """
        ends, member = self._kept.get(user_id, (0.0, None))
        if ends > self._now():
            return member
        if (wait := self._down_until - self._now()) > 0:
            raise self._unavailable(int(wait) + 1)
        try:
            member = await to_thread(self._look_up, user_id)
        except PlatformDown as down:
            logger.warning("the course platform does not say who is enrolled: %s", down)
            if down.for_all:
                self._down_until = max(self._down_until, self._now() + down.retry_after)
            raise self._unavailable(down.retry_after) from down
        lasts = KEPT if member is not None and member.courses & self._courses else KEPT_NOTHING
        self._kept[user_id] = (self._now() + lasts, member)
        self._kept.move_to_end(user_id)
        if len(self._kept) > MOST:
            self._kept.popitem(last=False)
        return member

    def _unavailable(self, seconds: int) -> EntryUnavailable:
        sentence = (
            f"{self._name} does not answer at the moment, so your enrolment cannot be checked. "
            "Please try again in a minute."
        )
        return EntryUnavailable(sentence, code="platform_unavailable", retry_after=seconds)
