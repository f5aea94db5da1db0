"""`almanac members`: what is kept of a member, erased."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import AtState, wrong_use
from cli.store import note_change, with_store
from core.contracts.errors import DataError

if TYPE_CHECKING:
    from core.contracts.erasures import Erasure
    from service.database.record_store import RecordStore

app = typer.Typer(
    name="members",
    short_help="erase what is kept of a member",
    help="Erase what is kept of a member: of the course platform by its id, of an account as account:NAME, "
    "of a personal token as token:NAME.",
    subcommand_metavar="ACTION",
)


@app.command(short_help="remove everything that is kept of a member")
def erase(
    user_id: Annotated[
        str, typer.Argument(metavar="ID", help="as the audit log has it: 5f1c9a, account:ada, token:ada")
    ],
    *,
    backup: Annotated[
        list[Path] | None,
        typer.Option(metavar="FOLDER", help="a backup made before, which is told of it; may be repeated"),
    ] = None,
    state: AtState,
) -> int:
    """Remove a member's sessions, links, watches, days of the quiz, lists of days written last by them,
    account, token and the tier of a code, and their name and address in the audit log. Running sessions end.
    There is no way back. Says what is left and why.
    """
    from core.contracts.erasures import FILE
    from core.warehouse.backup import BACKUP_FILE
    from service.database.records import GENERIC
    from service.members.erasure import LEFT, Erasures

    notes = [folder / FILE for folder in backup or ()]
    for path in notes:
        if not path.with_name(BACKUP_FILE).is_file():
            raise DataError(f"--backup {path.parent}: no folder that `almanac backup` made.")

    if user_id.startswith(GENERIC):
        wrong_use(f"{user_id}: many people share it; what each left is over within 400 days")
    removed = with_store(state, lambda store: Erasures(store, state).erase(user_id, notes))
    note_change(state, "member_erased", None, "erased")
    for words, count in removed.items():
        print(f"{count:,} {words}")
    print(f"{user_id}: {'erased' if removed else 'nothing was kept'}")
    for line in (*LEFT, *with_store(state, lambda store: _of_that_name(store, user_id)), *_aside(state)):
        print(f"left: {line}", file=sys.stderr)
    return 0


@app.command(short_help="erase again, after Redis came back from an older copy")
def repeat(
    since: Annotated[
        datetime, typer.Argument(metavar="DATE", formats=["%Y-%m-%d"], help="the copy's day, UTC")
    ],
    *,
    state: AtState,
) -> int:
    """Erase again whom the state folder notes as erased since a day: after Redis was brought back from a copy
    that is older. `almanac restore` does so by itself.
    """
    from core.contracts.erasures import FILE, erasures_in
    from service.members.erasure import Erasures

    path, start = state / FILE, since.replace(tzinfo=UTC).timestamp()
    notes = erasures_in(path.read_bytes()) if path.is_file() else []
    notes = [each for each in notes if each.at >= start]
    count = with_store(state, lambda store: Erasures(store, state).repeat(notes))
    print(f"{len(notes):,} erasures since {since:%Y-%m-%d}; {count:,} were there again and are erased")
    return 0


def leave_out(state: Path, notes: list[Erasure]) -> None:
    """Erase the members of these notes from a state folder that came from a backup."""
    from service.database.sqlite_store import DATABASE
    from service.members.erasure import Erasures

    if not notes:
        return
    has_database = (state / DATABASE).exists()
    count = with_store(state, lambda store: Erasures(store, state).repeat(notes), is_shared=False)
    if not has_database:
        (state / DATABASE).unlink(missing_ok=True)
    if count:
        print(f"{count:,} erased since the backup began: left out")


async def _of_that_name(store: RecordStore, user_id: str) -> list[str]:
    """What is named like the id and may be somebody else's."""
    from service.members.accounts import Accounts
    from service.members.personal_tokens import PersonalTokens

    accounts = [each.user_id for each in await Accounts(store).every() if each.username == user_id]
    tokens = [each.user().user_id for each in await PersonalTokens(store).every() if each.name == user_id]
    return [f"{each}: may be somebody else; `almanac members erase {each}`" for each in accounts + tokens]


def _aside(state: Path) -> list[str]:
    from core.warehouse.paths import REPLACED

    folders = sorted(state.glob(f"{REPLACED}*"))
    return [f"{each}: moved aside by a restore; delete it if the member is in it." for each in folders]
