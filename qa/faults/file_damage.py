"""What happens to a file: torn, flipped, emptied, longer, zeroed or gone; or it says something else."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from core.warehouse.snapshots import CURRENT_FILE
from qa.faults.registry import Size

Damage = Callable[[Path], None]

_RECORD = "_bars.json"
_PLACES = (0, 0.13, 0.5, 0.77, 0.999)


def flipped(place: float, bit: int = 0x10) -> Damage:
    """One bit is another, so far into the file; with 0x80 a text is none any more."""

    def damage(path: Path) -> None:
        content = bytearray(path.read_bytes())
        content[int(place * len(content))] ^= bit
        _put(path, content)

    return damage


def _put(path: Path, content: bytes | bytearray) -> None:
    """Put another file under the name: a process with the first one open keeps it."""
    path.unlink()
    path.write_bytes(content)


def _torn(path: Path) -> None:
    _put(path, path.read_bytes()[: path.stat().st_size // 2])


def _emptied(path: Path) -> None:
    _put(path, b"")


def _longer(path: Path) -> None:
    _put(path, path.read_bytes() + b"\0")


def _zeroed(path: Path) -> None:
    """A sector in the middle, or all of a small file, came back as zeros."""
    content = bytearray(path.read_bytes())
    start = len(content) // 2 if len(content) > 1024 else 0
    end = min(len(content), start + 512)
    content[start:end] = bytes(end - start)
    _put(path, content)


DAMAGES: tuple[Damage, ...] = (
    *map(flipped, _PLACES),
    *(flipped(0.5, 0x80), _torn, _emptied, _longer, _zeroed, Path.unlink),
)


def another_price(path: Path) -> None:
    """A file of bars that reads as well as before, with a close a tick off."""
    table = pq.ParquetFile(path).read()
    closes = table.column("close").to_pylist()
    closes[len(closes) // 2] += 0.25
    column = table.schema.get_field_index("close")
    table = table.set_column(column, table.schema.field(column), pa.array(closes))
    path.unlink()
    pq.write_table(table, path, compression="zstd")


def damaged_files(files: list[Path], size: Size) -> Iterator[tuple[Path, Damage]]:
    """Every file with every damage; or the pointer and the bars' record, and the others with one in turn."""
    for at, path in enumerate(files):
        is_all = size == "long" or path.name in (CURRENT_FILE, _RECORD)
        yield from ((path, damage) for damage in (DAMAGES if is_all else (DAMAGES[(at * 3) % len(DAMAGES)],)))


def damage_name(damage: Damage) -> str:
    """The kind of a damage, in a word."""
    return getattr(damage, "__name__", "").strip("_").replace("damage", "flipped")
