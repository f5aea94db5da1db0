"""Which column is what: by its name where the file has a header, by its values where it has none."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, get_args

from core.contracts.errors import DataError
from core.importing.findings.defects import FileFinding
from core.importing.readers.text import TextTable
from core.importing.readers.volumes import refuse_tick_names

Role = Literal[
    "ts", "date", "time", "open", "high", "low", "close", "volume", "up", "down", "trades", "contract"
]
Roles = dict[Role, int]
"""The position of each role's column."""

ROLES: tuple[Role, ...] = get_args(Role)
PRICE_ROLES: tuple[Role, ...] = ("open", "high", "low", "close")
IGNORED = "-"

_NAMES: dict[Role, tuple[str, ...]] = {
    "ts": ("ts", "timestamp", "datetime", "date time", "ts_event", "window_start", "zeitstempel"),
    "date": ("date", "datum"),
    "time": ("time", "zeit", "uhrzeit"),
    "open": ("open", "eröffnung", "eroeffnung", "eröffn.", "eröffnungskurs", "erster"),
    "high": ("high", "hoch", "höchst", "höchstkurs"),
    "low": ("low", "tief", "tiefst", "tiefstkurs"),
    "close": ("close", "last", "latest", "schluss", "schluß", "schlusskurs", "letzter", "zuletzt"),
    "volume": (
        "volume",
        "vol",
        "vol.",
        "totalvolume",
        "total volume",
        "volumen",
        "umsatz",
        "stück",
        "stücke",
    ),
    "up": ("up", "upvolume", "up volume"),
    "down": ("down", "downvolume", "down volume"),
    "trades": ("trades", "numberoftrades", "number of trades", "# of trades", "barcount", "transactions"),
    "contract": ("contract", "symbol", "ticker"),
}


def repeated_names(names: Sequence[str]) -> tuple[FileFinding, ...]:
    """The names of roles that a header has twice, as one with a study's does; the first column counts."""
    known = {name for words in _NAMES.values() for name in words}
    twice = list(dict.fromkeys(name for name in names if name in known and names.count(name) > 1))
    if not twice:
        return ()
    told = f"the header has {', '.join(map(repr, twice))} twice; the first column of a name is read"
    return (FileFinding("repeated_columns", 1, told, len(twice)),)


def named_roles(names: Sequence[str], path: Path) -> Roles:
    """The roles a header gives, by the first column of each name.

    DataError `missing_column` where a stamp or a price is missing, `tick_count_volume` where ticks stand in
    place of a volume.
    """
    roles: Roles = {}
    for role, known in _NAMES.items():
        at = next((names.index(name) for name in known if name in names), None)
        if at is not None:
            roles[role] = at
    if "volume" not in roles and not {"up", "down"} <= set(roles):
        refuse_tick_names(names, path)
    return checked_roles(_one_stamp(roles), ", ".join(names), path)


def stated_roles(words: Sequence[str], table: TextTable) -> Roles:
    """The roles of `--columns`, one word per column; DataError `bad_columns` on any other list."""
    unknown = [word for word in words if word not in (*ROLES, IGNORED)]
    if unknown or len(words) != len(table.columns):
        found = f"{unknown[0]!r}" if unknown else f"{len(words)} words for {_columns_of(table)}"
        raise DataError(
            f"{table.path}: --columns: found {found}. Expected for each column - or one of "
            f"{', '.join(ROLES)}.",
            code="bad_columns",
        )
    roles: Roles = {role: words.index(role) for role in ROLES if role in words}
    return checked_roles(_one_stamp(roles), ",".join(words), table.path)


def _columns_of(table: TextTable) -> str:
    names = "" if table.names is None else f" ({', '.join(table.names)})"
    return f"{len(table.columns)} columns{names}"


def checked_roles(roles: Roles, found: str, path: Path) -> Roles:
    """`roles` where nothing is missing, the volume aside; DataError `missing_column` else."""
    missing: list[str] = [role for role in PRICE_ROLES if role not in roles]
    if "ts" not in roles:
        missing.append("a stamp (date and time)")
    if missing:
        raise DataError(
            f"{path}: column {missing[0]!r} is missing; found: {found}. Expected a stamp, open, high, low "
            "and close; say which column is which with --columns.",
            code="missing_column",
        )
    return roles


def _one_stamp(roles: Roles) -> Roles:
    if "ts" in roles:
        return {role: at for role, at in roles.items() if role not in ("date", "time")}
    if "date" in roles:
        return roles | {"ts": roles["date"]}
    return {("ts" if role == "time" else role): at for role, at in roles.items()}
