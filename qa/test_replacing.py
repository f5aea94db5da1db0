"""Every planted fault can be put in the place of the code that it breaks."""

from collections.abc import Callable

import pytest

from qa.faults.apart import code_of
from qa.faults.registry import known_faults
from qa.replacing import put
from qa.soak.broken import BREAKS
from qa.soak.broken_by_fault import BY_FAULT

MUTANTS = {
    f"{fault.name}: {says}": mutate for fault in known_faults() for says, mutate in fault.mutants.items()
} | {f"soak: {name}": each.apply for name, each in (BREAKS | BY_FAULT).items()}


@pytest.mark.parametrize("mutate", MUTANTS.values(), ids=MUTANTS.keys())
def test_a_planted_fault_takes_what_the_code_takes(mutate: Callable[[], None]) -> None:
    assert code_of(mutate) == 0


def test_a_fault_that_takes_less_is_refused() -> None:
    class Held:
        def work(self, path: str, *, prepare: int = 0) -> None:
            """Nothing."""

    with pytest.raises(TypeError, match="prepare"):
        put(Held, "work", lambda self, path: None)
    put(Held, "work", lambda self, path, **options: None)
