"""The key that signs access tokens: from the environment, or made once and kept (design/api.md, Accounts)."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from core.contracts.errors import DataError
from service.settings import KEY_BYTES

KEY_FILE = "signing.key"


def signing_key(state: Path, given: str | None) -> str:
    """The given key, else the one in the state folder, made with mode 600 at first start.

    Raises:
        DataError: the state folder cannot be written, or its key is too short.
    """
    if given is not None:
        return given
    path = state / KEY_FILE
    try:
        state.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            _make(path)
        key = path.read_text(encoding="ascii").strip()
    except OSError as error:
        detail = f"{path}: {error.strerror}. Give a folder that can be written (--state), or set SIGNING_KEY."
        raise DataError(detail) from error
    if len(key) < KEY_BYTES:
        raise DataError(f"{path}: shorter than {KEY_BYTES} characters. Delete it; everyone signs in again.")
    return key


def _make(path: Path) -> None:
    """A new key in the file, whole from the first instant; another process may make it first."""
    draft = path.with_name(f"{KEY_FILE}.{secrets.token_hex(8)}")
    draft.touch(mode=0o600, exist_ok=False)
    try:
        draft.write_text(secrets.token_urlsafe(48), encoding="ascii")
        os.link(draft, path)
    except FileExistsError:
        return
    finally:
        draft.unlink()
