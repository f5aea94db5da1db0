"""How a snapshot lies in Redis: the keys, shared by the publisher (pipelines) and the reader (service).

almanac:{ES}:current          the served snapshot's id; moved in one transaction
almanac:{ES}:previous         the id it replaced
almanac:{ES}:kept             sorted set: ids that never expire, by the time they were built
almanac:{ES:<id>}:files       hash: manifest.json and every file of serving/, by path; expires unless kept
almanac:symbols               set: symbols that have a publication
almanac:published             channel: "ES <id>" after every publication

A session so far has a key of its own: `core/contracts/so_far.py`.
"""

import re
from urllib.parse import urlsplit

from core.contracts.errors import DataError
from core.contracts.manifest import FileEntry, Manifest

SYMBOLS_KEY = "almanac:symbols"
CHANNEL = "almanac:published"
REDIS_SCHEMES = ("redis", "rediss", "unix")

current_key = "almanac:{{{}}}:current".format
previous_key = "almanac:{{{}}}:previous".format
kept_key = "almanac:{{{}}}:kept".format
files_key = "almanac:{{{}:{}}}:files".format
"""The keys of one symbol, the last also of one snapshot; the list above says what each holds."""

_SERVED = "serving/"
_SERVED_FILE = re.compile(r"serving/\w+(\.\w+)*", re.ASCII)


def served_files(manifest: Manifest) -> list[FileEntry]:
    """The files a service reads; DataError `bad_manifest` where there is none or a name leads elsewhere."""
    served = [entry for entry in manifest.files if entry.path.startswith(_SERVED)]
    odd = [entry.path for entry in served if not _SERVED_FILE.fullmatch(entry.path)]
    if odd or not served:
        found = f"names {odd[0]!r}" if odd else f"lists no file of {_SERVED}"
        raise DataError(
            f"manifest of {manifest.symbol} {manifest.snapshot_id}: {found}. "
            "Build the snapshot again, or roll back to the one before.",
            code="bad_manifest",
        )
    return served


def require_redis_address(url: str) -> str:
    """The address as it is; DataError `bad_redis_url` without repeating it, since it may hold a password."""
    try:
        parts = urlsplit(url)
        place = parts.path if parts.scheme == "unix" else parts.hostname
        is_address = parts.scheme in REDIS_SCHEMES and place and parts.port != 0
    except ValueError:
        is_address = False
    if not is_address:
        raise DataError(
            "REDIS_URL: expected an address such as redis://host:6379/0, rediss://user:password@host/0 "
            "or unix:///run/redis.sock.",
            code="bad_redis_url",
        )
    return url


def shown_address(url: str) -> str:
    """A Redis address for logs and sentences: without name and password."""
    parts = urlsplit(url)
    return parts.path if parts.scheme == "unix" else f"{parts.netloc.rpartition('@')[2]}{parts.path}"
