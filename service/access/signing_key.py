"""The keys that sign access tokens: from the environment, or made once and kept (design/api.md, Accounts).

The first key signs and every key verifies. A new key goes in front of the old one, which may leave when the
last token it signed is over.
"""

import os
import secrets
from pathlib import Path

from core.contracts.errors import DataError
from service.settings.values import KEY_BYTES

KEY_FILE = "signing.key"


def signing_keys(state: Path, given: tuple[str, ...]) -> tuple[str, ...]:
    """The given keys, else those in the state folder, one a line, made with mode 600 at first start.

    Raises:
        DataError: the state folder cannot be written, or one of its keys is too short.
    """
    if given:
        return given
    path = state / KEY_FILE
    try:
        state.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            _make(path)
        keys = tuple(path.read_text(encoding="ascii").split())
    except OSError as error:
        detail = (
            f"{path}: {error.strerror}. Give a folder that can be written (--state), or set SIGNING_KEYS."
        )
        raise DataError(detail) from error
    except UnicodeDecodeError as error:
        raise DataError(f"{path}: not ASCII. Delete it; everyone signs in again.") from error
    if not keys or any(len(key) < KEY_BYTES for key in keys):
        detail = f"{path}: a key is shorter than {KEY_BYTES} characters. Delete it; everyone signs in again."
        raise DataError(detail)
    return keys


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
