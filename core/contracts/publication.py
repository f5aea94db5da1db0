"""How a snapshot lies in Redis: the keys, shared by the publisher (pipelines) and the reader (service).

almanac:{ES}:current          the served snapshot's id; moved in one transaction
almanac:{ES}:previous         the id it replaced
almanac:{ES}:kept             sorted set: ids that never expire, the two above, by the time they were built
almanac:{ES:<id>}:files       hash: manifest.json, and the files of serving/ packed; expires unless kept
almanac:symbols               set: symbols that have a publication
almanac:published             channel: "ES <id>" after every publication

A session so far has a key of its own: `core/contracts/next_session.py`.
"""

import hashlib
import re
import zlib
from collections.abc import Iterator
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

_PACKED = ".z"
_FASTEST = 1
_PIECE = 1 << 20

_SERVED = "serving/"
_SERVED_FILE = re.compile(r"serving/\w+(\.\w+)*", re.ASCII)


def served_files(manifest: Manifest) -> list[FileEntry]:
    """The files a service reads; DataError `bad_manifest` without any, or for a path outside."""
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


def fields_of(path: str) -> tuple[str, str]:
    """The field of a file's packed content, and that of its plain content, as in earlier publications."""
    return path + _PACKED, path


def packed(content: bytes) -> bytes:
    """A file as stored in Redis: zlib's format, at its fastest level."""
    return zlib.compress(content, _FASTEST)


def unpacked(content: bytes) -> Iterator[bytes]:
    """A packed file in pieces of a megabyte; DataError `bad_packing` if it is not one."""
    unpacking = zlib.decompressobj()
    try:
        while content and not unpacking.eof:
            yield unpacking.decompress(content, _PIECE)
            content = unpacking.unconsumed_tail
        yield unpacking.flush()
    except zlib.error as error:
        raise DataError(f"not a packed file ({error})", code="bad_packing") from error


def content_of(fields: list[bytes | None]) -> Iterator[bytes] | None:
    """A published file in pieces, from the values of `fields_of`; None if neither is there."""
    inside, plain = fields
    if inside is not None:
        return unpacked(inside)
    return None if plain is None else iter((plain,))


def damage_of(pieces: Iterator[bytes] | None, sha256: str) -> str | None:
    """The fault of a published file: missing, or unlike the manifest; None without one."""
    if pieces is None:
        return "is missing"
    digest = hashlib.sha256()
    try:
        for piece in pieces:
            digest.update(piece)
    except DataError:
        return "is not packed as it must be"
    return None if digest.hexdigest() == sha256 else f"differs from sha256 {sha256[:12]}"


def require_redis_address(url: str) -> str:
    """The address unchanged; DataError `bad_redis_url` without quoting it, since it may hold a password."""
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
    """A Redis address for logs and messages, without name and password."""
    parts = urlsplit(url)
    return parts.path if parts.scheme == "unix" else f"{parts.netloc.rpartition('@')[2]}{parts.path}"
