"""Whether a Redis keeps what it is given: accounts, codes and grants are in no other place."""

from __future__ import annotations

from collections.abc import Mapping

POLICY, SNAPSHOTS, JOURNAL = SETTINGS = ("maxmemory-policy", "save", "appendonly")


def keeping_warnings(told: Mapping[str, str | None]) -> list[str]:
    """One line for each way to forget; None is what the server does not tell, and says nothing."""
    found = []
    if told[POLICY] not in (None, "noeviction"):
        found.append(
            f"REDIS_URL: maxmemory-policy is {told[POLICY]}, so a full Redis throws accounts and sessions "
            "away; set it to noeviction."
        )
    if told[SNAPSHOTS] == "" and told[JOURNAL] == "no":
        found.append(
            "REDIS_URL: neither appendonly nor save is on, so a restart of Redis forgets every account, code "
            "and session; set appendonly to yes."
        )
    return found
