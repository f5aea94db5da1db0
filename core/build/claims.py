"""The usual questions that a build answers: the product's, then those of the maintainer's own file."""

import os
from collections.abc import Mapping
from pathlib import Path

from core.claims.read_claims import ClaimsFile, Mistake, product_claims, read_claims
from core.contracts.catalogue import Catalogue
from core.contracts.errors import DataError
from core.contracts.regular_files import read_regular
from core.warehouse.paths import Warehouse

CLAIMS_VARIABLE = "ALMANAC_CLAIMS"
MOST_BYTES = 1_000_000


def own_file(warehouse: Warehouse, environment: Mapping[str, str] = os.environ) -> Path | None:
    """The maintainer's file: the one that ALMANAC_CLAIMS names, else claims.toml of the warehouse."""
    named = environment.get(CLAIMS_VARIABLE, "").strip()
    if named:
        return Path(named)
    return warehouse.claims_file if warehouse.claims_file.is_file() else None


def own_text(path: Path | None) -> str | Mistake:
    """The file's text, "" without a file; a mistake if it cannot be read."""
    if path is None:
        return ""
    try:
        return read_regular(path, "Expected a file of claims.", MOST_BYTES).decode("utf-8-sig")
    except DataError as error:
        return Mistake(str(path), 1, None, error.detail.removeprefix(f"{path}: "))
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        return Mistake(str(path), line, None, "is no text in UTF-8; save it as such.")


def read_all(path: Path | None, text: str | Mistake, catalogue: Catalogue) -> ClaimsFile:
    """Every valid claim, and the mistakes of the maintainer's file; entries with a mistake are left out."""
    product = product_claims(catalogue)
    if isinstance(text, Mistake):
        return ClaimsFile(product, (text,))
    own = read_claims(text, str(path), catalogue, {each.id for each in product}, is_own=True)
    return ClaimsFile((*product, *own.claims), own.mistakes)
