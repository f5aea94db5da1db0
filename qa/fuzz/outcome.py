"""What came of a target."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Outcome:
    """`words` count the cases by their outcome; `failure` is the smallest failing case and its error.

    `seed` is that of the round that failed.
    """

    target: str
    promise: str
    cases: int = 0
    seconds: float = 0.0
    words: dict[str, int] = field(default_factory=dict)
    failure: str | None = None
    seed: int | None = None
