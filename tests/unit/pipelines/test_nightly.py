"""One night: what came, what that means by the hour, what is left to do after a second run."""

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import zstandard

import pipelines.nightly
from core.contracts.errors import DataError
from core.contracts.publication import current_key
from core.importing.drop import DropFolder
from core.importing.importer import import_file
from core.warehouse.bars import read_bars_index
from core.warehouse.nights import Busy, only_run
from core.warehouse.paths import Warehouse
from core.warehouse.snapshots import current_id
from pipelines.nightly import refuse_unclaimed, symbols_of_night, tidy
from pipelines.nightly_context import context_of
from pipelines.providers import Outage
from tests.support.night_stage import Stage, aged, bars_of_sessions, empty_stage
from tests.support.redis_server import RedisServer
from tests.support.small_warehouse import saved, small_bars
from tests.unit.importing.vendor_files import headerless_zone, known_bars
from tests.unit.pipelines.night_parts import AFTER_MIDNIGHT, EVENING, Vendor, files


def test_a_file_that_waits_is_in_the_snapshot_and_put_away(night: Stage) -> None:
    night.drop(bars_of_sessions("2024-06-11"), "tonight.parquet")
    done = night.run()
    assert (done.result, done.have) == ("ok", "2024-06-11")
    assert [(each.name, each.added, each.replaced) for each in done.arrived] == [("tonight.parquet", 267, 0)]
    assert done.snapshot_id == current_id(night.warehouse.snapshots("ES"))
    assert files(night.warehouse.drop) == ["ES/done/20240611T223000Z-tonight.parquet"]
    assert night.told == []


def test_the_record_of_the_night_is_a_file_that_says_what_was_expected_and_what_came(night: Stage) -> None:
    night.drop(bars_of_sessions("2024-06-11"), "tonight.parquet")
    night.run()
    record = json.loads((night.warehouse.root / "nights" / "ES" / "2024-06-11.json").read_text())
    assert (record["symbol"], record["session"], record["expected_bars"]) == ("ES", "2024-06-11", 81)
    (only,) = record["tries"]
    assert (only["started"], only["result"]) == ("2024-06-11T22:30:00+00:00", "ok")
    assert only["arrived"] == [{"name": "tonight.parquet", "rows": 267, "added": 267, "replaced": 0}]


@pytest.mark.parametrize(
    ("moment", "result", "alerts"),
    [(EVENING, "late", []), ("2024-06-12 02:29", "late", []), (AFTER_MIDNIGHT, "missing", ["missing"])],
)
def test_nothing_is_late_until_the_second_try_and_then_missing(
    night: Stage, moment: str, result: str, alerts: list[str]
) -> None:
    assert night.run(moment).result == result
    assert [alert.result for alert in night.told] == alerts


def records(warehouse: Warehouse) -> dict[Path, int]:
    """When each record was written, but for what the steps of a run hand on."""
    paths = [path for path in warehouse.root.rglob("*.json") if "work" not in path.parts]
    return {path: path.stat().st_mtime_ns for path in paths}


def test_a_second_run_of_a_good_night_changes_nothing(night: Stage) -> None:
    night.drop(bars_of_sessions("2024-06-11"))
    first = night.run()
    before = records(night.warehouse)
    assert night.run("2024-06-11 20:00") == first
    assert records(night.warehouse) == before


def test_a_run_beside_another_one_leaves_everything_to_it(night: Stage) -> None:
    night.drop(bars_of_sessions("2024-06-11"))
    with only_run(night.warehouse, "ES"), pytest.raises(Busy, match="another nightly run is at work"):
        night.run()
    assert night.run().result == "ok"


