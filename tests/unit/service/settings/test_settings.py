"""Settings are refused at start, by name, not at the first request."""

from pathlib import Path

import pytest

from core.contracts.errors import DataError
from service.settings import from_environment

SECRET = "a-secret-of-more-than-thirty-two-bytes"
PLATFORM = {
    "ACCESS_MODE": "learnworlds_api",
    "LW_API_URL": "https://school.example/admin/api/v2/",
    "LW_CLIENT_ID": "client",
    "LW_CLIENT_SECRET": "secret",
}


def test_the_environment_is_read_once_and_arguments_win() -> None:
    environment = {
        "ALMANAC_WAREHOUSE": "/w",
        "APP_PROFILE": "lite",
        "COURSES": "a:pro, b",
        "CACHE_BYTES": "0",
        "ENTRY_SECRETS": SECRET,
    }
    settings = from_environment(environment, warehouse=Path("/x"), port=9)
    assert (settings.warehouse, settings.port, settings.state) == (Path("/x"), 9, Path("state"))
    assert (settings.default_tier, settings.cache_bytes) == ("lite", 0)
    assert settings.course_tiers == {"a": "pro", "b": None}


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
        ("SIGNING_KEYS", "short"),
        ("REDIS_URL", "localhost:6379"),
        ("REDIS_URL", "redis://host:port/0"),
    ],
)
def test_a_wrong_variable_is_named(name: str, value: str) -> None:
    with pytest.raises(DataError, match=name):
        from_environment({name: value})


def test_an_open_gate_stays_on_this_machine_unless_told() -> None:
    given = {"host": "0.0.0.0", "access_mode": "trusted_url"}
    with pytest.raises(DataError, match="not loopback"):
        from_environment({}, **given)
    assert from_environment({}, **given, trusted_anywhere=True).host == "0.0.0.0"


@pytest.mark.parametrize(
    ("environment", "names"),
    [
        ({}, "ENTRY_SECRETS.*openssl rand"),
        ({"ACCESS_MODE": "signed_url"}, "ENTRY_SECRETS"),
        ({"ENTRY_SECRETS": f"{SECRET},short"}, "ENTRY_SECRETS: one is shorter.*comma"),
        ({"ACCESS_MODE": "learnworlds_api", "LW_CLIENT_ID": "a"}, "LW_API_URL, LW_CLIENT_SECRET"),
        (PLATFORM | {"LW_API_URL": "http://school.example/api"}, "LW_API_URL.*https"),
        (PLATFORM | {"EMAIL_CODES": "1"}, "SMTP_HOST, MAIL_FROM"),
        ({"ENTRY_SECRETS": SECRET, "EMAIL_CODES": "1"}, "EMAIL_CODES.*learnworlds_api"),
        ({"ENTRY_SECRETS": SECRET, "COURSE_SITES": "https://school.example"}, "COURSE_SITES"),
    ],
)
def test_a_way_to_enter_says_what_it_needs(environment: dict[str, str], names: str) -> None:
    with pytest.raises(DataError, match=names):
        from_environment(environment)


def test_signed_links_are_the_way_in_unless_told_otherwise() -> None:
    settings = from_environment({"ENTRY_SECRETS": f"{SECRET}, {SECRET[::-1]}"})
    assert (settings.access_mode, settings.entry_secrets) == ("signed_url", (SECRET, SECRET[::-1]))
    assert from_environment(PLATFORM).lw_api_url == "https://school.example/admin/api/v2"


def test_secrets_are_not_in_the_settings_text() -> None:
    hidden = {"ENTRY_SECRETS": "e" * 40, "SIGNING_KEYS": "k" * 40, "METRICS_TOKEN": "scraper"}
    hidden |= {"LW_CLIENT_SECRET": "hush-hush", "SMTP_PASSWORD": "mailman", "REDIS_URL": "redis://:word@db"}
    text = repr(from_environment(hidden))
    assert [value for value in hidden.values() if value in text] == []
    with pytest.raises(DataError, match="REDIS_URL: expected") as refused:
        from_environment({"REDIS_URL": "http://ada:secret@127.0.0.1/0"})
    assert "secret" not in refused.value.detail


def test_an_address_with_a_password_in_it_is_refused_without_showing_it() -> None:
    for name in ("LW_TOKEN_URL", "LW_API_URL"):
        with pytest.raises(DataError, match=f"{name}: expected an https address") as refused:
            from_environment({name: "http://ada:hush@school.example/token"})
        assert "hush" not in refused.value.detail


def test_a_wrong_list_of_codes_is_refused_without_showing_a_code() -> None:
    with pytest.raises(DataError, match="REDEEM_CODES: expected one of") as refused:
        from_environment({"REDEEM_CODES": "WELCOME-2026:gold"})
    assert "2026:gold" not in refused.value.detail
