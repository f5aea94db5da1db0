"""What every test shares: Hypothesis without deadlines, and the same examples on every CI run."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("almanac", deadline=None, derandomize="CI" in os.environ, print_blob=True)
settings.load_profile("almanac")