def test_a_refused_file_lies_beside_the_reason_and_somebody_is_told(night: Stage) -> None:
    night.drop(bars_of_sessions("2024-06-11").assign(contract="NQU4"), "tonight.parquet")
    done = night.run()
    assert done.result == "wrong file"
    refused = night.warehouse.drop / "ES" / "refused"
    assert files(refused) == ["20240611T223000Z-tonight.parquet", "20240611T223000Z-tonight.parquet.why.txt"]
    why = (refused / "20240611T223000Z-tonight.parquet.why.txt").read_text()
    assert "contract NQU4 says NQ" in why
    assert [alert.result for alert in night.told] == ["wrong file"]
    assert "contract NQU4 says NQ" in night.told[0].text


def test_a_wrong_file_beside_the_right_one_spoils_nothing_and_is_told(night: Stage) -> None:
    night.drop(bars_of_sessions("2024-06-11").assign(contract="NQU4"), "a.parquet")
    night.drop(bars_of_sessions("2024-06-11"), "b.parquet")
    assert night.run().result == "ok"
    assert ["NQU4" in alert.why for alert in night.told] == [True]


def test_a_file_that_still_grows_waits_for_the_next_run(night: Stage) -> None:
    path = saved(bars_of_sessions("2024-06-11"), night.context.drop.folder("ES") / "growing.parquet")
    assert night.run().result == "late"
    assert night.slept == [30.0]
    assert path.exists()
    aged(path)
    assert night.run().result == "ok"


@pytest.mark.parametrize("name", [".hidden.parquet", "night.parquet.part", "night.parquet.crdownload"])
def test_unfinished_names_are_left_alone(night: Stage, name: str) -> None:
    path = night.drop(bars_of_sessions("2024-06-11"), name)
    assert night.run().result == "late"
    assert path.exists()


def test_a_session_that_is_not_whole_is_not_called_in(night: Stage) -> None:
    night.drop(bars_of_sessions("2024-06-11").iloc[:-40])
    done = night.run()
    assert (done.result, done.have) == ("late", "2024-06-10")
    assert "2024-06-11 is quarantined" in done.why
    night.drop(bars_of_sessions("2024-06-11"))
    assert night.run(AFTER_MIDNIGHT).result == "ok"


def test_bars_imported_by_hand_are_built_by_the_next_night(night: Stage) -> None:
    night.drop(bars_of_sessions("2024-06-11"))
    night.run()
    corrected = bars_of_sessions("2024-06-07")
    corrected.loc[100, "volume"] = 7_777
    import_file(saved(corrected, night.warehouse.root / "ES.parquet"), warehouse=night.warehouse)
    assert night.status().state == "outdated"
    night.run("2024-06-11 21:00")
    assert night.status().state == "ok"


def test_symbols_are_those_with_bars_or_files_and_never_the_sample(tmp_path: Path) -> None:
    made = empty_stage(Warehouse(tmp_path / "warehouse"))
    assert made.context.symbols() == ()
    aged(saved(small_bars(last="2024-06-04"), made.warehouse.drop / "NQ" / "x.parquet"))
    aged(saved(small_bars(last="2024-06-04"), made.warehouse.drop / "ES_5min.parquet"))
    for symbol in ("DEMO", "DEMO-COIN"):
        aged(saved(small_bars(last="2024-06-04"), made.warehouse.drop / symbol / "x.parquet"))
    assert symbols_of_night(made.context, ()) == ("ES", "NQ")


def test_a_vendors_file_of_one_night_is_read_as_its_history_was(tmp_path: Path) -> None:
    made = empty_stage(Warehouse(tmp_path / "warehouse"))
    bars = known_bars("2024-02-05", "2024-06-12")
    until, tonight = bars["ts"] < "2024-06-10T22:00Z", bars["ts"] < "2024-06-11T21:00Z"
    vendor = headerless_zone("America/Chicago")
    folder = made.context.drop.folder("ES")
    (folder / "ES_5min.txt").write_text(vendor(bars[until]))
    aged(folder / "ES_5min.txt")
    assert made.run("2024-06-10 18:30").result == "ok"
    (folder / "ES_5min.txt").write_text(vendor(bars[tonight & ~until]))
    aged(folder / "ES_5min.txt")
    done = made.run(EVENING)
    assert (done.result, done.why) == ("ok", "")
    assert (
        read_bars_index(made.warehouse, "ES").last_ts == f"{bars[tonight]['ts'].iloc[-1]:%Y-%m-%dT%H:%M:%SZ}"
    )


