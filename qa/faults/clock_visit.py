"""A student and a member with a code, whose service has a clock that jumps and is put right again."""

from dataclasses import dataclass, field
from typing import Any

from starlette.testclient import TestClient

from qa.faults.moved_clock import MovedClock
from qa.faults.registry import Tally
from qa.soak import questions as ask
from qa.soak.checking import Checker
from qa.soak.connection import Answer
from service.database.records import NAMES_STAY
from service.settings.values import Rate
from tests.support.blocking import Codes, RecordStore
from tests.support.entry_links import signed
from tests.support.redis_server import RedisServer
from tests.support.service_client import VISITOR

DAY = 24 * 3600
LIMIT = Rate(12, 60)
_DATED = 30 * DAY
QUESTION = ask.applied(ask.LESSONS[1].filters(25.0), ask.FEATURE_LISTS[1], cache=True, parts=["statistics"])


@dataclass
class Visit:
    """One service, one clock, and what was found wrong; `jump` is how far the clock goes, and comes back.

    Windows of limits in Redis, `server`, end by its own clock: they pass when the service's is put right.
    """

    client: TestClient
    store: RecordStore
    clock: MovedClock
    jump: float
    checker: Checker
    checked: Tally
    server: RedisServer | None = None
    wrong: list[str] = field(default_factory=list)

    def walk(self) -> None:
        """A student and a member with a code work before, while and after the clock is wrong."""
        student, link = self.entered(user_id="1"), self.link("2")
        member = self.entered(**link)
        ends = self.redeemed(member)
        self.answers(student, "before")
        self.clock.ahead = self.jump
        student = self.goes_on(student, "while it is wrong")
        self.redeemed(self.entered(user_id="3"))
        Codes(self.store).every()
        self.spend_entries()
        self.clock.ahead = 0.0
        if self.server is not None:
            self.server.pass_time(LIMIT.seconds, "almanac:access:tries:*")
        student = self.goes_on(student, "when it is right again")
        status = self.post("entry", link)[0]
        self.expect(status != 200 or self.jump > NAMES_STAY, "a link let in twice")
        self.expect(ends in [each.expires_at for each in Codes(self.store).every()], "a code is gone")
        self.expect(tier_of(self.entered(user_id="2")) == "pro", "a grant is gone")
        self.clock.ahead = 2 * DAY + 1
        self.expect(self.answer(student)[0] == 401, "a sign-in goes on after two days")
        self.expect(self.renewed(student)[0] == 401, "a sign-in is renewed after two days")
        self.clock.ahead = 0.0

    def goes_on(self, tokens: dict[str, Any], when: str) -> dict[str, Any]:
        """The tokens that a page then has: the same, renewed, or of a new sign-in; the answer is right."""
        is_short = abs(self.jump) < DAY
        status = self.answer(tokens)[0]
        self.expect(status in (200, 401), f"{when} an answer is {status}")
        self.expect(status == 401 or not self.clock.ahead > 0, "a token counts after its end")
        if status == 401:
            status, renewed = self.renewed(tokens)
            self.expect(status == 200 or not is_short, f"{when} renewing is {status}")
            tokens = renewed if status == 200 else self.entered(user_id="1")
        self.answers(tokens, when)
        return tokens

    def answers(self, tokens: dict[str, Any], when: str) -> None:
        """Ask twice, the second time from the cache."""
        for _ in range(2):
            fault = self.checker.fault("pro", QUESTION, Answer(*self.answer(tokens), None))
            self.checked.number += 1
            self.expect(fault is None, f"{when}: {fault}")

    def answer(self, tokens: dict[str, Any]) -> tuple[int, bytes]:
        headers = bearer(tokens) | {"Content-Type": "application/json"}
        answer = self.client.post(QUESTION.path, content=QUESTION.body, headers=headers)
        return answer.status_code, answer.content

    def entered(self, **visitor: str) -> dict[str, Any]:
        """The tokens of a visitor whom a link lets in."""
        status, told = self.post("entry", self.link(**visitor) if "signature" not in visitor else visitor)
        self.expect(status == 200, f"an entry, the clock {self.clock.ahead:+,.0f} s ahead, is {status}")
        return told

    def link(self, user_id: str) -> dict[str, str]:
        """The parameters of a link that is signed by this clock."""
        return signed(VISITOR | {"user_id": user_id, "profile": "pro" if user_id == "1" else "lite"})

    def renewed(self, tokens: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        return self.post("refresh", {"refresh_token": tokens.get("refresh_token", "")})

    def redeemed(self, tokens: dict[str, Any]) -> int:
        """Redeem a new code of a month; returns its end."""
        ends = int(self.clock.now()) + _DATED
        code = Codes(self.store).make("pro", expires_at=ends)
        sent = self.client.post("/api/auth/redeem", json={"code": code}, headers=bearer(tokens))
        self.expect(sent.status_code == 200, f"redeeming a code is {sent.status_code}")
        return ends

    def spend_entries(self) -> None:
        """As many entries as the limit allows, and one more."""
        statuses = [self.post("entry", {"user_id": "9"})[0] for _ in range(LIMIT.count)]
        self.expect(429 in statuses, f"nobody is told to wait: {statuses}")

    def post(self, call: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        answer = self.client.post(f"/api/auth/{call}", json=body)
        return answer.status_code, answer.json()

    def expect(self, holds: bool, otherwise: str) -> None:
        """Note what does not hold."""
        if not holds:
            self.wrong.append(otherwise)


def bearer(tokens: dict[str, Any]) -> dict[str, str]:
    return {"Authorization": f"Bearer {tokens.get('access_token')}"}


def tier_of(tokens: dict[str, Any]) -> str:
    return str(tokens.get("user_info", {}).get("profile"))
