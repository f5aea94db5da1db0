"""`almanac days`, as typed."""

import io
import sys
from pathlib import Path

import pytest

from cli import main as command
from service.snapshots.source import DirectorySource
from tests.support.blocking import DayLists, RedisStore, SqliteStore
from tests.support.redis_server import RedisServer
from tests.support.snapshots import publish_random

FILE = """\ufeffdate,note
2024-05-03,"gap, and go"
2024-05-06, plain, with a comma

2024-07-05,=SUM(A1)
2024-05-02
"""
SHOWN = [
    "DATE        NOTE",
    "2024-05-02",
    "2024-05-03  gap, and go",
    "2024-05-06  plain, with a comma",
    "2024-07-05  =SUM(A1)",
]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("REDIS_URL", raising=False)
    (tmp_path / "days.csv").write_text(FILE, encoding="utf-8")
    return tmp_path


def days(place: Path, *arguments: str) -> int:
    where = ("--state", str(place / "state"), "--warehouse", str(place / "warehouse"))
    return command.main(["days", *arguments, *where])


def typed(monkeypatch: pytest.MonkeyPatch, text: str | bytes) -> None:
    content = text if isinstance(text, bytes) else text.encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))


def test_a_list_is_added_listed_shown_exported_and_removed(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert days(place, "list") == 0
    assert capsys.readouterr().out == "no lists of ES yet\n"
    assert days(place, "add", "Gap and go", str(place / "days.csv")) == 0
    assert capsys.readouterr() == ("Gap and go: 4 days of ES\n", "")
    assert days(place, "list") == 0
    assert capsys.readouterr().out.splitlines()[1].split("  ")[:2] == ["Gap and go", "4"]
    assert days(place, "show", "gap AND go") == 0
    assert capsys.readouterr().out.splitlines() == SHOWN
    assert days(place, "export", "gap and go") == 0
    exported = capsys.readouterr().out
    assert exported.splitlines()[-1] == "2024-07-05,'=SUM(A1)"
    typed(monkeypatch, exported)
    assert days(place, "add", "again", "-") == 0
    capsys.readouterr()
    assert days(place, "show", "again") == 0
    assert capsys.readouterr().out.splitlines() == SHOWN
    assert days(place, "remove", "GAP and go") == 0
    assert capsys.readouterr().out == "Gap and go: removed (4 days of ES)\n"
    for action in ("show", "export", "remove"):
        assert days(place, action, "gap and go") == 1
        assert capsys.readouterr().err == "almanac: ES has no list 'gap and go'; its lists: again.\n"
    assert b'"list_changed"' in (place / "state" / "audit.log").read_bytes()


def test_a_list_that_is_there_is_replaced_only_when_asked_to(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert days(place, "add", "a", str(place / "days.csv")) == 0
    typed(monkeypatch, "2024-05-03\n")
    assert days(place, "add", "A", "-") == 1
    assert "A: is there already; --replace writes it again" in capsys.readouterr().err
    typed(monkeypatch, "2024-05-03\n")
    assert days(place, "add", "A", "-", "--replace") == 0
    assert capsys.readouterr().out == "A: 1 day of ES\n"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("2024-05-03\n2024-5-6,x\n", 'the input, line 2: "2024-5-6" is not a date; write it as YYYY-MM-DD.'),
        ("date,note\n\n05/03/2024\n", "the input, line 3: "),
        ("2024-05-03\n\n2024-05-03\n", "line 3: 2024-05-03 is there already, as the input, line 1"),
        (f"2024-05-03\n2024-05-06,{'n' * 281}\n", "the input, line 2: a note has up to 280 characters"),
        ("2024-05-03\n,a note alone\n", 'the input, line 2: "" is not a date'),
        ('2024-05-03\n2024-05-06,"open\n2024-05-07\n', "the input, line 2: "),
        (" \n\n", "the input: is empty; a line is a date, then a comma and a note"),
        (b"2024-05-03,\xff\n", "the input: is no text in UTF-8 (byte 12)."),
        (
            "\n".join(f"{1000 + at // 28}-01-{at % 28 + 1:02}" for at in range(5001)),
            "5,001 found, at most 2,000",
        ),
    ],
)
def test_a_file_is_taken_whole_or_not_at_all(
    place: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    content: str | bytes,
    told: str,
) -> None:
    typed(monkeypatch, content)
    assert days(place, "add", "a", "-") == 1
    assert told in capsys.readouterr().err
    assert days(place, "list") == 0
    assert capsys.readouterr().out == "no lists of ES yet\n"


def test_a_file_that_is_not_there_and_a_name_that_cannot_be_are_refused(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert days(place, "add", "a", str(place / "none.csv")) == 1
    assert "none.csv: No such file" in capsys.readouterr().err
    assert days(place, "add", "a/b", str(place / "days.csv")) == 1
    assert "almanac: name: expected 1 to 60 characters" in capsys.readouterr().err


def test_days_that_no_filter_matches_are_named(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    snapshot_id = publish_random(place / "warehouse")
    book = DirectorySource(place / "warehouse").load("ES", snapshot_id).book
    kinds = {each.kind: each.session_date for each in book.sessions}
    chosen = [*kinds.values(), "1999-01-04"]
    (place / "days.csv").write_text("\n".join(chosen), encoding="utf-8")
    assert days(place, "add", "a", str(place / "days.csv")) == 0
    out, err = capsys.readouterr()
    assert out == f"a: {len(chosen)} days of ES\n"
    assert sorted(err.splitlines()) == sorted(
        f"warning: {day} {why} of {snapshot_id}, no filter matches it"
        for day, why in (
            (kinds["short"], "is a half day"),
            (kinds["quarantined"], "is quarantined"),
            ("1999-01-04", "is no session"),
        )
    )
    assert days(place, "list", "--symbol", "NQ") == 1
    assert "there is nothing of NQ; there is: ES" in capsys.readouterr().err


def test_where_redis_is_set_the_list_is_there(
    place: Path, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDIS_URL", redis_server.url)
    assert days(place, "add", "a", str(place / "days.csv"), "--symbol", "nq") == 0
    stores = (RedisStore(redis_server.url), SqliteStore(place / "state"))
    assert [len(DayLists(store).of("NQ")) for store in stores] == [1, 0]
    for store in stores:
        store.close()
