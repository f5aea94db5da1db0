"""What is wrong with the snapshots in Redis, beside the warehouse they are copies of."""

import hashlib
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import cast

from redis import Redis

from core.contracts.errors import DataError
from core.contracts.manifest import MANIFEST_FILE, Manifest, read_manifest
from core.contracts.publication import current_key, files_key, kept_key, served_files
from core.storage.damage import Damage
from core.storage.paths import Warehouse
from core.storage.snapshot_directory import current_id


def damages_in_redis(client: Redis, warehouse: Warehouse, symbol: str) -> Iterator[Damage]:
    """Every file of every kept snapshot against its manifest, and the pointer against the warehouse's."""
    remedy = f"Run `almanac publish {symbol}`."
    served = _served(client, symbol)
    expected = _expected(warehouse, symbol, served)
    if served != expected:
        found = f"names {served or 'nothing'}, the warehouse serves {expected or 'nothing'}"
        yield Damage(f"Redis {current_key(symbol)}", found, remedy)
    kept = cast("list[bytes]", client.zrange(kept_key(symbol), 0, -1))
    for name in sorted({each.decode(errors="replace") for each in kept} | ({served} if served else set())):
        damaged = list(_damaged(client, symbol, name))
        if name != served and client.zscore(kept_key(symbol), name) is None:
            continue  # a publication removed it meanwhile
        for path, found in damaged:
            again = remedy if name == served else "It is not served; publishing it again mends it."
            yield Damage(f"Redis {files_key(symbol, name)} {path}", found, again)


def _served(client: Redis, symbol: str) -> str | None:
    found = cast("bytes | None", client.get(current_key(symbol)))
    return None if found is None else found.decode(errors="replace")


def _expected(warehouse: Warehouse, symbol: str, served: str | None) -> str | None:
    """What the warehouse serves; `served` where its own pointer cannot tell, which is damage found there."""
    try:
        return current_id(warehouse.snapshots(symbol))
    except (DataError, OSError):
        return served


def _damaged(client: Redis, symbol: str, snapshot_id: str) -> Iterator[tuple[str, str]]:
    key = files_key(symbol, snapshot_id)
    try:
        manifest = _manifest(_file(client, key, MANIFEST_FILE))
    except DataError as error:
        yield MANIFEST_FILE, error.detail
        return
    for entry in served_files(manifest):
        content = _file(client, key, entry.path)
        if content is None:
            yield entry.path, "is in the manifest, but missing"
        elif hashlib.sha256(content).hexdigest() != entry.sha256:
            yield entry.path, f"differs from sha256 {entry.sha256[:12]} of the manifest"


def _file(client: Redis, key: str, path: str) -> bytes | None:
    return cast("bytes | None", client.hget(key, path))


def _manifest(content: bytes | None) -> Manifest:
    if content is None:
        raise DataError("is missing", code="bad_manifest")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / MANIFEST_FILE).write_bytes(content)
        return read_manifest(Path(folder))
