"""One target for a time, in a process of its own."""

import resource
import secrets
import time
import traceback
from collections import Counter

from qa.fuzz.outcome import Outcome
from qa.fuzz.target import run
from qa.fuzz.targets import TARGETS

ROUND = 200
"""Cases between two looks at the clock."""

MOST_MEMORY = 6 * 2**30
"""Address space of a process; a case that wants more fails."""


def fuzzed(name: str, seconds: float) -> Outcome:
    """Rounds of new cases until the time is over or one fails."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    target, started = TARGETS[name], time.monotonic()
    words: Counter[str] = Counter()
    outcome = Outcome(name, target.promise)
    while outcome.failure is None and time.monotonic() - started < seconds:
        number = secrets.randbits(32)
        try:
            words += run(target, min(ROUND, target.short), number)
        except Exception:
            outcome.failure, outcome.seed = traceback.format_exc(limit=-4), number
    outcome.words, outcome.cases = dict(words.most_common()), words.total()
    outcome.seconds = round(time.monotonic() - started, 1)
    return outcome
