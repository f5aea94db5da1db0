"""The back-test of days alike, continued from an earlier build of the same days.

A day is predicted from the days before it alone. The build keeps the sums at the last whole block of each
year, with a digest of all days before. Equal digests allow the reuse of the sums.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from core.build.code_digest import code_digest
from core.build.coin_years import Kept
from core.contracts.ids import digest_of
from core.figures import alike
from core.figures.alike import BackTest, Checkpoint, Sums, back_test, no_sums
from core.market.dates import years_of
from core.question.index import SnapshotIndex
from core.views.alike import checkpoints_of

_PRODUCTS = ("week_differences", "week_differences_by_days", "week_days")

Blocks = Mapping[int, str]
"""The digest of the days before each row that begins a block."""


@dataclass(frozen=True, slots=True)
class AlikeYears:
    """The back-test of all days, and of the days up to the last whole block of each year.

    `first_new` is the row from which on no earlier build predicted the days.
    """

    scores: BackTest
    years: Mapping[str, Sums]
    digests: Blocks
    first_new: int

    def is_in(self, kept: Kept, year: str) -> bool:
        """Whether an earlier build left the same year."""
        row = str(self.years[year].row).encode()
        return (
            year in kept
            and kept[year].schema_arrow.metadata[b"row"] == row
            and _is_same(kept[year], self.digests)
        )

    def table(self, year: str) -> pa.Table:
        """A year in the form of its file."""
        sums = self.years[year]
        columns = {
            "days": sums.days.ravel(),
            "by_nearest": sums.squares[0].ravel(),
            "by_all": sums.squares[1].ravel(),
            "weeks": sums.weeks.ravel(),
            **{name: each.ravel() for name, each in zip(_PRODUCTS, sums.products, strict=True)},
        }
        about = {"row": str(sums.row), "digest": self.digests[sums.row]}
        return pa.table(columns).replace_schema_metadata(about)


def alike_years(index: SnapshotIndex, kept: Kept) -> AlikeYears:
    """The back-test of an index; reuses the sums in `kept`."""
    checkpoints = checkpoints_of(index)
    digests = dict(_digests(checkpoints))
    same = [_sums_in(file, checkpoints) for file in kept.values() if _is_same(file, digests)]
    latest = begun = max(same, key=lambda each: each.row, default=no_sums(checkpoints))
    ends = {_block_before(rows.stop): year for year, rows in years_of(index.session_date)}
    years = {ends[each.row]: each for each in same if each.row in ends}
    for latest in back_test(checkpoints, begun):
        if latest.row in ends:
            years[ends[latest.row]] = latest
    return AlikeYears(latest.scores, years, digests, begun.row)


def _block_before(row: int) -> int:
    """The last row up to `row` that begins a block."""
    return row - (row - alike.LEAST_BEFORE) % alike.BLOCK


def _digests(checkpoints: Sequence[Checkpoint]) -> Iterator[tuple[int, str]]:
    """Each row that begins a block, with a digest of all values compared and predicted on earlier days."""
    traits = [[(each.category, each.is_ordered) for each in at.traits] for at in checkpoints]
    about = [code_digest(alike.__name__, __name__), traits, checkpoints[0].known.shape[1]]
    digest, rows, begin = (
        hashlib.blake2b(digest_of(about).encode(), digest_size=16),
        _bytes_of(checkpoints),
        0,
    )
    for row in range(alike.LEAST_BEFORE, len(rows) + 1, alike.BLOCK):
        digest.update(rows[begin:row].tobytes())
        yield row, digest.hexdigest()
        begin = row


def _bytes_of(checkpoints: Sequence[Checkpoint]) -> NDArray[np.uint8]:
    """The values of each day, one row of bytes a day."""
    columns = [each.column for at in checkpoints for each in at.traits]
    numbers = np.column_stack([np.append(each.values, np.nan)[each.codes] for each in columns])
    flags = [np.packbits(each, axis=1) for at in checkpoints for each in (at.known, at.active)]
    return np.hstack([np.ascontiguousarray(numbers).view(np.uint8), *flags])


def _is_same(file: pq.ParquetFile, digests: Blocks) -> bool:
    about = file.schema_arrow.metadata
    return bool(digests.get(int(about[b"row"])) == about[b"digest"].decode())


def _sums_in(file: pq.ParquetFile, checkpoints: Sequence[Checkpoint]) -> Sums:
    none, table = no_sums(checkpoints), file.read()
    columns = {name: table.column(name).to_numpy().reshape(none.days.shape) for name in table.column_names}
    squares, products = (
        np.array([columns[name] for name in names]) for names in (("by_nearest", "by_all"), _PRODUCTS)
    )
    row = int(file.schema_arrow.metadata[b"row"])
    return Sums(row, columns["days"], squares, columns["weeks"], products)
