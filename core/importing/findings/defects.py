"""The defects of a file of bars, by name; docs/import.md shows what each looks like."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Literal, NoReturn

from core.contracts.errors import DataError

Action = Literal["mended", "refused", "told"]
"""Mended: repaired and reported. Refused: nothing is imported. Told: imported as it is and reported."""


@dataclass(frozen=True, slots=True)
class FileFinding:
    """A defect found in a file.

    `row` is the first data row, counted from 1 without the header; `rows` is how many rows it concerns.
    `sessions` are the sessions it concerns, if any. `kind` names an entry of `DEFECTS`.
    """

    kind: str
    row: int
    detail: str
    rows: int = 1
    sessions: tuple[date, ...] = ()

    @property
    def action(self) -> Action:
        return DEFECTS[self.kind]


def accepted(found: Iterable[FileFinding], path: Path) -> tuple[FileFinding, ...]:
    """`found` by row; DataError, with the defect's name as its code, if one of them is refused."""
    findings = tuple(sorted(found, key=lambda finding: finding.row))
    for finding in findings:
        if finding.action == "refused":
            raise DataError(f"{path}: data row {finding.row}: {finding.detail}", code=finding.kind)
    return findings


_NAMES: dict[Action, str] = {
    "mended": """
    byte_order_mark windows_lines empty_lines lines_above footer thousands_commas decimal_commas other_letters
    newest_first out_of_order repeated_rows spreads second_expiry float32_prices partial_last_bar
    stray_prints filled_pauses
    """,
    "refused": """
    damaged_file empty_file missing_column several_files no_member unclear_columns bad_stamp bad_number
    bad_contract impossible_price beyond_limit bad_volume off_tick off_grid duplicate_stamps
    two_contracts unordered_stamps date_form unclear_zone wrong_zone shifted_stamps mixed_zones
    adjustment_splice tick_count_volume quotes_not_trades wrong_length
    """,
    "told": """
    other_name repeated_columns long_sessions level_jump spike back_adjusted no_volume thin_volume holes halt
    missing_session filled_bars limit_night
    """,
}

DEFECTS: dict[str, Action] = {name: action for action, names in _NAMES.items() for name in names.split()}
"""The action for every defect, in the order of the docs."""


def refuse_row(path: Path, row: int, problem: str, *, code: str) -> NoReturn:
    """Raise DataError about the data row at position `row` (named counted from 1, without the header)."""
    raise DataError(f"{path}: data row {row + 1}: {problem}.", code=code)
