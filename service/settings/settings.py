"""The service's settings: one frozen value, read once from the environment and checked at start."""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from core.contracts.catalogue import Tier
from core.contracts.errors import DataError
from core.contracts.publication import require_redis_address
from service.observability.logs import LogFormat
from service.settings import values as read
from service.settings.entry import check_entry
from service.settings.values import KEY_BYTES, LOOPBACK, AccessMode, MailSecurity, Network, Rate
from service.settings.variables import VARIABLES

_SECRET = re.compile("KEY|SECRET|TOKEN|PASSWORD|REDIS_URL")

COURSE_TIERS: dict[str, Tier] = {
    "dev-cad-std": "standard",
    "context-analyzer": "standard",
    "dev-cad-ess": "lite",
    "cad-essentials": "lite",
}
"""Which tier a course gives (ruling 31); its keys are the allowed courses (spec/product.md section 6)."""

Checked = TypeVar("Checked")


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything the service may be told; folders may be absent and then hold nothing.

    `default_symbol` is what a request without a symbol reads. `course_site` is the host of the course site
    for the course-only entry; `default_tier` the environment's tier (None: standard). `trusted_anywhere`
    allows trusted_url beyond loopback. `metrics_token` is what a scraper of /metrics bears.
    `analytics_url` is where the page posts its usage events (None: nowhere), `support_url` the course site's
    contact page, `production_url` where a development page points to, `public_url` where people reach this
    service. With `redis_url` snapshots, sign-ins and shared answers are in Redis. What each setting is for
    stands in docs/operations.md. Times are seconds, sizes bytes.
    """

    warehouse: Path
    state: Path
    web: Path = Path("build/web")
    default_symbol: str = "ES"
    host: str = "127.0.0.1"
    port: int = 8000
    allowed_hosts: tuple[str, ...] = LOOPBACK
    access_mode: AccessMode = "signed_url"
    entry_secrets: tuple[str, ...] = field(default=(), repr=False)
    trusted_anywhere: bool = False
    course_tiers: Mapping[str, Tier | None] = field(default_factory=lambda: dict(COURSE_TIERS))
    course_site: str | None = None
    course_sites: tuple[str, ...] = ()
    platform_name: str = "LearnWorlds"
    default_tier: Tier | None = None
    lw_api_url: str | None = None
    lw_token_url: str | None = None
    lw_client_id: str | None = None
    lw_client_secret: str | None = field(default=None, repr=False)
    email_codes: bool = False
    smtp_host: str | None = None
    smtp_port: int = 587
    smtp_security: MailSecurity = "starttls"
    smtp_user: str | None = None
    smtp_password: str | None = field(default=None, repr=False)
    mail_from: str | None = None
    redis_url: str | None = field(default=None, repr=False)
    signing_keys: tuple[str, ...] = field(default=(), repr=False)
    redeem_codes: Mapping[str, Tier] = field(default_factory=dict, repr=False)
    metrics_token: str | None = field(default=None, repr=False)
    analytics_url: str | None = None
    support_url: str | None = None
    production_url: str | None = None
    public_url: str | None = None
    allowed_origins: tuple[str, ...] = ()
    trusted_proxies: tuple[Network, ...] = read.networks("127.0.0.1, ::1")
    login_limit: Rate = field(default=Rate(30, 60))
    redeem_limit: Rate = field(default=Rate(10, 60))
    entry_limit: Rate = field(default=Rate(300, 60))
    refresh_limit: Rate = field(default=Rate(300, 60))
    compute_limit: Rate = field(default=Rate(1200, 60))
    export_limit: Rate = field(default=Rate(60, 60))
    log_format: LogFormat = "text"
    audit_bytes: int = 16 * 1024 * 1024
    cache_bytes: int = 32 * 1024 * 1024
    chart_cache_bytes: int = 16 * 1024 * 1024
    shared_cache_bytes: int = 64 * 1024 * 1024
    body_bytes: int = 256 * 1024
    header_bytes: int = 16 * 1024
    connections_per_address: int = 200
    request_budget: float = 10.0
    poll_interval: float = 2.0

    def __post_init__(self) -> None:
        if any(len(key.encode()) < KEY_BYTES for key in self.signing_keys):
            raise DataError(
                f"SIGNING_KEYS: one is shorter than {KEY_BYTES} bytes ({read.AT_COMMAS}); give longer ones "
                "or leave it out."
            )
        if self.redis_url is not None:
            require_redis_address(self.redis_url)
        check_entry(self)


def from_environment(environment: Mapping[str, str] | None = None, **given: object) -> Settings:
    """Settings from environment variables; `given` values win over them.

    Raises:
        DataError: a variable holds something else than expected; the sentence names it.
    """
    source = os.environ if environment is None else environment
    values: dict[str, Any] = {"warehouse": Path("warehouse"), "state": Path("state")}
    for name, variable in VARIABLES.items():
        if source.get(name):
            values[variable.attribute] = _parsed(name, source[name], variable.parse)
    return Settings(**(values | given))


def _parsed(name: str, text: str, parse: Callable[[str], Checked]) -> Checked:
    try:
        return parse(text)
    except ValueError as error:
        shown = name if _SECRET.search(name) else f"{name}={text}"
        raise DataError(f"{shown}: {error}") from error
