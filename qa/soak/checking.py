"""Whether an answer is exactly what the snapshot it names says."""

import re
from dataclasses import dataclass, field

import orjson

from core.contracts.catalogue import Tier
from qa.soak.connection import Answer
from qa.soak.expected import Expected, Oracle, digest, refusal_content
from qa.soak.questions import Question

_METADATA = re.compile(
    rb',"metadata":\{"from_cache":(?:true|false),"timestamp":"[0-9T:.-]{23}Z",'
    rb'"compute_time_ms":[0-9.e-]+\}\}$'
)
_SNAPSHOT = re.compile(rb'"snapshot":"([^"]{1,60})"\}$')
_TAIL = 200


@dataclass(slots=True)
class Checker:
    """Holds answers to an oracle; `named` counts answers by snapshot."""

    oracle: Oracle
    named: dict[str, int] = field(default_factory=dict)

    def fault(self, tier: Tier, question: Question, answer: Answer) -> str | None:
        """What is wrong with an answer that claims to be final; None where nothing is."""
        if answer.status >= 500 or answer.status in (401, 403, 429):
            return f"{question.call}: {answer.status} {answer.body[:200]!r}"
        if answer.status != 200:
            return self._refused(tier, question, answer)
        content = _without_metadata(answer.body) if question.call == "compute" else answer.body
        named = _SNAPSHOT.search(content, max(0, len(content) - _TAIL))
        if named is None:
            return f"{question.call}: names no snapshot: {answer.body[-120:]!r}"
        return self._answered(tier, question, content, named[1].decode())

    def _answered(self, tier: Tier, question: Question, content: bytes, snapshot_id: str) -> str | None:
        if snapshot_id not in self.oracle.ids:
            return f"{question.call}: snapshot {snapshot_id} was never published"
        if self.oracle.expected(snapshot_id, tier, question) != Expected(200, digest(content)):
            return f"{question.call}: not what {snapshot_id} says to {tier}: {question.body!r}"
        self.named[snapshot_id] = self.named.get(snapshot_id, 0) + 1
        return None

    def _refused(self, tier: Tier, question: Question, answer: Answer) -> str | None:
        """What is wrong with a refusal, which names no snapshot and has to be that of one of them."""
        try:
            told = orjson.loads(answer.body)
            found = Expected(answer.status, digest(refusal_content(told["code"], told["detail"])))
        except (orjson.JSONDecodeError, KeyError, TypeError):
            return f"{question.call}: {answer.status} in no known shape: {answer.body[:200]!r}"
        if any(self.oracle.expected(each, tier, question) == found for each in self.oracle.ids):
            return None
        return f"{question.call}: no snapshot refuses so: {answer.body[:300]!r}"


def _without_metadata(body: bytes) -> bytes:
    """A compute answer without the metadata of its request; whole where that has another form."""
    found = _METADATA.search(body, max(0, len(body) - _TAIL))
    return body if found is None else body[: found.start()] + b"}"
