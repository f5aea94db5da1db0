"""Messages between processes: one line of JSON, and tables as Arrow streams. None of it is executed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, BinaryIO, TypeVar, get_args, get_type_hints

import msgspec
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

Array = NDArray[Any]
T = TypeVar("T")

_SHAPES = b"shapes"


def write_message(stream: BinaryIO, head: object, tables: Sequence[pa.Table] = ()) -> None:
    """Write a head of plain values, then the tables in order."""
    stream.write(msgspec.json.encode(head) + b"\n")
    for table in tables:
        with pa.ipc.new_stream(stream, table.schema) as writer:
            writer.write_table(table)
    stream.flush()


def read_head(stream: BinaryIO, kind: type[T]) -> T:
    """The next head.

    Raises:
        EOFError: there is none.
        msgspec.DecodeError: it is not of this kind.
    """
    line = stream.readline()
    if not line.endswith(b"\n"):
        raise EOFError("the message has no end")
    return msgspec.json.decode(line, type=kind)


def read_table(stream: BinaryIO) -> pa.Table:
    """The next table, validated against its schema.

    Raises:
        pa.ArrowException: there is none, or it is truncated.
    """
    table = pa.ipc.open_stream(stream).read_all()
    table.validate(full=True)
    return table


def arrays_to_table(arrays: Mapping[str, Array]) -> pa.Table:
    """Arrays of any length and shape as one row: each a list of its values, with the shapes in a column."""
    columns = [
        pa.LargeListArray.from_arrays([0, array.size], pa.array(array.ravel())) for array in arrays.values()
    ]
    shapes = {name: array.shape for name, array in arrays.items()}
    return pa.table(columns, names=list(arrays)).replace_schema_metadata(
        {_SHAPES: msgspec.json.encode(shapes)}
    )


def table_to_arrays(table: pa.Table) -> dict[str, Array]:
    """The arrays of `arrays_to_table`.

    Raises:
        ValueError: the table has another form.
    """
    shapes = msgspec.json.decode((table.schema.metadata or {})[_SHAPES], type=dict[str, tuple[int, ...]])
    return {name: _array(table[name], shape) for name, shape in shapes.items()}


def _array(column: pa.ChunkedArray, shape: tuple[int, ...]) -> Array:
    values = column.combine_chunks().flatten()
    if pa.types.is_date32(values.type):
        return np.asarray(values.to_numpy(zero_copy_only=False), dtype="datetime64[D]").reshape(shape)
    if pa.types.is_string(values.type):
        return np.array(values.to_pylist(), dtype=np.str_).reshape(shape)
    return np.asarray(values.to_numpy(zero_copy_only=False)).reshape(shape)


def taken_apart(value: Any, prefix: str = "") -> tuple[dict[str, Array], dict[str, Any]]:
    """The arrays and the plain values of a dataclass and of nested ones, by their paths."""
    arrays: dict[str, Array] = {}
    plain: dict[str, Any] = {}
    for each in fields(value):
        part, path = getattr(value, each.name), prefix + each.name
        if isinstance(part, np.ndarray):
            arrays[path] = part
        elif is_dataclass(part):
            inner_arrays, inner_plain = taken_apart(part, f"{path}.")
            arrays |= inner_arrays
            plain |= inner_plain
        elif part is not None:
            plain[path] = part
    return arrays, plain


def put_together(kind: type[T], parts: Mapping[str, Any], prefix: str = "") -> T:
    """The dataclass of `taken_apart`; a missing part is None."""
    hints = get_type_hints(kind)
    made: dict[str, Any] = {}
    for each in fields(kind):  # type: ignore[arg-type]
        path = prefix + each.name
        inner = next(
            (part for part in _types(hints[each.name]) if isinstance(part, type) and is_dataclass(part)), None
        )
        if inner is None:
            made[each.name] = parts.get(path)
        elif any(name.startswith(f"{path}.") for name in parts):
            made[each.name] = put_together(inner, parts, f"{path}.")
        else:
            made[each.name] = None
    return kind(**made)


def _types(hint: Any) -> Iterator[Any]:
    yield hint
    yield from get_args(hint)
