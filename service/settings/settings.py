"""The service's settings: variable, default, form and meaning of each, read once and checked at start."""
# ruff: noqa: RUF009 (`setting` makes fields)

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Literal

from core.contracts.catalogue import Tier
from core.contracts.errors import DataError
from core.contracts.publication import require_redis_address
from service.settings import values
from service.settings.values import LOOPBACK, LogFormat, Network, Rate

BUILT_PAGE = Path(__file__).parents[2] / "build" / "web"
"""In a checkout and in an installed package."""

KEY_BYTES = 32
COURSE_TIERS: dict[str, Tier] = {
    "dev-cad-std": "standard",
    "context-analyzer": "standard",
    "dev-cad-ess": "lite",
    "cad-essentials": "lite",
}
"""Which tier a course gives (ruling 31); its keys are the allowed courses (spec/product.md section 6)."""

AccessMode = Literal["signed_url", "learnworlds_api", "trusted_url"]
MailSecurity = Literal["starttls", "tls", "none"]

_AT_COMMAS = "commas part the list, so a secret holds none"
_MAKE_ONE = "Make one with: openssl rand -hex 32"


def setting(
    default: object,
    meaning: str,
    *,
    name: str = "",
    read: object = None,
    group: str = "",
    is_secret: bool = False,
) -> Any:
    """A field of `Settings` and its variable: by default its own name in capitals, read by the field's type.

    `group` begins a table of docs/operations.md; no text of the settings and no error shows a secret.
    """
    meaning += " A secret." if is_secret else ""
    about = {"meaning": meaning, "name": name, "read": read, "group": group}
    return field(default_factory=lambda: default, repr=not is_secret, metadata=about)


