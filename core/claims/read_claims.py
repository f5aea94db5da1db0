"""Reads a file of claims: each entry separately, so that a mistake in one does not affect the others.

An entry begins at its line `[[claim]]` and ends before the next; claims.toml documents its fields.
"""

import re
import tomllib
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn

from core.claims.definition import ClaimDefinition, PublishedFigure, tier_of
from core.claims.possible import require_possible
from core.contracts.bounded_toml import load_toml
from core.contracts.catalogue import Catalogue
from core.contracts.errors import AlmanacError
from core.question.conditions import DATE_RANGE, Condition, FilterQuery
from core.question.filter_values import refuse, shown
from core.question.filters import parse_query
from core.question.look_ahead import is_known

CLAIMS_FILE = Path(__file__).with_name("claims.toml")
MOST_CLAIMS = 200
LONGEST = {"id": 60, "group": 40, "question": 200, "who": 100, "where": 200, "figure": 60, "market": 12}
FIRST_BAR, LAST_AS_OF = -1, 80

_NEEDED = ("id", "group", "question", "outcome")
_KEYS = (*_NEEDED, "filters", "as_of", "published")
_FIGURE_NEEDED = ("who", "where", "figure", "low", "high")
_FIGURE_KEYS = (*_FIGURE_NEEDED, "market", "days")
_HEAD = re.compile(r"\s*\[\[\s*claim\s*\]\]")
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LINE = re.compile(r"\(at line (\d+), ")


@dataclass(frozen=True, slots=True)
class Mistake:
    """The fault of an entry; its `id` is None if missing or unreadable."""

    file: str
    line: int
    id: str | None
    text: str

    def __str__(self) -> str:
        name = "" if self.id is None else f" ({self.id})"
        return f"{self.file}, line {self.line}{name}: {self.text}"


@dataclass(frozen=True, slots=True)
class ClaimsFile:
    """The valid entries of a file, in its order, and the mistakes of the others."""

    claims: tuple[ClaimDefinition, ...] = ()
    mistakes: tuple[Mistake, ...] = field(default=())


def product_claims(catalogue: Catalogue) -> tuple[ClaimDefinition, ...]:
    """The product's own file.

    Raises:
        ValueError: it has a mistake.
    """
    found = read_claims(CLAIMS_FILE.read_text(encoding="utf-8"), CLAIMS_FILE.name, catalogue)
    if found.mistakes:
        raise ValueError("; ".join(map(str, found.mistakes)))
    return found.claims


def read_claims(
    text: str, file: str, catalogue: Catalogue, taken: Collection[str] = (), *, is_own: bool = False
) -> ClaimsFile:
    """The claims of a text; `file` names it in mistakes, ids in `taken` are refused."""
    claims: dict[str, ClaimDefinition] = {}
    mistakes = []
    for line, entry in _entries(text):
        identity = None
        try:
            table = _table(entry)
            identity = _id_of(table)
            if table is None:
                continue
            _require_new(table, claims, taken)
            if len(claims) == MOST_CLAIMS:
                refuse("claims", f"a file holds at most {MOST_CLAIMS} claims; leave this one out.")
            made = _claim(table, catalogue, is_own)
            claims[made.id] = made
        except tomllib.TOMLDecodeError as error:
            at = _LINE.search(str(error))
            place, why = line + int(at[1]) - 1 if at else line, str(error).partition(" (at line")[0]
            mistakes.append(Mistake(file, place, identity, f"is no TOML: {why}."))
        except AlmanacError as error:
            mistakes.append(Mistake(file, line + _offset(entry, error.detail), identity, error.detail))
    return ClaimsFile(tuple(claims.values()), tuple(mistakes))


def _entries(text: str) -> Iterator[tuple[int, str]]:
    """The text before the first entry, then each entry, with its first line's number."""
    lines = text.split("\n")  # as TOML and editors count: a U+2028 in a text ends no line
    starts = [0, *(at for at, line in enumerate(lines) if _HEAD.match(line)), len(lines)]
    for start, end in pairwise(starts):
        if start < end:
            yield start + 1, "\n".join(lines[start:end])


def _table(entry: str) -> dict[str, Any] | None:
    """The entry's table; None if there are only comments."""
    document = load_toml(entry)
    tables = document.pop("claim", [])
    if document or not isinstance(tables, list) or not all(isinstance(each, dict) for each in tables):
        names = ", ".join(document) or "claim"
        refuse("claims", f"{names}: expected entries that begin with [[claim]] alone.")
    return tables[0] if tables else None


def _id_of(table: dict[str, Any] | None) -> str | None:
    found = None if table is None else table.get("id")
    return found if isinstance(found, str) else None


def _require_new(table: dict[str, Any], claims: Collection[str], taken: Collection[str]) -> None:
    name = table.get("id")
    if name in claims:
        refuse("claims", f"id: {shown(name)} is the id of an entry before; give it another.")
    if name in taken:
        refuse("claims", f"id: {shown(name)} is the id of a claim of the product; give it another.")


def _claim(table: dict[str, Any], catalogue: Catalogue, is_own: bool) -> ClaimDefinition:
    _require_keys("", table, _KEYS, _NEEDED)
    texts = {name: _text(name, table[name]) for name in ("id", "group", "question")}
    if not _ID.fullmatch(texts["id"]):
        refuse("claims", f"id: {shown(texts['id'])} found; small letters and digits parted by - expected.")
    as_of = _as_of(table.get("as_of"))
    query = _query("filters", table.get("filters", []), catalogue, as_of)
    outcome = _outcome(table["outcome"], catalogue)
    _require_asked(query, outcome, catalogue)
    figures = table.get("published", [])
    if not isinstance(figures, list):
        refuse("claims", "published: expected entries [[claim.published]].")
    published = tuple(_figure(f"published {place}", each) for place, each in enumerate(figures, 1))
    return ClaimDefinition(
        **texts,
        query=query,
        outcome=outcome,
        tier=tier_of(query, outcome, catalogue),
        published=published,
        is_own=is_own,
    )


