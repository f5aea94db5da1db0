"""The service's settings: one frozen value, read once from the environment and checked at start."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeVar
from urllib.parse import urlsplit

from core.contracts.catalogue import TIERS, Tier
from core.contracts.errors import DataError

AccessMode = Literal["trusted_url"]
ACCESS_MODES: tuple[AccessMode, ...] = ("trusted_url",)
LOOPBACK = ("127.0.0.1", "localhost", "::1")
KEY_BYTES = 32

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
    allows trusted_url beyond loopback. `metrics_token` lets a scraper read /metrics without a user's token.
    `analytics_url` is where the page posts its usage events (None: nowhere), `support_url` the course site's
    contact page, `production_url` where a development page points to.
    Times are seconds, sizes bytes.
    """

    warehouse: Path
    state: Path
    web: Path = Path("build/web")
    default_symbol: str = "ES"
    host: str = "127.0.0.1"
    port: int = 8000
    allowed_hosts: tuple[str, ...] = LOOPBACK
    access_mode: AccessMode = "trusted_url"
    trusted_anywhere: bool = False
    course_tiers: Mapping[str, Tier] = field(default_factory=lambda: dict(COURSE_TIERS))
    course_site: str | None = None
    platform_name: str = "LearnWorlds"
    default_tier: Tier | None = None
    signing_key: str | None = field(default=None, repr=False)
    metrics_token: str | None = field(default=None, repr=False)
    analytics_url: str | None = None
    support_url: str | None = None
    production_url: str | None = None
    cache_bytes: int = 32 * 1024 * 1024
    chart_cache_bytes: int = 16 * 1024 * 1024
    body_bytes: int = 256 * 1024
    request_budget: float = 10.0
    poll_interval: float = 2.0

    def __post_init__(self) -> None:
        if self.signing_key is not None and len(self.signing_key.encode()) < KEY_BYTES:
            raise DataError(
                f"SIGNING_KEY is shorter than {KEY_BYTES} bytes; give a longer one or leave it out."
            )
        if not (self.host in LOOPBACK or self.trusted_anywhere):
            raise DataError(
                f"ACCESS_MODE trusted_url takes addresses at their word and {self.host} is not loopback. "
                "Bind to 127.0.0.1, or set TRUSTED_URL_ANYWHERE=1 on a private network."
            )


def from_environment(environment: Mapping[str, str] | None = None, **given: object) -> Settings:
    """Settings from environment variables; `given` values win over them.

    Raises:
        DataError: a variable holds something else than expected; the sentence names it.
    """
    source = os.environ if environment is None else environment
    values: dict[str, object] = {"warehouse": Path("warehouse"), "state": Path("state")}
    for name, (attribute, parse) in _VARIABLES.items():
        if source.get(name):
            values[attribute] = _parsed(name, source[name], parse)
    values |= given
    return Settings(**values)  # type: ignore[arg-type]


def _parsed(name: str, text: str, parse: Callable[[str], Checked]) -> Checked:
    try:
        return parse(text)
    except ValueError as error:
        raise DataError(f"{name}={text}: {error}") from error


def _names(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _tier(text: str) -> Tier:
    for tier in TIERS:
        if text == tier:
            return tier
    raise ValueError(f"expected one of {', '.join(TIERS)}.")


def _mode(text: str) -> AccessMode:
    for mode in ACCESS_MODES:
        if text == mode:
            return mode
    raise ValueError(f"this version enters by {', '.join(ACCESS_MODES)} only.")


def _course_tiers(text: str) -> dict[str, Tier]:
    pairs = [part.partition(":") for part in _names(text)]
    return {course: _tier(tier or "standard") for course, _, tier in pairs}


def _web_address(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or set(text) & set(" ;,'\""):
        raise ValueError("expected an address such as https://site.example/path.")
    return text


def _flag(text: str) -> bool:
    if text not in ("0", "1"):
        raise ValueError("expected 0 or 1.")
    return text == "1"


def _number(text: str) -> float:
    number = float(text)
    if not 0 < number < float("inf"):
        raise ValueError("expected a number above 0.")
    return number


def _whole(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError("expected a whole number, 0 or more.")
    return number


_VARIABLES: dict[str, tuple[str, Callable[[str], object]]] = {
    "ALMANAC_WAREHOUSE": ("warehouse", Path),
    "ALMANAC_STATE": ("state", Path),
    "ALMANAC_WEB": ("web", Path),
    "DEFAULT_SYMBOL": ("default_symbol", str.upper),
    "ALLOWED_HOSTS": ("allowed_hosts", _names),
    "ACCESS_MODE": ("access_mode", _mode),
    "TRUSTED_URL_ANYWHERE": ("trusted_anywhere", _flag),
    "COURSES": ("course_tiers", _course_tiers),
    "COURSE_SITE": ("course_site", str),
    "PLATFORM_NAME": ("platform_name", str),
    "APP_PROFILE": ("default_tier", _tier),
    "SIGNING_KEY": ("signing_key", str),
    "METRICS_TOKEN": ("metrics_token", str),
    "ANALYTICS_URL": ("analytics_url", _web_address),
    "SUPPORT_URL": ("support_url", _web_address),
    "PRODUCTION_URL": ("production_url", _web_address),
    "CACHE_BYTES": ("cache_bytes", _whole),
    "CHART_CACHE_BYTES": ("chart_cache_bytes", _whole),
    "REQUEST_BUDGET": ("request_budget", _number),
    "POLL_INTERVAL": ("poll_interval", _number),
}
