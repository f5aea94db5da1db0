"""`almanac tokens`: personal tokens, with which programs read the API."""

from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import AtState, wrong_use
from cli.store import note_change, print_table, utc_day, with_store
from core.contracts.catalogue import Tier

if TYPE_CHECKING:
    from service.database.records import PersonalToken

_LONGEST = 3650
_DAY = 24 * 60 * 60

app = typer.Typer(
    name="tokens",
    short_help="make, list and revoke personal tokens for programs",
    help="Make, list and revoke personal tokens: what programs read the API with. A token is printed once, "
    "when it is made; the store keeps its digest.",
    subcommand_metavar="ACTION",
)
Name = Annotated[str, typer.Argument(metavar="NAME", help="whose token it is, or what for: ada, ada-laptop")]


@app.command(short_help="a new token, shown once")
def add(
    name: Name,
    *,
    state: AtState,
    tier: Annotated[Tier, typer.Option(help="what it reads")],
    expires: Annotated[
        str,
        typer.Option(
            metavar="90d|DATE|never",
            help="how many days from today, or its last day (2026-12-31), UTC, or never",
        ),
    ] = "90d",
) -> None:
    """Print a new token: once, it is not kept."""
    from service.members.personal_tokens import PersonalTokens

    ends_at = _end(expires)
    token = with_store(state, lambda store: PersonalTokens(store).add(name, tier, ends_at))
    print(token, flush=True)
    last = "until it is revoked" if ends_at is None else f"to the end of {utc_day(ends_at - 1)}, UTC"
    typer.echo(f"It reads as {tier}, {last}. It is shown this once: keep it like a password.", err=True)
    note_change(state, "token_changed", _user(name), "token_added", tier=tier)


@app.command("list", short_help="every token")
def list_tokens(*, state: AtState) -> None:
    """Every token, by name."""
    from service.members.personal_tokens import PersonalTokens

    now = datetime.now(UTC).timestamp()
    rows = [
        (
            each.name,
            each.tier,
            _state(each, now),
            utc_day(each.created_at),
            _last_day(each),
            utc_day(each.used_at),
        )
        for each in with_store(state, lambda store: PersonalTokens(store).every())
    ]
    print_table(("NAME", "TIER", "STATE", "MADE", "LAST DAY", "USED"), rows, "no tokens yet")


@app.command(short_help="let a token in no more")
def revoke(name: Name, *, state: AtState) -> None:
    """Make a token worthless, from the next call on."""
    from service.members.personal_tokens import PersonalTokens

    token = with_store(state, lambda store: PersonalTokens(store).revoke(name))
    note_change(state, "token_changed", _user(token.name), "token_revoked", tier=token.tier)
    print(f"{token.name}: revoked ({token.tier}, used last: {utc_day(token.used_at)})")


def _end(text: str) -> int | None:
    """The first second after a token's end; None where it has none."""
    if text == "never":
        return None
    today = datetime.now(UTC).date()
    try:
        last = today + timedelta(days=_days(text[:-1])) if text.endswith("d") else date.fromisoformat(text)
    except ValueError:
        expected = f"1d to {_LONGEST}d, a day as 2026-12-31, or never"
        wrong_use(f"--expires: found {text!r}, expected {expected}")
    if last < today:
        wrong_use(f"--expires: {text} is over")
    return int(datetime.combine(last, time(), UTC).timestamp()) + _DAY


def _days(text: str) -> int:
    """A number of days, up to ten years."""
    if not (
        text.isascii() and text.isdecimal() and len(text) <= len(str(_LONGEST)) and 1 <= int(text) <= _LONGEST
    ):
        raise ValueError(text)
    return int(text)


def _state(token: "PersonalToken", now: float) -> str:
    if token.revoked:
        return "revoked"
    return "over" if token.is_over(now) else "open"


def _last_day(token: "PersonalToken") -> str:
    return utc_day(None if token.ends_at is None else token.ends_at - 1)


def _user(name: str) -> str:
    return f"token:{name.strip().lower()}"
