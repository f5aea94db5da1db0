"""Where a nightly run works and with whom: the folders, the provider, who is alerted, and the clock."""

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from core.build.steps import StepReport
from core.contracts.errors import DataError
from core.importing.bounded_read import reader_limits
from core.importing.drop import DropFolder
from core.market.instruments import SAMPLE_SYMBOLS
from core.warehouse.paths import Warehouse
from pipelines.alerts import Alerts, chosen_webhook, utc_stamp
from pipelines.providers import Provider, chosen_provider

SECRETS = ("DATABENTO_API_KEY", "ALERT_WEBHOOK", "REDIS_URL")
"""Settings whose values are never written down or sent."""


def silent(report: StepReport) -> None:
    """Ignore a build's step."""


@dataclass(frozen=True, slots=True)
class NightlyContext:
    """The surroundings of a night. `now` is aware; `sleep` takes seconds; `progress` hears of build steps.

    Without `redis_url` the snapshot is published in the warehouse alone.
    """

    warehouse: Warehouse
    drop: DropFolder
    provider: Provider | None
    alerts: Alerts
    redis_url: str = ""
    secrets: tuple[str, ...] = ()
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    sleep: Callable[[float], None] = time.sleep
    progress: Callable[[StepReport], None] = silent

    def stamp(self) -> str:
        return utc_stamp(self.now())

    def without_secrets(self, text: str) -> str:
        for secret in self.secrets:
            text = text.replace(secret, "(secret)")
        return text

    def symbols(self) -> tuple[str, ...]:
        """Symbols a night is made for where none is named: those with bars, and those a file waits for."""
        return tuple(sorted({*self.warehouse.symbols(), *self.drop.symbols()} - {*SAMPLE_SYMBOLS}))


def context_of(warehouse: Warehouse, environment: Mapping[str, str]) -> NightlyContext:
    """What the environment describes: ALMANAC_DROP, ALMANAC_PROVIDER, ALERT_WEBHOOK, REDIS_URL.

    DataError `bad_setting` names the one that is wrong, a limit of reading files included.
    """
    reader_limits(environment)
    folder = environment.get("ALMANAC_DROP", "").strip()
    if folder and not Path(folder).is_dir():
        raise DataError(
            f"ALMANAC_DROP={folder}: is no folder. Correct it, make the folder, or leave it empty for "
            f"{warehouse.drop}.",
            code="bad_setting",
        )
    return NightlyContext(
        warehouse,
        DropFolder(Path(folder or warehouse.drop)),
        chosen_provider(environment, time.sleep),
        Alerts(warehouse.open_alerts, chosen_webhook(environment)),
        environment.get("REDIS_URL", "").strip(),
        tuple(value for name in SECRETS if (value := environment.get(name, "").strip())),
    )


def context_here() -> NightlyContext:
    """What this process's environment describes; the warehouse is ALMANAC_WAREHOUSE, else ./warehouse."""
    return context_of(Warehouse(Path(os.environ.get("ALMANAC_WAREHOUSE") or "warehouse")), os.environ)
