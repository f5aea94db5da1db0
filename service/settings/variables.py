"""The one table of settings: the variable, the setting it gives, how it is read, and what it is for."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from service.settings import values as read


class Variable(NamedTuple):
    """The attribute of `Settings`, how the variable's text is read, and its sentence."""

    attribute: str
    parse: Callable[[str], object]
    meaning: str


# fmt: off
GROUPS: dict[str, dict[str, Variable]] = {
    "Where things are": {
        "ALMANAC_WAREHOUSE": Variable("warehouse", Path, "Folder with the published snapshots."),
        "ALMANAC_STATE": Variable("state", Path,
            "Folder of accounts, sessions, keys and the audit log; mode 0700, backed up, never shared."),
        "ALMANAC_WEB": Variable("web", Path,
            "Folder of the built page; without it the service is the API alone."),
        "DEFAULT_SYMBOL": Variable("default_symbol", str.upper,
            "What a request without a symbol reads; the first symbol where this one is not published."),
        "REDIS_URL": Variable("redis_url", str,
            "A Redis for snapshots, shared answers, sessions, accounts, codes and tries, such as "
            "`rediss://user:password@host:6379/0`; without it the warehouse and SQLite in the state folder."
            " A secret."),
        "POLL_INTERVAL": Variable("poll_interval", read.number, "Seconds between looks for a new snapshot."),
    },
    "Addresses": {
        "PUBLIC_URL": Variable("public_url", read.web_address,
            "Where people reach the service, such as `https://almanac.example`. With https every answer "
            "bears Strict-Transport-Security, and `almanac entry-link` makes links to it."),
        "ALLOWED_HOSTS": Variable("allowed_hosts", read.names,
            "Host names the service answers to, without ports; `*` is any."),
        "ALLOWED_ORIGINS": Variable("allowed_origins", read.origins,
            "Other web origins whose pages may call the API, such as `https://app.example`. Never a "
            "wildcard."),
        "TRUSTED_PROXIES": Variable("trusted_proxies", read.networks,
            "Addresses and networks whose X-Forwarded-For, X-Forwarded-Proto and X-Request-ID count."),
        "ANALYTICS_URL": Variable("analytics_url", read.web_address,
            "Where the page posts its usage events; without it nowhere."),
        "SUPPORT_URL": Variable("support_url", read.web_address,
            "The support link; without it the course site's contact page."),
        "PRODUCTION_URL": Variable("production_url", read.web_address, "Where a development page points to."),
    },
    "Entry": {
        "ACCESS_MODE": Variable("access_mode", read.mode,
            "`signed_url`: only links signed with a secret; `learnworlds_api`: the course platform is "
            "asked; `trusted_url`: addresses are taken at their word, for this machine and private "
            "networks."),
        "ENTRY_SECRETS": Variable("entry_secrets", read.names,
            "Secrets of at least 32 bytes that sign entry links, parted by commas, so none holds one; the "
            "first signs, all are accepted. A secret."),
        "TRUSTED_URL_ANYWHERE": Variable("trusted_anywhere", read.flag,
            "1 allows trusted_url beyond this machine."),
        "COURSES": Variable("course_tiers", read.course_tiers,
            "The courses that let in, each with its tier; one without takes APP_PROFILE."),
        "COURSE_SITE": Variable("course_site", read.host,
            "Host of the course site: it may refer course-only visitors and frame the page."),
        "COURSE_SITES": Variable("course_sites", read.hosts,
            "Further hosts of the course, with the same rights; Return to Course leads to COURSE_SITE and "
            "these alone."),
        "PLATFORM_NAME": Variable("platform_name", str, "The course platform's name in the page's texts."),
        "APP_PROFILE": Variable("default_tier", read.tier,
            "Tier of a visitor whose address and course name none; empty is standard."),
        "LW_API_URL": Variable("lw_api_url", read.api_address,
            "Base of the course platform's API, such as `https://school.example/admin/api/v2`."),
        "LW_TOKEN_URL": Variable("lw_token_url", read.api_address,
            "Where its access tokens come from; without it derived from LW_API_URL."),
        "LW_CLIENT_ID": Variable("lw_client_id", str, "The platform's client id."),
        "LW_CLIENT_SECRET": Variable("lw_client_secret", str, "The platform's client secret. A secret."),
        "EMAIL_CODES": Variable("email_codes", read.flag,
            "1 asks a visitor for a code sent to the member's mailbox."),
        "SMTP_HOST": Variable("smtp_host", str, "Mail server for the codes."),
        "SMTP_PORT": Variable("smtp_port", read.whole, "Its port."),
        "SMTP_SECURITY": Variable("smtp_security", read.mail_security,
            "`starttls`, `tls`, or `none` on this machine."),
        "SMTP_USER": Variable("smtp_user", str, "Its user."),
        "SMTP_PASSWORD": Variable("smtp_password", str, "Its password. A secret."),
        "MAIL_FROM": Variable("mail_from", str, "The address the codes come from."),
    },
    "Tokens and codes": {
        "SIGNING_KEYS": Variable("signing_keys", read.names,
            "Keys of at least 32 bytes for access tokens, parted by commas, so none holds one; the first "
            "signs, all are accepted. Without it `signing.key` in the state folder, made at first start. A "
            "secret."),
        "REDEEM_CODES": Variable("redeem_codes", read.redeem_codes,
            "Codes that give a tier to whoever enters them, beside those of `almanac codes`. A secret."),
        "METRICS_TOKEN": Variable("metrics_token", str,
            "What a scraper of /metrics bears; without it there is no /metrics. A secret."),
    },
    "Operations": {
        "LOG_FORMAT": Variable("log_format", read.log_format,
            "`text` for people, or `json` for one JSON object a line."),
    },
    "Limits": {
        "LOGIN_LIMIT": Variable("login_limit", read.rate,
            "Tries to sign in with a password, from one address, as count/seconds. 0/1 is no limit, here "
            "and below."),
        "REDEEM_LIMIT": Variable("redeem_limit", read.rate,
            "Codes tried, by one session and from one address."),
        "ENTRY_LIMIT": Variable("entry_limit", read.rate,
            "Entries from one address; a lecture hall may share one."),
        "REFRESH_LIMIT": Variable("refresh_limit", read.rate, "Token refreshes from one address."),
        "COMPUTE_LIMIT": Variable("compute_limit", read.rate,
            "Questions of one session that compute, in one process."),
        "EXPORT_LIMIT": Variable("export_limit", read.rate, "Files of one session, in one process."),
        "BODY_BYTES": Variable("body_bytes", read.whole, "The longest request body."),
        "HEADER_BYTES": Variable("header_bytes", read.whole, "The longest request address with its headers."),
        "CONNECTIONS_PER_ADDRESS": Variable("connections_per_address", read.whole,
            "Connections one address may hold open; TRUSTED_PROXIES are not counted, and 0 is no limit."),
        "REQUEST_BUDGET": Variable("request_budget", read.number, "Seconds a request may take."),
        "CACHE_BYTES": Variable("cache_bytes", read.whole, "Memory for answers; 0 keeps none."),
        "CHART_CACHE_BYTES": Variable("chart_cache_bytes", read.whole, "Memory for charts; 0 keeps none."),
        "SHARED_CACHE_BYTES": Variable("shared_cache_bytes", read.whole,
            "Room in Redis for shared answers, and as much for charts; 0 shares none."),
        "AUDIT_BYTES": Variable("audit_bytes", read.whole, "Size at which the audit log is set aside."),
    },
}
# fmt: on

VARIABLES = {name: variable for group in GROUPS.values() for name, variable in group.items()}
