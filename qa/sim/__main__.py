"""`make sim SEED=n STEPS=n`: the life of a warehouse, step by step; prints the steps that led to a failure.

Without a seed it takes one and says which. It begins no run after TESTS_UNTIL (seconds since 1970).
"""

import argparse
import secrets
import sys

from qa.sim.machine import Life
from qa.sim.run import LIFE, run
from tests.support.sizes import UNTIL


def main() -> int:
    """Take the steps; 1 where one of them failed."""
    parser = argparse.ArgumentParser(prog="python -m qa.sim", description=__doc__)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--life", type=int, default=LIFE, help="steps with each warehouse")
    given = parser.parse_args()
    print(f"sim: make sim SEED={given.seed} STEPS={given.steps}", flush=True)
    failure = run(given.seed, given.steps, UNTIL, of_a_life=given.life)
    print(failure, ", ".join(f"{count:,} {name}" for name, count in Life.counts.items()))
    return int(bool(failure))


if __name__ == "__main__":
    sys.exit(main())
