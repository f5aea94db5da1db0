"""Figures about the service itself, for Prometheus; nothing about a person."""

import time
from collections.abc import Iterator
from typing import get_args

from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from core.contracts.answers import CacheStats
from core.contracts.version import VERSION
from core.contracts.view_requests import Channel
from service.snapshots.store import SnapshotStore

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)
"""Upper bounds of the latency histogram."""

SESSIONS = (0, 1, 3, 10, 30, 100, 300, 1000, 3000, 10_000)
"""Upper bounds of the histogram of selections, in matched sessions."""

disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics:
    """Counts since the start of this process."""

    def __init__(self) -> None:
        self._registry = own = CollectorRegistry()
        requests = "Requests by call and status."
        self.requests = Counter("almanac_requests", requests, ("call", "status"), registry=own)
        throttled = "Requests refused because somebody came too often."
        self.throttled = Counter("almanac_throttled", throttled, ("call",), registry=own)
        seconds = "Time from a request's head to the end of its answer."
        self.seconds = Histogram("almanac_request_seconds", seconds, ("call",), registry=own, buckets=SECONDS)
        matched = "Sessions matched by computed questions."
        self.selections = Histogram("almanac_selection_sessions", matched, registry=own, buckets=SESSIONS)
        refused = "Requests refused because the access store did not answer."
        self.store_errors = Counter("almanac_access_store_errors", refused, registry=own)
        sent = "Alerts about watches, by channel: sent, or failed, each try."
        self._alerts = Counter("almanac_alerts", sent, ("channel", "outcome"), registry=own)
        for channel in get_args(Channel):
            for outcome in ("sent", "failed"):
                self._alerts.labels(channel, outcome)

    def alert(self, channel: Channel, *, is_sent: bool) -> None:
        self._alerts.labels(channel, "sent" if is_sent else "failed").inc()

    def render(self, cache: CacheStats, charts: CacheStats, store: SnapshotStore) -> bytes:
        """All metrics in Prometheus's text format."""
        now = CollectorRegistry()
        now.register(_Moment(cache, charts, store))
        return generate_latest(self._registry) + generate_latest(now)


class _Moment(Collector):
    """What is read from caches and snapshots at the time of the scrape."""

    def __init__(self, cache: CacheStats, charts: CacheStats, store: SnapshotStore) -> None:
        self._caches = (("almanac_cache", "Answers", cache), ("almanac_chart_cache", "Charts", charts))
        self._store = store

    def collect(self) -> Iterator[Metric]:
        for name, what, stats in self._caches:
            yield GaugeMetricFamily(f"{name}_entries", f"{what} kept in memory.", stats.entries)
            yield GaugeMetricFamily(f"{name}_bytes", f"{what} kept in memory, in bytes.", stats.bytes)
            yield CounterMetricFamily(f"{name}_hits", f"{what} found in memory.", stats.hits)
            yield CounterMetricFamily(f"{name}_misses", f"{what} that had to be computed.", stats.misses)
        build = GaugeMetricFamily(
            "almanac_build_info", "The service's version; always 1.", labels=("version",)
        )
        build.add_metric((VERSION,), 1)
        yield build
        served = "The snapshot that is served, by symbol; always 1."
        info = GaugeMetricFamily("almanac_snapshot_info", served, labels=("symbol", "snapshot"))
        since = "Time since the served snapshot was built."
        age = GaugeMetricFamily("almanac_snapshot_age_seconds", since, labels=("symbol",))
        counted = "Full sessions of the served snapshot."
        sessions = GaugeMetricFamily("almanac_snapshot_sessions", counted, labels=("symbol",))
        for symbol, served_now in self._store.published.items():
            info.add_metric((symbol, served_now.id), 1)
            age.add_metric((symbol,), round(time.time() - served_now.built_at))
            sessions.add_metric((symbol,), served_now.sessions)
        yield from (info, age, sessions)
        loaded = "Snapshots in memory."
        yield GaugeMetricFamily("almanac_loaded_snapshots", loaded, len(self._store.snapshots))
        loads = "Snapshots that were read and checked since the start, refused ones too."
        yield CounterMetricFamily("almanac_snapshot_loads", loads, self._store.loads)
