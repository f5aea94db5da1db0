"""Answers that services share through Redis: the same bytes, by right, for a while; a failure is a miss."""

import itertools
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest
import redis
from starlette.testclient import TestClient

from core.contracts.publication import ANSWERS_PREFIX
from service.data import shared_answers
from service.data.shared_answers import ENTRY_BYTES, WINDOW_SECONDS, code_files
from tests.support.blocking import AnswerCache, SharedAnswers
from tests.support.redis_publishing import publish_id, small_snapshots
from tests.support.redis_server import RedisServer, running_redis
from tests.support.service_client import bearer, running

ROOT = Path(__file__).resolve().parents[2]
BUDGET = 8 * ENTRY_BYTES
QUESTION: dict[str, Any] = {
    "filters": {"gap_up": {"operator": "=", "value": True}},
    "statistics_features": ["gap_down", "or12_range_pct_adr"],
}
Answer = dict[str, Any]


_OPENED: list[SharedAnswers] = []


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    """Every tier that a test opened is closed after it."""
    yield
    while _OPENED:
        _OPENED.pop().close()


@pytest.fixture
def client(redis_server: RedisServer) -> Iterator[redis.Redis]:
    with redis_server.client() as client:
        yield client


@pytest.fixture
def services(tmp_path: Path, redis_server: RedisServer) -> Iterator[list[TestClient]]:
    """Two services that have both reached the Redis they share by."""
    warehouse, ids = small_snapshots(tmp_path / "warehouse", 1)
    publish_id(redis_server, warehouse, ids[0])
    one = running(tmp_path / "one", redis_url=redis_server.url)
    two = running(tmp_path / "two", redis_url=redis_server.url)
    with one as first, two as second:
        for service in (first, second):
            _let_share(service, redis_server)
        yield [first, second]


def _let_share(service: TestClient, server: RedisServer) -> None:
    headers = bearer(service)
    with server.client() as client:
        for bar in itertools.cycle(range(1, 81)):
            client.delete(*shared(client), "none")
            span = {"start_date": "2024-01-01", "end_date": f"2024-03-{bar % 28 + 1:02d}"}
            compute(service, headers, span | {"options": {"cache": False}})
            if shared(client):
                client.delete(*shared(client))
                return


def compute(service: TestClient, headers: dict[str, str], body: Answer) -> Answer:
    answer: Answer = service.post("/api/compute", headers=headers, json=body).json()
    return answer


def shared(client: redis.Redis) -> list[bytes]:
    """The keys of everything shared."""
    return sorted(client.scan_iter(match=f"{ANSWERS_PREFIX}:*"))


def opened(url: str, budget: int = BUDGET, name: str = "answers") -> SharedAnswers:
    """A tier that has reached its Redis."""
    tier = SharedAnswers(url, name, budget)
    _OPENED.append(tier)
    assert tier.reach()
    return tier


def test_what_one_service_answered_the_other_need_not_compute(
    services: list[TestClient], client: redis.Redis
) -> None:
    first, second = services
    ada, bob = bearer(first), bearer(second, user_id="8", user_email="bob@example.com")
    computed, taken = compute(first, ada, QUESTION), compute(second, bob, QUESTION)
    assert (computed.pop("metadata")["from_cache"], taken.pop("metadata")["from_cache"]) == (False, True)
    assert computed == taken
    drawn = [
        each.post("/api/v2/charts/data", headers=who, json={}).json()
        for each, who in ((first, ada), (second, bob))
    ]
    assert drawn[0] == drawn[1]
    assert second.get("/api/cache/stats", headers=bob).json()["charts"]["hits"] == 1
    for key in shared(client):
        assert 0 < client.ttl(key) <= 2 * WINDOW_SECONDS, "noeviction needs every shared key to expire"


def test_nothing_shared_says_who_asked(services: list[TestClient], client: redis.Redis) -> None:
    headers = bearer(services[0])
    compute(services[0], headers, QUESTION)
    everything = b"".join([*(bytes(client.get(key) or b"") for key in shared(client)), *shared(client)])  # type: ignore[arg-type]
    assert b"total_days" in everything
    assert not [word for word in (b"Ada", b"ada@example.com", b'metadata":{"from') if word in everything]


def test_an_answer_of_another_tier_is_not_taken(
    services: list[TestClient],
) -> None:
    first, second = services
    compute(first, bearer(first, "pro"), QUESTION)
    lite = compute(second, bearer(second, "lite"), QUESTION | {"statistics_features": ["gap_down"]})
    assert lite["metadata"]["from_cache"] is False
    assert compute(second, bearer(second, "standard"), QUESTION)["metadata"]["from_cache"] is False


