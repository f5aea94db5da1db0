"""The probability modules: each declares what it counts of a feature, and its answer from the figures.

A module is a function that `@kind` registers under its name; KINDS holds them all.
"""

from core.figures.kinds import rates, sessions, spreads
from core.figures.kinds.registry import BELOW, KINDS, Feature, Kind, kind

__all__ = ["BELOW", "KINDS", "Feature", "Kind", "kind", "rates", "sessions", "spreads"]
