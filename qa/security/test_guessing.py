"""Names, passwords and codes found by asking often, by the answer's words or by its time."""

from __future__ import annotations

from itertools import count
from statistics import median

import pytest

from qa.security.target import PASSWORD, Target

VICTIMS = count(1)
"""A number for each account of a test's own, so that tries do not add up."""


def answer_to(target: Target, username: str, password: str) -> tuple[int, str, str]:
    answer = target.post("/auth/login", {"username": username, "password": password})
    return answer.status, answer.json().get("detail"), answer.json().get("message")


def test_names_of_accounts_by_the_time_of_a_refusal(target: Target) -> None:
    """By the service's CPU: a busy machine adds to the time a guesser sees, not to the work behind it."""
    names = ("ada", "bob", "nobody", "' OR 1=1")
    took: dict[str, list[float]] = {name: [] for name in names}
    for turn in range(6):
        for name in names[turn % 4 :] + names[: turn % 4]:
            began = target.cpu()
            target.post("/auth/login", {"username": name, "password": "wrong password"})
            took[name].append(target.cpu() - began)
    middles = {name: median(each) for name, each in took.items()}
    assert max(middles.values()) < 2 * min(middles.values()), took


@pytest.mark.parametrize(
    "name",
    [
        "' OR '1'='1",
        "ada'--",
        'ada" OR ""="',
        "ada\x00",
        "*",
        "ada%",
        "ad_",
        "admin",
        "root",
        "ada\u200b",
        "\u0430da",
        "ada\n",
        "account:ada",
        '{"$ne": ""}',
        "ada; DROP TABLE accounts",
        "' UNION SELECT 1 --",
        "../ada",
    ],
)
def test_a_name_that_is_an_injection_or_a_look_alike(target: Target, name: str) -> None:
    before = target.rows("window")
    status = answer_to(target, name, PASSWORD)[0]
    assert status == (200 if name.strip() == "ada" else 401)
    assert status == 200 or target.rows("window") == before
    assert target.rows()["account"] == 2


@pytest.mark.parametrize(
    "password", ["' OR '1'='1", PASSWORD.upper(), f"{PASSWORD} ", f"{PASSWORD}\0x", "\0", PASSWORD[:-1]]
)
def test_a_password_that_is_nearly_right(target: Target, password: str) -> None:
    target.account(name := f"victim{next(VICTIMS)}")
    assert answer_to(target, name, password)[0] == 401


def test_figures_of_the_service_without_a_token(target: Target) -> None:
    for token in (None, "x", "null"):
        assert target.ask("GET", "/metrics", token=token).status == 401
    for path in ("/healthz", "/readyz"):
        assert set(target.ask("GET", path).json()) <= {"status", "snapshots", "version"}


def test_addresses_for_maintainers_that_are_not_there(target: Target) -> None:
    for path in (
        "/docs",
        "/redoc",
        "/admin",
        "/debug",
        "/api/debug",
        "/api/admin/users",
        "/api/accounts",
        "/api/auth/users",
    ):
        answer = target.ask("GET", path)
        assert answer.status == 404 or b"<title>The page</title>" in answer.body


def test_what_the_service_runs_on(target: Target) -> None:
    for answer in (
        target.ask("GET", "/"),
        target.get("/none"),
        target.get("/auth/me"),
        target.say(b"x\r\n\r\n"),
    ):
        assert not {"server", "x-powered-by"} & set(answer.headers)
        assert not [word for word in (b"uvicorn", b"tarlette", b"ython") if word in answer.body]