def _require_keys(where: str, table: dict[str, Any], known: tuple[str, ...], needed: tuple[str, ...]) -> None:
    strange = [name for name in table if name not in known]
    if strange:
        refuse("claims", f"{where}{strange[0]}: is no key; known: {', '.join(known)}.")
    missing = [name for name in needed if name not in table]
    if missing:
        refuse("claims", f"{where}{missing[0]}: is missing; needed: {', '.join(needed)}.")


def _text(name: str, found: object) -> str:
    most = LONGEST[name.rpartition(" ")[2]]
    if not isinstance(found, str) or not found.strip() or len(found) > most or "\n" in found:
        refuse("claims", f"{name}: {shown(found)} found; a line of text of 1 to {most} signs expected.")
    return found.strip()


def _as_of(found: object) -> int | None:
    if found is None:
        return None
    if not isinstance(found, int) or isinstance(found, bool) or not FIRST_BAR <= found <= LAST_AS_OF:
        expected = f"a bar from 1 to {LAST_AS_OF}, 0 at the open or -1 before it"
        refuse("claims", f"as_of: {shown(found)} found; {expected} expected.")
    return found


def _query(where: str, found: object, catalogue: Catalogue, as_of: int | None) -> FilterQuery:
    """Filters on all dates, certain as of the bar."""
    if not isinstance(found, list):
        refuse("claims", f"{where}: a list of conditions expected, {shown(found)} found.")
    if any(isinstance(each, dict) and each.get("feature") == DATE_RANGE for each in found):
        refuse("claims", f"{where}: a claim is of all dates; ask trade_date in the place of {DATE_RANGE}.")
    try:
        query = parse_query(found, None, None, catalogue, first=date.min, last=date.max, as_of=as_of)
        require_possible(query, catalogue)
    except AlmanacError as error:
        detail = error.detail if error.detail.startswith(where) else f"{where}: {error.detail}"
        refuse(error.code, detail)
    return query


def _outcome(found: object, catalogue: Catalogue) -> Condition:
    try:
        query = parse_query([found], None, None, catalogue, first=date.min, last=date.max)
    except AlmanacError as error:
        said = error.detail.replace("filters[0].feature: ", "").replace("filters[0]", "a condition")
        refuse(error.code, f"outcome: {said}")
    outcome = query.filters[0] if query.filters else None
    if not isinstance(outcome, Condition) or outcome.prev or outcome.first_in or outcome.dates is not None:
        refuse("claims", f"outcome: one condition on a feature of the day expected, {shown(found)} found.")
    return outcome


def _require_asked(query: FilterQuery, outcome: Condition, catalogue: Catalogue) -> None:
    """Raise if the filters and the bar already settle the outcome."""
    named = [each for each in query.conditions if not each.prev and each.by_bar is None]
    if any(each.feature == outcome.feature for each in named):
        refuse("claims", f"outcome: {outcome.feature} is one of its own filters; ask something else.")
    definition, as_of = catalogue.by_name[outcome.feature], query.as_of
    if as_of is not None and is_known(definition, as_of, outcome.by_bar):
        known = definition.known_at.words if outcome.by_bar is None else f"by bar {outcome.by_bar}"
        refuse("claims", f"outcome: {outcome.feature} is known {known}; ask it as of an earlier bar.")


def _figure(where: str, found: object) -> PublishedFigure:
    if not isinstance(found, dict):
        refuse("claims", f"{where}: expected a table, {shown(found)} found.")
    _require_keys(f"{where}.", found, _FIGURE_KEYS, _FIGURE_NEEDED)
    texts = {name: _text(f"{where} {name}", found[name]) for name in ("who", "where", "figure")}
    low, high = (_share(f"{where}.{name}", found[name]) for name in ("low", "high"))
    if low > high:
        refuse("claims", f"{where}.low: {low} is above high, {high}; exchange them.")
    market = None if "market" not in found else _text(f"{where} market", found["market"])
    return PublishedFigure(**texts, low=low, high=high, market=market, days=_days(where, found.get("days")))


def _days(where: str, found: object) -> int | None:
    if found is not None and (isinstance(found, bool) or not isinstance(found, int) or found < 1):
        refuse("claims", f"{where}.days: {shown(found)} found; a whole number from 1 expected.")
    return found


def _share(where: str, found: object) -> float:
    if isinstance(found, bool) or not isinstance(found, int | float) or not 0 <= found <= 1:
        _bad_share(where, found)
    return float(found)


def _bad_share(where: str, found: object) -> NoReturn:
    refuse("claims", f"{where}: {shown(found)} found; a fraction from 0 to 1 expected, 0.8 for 80 %.")


def _offset(entry: str, detail: str) -> int:
    """The line within an entry of the thing that a mistake names first."""
    key = re.match(r"(?:published (\d+)[. ])?(\w+)", detail)
    lines = entry.split("\n")
    if key is None:
        return 0
    heads = [at for at, line in enumerate(lines) if line.lstrip().startswith("[[claim.published]]")]
    start = heads[int(key[1]) - 1] if key[1] and int(key[1]) <= len(heads) else 0
    wanted = re.compile(rf"\s*{re.escape(key[2])}\s*=")
    return next((at for at in range(start, len(lines)) if wanted.match(lines[at])), start)
