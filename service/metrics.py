"""Figures about the service itself, in Prometheus' text format."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from datetime import datetime

from core.contracts.answers import CacheStats
from service.snapshot import Snapshot

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)
"""Upper bounds of the latency histogram, in seconds."""


class Metrics:
    """Requests by call and status, and their latencies since the start."""

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, int]] = Counter()
        self._latencies: dict[str, list[int]] = {}
        self._seconds: Counter[str] = Counter()

    def record(self, call: str, status: int, seconds: float) -> None:
        """Count one finished request."""
        self._requests[(call, status)] += 1
        buckets = self._latencies.setdefault(call, [0] * (len(BUCKETS) + 1))
        buckets[bisect_left(BUCKETS, seconds)] += 1
        self._seconds[call] += seconds  # type: ignore[assignment]

    def render(self, cache: CacheStats, charts: CacheStats, snapshots: Mapping[str, Snapshot]) -> str:
        """Everything as text."""
        caches = [*_cache_lines("almanac_cache", cache), *_cache_lines("almanac_chart_cache", charts)]
        lines = [*self._request_lines(), *self._latency_lines(), *caches, *_age_lines(snapshots)]
        return "\n".join(lines) + "\n"

    def _request_lines(self) -> list[str]:
        return ["# TYPE almanac_requests_total counter"] + [
            f'almanac_requests_total{{call="{call}",status="{status}"}} {count}'
            for (call, status), count in sorted(self._requests.items())
        ]

    def _latency_lines(self) -> list[str]:
        name = "almanac_request_seconds"
        lines = [f"# TYPE {name} histogram"]
        for call, buckets in sorted(self._latencies.items()):
            total = 0
            for bound, count in zip((*map(str, BUCKETS), "+Inf"), buckets, strict=True):
                total += count
                lines.append(f'{name}_bucket{{call="{call}",le="{bound}"}} {total}')
            lines.append(f'{name}_sum{{call="{call}"}} {self._seconds[call]:.6f}')
            lines.append(f'{name}_count{{call="{call}"}} {total}')
        return lines


def _cache_lines(name: str, cache: CacheStats) -> list[str]:
    return [
        f"# TYPE {name}_entries gauge",
        f"{name}_entries {cache.entries}",
        f"# TYPE {name}_bytes gauge",
        f"{name}_bytes {cache.bytes}",
        f"# TYPE {name}_hits_total counter",
        f"{name}_hits_total {cache.hits}",
        f"# TYPE {name}_misses_total counter",
        f"{name}_misses_total {cache.misses}",
    ]


def _age_lines(snapshots: Mapping[str, Snapshot]) -> list[str]:
    """Seconds since each snapshot was built."""
    now = time.time()
    return ["# TYPE almanac_snapshot_age_seconds gauge"] + [
        f'almanac_snapshot_age_seconds{{symbol="{symbol}",snapshot="{each.id}"}} '
        f"{now - datetime.fromisoformat(each.manifest.built_at).timestamp():.0f}"
        for symbol, each in snapshots.items()
    ]
