"""What each setting is for, in the sentences of docs/operations.md."""

from __future__ import annotations

GROUPS: dict[str, dict[str, str]] = {
    "Where things are": {
        "ALMANAC_WAREHOUSE": "Folder with the published snapshots.",
        "ALMANAC_STATE": "Folder of accounts, sessions, keys and the audit log; mode 0700, backed up, never "
        "shared.",
        "ALMANAC_WEB": "Folder of the built page; without it the service is the API alone.",
        "DEFAULT_SYMBOL": "What a request without a symbol reads; the first symbol where this one is not "
        "published.",
        "REDIS_URL": "A Redis for snapshots, shared answers, sessions, accounts, codes and throttles, such "
        "as `rediss://user:password@host:6379/0`; without it the warehouse and SQLite in the state folder. A "
        "secret.",
        "POLL_INTERVAL": "Seconds between looks for a new snapshot.",
    },
    "Addresses": {
        "PUBLIC_URL": "Where people reach the service, such as `https://almanac.example`. With https every "
        "answer bears Strict-Transport-Security, and `almanac entry-link` makes links to it.",
        "ALLOWED_HOSTS": "Host names the service answers to, without ports; `*` is any.",
        "ALLOWED_ORIGINS": "Other web origins whose pages may call the API, such as `https://app.example`. "
        "Never a wildcard.",
        "TRUSTED_PROXIES": "Addresses and networks whose X-Forwarded-For, X-Forwarded-Proto and "
        "X-Request-ID count.",
        "ANALYTICS_URL": "Where the page posts its usage events; without it nowhere.",
        "SUPPORT_URL": "The support link; without it the course site's contact page.",
        "PRODUCTION_URL": "Where a development page points to.",
    },
    "Entry": {
        "ACCESS_MODE": "`signed_url`: only links signed with a secret; `learnworlds_api`: the course "
        "platform is asked; `trusted_url`: addresses are taken at their word, for this machine and private "
        "networks.",
        "ENTRY_SECRETS": "Secrets of at least 32 bytes that sign entry links, parted by commas, so none "
        "holds one; the first signs, all are accepted. A secret.",
        "TRUSTED_URL_ANYWHERE": "1 allows trusted_url beyond this machine.",
        "COURSES": "The courses that let in, each with its tier; one without takes APP_PROFILE.",
        "COURSE_SITE": "Host of the course site: it may refer course-only visitors and frame the page.",
        "COURSE_SITES": "Further hosts of the course, with the same rights; Return to Course leads to "
        "COURSE_SITE and these alone.",
        "PLATFORM_NAME": "The course platform's name in the page's texts.",
        "APP_PROFILE": "Tier of a visitor whose address and course name none; empty is standard.",
        "LW_API_URL": "Base of the course platform's API, such as `https://school.example/admin/api/v2`.",
        "LW_TOKEN_URL": "Where its access tokens come from; without it derived from LW_API_URL.",
        "LW_CLIENT_ID": "The platform's client id.",
        "LW_CLIENT_SECRET": "The platform's client secret. A secret.",
        "EMAIL_CODES": "1 asks a visitor for a code sent to the member's mailbox.",
        "SMTP_HOST": "Mail server for the codes.",
        "SMTP_PORT": "Its port.",
        "SMTP_SECURITY": "`starttls`, `tls`, or `none` on this machine.",
        "SMTP_USER": "Its user.",
        "SMTP_PASSWORD": "Its password. A secret.",
        "MAIL_FROM": "The address the codes come from.",
    },
    "Tokens and codes": {
        "SIGNING_KEYS": "Keys of at least 32 bytes for access tokens, parted by commas, so none holds one; "
        "the first signs, all are accepted. Without it `signing.key` in the state folder, made at first "
        "start. A secret.",
        "REDEEM_CODES": "Codes that give a tier to whoever enters them, beside those of `almanac codes`. A "
        "secret.",
        "METRICS_TOKEN": "What a scraper of /metrics bears; without it there is no /metrics. A secret.",
    },
    "Operations": {
        "LOG_FORMAT": "`text` for people, or `json` for one JSON object a line.",
    },
    "Limits": {
        "LOGIN_LIMIT": "Tries to sign in with a password, from one address, as count/seconds. 0/1 is no "
        "limit, here and below.",
        "REDEEM_LIMIT": "Codes tried, by one session and from one address.",
        "ENTRY_LIMIT": "Entries from one address; a lecture hall may share one.",
        "REFRESH_LIMIT": "Token refreshes from one address.",
        "COMPUTE_LIMIT": "Questions of one session that compute, in one process.",
        "EXPORT_LIMIT": "Files of one session, in one process.",
        "BODY_BYTES": "The longest request body.",
        "HEADER_BYTES": "The longest request address with its headers.",
        "CONNECTIONS_PER_ADDRESS": "Connections one address may hold open; TRUSTED_PROXIES are not "
        "counted, and 0 is no limit.",
        "REQUEST_BUDGET": "Seconds a request may take.",
        "CACHE_BYTES": "Memory for answers; 0 keeps none.",
        "CHART_CACHE_BYTES": "Memory for charts; 0 keeps none.",
        "SHARED_CACHE_BYTES": "Room in Redis for shared answers, and as much for charts; 0 shares none.",
        "AUDIT_BYTES": "Size at which the audit log is set aside.",
    },
}
