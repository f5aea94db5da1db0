"""What can be wrong with a file of bars, and what is done about it: one table for code, report and docs."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Literal

from core.contracts.errors import DataError

Action = Literal["mended", "refused", "told"]
"""Mended: repaired and reported. Refused: nothing is imported. Told: imported as it is and reported."""


@dataclass(frozen=True, slots=True)
class Defect:
    """A defect by name: `sign` says what it looks like, `deed` what is done about it."""

    name: str
    action: Action
    sign: str
    deed: str


@dataclass(frozen=True, slots=True)
class FileFinding:
    """A defect found in a file.

    `row` is the first data row it concerns, counted from 1 without the header, `rows` how many there are,
    `sessions` the sessions it is about where it is about sessions. `kind` names an entry of `DEFECTS`.
    """

    kind: str
    row: int
    detail: str
    rows: int = 1
    sessions: tuple[date, ...] = ()

    @property
    def action(self) -> Action:
        """What is done about it."""
        return DEFECTS[self.kind].action


def accepted(found: Iterable[FileFinding], path: Path) -> tuple[FileFinding, ...]:
    """`found` by row; DataError, with the defect's name as its code, where one of them is refused."""
    findings = tuple(sorted(found, key=lambda finding: finding.row))
    for finding in findings:
        if finding.action == "refused":
            raise DataError(f"{path}: data row {finding.row}: {finding.detail}", code=finding.kind)
    return findings


def _defects(action: Action, entries: dict[str, tuple[str, str]]) -> dict[str, Defect]:
    return {name: Defect(name, action, sign, deed) for name, (sign, deed) in entries.items()}


DEFECTS: dict[str, Defect] = {
    **_defects(
        "mended",
        {
            "byte_order_mark": ("a byte order mark before the first character", "read over"),
            "windows_lines": ("lines that end in carriage return and line feed", "read over"),
            "empty_lines": ("empty lines between the rows or at the end", "read over"),
            "footer": ("a last line that is no row, as `Downloaded from ...`", "left out"),
            "thousands_commas": ('numbers as `"1,229"`', "read as 1229"),
            "decimal_commas": ("numbers as `6.465,25`", "read as 6465.25"),
            "other_letters": ("text in UTF-16 or in Windows' letters (cp1252)", "read as such"),
            "newest_first": ("rows from the newest to the oldest", "turned"),
            "out_of_order": ("rows out of the order of time", "sorted"),
            "repeated_rows": ("a stamp twice with the same values", "kept once"),
            "spreads": ("rows of spreads (`ESZ4-ESH5`) from a parent symbol", "left out"),
            "second_expiry": (
                "two expiries at one stamp in a vendor's file",
                "each session keeps the contract with the most volume",
            ),
            "float32_prices": (
                "prices off the tick by no more than 32-bit numbers lose",
                "rounded to the tick",
            ),
            "partial_last_bar": (
                "a last bar still open when the file was written, or without its last minute",
                "left out; the next file brings it whole",
            ),
        },
    ),
    **_defects(
        "refused",
        {
            "damaged_file": ("a line cut short, a package or a record without its end", "names the line"),
            "empty_file": ("no bytes or no rows", "export again"),
            "missing_column": ("no stamp or price column", "name it with `--columns`"),
            "several_files": (
                "a zip of several files that are no contracts, an Excel file of several sheets",
                "names them; say `--member`",
            ),
            "no_member": ("a `--member` that the package does not hold", "names what it holds"),
            "unclear_columns": ("columns without a header that fit two roles", "say `--columns`"),
            "bad_stamp": ("a cell that is no date and time", "correct the row"),
            "bad_number": ("a cell that is no number", "correct the row"),
            "bad_contract": ("a row without the contract that others name", "correct the row"),
            "impossible_price": (
                "high below low, open or close outside, a price of 0; a level the symbol never had, as of "
                "prices in cents",
                "correct the row",
            ),
            "beyond_limit": (
                "a price further from the last close than the exchange's limit: 20 % a session, 7 % a night",
                "correct the row or leave it out",
            ),
            "bad_volume": ("a negative or fractional volume", "correct the row"),
            "off_tick": ("a price off the tick, as ratio adjustment leaves it", "export unadjusted prices"),
            "off_grid": ("bars that are neither one-minute nor five-minute", "export five-minute bars"),
            "duplicate_stamps": ("a stamp twice with other values", "keep one bar per stamp"),
            "two_contracts": (
                "two contracts at one stamp in a file of our own form, or on one day of a vendor's without "
                "volume",
                "keep one of them",
            ),
            "unordered_stamps": ("rows out of order in a file of our own form", "sort the file"),
            "date_form": ("dates that read as day/month and month/day alike", "import a longer file"),
            "unclear_zone": ("a zone too close to call", "say `--zone` and `--label`"),
            "wrong_zone": ("stamps that fall when Globex is shut, or a wrong `--zone`", "correct the zone"),
            "shifted_stamps": (
                "days in a row, or three, that begin at neither 18:00 nor 09:30 New York or trade while "
                "Globex is shut; bars that are those already there, minutes later or earlier",
                "names the first row; correct the stamps or leave the days out",
            ),
            "mixed_zones": (
                "a zone or label that changes within the file",
                "names the row and what to say of either part",
            ),
            "adjustment_splice": (
                "two adjustments joined: prices leave the tick for good, or jump as no market does, or lie "
                "a constant apart from the bars already there",
                "names the row; export one adjustment throughout",
            ),
            "tick_count_volume": (
                "a volume that counts trades: equal to the column of trades, called ticks, or below the "
                "volume of the same bars already there",
                "export the volume in contracts",
            ),
            "quotes_not_trades": (
                "bid or ask in place of last: by the file's name, a volume of -1 throughout, or prices on "
                "one side of the same bars already there",
                "export the last price",
            ),
            "wrong_length": (
                "every session ends at 16:00 New York (78 bars)",
                "export to 16:15 or later (81 bars)",
            ),
        },
    ),
    **_defects(
        "told",
        {
            "repeated_columns": ("a header that has a name twice", "the first column of the name is read"),
            "long_sessions": ("RTH bars alone, 90 a session, to 17:00", "bars from 16:15 on are no RTH"),
            "level_jump": (
                "a level that changes for good between two bars, at no roll, within what a market can do",
                "look whether two adjustments were joined there",
            ),
            "spike": (
                "a high or low far beyond the bars around it that the next bar takes back",
                "look whether it was a trade; `almanac status` names it while it is there",
            ),
            "back_adjusted": (
                "old year-end prices drift away from the S&P 500's",
                "say `--roll adjusted`",
            ),
            "no_volume": (
                "bars without a volume, as TradingView exports them",
                "volume null; nothing that is computed needs it",
            ),
            "thin_volume": ("RTH volume far below the instrument's", "look whether it counts trades"),
            "holes": (
                "bars missing within a session",
                "a session without all its RTH bars is quarantined; none is invented",
            ),
            "halt": ("bars missing where the whole market was halted", "as holes"),
            "missing_session": ("an exchange day without RTH bars within the file", "listed as missing"),
            "filled_bars": ("runs of flat bars of volume 0 that a vendor filled in", "kept as they are"),
            "limit_night": (
                "12 or more bars in a row with one price overnight, as at a price limit",
                "kept; the night's range is what was traded",
            ),
        },
    ),
}
"""Every defect by name, in the order of the docs."""
