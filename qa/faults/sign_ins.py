"""A state folder as a killed service leaves it, rows still in the journal, and what came back of it."""

import sqlite3
from contextlib import closing
from pathlib import Path

from qa.faults.apart import code_of
from service.database.sqlite_store import DATABASE, SqliteStore

_KEEP = "INSERT INTO records VALUES ('account', ?, ?, NULL)"
_KEY, _SECRET = "signing.key", "k" * 64
_PEOPLE = {f"person{number}@example.com": f"record {number}" for number in range(20)}


def fill_state(state: Path) -> None:
    """A key and a database of accounts that nobody closed."""
    state.mkdir()
    (state / _KEY).write_text(_SECRET)
    code = code_of(lambda: _keep(state))
    assert code == 0, code
    assert (state / f"{DATABASE}-wal").stat().st_size, "the rows are not in the journal"


def sign_up(state: Path, name: str) -> None:
    SqliteStore(state)._connection.execute(_KEEP, (name, "came later"))


def faults_of_state(state: Path) -> list[str]:
    """What is missing or different of what the folder was filled with; later accounts may be there."""
    key, database = state / _KEY, state / DATABASE
    wrong = [] if key.is_file() and key.read_text() == _SECRET else [f"{_KEY} did not come back"]
    if not database.is_file():
        return [*wrong, f"{DATABASE} did not come back"]
    try:
        with closing(sqlite3.connect(database)) as connection:
            found = dict(connection.execute("SELECT name, text FROM records"))
    except sqlite3.Error as error:
        return [*wrong, f"{DATABASE} came back and cannot be read: {error}"]
    lost = [name for name, record in _PEOPLE.items() if found.get(name) != record]
    return wrong + ([f"{len(lost)} of {len(_PEOPLE)} accounts did not come back"] if lost else [])


def _keep(state: Path) -> None:
    store = SqliteStore(state)
    for person in _PEOPLE.items():
        store._connection.execute(_KEEP, person)
