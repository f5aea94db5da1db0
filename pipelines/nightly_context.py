"""Where a nightly run works and with whom: the folders, the provider, who is told, and the clock."""

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from core.build.steps import StepReport
from core.contracts.errors import DataError
from core.importing.drop import DropFolder
from core.market.instruments import SAMPLE_SYMBOL
from core.storage.paths import Warehouse
from pipelines.alerts import Channel, LogChannel, chosen_webhook
from pipelines.grouped_alerts import GroupedChannel
from pipelines.providers.chosen import chosen_provider
from pipelines.providers.provider import Provider

SECRETS = ("DATABENTO_API_KEY", "ALERT_WEBHOOK", "REDIS_URL")
"""Settings whose values are never written down or sent."""


def _now() -> datetime:
    return datetime.now(UTC)


def silent(report: StepReport) -> None:
    """Hear of a build's step and say nothing."""


@dataclass(frozen=True, slots=True)
class NightlyContext:
    """The surroundings of a night. `now` is aware; `sleep` takes seconds; `progress` hears of build steps.

    Without `redis_url` the snapshot is published in the warehouse alone.
    """

    warehouse: Warehouse
    drop: DropFolder
    provider: Provider | None
    channels: tuple[Channel, ...]
    redis_url: str = ""
    secrets: tuple[str, ...] = ()
    now: Callable[[], datetime] = _now
    sleep: Callable[[float], None] = time.sleep
    progress: Callable[[StepReport], None] = silent

    def without_secrets(self, text: str) -> str:
        """The text with every secret in it struck out."""
        for secret in self.secrets:
            text = text.replace(secret, "(secret)")
        return text

    def symbols(self) -> tuple[str, ...]:
        """Symbols a night is made for where none is named: those with bars, and those a file waits for."""
        return tuple(sorted({*self.warehouse.symbols(), *self.drop.symbols()} - {SAMPLE_SYMBOL}))


def _drop(warehouse: Warehouse, named: str) -> Path:
    if named and not Path(named).is_dir():
        raise DataError(
            f"ALMANAC_DROP={named}: is no folder. Correct it, make the folder, or leave it empty for "
            f"{warehouse.drop}.",
            code="bad_setting",
        )
    return Path(named) if named else warehouse.drop


def _channels(warehouse: Warehouse, environment: Mapping[str, str]) -> tuple[Channel, ...]:
    """The log, which hears everything, and the webhook, which hears of a cause once."""
    webhook = chosen_webhook(environment)
    return (LogChannel(), *([GroupedChannel(webhook, warehouse.open_alerts)] if webhook else []))


def place_of(
    warehouse: Warehouse,
    environment: Mapping[str, str],
    progress: Callable[[StepReport], None] = silent,
) -> NightlyContext:
    """The place that the environment describes: ALMANAC_DROP, ALMANAC_PROVIDER, ALERT_WEBHOOK, REDIS_URL.

    DataError `bad_setting` names the one that is wrong.
    """
    return NightlyContext(
        warehouse,
        DropFolder(_drop(warehouse, environment.get("ALMANAC_DROP", "").strip())),
        chosen_provider(environment, time.sleep),
        _channels(warehouse, environment),
        environment.get("REDIS_URL", "").strip(),
        tuple(value for name in SECRETS if (value := environment.get(name, "").strip())),
        progress=progress,
    )


def place_here(progress: Callable[[StepReport], None] = silent) -> NightlyContext:
    """The place that this process's environment describes; ALMANAC_WAREHOUSE, else ./warehouse."""
    folder = Path(os.environ.get("ALMANAC_WAREHOUSE") or "warehouse")
    return place_of(Warehouse(folder), os.environ, progress)