def test_a_first_file_makes_a_symbol(tmp_path: Path) -> None:
    made = empty_stage(Warehouse(tmp_path / "warehouse"))
    made.drop(small_bars(last="2024-06-11"), "history.parquet")
    assert made.run(EVENING).result == "ok"


def test_a_file_of_nobody_is_put_away_with_the_question(night: Stage) -> None:
    path = aged(saved(bars_of_sessions("2024-06-11"), night.warehouse.drop / "tonight.parquet"))
    (refusal,) = refuse_unclaimed(night.context)
    assert "whose bars are these?" in refusal.why
    assert "whose bars are these?" in night.told[0].text
    assert not path.exists()
    assert len(files(night.warehouse.drop / "refused")) == 2


def test_old_files_and_records_go_and_young_ones_stay(night: Stage) -> None:
    night.drop(bars_of_sessions("2024-06-11"))
    night.run()
    night.at("2024-09-09 12:00")
    assert (tidy(night.context)["files"], tidy(night.context)["nights"]) == (0, 0)
    night.at("2024-09-10 12:00")
    assert (tidy(night.context)["files"], tidy(night.context)["nights"]) == (1, 0)
    night.at("2025-08-01 12:00")
    assert tidy(night.context)["nights"] == 1
    assert DropFolder(night.warehouse.drop).waiting("ES") == {}


def test_with_a_redis_the_night_ends_there_too(night: Stage, redis_server: RedisServer) -> None:
    night.context = replace(night.context, redis_url=redis_server.url)
    night.drop(bars_of_sessions("2024-06-11"))
    done = night.run()
    with redis_server.client() as client:
        assert client.get(current_key("ES")) == str(done.snapshot_id).encode()


def test_a_redis_that_is_away_is_a_failed_night_whose_snapshot_the_warehouse_serves(night: Stage) -> None:
    night.context = replace(night.context, redis_url="unix:///nowhere/redis.sock")
    night.drop(bars_of_sessions("2024-06-11"))
    done = night.run()
    assert (done.result, done.have) == ("failed", "2024-06-11")
    assert "almanac publish" in night.told[0].text
    assert night.status().state == "incomplete"
    assert night.line().startswith("ES  INCOMPLETE  2024-06-11 in, built ")
    assert night.line().endswith("; failed at 18:30")


def test_no_secret_is_written_down_or_sent(night: Stage) -> None:
    night.context = replace(night.context, secrets=("s3cret",))
    night.ask(Vendor(Outage("https://user:s3cret@example.com did not answer")))
    night.drop(bars_of_sessions("2024-06-10").assign(contract="NQU4"), "s3cret.parquet")
    night.run()
    record = (night.warehouse.nights("ES") / "2024-06-11.json").read_text()
    assert "s3cret" not in record.replace('"name": "s3cret.parquet"', "")
    assert "s3cret" not in night.told[0].text
    assert "(secret)" in night.told[0].text


def test_another_markets_file_is_refused_by_the_name_of_its_folder(night: Stage) -> None:
    path = night.drop(bars_of_sessions("2024-06-11").assign(contract="NQU4"))
    why = night.run().why
    assert f"{path}: whose bars are these? " in why
    assert f"the folder {path.parent} says ES" in why
    assert "contract NQU4 says NQ" in why
    assert "--symbol" not in why


def test_files_in_a_folder_of_no_symbol_are_told_and_stay(night: Stage) -> None:
    path = aged(saved(bars_of_sessions("2024-06-11"), night.warehouse.drop / "EZ" / "night.parquet"))
    night.drop(bars_of_sessions("2024-06-11"))
    (refused,) = refuse_unclaimed(night.context)
    assert refused.why == (
        f"{path.parent}: no symbol is called EZ (ES, NQ, YM, RTY); nobody reads its files. Rename it."
    )
    assert [alert.text for alert in night.told] == [refused.why]
    assert path.exists()
    assert night.run().result == "ok"
    assert len(refuse_unclaimed(night.context)) == 1


