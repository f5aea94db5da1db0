"""Notes of erased members, one JSON line each: a salted digest of the id, never the id.

They are in the state folder, and in a backup that learned of an erasure after it was made. A restore
removes the members that they name.
"""

import hashlib
import secrets
from collections.abc import Iterable

import msgspec

FILE = "erasures.jsonl"


class Erasure(msgspec.Struct, frozen=True):
    """That a member was erased at `at`, in seconds since 1970."""

    at: float
    salt: str
    digest: str

    def is_of(self, user_id: str) -> bool:
        return secrets.compare_digest(self.digest, _digest(self.salt, user_id))


def erasure_of(user_id: str, at: float) -> Erasure:
    salt = secrets.token_hex(16)
    return Erasure(at, salt, _digest(salt, user_id))


def as_line(erasure: Erasure) -> bytes:
    return msgspec.json.encode(erasure) + b"\n"


def erasures_in(text: bytes) -> list[Erasure]:
    """The notes of a file; ignores a line that a full disk truncated."""
    found = []
    for line in text.splitlines():
        try:
            found.append(msgspec.json.decode(line, type=Erasure))
        except msgspec.MsgspecError:
            continue
    return found


def merged(texts: Iterable[bytes]) -> bytes:
    """The notes of several files, each once, the oldest first."""
    notes = {each for text in texts for each in erasures_in(text)}
    return b"".join(as_line(each) for each in sorted(notes, key=lambda each: (each.at, each.digest)))


def _digest(salt: str, user_id: str) -> str:
    return hashlib.sha256(f"{salt}\0{user_id}".encode(errors="surrogatepass")).hexdigest()