# fmt: off
@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting of the service; None where it is not set. Times are seconds, sizes bytes.

    Host and port come from the command line. Folders may be absent and then hold nothing.
    """

    warehouse: Path = setting(Path("warehouse"), group="Where things are", name="ALMANAC_WAREHOUSE",
        meaning="Folder with the published snapshots.")
    state: Path = setting(Path("state"), name="ALMANAC_STATE",
        meaning="Folder of accounts, sessions, keys and the audit log; mode 0700, backed up, never shared.")
    web: Path = setting(BUILT_PAGE, name="ALMANAC_WEB",
        meaning="Folder of the built page, the one that comes with the code; without it the service is the "
        "API alone.")
    default_symbol: str = setting("ES", read=str.upper,
        meaning="What a request without a symbol reads; the first symbol where this one is not published.")
    redis_url: str | None = setting(None, is_secret=True,
        meaning="A Redis for snapshots, sessions so far, sign-ins, accounts, codes, lists of days and "
        "tries, such as `rediss://user:password@host:6379/0`; without it the warehouse and SQLite in the "
        "state folder.")
    loaded_memory: int | None = setting(None, read=values.some,
        meaning="Megabytes of resident memory above which a process lets go of the snapshot that was asked "
        "for longest ago (Linux). Without it every snapshot that was asked for stays.")
    poll_interval: float = setting(2.0,
        meaning="Seconds between looks for a new snapshot, changed lists of days and sessions so far.")
    public_url: str | None = setting(None, group="Addresses", read=values.web_address,
        meaning="Where people reach the service, such as `https://almanac.example`. With https every answer "
        "bears Strict-Transport-Security, and `almanac entry-link` makes links to it.")
    allowed_hosts: tuple[str, ...] = setting(LOOPBACK,
        meaning="Host names the service answers to, without ports; `*` is any.")
    allowed_origins: tuple[str, ...] = setting((), read=values.origins,
        meaning="Other web origins whose pages may call the API, such as `https://app.example`. Never a "
        "wildcard.")
    trusted_proxies: tuple[Network, ...] = setting(values.networks("127.0.0.1, ::1"),
        meaning="Addresses and networks whose X-Forwarded-For, X-Forwarded-Proto and X-Request-ID count.")
    public_claims: bool = setting(False,
        meaning="1 lets anybody read the usual questions and claims with their answers, `/claims`, without "
        "signing in.")
    analytics_url: str | None = setting(None, read=values.web_address,
        meaning="Where the page posts its usage events; without it nowhere.")
    support_url: str | None = setting(None, read=values.web_address,
        meaning="The support link; without it the course site's contact page.")
    production_url: str | None = setting(None, "Where a development page points to.", read=values.web_address)
    access_mode: AccessMode = setting("signed_url", group="Entry",
        meaning="`signed_url`: only links signed with a secret; `learnworlds_api`: the course platform is "
        "asked; `trusted_url`: addresses are taken at their word, for this machine and private "
        "networks.")
    entry_secrets: tuple[str, ...] = setting((), is_secret=True,
        meaning="Secrets of at least 32 bytes that sign entry links, parted by commas, so none holds one; the"
        " first signs, all are accepted.")
    trusted_anywhere: bool = setting(False, name="TRUSTED_URL_ANYWHERE",
        meaning="1 allows trusted_url beyond this machine.")
    course_tiers: Mapping[str, Tier | None] = setting(COURSE_TIERS, name="COURSES", read=values.course_tiers,
        meaning="The courses that let in, each with its tier; one without takes APP_PROFILE.")
    course_site: str | None = setting(None, read=values.host,
        meaning="Host of the course site: it may refer course-only visitors and frame the page.")
    course_sites: tuple[str, ...] = setting((), read=values.hosts,
        meaning="Further hosts of the course, with the same rights; Return to Course leads to COURSE_SITE and"
        " these alone.")
    platform_name: str = setting("LearnWorlds", "The course platform's name in the page's texts.")
    default_tier: Tier | None = setting(None, name="APP_PROFILE",
        meaning="Tier of a visitor whose address and course name none; empty is standard.")
    lw_api_url: str | None = setting(None, read=values.api_address,
        meaning="Base of the course platform's API, such as `https://school.example/admin/api/v2`.")
    lw_token_url: str | None = setting(None, read=values.api_address,
        meaning="Where its access tokens come from; without it derived from LW_API_URL.")
    lw_client_id: str | None = setting(None, "The platform's client id.")
    lw_client_secret: str | None = setting(None, "The platform's client secret.", is_secret=True)
    email_codes: bool = setting(False, "1 asks a visitor for a code sent to the member's mailbox.")
    smtp_host: str | None = setting(None, "Mail server for codes and alerts.")
    smtp_port: int = setting(587, "Its port.")
    smtp_security: MailSecurity = setting("starttls", "`starttls`, `tls`, or `none` on this machine.")
    smtp_user: str | None = setting(None, "Its user.")
    smtp_password: str | None = setting(None, "Its password.", is_secret=True)
    mail_from: str | None = setting(None, "The address they come from.")
    watch_hosts: tuple[str, ...] = setting((), group="Alerts", read=values.watch_hosts,
        meaning="Hosts whose webhooks may be told of a match, by http too, and addresses or networks such as "
        "`10.0.0.0/8` that they may have beyond the open network; each with its port where it is that one "
        "alone. `*` allows the host of every https address. Without it nobody can name a webhook.")
    signing_keys: tuple[str, ...] = setting((), group="Tokens and codes", is_secret=True,
        meaning="Keys of at least 32 bytes for access tokens, parted by commas, so none holds one; the first "
        "signs, all are accepted. Without it `signing.key` in the state folder, made at first start.")
    redeem_codes: Mapping[str, Tier] = setting({}, read=values.redeem_codes, is_secret=True,
        meaning="Codes that give a tier to anybody who enters them, besides those of `almanac codes`.")
    metrics_token: str | None = setting(None, is_secret=True,
        meaning="What a scraper of /metrics bears; without it there is no /metrics.")
    log_format: LogFormat = setting("text", group="Operations",
        meaning="`text` for people, or `json` for one JSON object a line.")
    login_limit: Rate = setting(Rate(30, 60), group="Limits",
        meaning="Tries to sign in with a password, from one address, as count/seconds. 0/1 is no limit, here "
        "and below.")
    redeem_limit: Rate = setting(Rate(10, 60), "Codes tried, by one session and from one address.")
    entry_limit: Rate = setting(Rate(300, 60), "Entries from one address; a lecture hall may share one.")
    refresh_limit: Rate = setting(Rate(300, 60), "Token refreshes from one address.")
    link_limit: Rate = setting(Rate(300, 60),
        meaning="Short links and watches made, opened or ended, by one member; an address has 50 times as "
        "many, without a sign-in as many as one.")
    compute_limit: Rate = setting(Rate(1200, 60),
        meaning="Questions of one session that compute, and its reads of lists of days, in one process; "
        "reads of claims from one address.")
    token_limit: Rate = setting(Rate(600, 60),
        meaning="Calls with a personal token, of one token and from one address, in one process.")
    export_limit: Rate = setting(Rate(60, 60), "Files of one session, in one process.")
    body_bytes: int = setting(256 * 1024, "The longest request body.")
    header_bytes: int = setting(16 * 1024, "The longest request address with its headers.")
    connections_per_address: int = setting(200,
        meaning="Connections one address may hold open; TRUSTED_PROXIES are not counted, and 0 is no limit.")
    request_budget: float = setting(10.0, "Seconds a request may take.")
    cache_bytes: int = setting(32 * 1024 * 1024, "Memory for answers; 0 keeps none.")
    chart_cache_bytes: int = setting(16 * 1024 * 1024, "Memory for charts; 0 keeps none.")
    audit_bytes: int = setting(16 * 1024 * 1024, "Size at which the audit log is set aside.")

    host: str = "127.0.0.1"
    port: int = 8000
    # fmt: on

    def __post_init__(self) -> None:
        if any(len(key.encode()) < KEY_BYTES for key in self.signing_keys):
            raise DataError(
                f"SIGNING_KEYS: one is shorter than {KEY_BYTES} bytes ({_AT_COMMAS}); give longer ones "
                "or leave it out."
            )
        if self.redis_url is not None:
            require_redis_address(self.redis_url)
        _check_entry(self)


VARIABLES = {each.metadata["name"] or each.name.upper(): each for each in fields(Settings) if each.metadata}


def from_environment(environment: Mapping[str, str] | None = None, **given: object) -> Settings:
    """Settings from environment variables; `given` values win over them.

    Raises:
        DataError: a variable holds something else than expected; the sentence names it.
    """
    source = os.environ if environment is None else environment
    values_read: dict[str, Any] = {}
    for name, variable in VARIABLES.items():
        if text := source.get(name):
            read = variable.metadata["read"] or values.reader_of(variable.type)
            try:
                values_read[variable.name] = read(text)
            except ValueError as error:
                shown = f"{name}={text}" if variable.repr and "@" not in text else name
                raise DataError(f"{shown}: {error}") from error
    return Settings(**(values_read | given))


def _check_entry(settings: Settings) -> None:
    """Check that the access mode has what it needs (ruling 31); DataError names variable and remedy."""
    mode = settings.access_mode
    if any(len(secret.encode()) < KEY_BYTES for secret in settings.entry_secrets):
        raise DataError(f"ENTRY_SECRETS: one is shorter than {KEY_BYTES} bytes ({_AT_COMMAS}). {_MAKE_ONE}")
    if mode == "signed_url" and not settings.entry_secrets:
        raise DataError(
            "ENTRY_SECRETS is empty, and ACCESS_MODE signed_url (the default) lets in by signed links only. "
            f"{_MAKE_ONE}. To try it on this machine alone, set ACCESS_MODE=trusted_url."
        )
    if mode == "learnworlds_api":
        _require(settings, "ACCESS_MODE learnworlds_api", ("LW_API_URL", "LW_CLIENT_ID", "LW_CLIENT_SECRET"))
    if mode == "trusted_url" and not (settings.host in LOOPBACK or settings.trusted_anywhere):
        raise DataError(
            f"ACCESS_MODE trusted_url takes addresses at their word and {settings.host} is not loopback. "
            "Bind to 127.0.0.1, or set TRUSTED_URL_ANYWHERE=1 on a private network."
        )
    if settings.email_codes:
        if mode != "learnworlds_api":
            raise DataError("EMAIL_CODES=1 belongs to ACCESS_MODE learnworlds_api; leave it out.")
        _require(settings, "EMAIL_CODES=1", ("SMTP_HOST", "MAIL_FROM"))


def _require(settings: Settings, asker: str, names: tuple[str, ...]) -> None:
    missing = [name for name in names if not getattr(settings, name.lower())]
    if missing:
        raise DataError(f"{asker} needs {', '.join(missing)}; see docs/entry.md.")


def entry_warning(settings: Settings) -> str | None:
    """The warning at start about an entry that trusts more than it should; None where it does not."""
    if settings.access_mode == "trusted_url":
        return (
            "ACCESS_MODE trusted_url: everybody who reaches this address is taken at their word; "
            "for development and private networks only."
        )
    if settings.access_mode == "learnworlds_api" and not (settings.entry_secrets or settings.email_codes):
        return (
            "ACCESS_MODE learnworlds_api: enrolment proves no identity, everybody who knows a member's id "
            "and e-mail address enters as that member. Set ENTRY_SECRETS, or EMAIL_CODES=1 with a mail "
            "server."
        )
    return None
