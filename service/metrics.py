"""Figures about the service itself, in Prometheus' text format; nothing about a person."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from core.contracts.answers import CacheStats
from service.access.store import StoreUnavailable
from service.snapshot import Snapshot

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)
"""Upper bounds of the latency histogram."""

SESSIONS = (0, 1, 3, 10, 30, 100, 300, 1000, 3000, 10_000)
"""Upper bounds of the histogram of selections, in matched sessions."""

_THROTTLED = 429
Sample = tuple[str, Mapping[str, str], float]
"""What follows the family's name, the labels, the value."""


class Histogram:
    """Counts of values by their bucket, and their sum."""

    def __init__(self, bounds: Sequence[float]) -> None:
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0

    def add(self, value: float) -> None:
        """Count one value."""
        self._counts[bisect_left(self._bounds, value)] += 1
        self._sum += value

    def samples(self, labels: Mapping[str, str]) -> Iterator[Sample]:
        """Cumulative buckets, sum and count."""
        total = 0
        for bound, count in zip((*map(str, self._bounds), "+Inf"), self._counts, strict=True):
            total += count
            yield "_bucket", {**labels, "le": bound}, total
        yield "_sum", labels, round(self._sum, 6)
        yield "_count", labels, total


class Metrics:
    """What happened since the start, in this process."""

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, int]] = Counter()
        self._latencies: dict[str, Histogram] = {}
        self._selections = Histogram(SESSIONS)
        self._store_errors = 0

    def record(self, call: str, status: int, seconds: float) -> None:
        """Count one finished request."""
        self._requests[(call, status)] += 1
        latency = self._latencies.get(call)
        if latency is None:
            latency = self._latencies[call] = Histogram(SECONDS)
        latency.add(seconds)

    def selected(self, sessions: int) -> None:
        """Count one computed selection of so many sessions."""
        self._selections.add(sessions)

    def refused(self, error: Exception) -> None:
        """Count what a request was refused for, where it is the access store's fault."""
        self._store_errors += isinstance(error, StoreUnavailable)

    def render(self, cache: CacheStats, charts: CacheStats, snapshots: Mapping[str, Snapshot]) -> str:
        """Everything as text."""
        families = (
            *self._request_families(),
            *_cache_families("almanac_cache", "Answers", cache),
            *_cache_families("almanac_chart_cache", "Charts", charts),
            *_snapshot_families(snapshots),
        )
        return "".join(_family(*each) for each in families)

    def _request_families(self) -> Iterator[Family]:
        asked = sorted(self._requests.items())
        yield (
            "almanac_requests_total",
            "counter",
            "Requests by call and status.",
            [("", {"call": call, "status": str(status)}, count) for (call, status), count in asked],
        )
        yield (
            "almanac_throttled_total",
            "counter",
            "Requests refused because somebody came too often.",
            [("", {"call": call}, count) for (call, status), count in asked if status == _THROTTLED],
        )
        yield (
            "almanac_request_seconds",
            "histogram",
            "Time from a request's head to the end of its answer.",
            [
                each
                for call, latency in sorted(self._latencies.items())
                for each in latency.samples({"call": call})
            ],
        )
        selections = list(self._selections.samples({}))
        yield "almanac_selection_sessions", "histogram", "Sessions matched by computed questions.", selections
        failed: list[Sample] = [("", {}, self._store_errors)]
        yield (
            "almanac_access_store_errors_total",
            "counter",
            "Requests refused because the access store did not answer.",
            failed,
        )


Family = tuple[str, str, str, Sequence[Sample]]
"""A name, a kind, a sentence, the samples."""


def _cache_families(name: str, what: str, cache: CacheStats) -> Iterator[Family]:
    for ending, kind, meaning, value in (
        ("entries", "gauge", "kept in memory.", cache.entries),
        ("bytes", "gauge", "kept in memory, in bytes.", cache.bytes),
        ("hits_total", "counter", "found in memory or in Redis.", cache.hits),
        ("misses_total", "counter", "that had to be computed.", cache.misses),
    ):
        yield f"{name}_{ending}", kind, f"{what} {meaning}", [("", {}, value)]


def _snapshot_families(snapshots: Mapping[str, Snapshot]) -> Iterator[Family]:
    now, served = time.time(), snapshots.items()
    built = {symbol: datetime.fromisoformat(each.manifest.built_at).timestamp() for symbol, each in served}
    yield (
        "almanac_snapshot_info",
        "gauge",
        "The snapshot that is served, by symbol; always 1.",
        [("", {"symbol": symbol, "snapshot": each.id}, 1) for symbol, each in served],
    )
    yield (
        "almanac_snapshot_age_seconds",
        "gauge",
        "Time since the served snapshot was built.",
        [("", {"symbol": symbol}, round(now - then)) for symbol, then in built.items()],
    )
    yield (
        "almanac_snapshot_sessions",
        "gauge",
        "Full sessions of the served snapshot.",
        [("", {"symbol": symbol}, each.index.n_sessions) for symbol, each in served],
    )


def _family(name: str, kind: str, meaning: str, samples: Iterable[Sample]) -> str:
    lines = [f"# HELP {name} {meaning}", f"# TYPE {name} {kind}"]
    lines += [f"{name}{ending}{_labels(labels)} {value}" for ending, labels, value in samples]
    return "\n".join(lines) + "\n"


def _labels(labels: Mapping[str, str]) -> str:
    pairs = ",".join(f'{name}="{_escaped(value)}"' for name, value in labels.items())
    return f"{{{pairs}}}" if pairs else ""


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
