"""The rooms of code that are mutated, and the tests that have to notice."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Room:
    """Patterns of files whose functions are mutated, and the tests that run against each mutant."""

    code: tuple[str, ...]
    tests: tuple[str, ...]
    is_page: bool = False


ROOMS = {
    "figures": Room(("core/figures/*",), ("tests/unit/figures", "tests/property")),
    "question": Room(("core/question/*",), ("tests/unit/question", "tests/property")),
    "importing": Room(("core/importing/*",), ("tests/unit/importing", "tests/property/test_merge.py")),
    "limits": Room(
        ("service/*/rate_limits.py", "service/*/rate_limiter.py", "service/*/tiers.py"),
        (
            "tests/unit/service",
            "tests/contract/test_export_limits.py",
            "tests/contract/test_limits.py",
            "tests/contract/test_tier_of_every_call.py",
            "tests/contract/test_tiers.py",
        ),
    ),
    "page": Room(
        ("web/src/question/**", "web/src/address/**"), ("web/src/question", "web/src/address"), is_page=True
    ),
}
