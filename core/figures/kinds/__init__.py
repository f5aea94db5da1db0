"""The probability modules: each says what it counts of a feature and answers from the figures, in one place.

A module is a function that `@kind` registers under its name; KINDS holds them all.
"""

from core.figures.kinds import rates, sessions, spreads
from core.figures.kinds.registry import BELOW, KINDS, Feature, Kind, kind

__all__ = ["BELOW", "KINDS", "Feature", "Kind", "kind", "rates", "sessions", "spreads"]
