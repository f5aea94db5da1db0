"""What fuzzing found: files that broke the importer or got bars into it that are none, each refused since."""

import io
import struct
import warnings
import zipfile
from collections.abc import Callable

import pytest

from core.contracts.errors import DataError, Unauthorized
from core.importing.formats import packages
from core.importing.overrides import NO_OVERRIDES, Overrides
from qa.fuzz.importer_bytes import Blob, whole_files
from qa.fuzz.importer_files import whole
from qa.fuzz.scratch import imported
from qa.fuzz.tokens import HEADER, KEYS, payload, signed
from service.members.tokens import AccessTokens

KIBOT = Overrides(zone="America/New_York", label="open")


def kibot(column: int, cell: str) -> Blob:
    """A file in which one cell of the fourth row is replaced."""
    lines = whole("kibot").decode().split("\r\n")
    cells = lines[3].split(",")
    cells[column] = cell
    return Blob("ES.txt", "\n".join([*lines[:3], ",".join(cells), *lines[4:]]).encode())


def epochs(first: int, step: int) -> Blob:
    """Bars stamped with numbers."""
    rows = [f"{first - step * at},5000,5001,4999,5000,10" for at in range(9)]
    return Blob("ES.txt", "\n".join(["time,open,high,low,close,volume", *rows]).encode())


def sierra(name: str, at: int, price: float) -> Blob:
    """Sierra's records in which one price of the sixth is no number."""
    data, place = bytearray(whole_files()[name]), 56 + 40 * 5 + 8 + 4 * at
    data[place : place + 4] = struct.pack("<f", price)
    return Blob(name, bytes(data))


def sierra_far(at: int) -> Blob:
    """Sierra's records with the first stamp far away."""
    data = whole_files()["ES.scid"]
    return Blob("ES.scid", data[:56] + struct.pack("<q", at) + data[64:])


def zipped(name: str, text: str, method: int = zipfile.ZIP_DEFLATED) -> bytearray:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", method) as package:
        package.writestr(name, text)
    return bytearray(archive.getvalue())


def zip_with(changes: dict[int, int], listed: dict[int, int], method: int = zipfile.ZIP_DEFLATED) -> Blob:
    """A zip with bytes changed in its file's head, and in the list at its end."""
    data = zipped("ES_5min.txt", whole("kibot").decode(), method)
    end = data.find(b"PK\x01\x02")
    for at, byte in (*changes.items(), *((end + at, byte) for at, byte in listed.items())):
        data[at] = byte
    return Blob("ES.zip", bytes(data))


def lean(name: str, row: str) -> Blob:
    """Lean's zip with one file of ten equal rows."""
    return Blob("ES.zip", bytes(zipped(name, f"{row}\n" * 10)))


LEAN = "20241113_es_minute_trade_202412.csv"
FOUND: dict[str, tuple[Callable[[], Blob], str]] = {
    "a date of thirty digits": (lambda: kibot(0, "9" * 30 + "/11/2024"), "bad_stamp"),
    "a date of five thousand digits": (lambda: kibot(0, "9" * 5000 + "/1/1"), "bad_stamp"),
    "an epoch beyond 64 bits": (lambda: epochs(10**19 - 1, 0), "bad_stamp"),
    "an epoch in Arabic digits": (
        lambda: Blob("ES.txt", epochs(1731508200, 300).data.decode().replace("17", "\u0661\u0667").encode()),
        "bad_stamp",
    ),
    "a volume beyond 64 bits": (lambda: kibot(6, "1e19"), "bad_volume"),
    "a Sierra price that is NaN": (lambda: sierra("ES.scid", 0, float("nan")), "bad_number"),
    "a Sierra high without end": (lambda: sierra("ES.scid", 1, float("inf")), "bad_number"),
    "a Sierra trade that is NaN": (lambda: sierra("ESZ4.scid", 3, float("nan")), "bad_number"),
    "a Sierra stamp in the year 148038": (lambda: sierra_far(2**62), "bad_stamp"),
    "JSON a thousand deep": (
        lambda: Blob("ES.json", b"[" * 1000 + b'{"open":1}' + b"]" * 1000),
        "missing_column",
    ),
    "a zip with a password": (lambda: zip_with({6: 1}, {8: 1}), "damaged_file"),
    "a zip of an unknown method": (lambda: zip_with({8: 99}, {10: 99}), "damaged_file"),
    "a broken bzip2 in a zip": (lambda: zip_with({80: 0}, {}, zipfile.ZIP_BZIP2), "damaged_file"),
    "a broken LZMA in a zip": (lambda: zip_with({80: 0}, {}, zipfile.ZIP_LZMA), "damaged_file"),
    "a Lean file of no day": (
        lambda: lean("20241313_es_minute_trade_202499.csv", "0,1,1,1,1,1"),
        "bad_stamp",
    ),
    "a Lean file of seven columns": (lambda: lean(LEAN, "0,1,1,1,1,1,1"), "damaged_file"),
    "a Lean stamp beyond 64 bits": (lambda: lean(LEAN, f"{10**20},1,1,1,1,1"), "bad_stamp"),
    "a DBN file cut within a record": (
        lambda: Blob("ESZ4.dbn", whole_files()["ES.dbn"][:-10]),
        "damaged_file",
    ),
    "a DBN file of spreads alone": (
        lambda: Blob("ESZ4.dbn", whole_files()["ES.dbn"].replace(b"ESZ4", b"ES-4")),
        "empty_file",
    ),
}


@pytest.mark.parametrize("name", FOUND)
def test_a_file_that_fuzzing_found_is_refused_with_its_reason(name: str) -> None:
    make, code = FOUND[name]
    blob = make()
    overrides, contract = (
        KIBOT if blob.name == "ES.txt" else NO_OVERRIDES,
        "ESZ4" if "Z4" in blob.name else None,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        outcome, _ = imported(blob.name, blob.data, overrides, contract)
    assert isinstance(outcome, DataError), "it was imported"
    assert outcome.code == code


@pytest.mark.parametrize("name", ["ES.txt.gz", "ES.txt.zst", "ES.zip"])
def test_a_package_that_unpacks_to_more_than_may_be_is_refused(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packages, "MOST_BYTES", 1000)
    outcome, _ = imported(name, whole_files()[name])
    assert isinstance(outcome, DataError)
    assert outcome.code == "damaged_file"
    assert "unpacked" in outcome.detail


@pytest.mark.usefixtures("reader_process")
def test_an_error_without_a_refusal_of_its_own_reaches_the_fuzzer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages, "_DAMAGE", ())
    with pytest.raises(zipfile.BadZipFile):
        imported("ES.zip", whole_files()["ES.zip"][:-10])


def test_a_token_of_ours_that_ends_at_a_text_is_refused() -> None:
    token = signed(HEADER, payload() | {"exp": "99999999999"})
    reader = AccessTokens(KEYS)
    for _ in range(2):
        with pytest.raises(Unauthorized):
            reader.read(token)
