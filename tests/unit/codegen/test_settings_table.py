"""Every setting stands in docs/operations.md, with its default and what it is for."""

from dataclasses import fields
from pathlib import Path

import pytest

from scripts.codegen import settings_table
from service.settings import VARIABLES, Settings


def test_the_committed_table_is_that_of_the_settings(capsys: pytest.CaptureFixture[str]) -> None:
    assert settings_table.main(["--check"]) == 0, capsys.readouterr().err


def test_every_variable_has_its_line() -> None:
    rows = [line.split(" | ") for line in settings_table.render().splitlines() if line.startswith("| `")]
    assert sorted(row[0].removeprefix("| ").strip("`") for row in rows) == sorted(VARIABLES)
    assert all(len(row) == 3 and row[2].removesuffix(" |").endswith((".", ":")) for row in rows)


@pytest.mark.parametrize(
    ("variable", "default"),
    [
        ("LOGIN_LIMIT", "`30/60`"),
        ("TRUSTED_PROXIES", "`127.0.0.1, ::1`"),
        ("TRUSTED_URL_ANYWHERE", "`0`"),
        ("ALMANAC_STATE", "`state`"),
        ("REQUEST_BUDGET", "`10`"),
        ("ENTRY_SECRETS", ""),
        ("PUBLIC_URL", ""),
    ],
)
def test_a_default_is_written_as_somebody_would_set_it(variable: str, default: str) -> None:
    assert f"| `{variable}` | {default} | " in settings_table.render()


def test_every_setting_has_its_variable_but_what_the_command_line_gives() -> None:
    settings = {each.name for each in fields(Settings)}
    assert settings - {each.name for each in VARIABLES.values()} == {"host", "port"}
    assert {each.name for each in VARIABLES.values()} < settings


def test_an_outdated_document_is_said_and_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = tmp_path / "operations.md"
    document.write_text(f"before\n{settings_table.BEGIN}\nold\n{settings_table.END}\nafter\n")
    monkeypatch.setattr(settings_table, "DOCUMENT", document)
    assert settings_table.main(["--check"]) == 1
    assert settings_table.main([]) == 0
    assert settings_table.main(["--check"]) == 0
    text = document.read_text()
    assert text.startswith("before\n")
    assert text.endswith("\nafter\n")
    assert "\nold\n" not in text


def test_a_document_without_its_marks_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document = tmp_path / "operations.md"
    document.write_text("no marks")
    monkeypatch.setattr(settings_table, "DOCUMENT", document)
    assert settings_table.main([]) == 1
    assert document.read_text() == "no marks"
