"""The session so far: asked of the night's provider, and left where services read it. It touches no bars."""

import tempfile
from pathlib import Path

from core.contracts.errors import DataError
from core.contracts.next_session import SO_FAR_LIFETIME, SoFar, so_far_key, so_far_to_json
from core.importing.so_far import SoFarReport, session_so_far
from core.warehouse.due import NEW_YORK, session_at
from core.warehouse.paths import Warehouse
from core.warehouse.so_far import write_so_far
from pipelines.nightly import bars_of_provider, calendar_of, names_contracts
from pipelines.nightly_context import NightlyContext
from pipelines.providers import Wanted

_AGAIN = "The warehouse has the session so far; run `almanac today` again when it answers."


def fetched(context: NightlyContext, symbol: str) -> SoFarReport:
    """The session so far from the context's provider; nothing is kept.

    ProviderError where that gave no file, DataError where there is no provider or the file is refused.
    """
    provider = context.provider
    if provider is None:
        raise DataError(
            "ALMANAC_PROVIDER is empty: nobody can be asked for the session so far. Set it, or name a file: "
            "almanac today FILE",
            code="no_provider",
        )
    now, calendar = context.now(), calendar_of(symbol)
    session = session_at(now, calendar)
    before = calendar.previous_session(str(session)).astype(object)
    contracts = names_contracts(context.warehouse, symbol)
    wanted = Wanted(symbol, before, session, contracts, until=now.astimezone(NEW_YORK))
    with tempfile.TemporaryDirectory(prefix="almanac-today-") as folder:
        path = bars_of_provider(provider, wanted, Path(folder))
        try:
            return session_so_far(
                path, symbol=symbol, warehouse=context.warehouse, now=now, called=provider.name
            )
        except DataError as error:  # the same words at every try, so that they are told once
            raise DataError(error.detail.replace(str(path), provider.name), code=error.code) from error


def kept(warehouse: Warehouse, so_far: SoFar, redis_url: str = "") -> None:
    """Leave it in the warehouse and, with `redis_url`, in Redis, where it expires after two days.

    DataError where Redis does not take it; then it is in the warehouse.
    """
    write_so_far(warehouse, so_far)
    if redis_url:
        from pipelines.publication import connected  # a warehouse without Redis needs no client

        with connected(redis_url, _AGAIN) as client:
            client.set(so_far_key(so_far.symbol), so_far_to_json(so_far), ex=SO_FAR_LIFETIME)
