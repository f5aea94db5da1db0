"""Steps on Celery workers of several machines; imported only where ALMANAC_EXECUTOR says celery.

A worker is `celery -A pipelines.celery_steps worker --concurrency 4`, with the REDIS_URL of the runs.
"""

import os
from typing import Any

import dagster as dg
from celery import Celery
from celery.signals import celeryd_init
from dagster_celery import celery_executor
from dagster_celery.make_app import make_app
from dagster_celery.tasks import create_task

RETRIES = 2
"""How often a task that raised is sent again. A step's own failure is an event, so Dagster's storage raised.

Dagster's SQLite of runs gives up after five seconds of a lock, which a slow disk can hold. A step that was
done by then is done twice and writes the same again.
"""

LARGEST_KB = 1 << 20
"""Kilobytes of memory: a worker's process above it is replaced after its step. It keeps 0.2 GB a symbol."""

_KEYS = {"global_keyprefix": "celery:"}
"""What every key and channel of Celery begins with, so that a user of Redis can be given them alone."""


def connection(redis_url: str) -> dict[str, Any]:
    """The settings of the Redis where the executor and its workers meet."""
    settings: dict[str, Any] = {
        "broker_transport_options": _KEYS,
        "result_backend_transport_options": _KEYS,
    }
    if redis_url.startswith("rediss:"):
        settings["broker_use_ssl"] = settings["redis_backend_use_ssl"] = {"ssl_cert_reqs": "required"}
    return {"broker": redis_url, "backend": redis_url, "config_source": settings}


def is_reachable(redis_url: str) -> bool:
    """Whether an address is that of a Redis that other machines reach."""
    return redis_url.startswith(("redis://", "rediss://"))


def celery_steps(redis_url: str) -> dg.ExecutorDefinition:
    """dagster-celery's executor, with the Redis at this address for broker and results."""
    chosen: dg.ExecutorDefinition = celery_executor.configured(connection(redis_url), name="celery")
    return chosen


def worker_of(redis_url: str) -> Celery:
    """The Celery app that executes the steps sent to the Redis at this address."""
    made: Celery = make_app(connection(redis_url))
    made.conf.update(
        broker_connection_retry_on_startup=True,
        worker_max_memory_per_child=LARGEST_KB,
        worker_prefetch_multiplier=1,
        worker_redirect_stdouts=False,
    )
    create_task(made, autoretry_for=(Exception,), max_retries=RETRIES, retry_backoff=True)
    return made


def _address() -> str:
    return os.environ.get("REDIS_URL", "").strip()


app = worker_of(_address())


def require_redis(**_: object) -> None:
    """End a worker that would wait for a broker on its own machine, Celery's default."""
    if not is_reachable(_address()):
        raise SystemExit(
            "REDIS_URL: expected the address of the runs' Redis, such as redis://10.0.0.5:6379/0."
        )


celeryd_init.connect(require_redis)
