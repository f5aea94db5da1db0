"""A question of the list: one call of the service, by whom, and what of its answer changes by itself."""

from dataclasses import dataclass, field
from typing import Any, Literal

Visitor = Literal["nobody", "lite", "standard", "pro", "maintainer"]
Body = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One call under /api, by the name that a mismatch gives.

    A text "$NAME.FIELD" in path or body stands for that field of the answer to the question NAME. `changing`
    are fields of the answer that differ from run to run, besides those that every answer has.
    """

    name: str
    method: str = "POST"
    path: str
    body: Body | None = None
    visitor: Visitor = "pro"
    changing: frozenset[str] = field(default_factory=frozenset)


def post(name: str, path: str, body: Body, visitor: Visitor = "pro", *changing: str) -> Question:
    """A POST."""
    return Question(name=name, path=path, body=body, visitor=visitor, changing=frozenset(changing))


def get(name: str, path: str, visitor: Visitor = "pro", *changing: str) -> Question:
    """A GET."""
    return Question(name=name, method="GET", path=path, visitor=visitor, changing=frozenset(changing))
