"""Which provider the environment names, if any."""

from collections.abc import Callable, Mapping

from core.contracts.errors import DataError
from pipelines.providers.databento import DatabentoProvider
from pipelines.providers.provider import Provider

PROVIDERS = ("databento",)


def chosen_provider(environment: Mapping[str, str], sleep: Callable[[float], None]) -> Provider | None:
    """The provider of ALMANAC_PROVIDER, None where it is empty; DataError where it cannot be used."""
    name = environment.get("ALMANAC_PROVIDER", "").strip().lower()
    if not name:
        return None
    if name not in PROVIDERS:
        raise DataError(
            f"ALMANAC_PROVIDER is {name!r}; known: {', '.join(PROVIDERS)}. Leave it empty to take files from "
            "the drop folder only.",
            code="bad_setting",
        )
    key = environment.get("DATABENTO_API_KEY", "").strip()
    if not key:
        raise DataError(
            "ALMANAC_PROVIDER is databento and DATABENTO_API_KEY is empty. Set the key in the environment of "
            "the nightly run.",
            code="bad_setting",
        )
    return DatabentoProvider(key, sleep, environment.get("DATABENTO_GATEWAY") or None)