def test_a_file_that_is_replaced_while_it_is_imported_waits_for_the_next_run(
    night: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = night.drop(bars_of_sessions("2024-06-11"))
    newer = bars_of_sessions("2024-06-11")
    newer["high"] += 0.25

    def replaced_meanwhile(*asked: Any, **named: Any) -> Any:
        report = import_file(*asked, **named)
        aged(saved(newer, path), 60)
        return report

    with monkeypatch.context() as patched:
        patched.setattr(pipelines.nightly, "import_file", replaced_meanwhile)
        assert night.run().result == "ok"
    assert files(night.warehouse.drop) == ["ES/night.parquet"]
    (arrived,) = night.run().arrived
    assert arrived.replaced == len(newer)
    assert [name.split("-")[-1] for name in files(night.warehouse.drop)] == ["night.parquet"]
    assert not path.exists()


@pytest.mark.usefixtures("reader_process")
def test_a_file_that_takes_too_much_is_set_aside_and_the_night_goes_on(
    night: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The night after it has nothing left to fail by."""
    bomb = night.warehouse.drop / "ES" / "bomb.csv.zst"
    bomb.parent.mkdir(parents=True, exist_ok=True)
    packer = zstandard.ZstdCompressor().compressobj()
    bomb.write_bytes(b"".join(packer.compress(b"1," * 2**25) for _ in range(20)) + packer.flush())
    aged(bomb)
    night.drop(bars_of_sessions("2024-06-11"), "b.parquet")
    monkeypatch.setenv("ALMANAC_IMPORT_MEMORY", "2")
    done = night.run()
    assert done.result == "ok"
    (refused,) = done.refused
    assert refused.why == (
        f"{bomb}: reading it takes more than 2 GiB of memory. Import it in parts, or set "
        "ALMANAC_IMPORT_MEMORY higher."
    )
    assert not bomb.exists()
    told = len(night.told)
    assert (night.run(), len(night.told)) == (done, told)


@pytest.mark.usefixtures("reader_process")
def test_what_is_no_regular_file_is_refused_unread_and_the_night_goes_on(night: Stage) -> None:
    folder = night.warehouse.drop / "ES"
    folder.mkdir(parents=True, exist_ok=True)
    os.mkfifo(folder / "pipe.csv")
    (folder / "passwd.csv").symlink_to("/etc/passwd")
    (folder / "gone.csv").symlink_to("nowhere")
    (folder / os.fsdecode(b"no \xff\x1b.csv")).write_text("no bars")
    for path in folder.iterdir():
        os.utime(path, (0, 0), follow_symlinks=False)
    night.drop(bars_of_sessions("2024-06-11"), "b.parquet")
    done = night.run()
    assert done.result == "ok"
    why = {each.name: each.why.removeprefix(f"{folder}/") for each in done.refused}
    assert why == {
        "pipe.csv": "pipe.csv: is a named pipe. Put the file itself there.",
        "passwd.csv": f"passwd.csv: is a link that leaves {night.warehouse.drop}. Put the file itself there.",
        "gone.csv": "gone.csv: cannot be read (No such file or directory). Check the path.",
        r"no \xff\x1b.csv": r"no \xff\x1b.csv: its lines are no table; found 'no bars'. Expected columns "
        "between commas, semicolons, tabs or pipes.",
    }
    told = len(night.told)
    assert (night.run(), len(night.told)) == (done, told)


def test_a_wrong_limit_is_no_fault_of_a_file(night: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALMANAC_IMPORT_MEMORY", "much")
    with pytest.raises(DataError, match="ALMANAC_IMPORT_MEMORY: found much, expected a number above 0"):
        context_of(night.warehouse, os.environ)