def test_an_answer_of_other_code_is_not_taken(
    redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(redis_server.url).put("key", b"{}", 60)
    assert opened(redis_server.url).get("key") is not None
    monkeypatch.setattr(shared_answers, "code_digest", lambda: "other")
    assert opened(redis_server.url).get("key") is None


def test_a_copy_of_a_shared_answer_is_over_when_the_answer_is(redis_server: RedisServer) -> None:
    now = [0.0]
    first = AnswerCache(10_000, shared=opened(redis_server.url))
    second = AnswerCache(10_000, clock=lambda: now[0], shared=opened(redis_server.url))
    first.put("a", b"1", "ada", 20)
    assert second.get("a") == b"1"
    second.clear("bob")
    with redis_server.client() as client:
        client.flushall()
    assert second.get("a") == b"1"
    now[0] = 20.0
    assert second.get("a") is None
    assert (second.stats().hits, second.stats().misses) == (2, 1)


def test_who_clears_takes_back_what_is_shared(redis_server: RedisServer, client: redis.Redis) -> None:
    cache = AnswerCache(10_000, shared=opened(redis_server.url))
    charts = AnswerCache(10_000, shared=opened(redis_server.url, name="charts"))
    for key, owner in (("a", "ada"), ("b", "bob")):
        cache.put(key, key.encode(), owner, 20)
        charts.put(key, key.encode(), owner, 20)
    assert cache.clear("ada") == 1
    tier = opened(redis_server.url)
    assert (tier.get("a"), (tier.get("b") or (b"",))[0]) == (None, b"b")
    assert cache.clear() == 1
    assert tier.get("b") is None
    assert opened(redis_server.url, name="charts").get("a") is not None


def test_who_clears_for_everyone_takes_back_what_other_services_share(redis_server: RedisServer) -> None:
    here, there = (AnswerCache(10_000, shared=opened(redis_server.url)) for _ in range(2))
    there.put("theirs", b"x", "bob", 20)
    assert here.clear("ada") == 0
    assert opened(redis_server.url).get("theirs") is not None
    assert here.clear() == 0
    assert opened(redis_server.url).get("theirs") is None


def test_the_digest_of_the_code_is_of_all_that_makes_an_answer() -> None:
    """Every module of ours that a service has loaded is among the files of the digest."""
    program = "import service.app, sys; print(*(getattr(m, '__file__', 0) for m in sys.modules.values()))"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    loaded = {
        Path(name) for name in done.stdout.split() if name.startswith((f"{ROOT}/core", f"{ROOT}/service"))
    }
    assert len(loaded) > 50
    assert loaded <= set(code_files())


def test_shared_bytes_stay_within_the_budget(redis_server: RedisServer, client: redis.Redis) -> None:
    tiers = [opened(redis_server.url) for _ in range(2)]
    answer = bytes(ENTRY_BYTES // 2)
    for number in range(40):
        tiers[number % 2].put(f"{number}", answer, 10_000)
    assert 2 * len(answer) < sum(client.strlen(key) for key in shared(client)) <= BUDGET
    assert all(0 < client.ttl(key) <= 2 * WINDOW_SECONDS for key in shared(client))
    tiers[0].put("too large", bytes(ENTRY_BYTES + 1), 60)
    assert opened(redis_server.url).get("too large") is None


def test_a_redis_that_hangs_costs_one_exchange_and_is_then_left_alone(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running_redis() as server:
        tier = opened(server.url)
        cache = AnswerCache(10_000, shared=tier)
        asking = AsyncMock(wraps=tier.wrapped._get)
        monkeypatch.setattr(tier.wrapped, "_get", asking)
        server.process.send_signal(signal.SIGSTOP)
        for number in range(20):
            assert cache.get(f"{number}") is None
            cache.put(f"{number}", b"1", "ada", 60)
        assert asking.call_count == 1
        assert caplog.text.count("each service keeps its own") == 1
        assert not tier.reach()
        server.process.send_signal(signal.SIGCONT)
        assert tier.reach()
        cache.put("again", b"2", "ada", 60)
        assert opened(server.url).get("again") is not None


def test_a_redis_gone_or_full_or_read_only_is_a_miss(tmp_path: Path) -> None:
    for spoil in (
        lambda server: server.process.kill(),
        lambda server: server.client().config_set("maxmemory", 1),
        lambda server: server.client().replicaof("127.0.0.1", 1),
    ):
        _require_misses(spoil)


def _require_misses(spoil: Callable[[RedisServer], object]) -> None:
    with running_redis() as server:
        cache = AnswerCache(10_000, shared=opened(server.url))
        spoil(server)
        cache.put("a", b"1", "ada", 60)
        assert cache.get("a") == b"1"
        assert cache.get("b") is None
        assert cache.clear() == 1
        assert cache.get("a") is None


def test_a_tier_nobody_reached_is_not_asked(tmp_path: Path) -> None:
    tier = SharedAnswers(f"unix://{tmp_path}/nothing.sock", "answers", BUDGET)
    _OPENED.append(tier)
    tier.put("a", b"1", 1)
    tier.forget_all()
    assert (tier.reach(), tier.get("a")) == (False, None)
