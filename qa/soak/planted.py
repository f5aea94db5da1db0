"""Every broken service is found out: a short soak on each has to end with something wrong or lost."""

from dataclasses import dataclass, replace

from qa.soak import workers
from qa.soak.asking import Patience
from qa.soak.broken import BREAKS
from qa.soak.run import SHORT, Size, soak
from qa.soak.stage import GENERATOR_ENDED

_SIZE = replace(SHORT, answers=6_000, faults=6, patience=Patience(10.0, 30.0), recovery=40.0)
_NAMES = (
    "publication",
    "Redis stopped",
    "Redis killed, back empty",
    "worker restarted on an empty Redis",
)


@dataclass(frozen=True, slots=True)
class Found:
    name: str
    says: str
    caught: bool
    by: str

    @property
    def line(self) -> str:
        return f"{'found out' if self.caught else 'NOT FOUND OUT'}: {self.says}; {self.by[:200]}"


def found_out(name: str, size: Size = _SIZE) -> Found:
    with workers.broken(name):
        soaked = soak(size, _NAMES)
    by = soaked.told[0] if soaked.told else soaked.line
    own_fault = any(each.startswith(GENERATOR_ENDED) for each in soaked.told)
    return Found(name, BREAKS[name].says, not (soaked.passed or own_fault), by)
