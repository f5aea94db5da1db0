"""Settings are refused at start, by name, not at the first request."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.contracts.errors import DataError
from service.settings import Settings, from_environment


def test_the_environment_is_read_once_and_arguments_win() -> None:
    environment = {
        "ALMANAC_WAREHOUSE": "/w",
        "APP_PROFILE": "lite",
        "COURSES": "a:pro, b",
        "CACHE_BYTES": "0",
    }
    settings = from_environment(environment, warehouse=Path("/x"), port=9)
    assert (settings.warehouse, settings.port, settings.state) == (Path("/x"), 9, Path("state"))
    assert (settings.default_tier, settings.cache_bytes) == ("lite", 0)
    assert settings.course_tiers == {"a": "pro", "b": "standard"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ACCESS_MODE", "open"),
        ("APP_PROFILE", "gold"),
        ("TRUSTED_URL_ANYWHERE", "yes"),
        ("REQUEST_BUDGET", "0"),
        ("REQUEST_BUDGET", "soon"),
        ("CACHE_BYTES", "-1"),
        ("COURSES", "a:gold"),
        ("SIGNING_KEY", "short"),
    ],
)
def test_a_wrong_variable_is_named(name: str, value: str) -> None:
    with pytest.raises(DataError, match=name):
        from_environment({name: value})


def test_an_open_gate_stays_on_this_machine_unless_told() -> None:
    with pytest.raises(DataError, match="not loopback"):
        Settings(Path("w"), Path("s"), host="0.0.0.0")
    assert Settings(Path("w"), Path("s"), host="0.0.0.0", trusted_anywhere=True).host == "0.0.0.0"


def test_secrets_are_not_in_the_settings_text() -> None:
    text = repr(Settings(Path("w"), Path("s"), signing_key="k" * 40, metrics_token="scraper"))
    assert "kkk" not in text
    assert "scraper" not in text
