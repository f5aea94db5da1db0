"""Two weeks of nights: whatever happens, every morning serves the right snapshot and says how it stands.

The right snapshot is the one built from scratch from the bars that should be there by then.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import core.build.run_build
from core.build.build import Build, start
from core.build.manifest import describe
from core.build.tables import read_table
from core.contracts.manifest import Manifest
from core.importing.importer import import_file
from core.warehouse.paths import Warehouse
from pipelines.providers import DatabentoProvider
from tests.integration.killing import KILLED, child
from tests.support.databento_stand_in import Reply, StandIn, bars_reply, running_stand_in
from tests.support.night_stage import Stage, bars_of_sessions, stage
from tests.support.small_warehouse import saved, small_bars
from tests.unit.importing.vendor_packages import dbn_file

NOTIFIED = (
    "first_session",
    "last_session",
    "short_sessions",
    "missing_sessions",
    "quarantined",
    "closed_days",
    "rolls",
)


class Fortnight:
    """The stage, and beside it the bars that should be there."""

    def __init__(self, root: Path) -> None:
        self.root, self.stage = root, stage(root, last="2024-06-21")
        self.truth = small_bars(last="2024-06-21")
        self.built: Build | None = None
        self.mornings = 0

    def should_have(self, bars: pd.DataFrame) -> pd.DataFrame:
        """These bars belong in, the later ones over the earlier."""
        merged = pd.concat([self.truth, bars]).drop_duplicates("ts", keep="last")
        self.truth, self.built = merged.sort_values("ts", ignore_index=True), None
        return bars

    def drop(self, bars: pd.DataFrame, name: str = "ES_nightly.parquet") -> None:
        """A file of bars that should be there arrives."""
        self.stage.drop(self.should_have(bars), name)

    def tries(self, moment: str, result: str) -> None:
        """A run at this New York time ends so."""
        assert self.stage.run(moment).result == result, moment

    def says(self, line: str) -> None:
        """The first line of the status."""
        assert self.stage.line() == f"ES  {line}"

    def morning(self, moment: str, line: str) -> None:
        """At nine the line says `line`, and what is served is what a build from scratch gives."""
        self.stage.at(f"{moment} 09:00")
        assert self.stage.line().startswith(f"ES  {line}"), self.stage.line()
        manifest = self.stage.status().manifest
        assert manifest is not None
        folder = self.stage.warehouse.snapshot("ES", manifest.snapshot_id)
        scratch = self._from_scratch()
        expected = noted(scratch)
        assert {name: getattr(manifest, name) for name in NOTIFIED} == {
            name: getattr(expected, name) for name in NOTIFIED
        }
        for name, table in scratch.tables.items():
            assert read_table(folder / name).equals(table), name
        self.mornings += 1

    def _from_scratch(self) -> Build:
        """What is built of the right bars, not written and not checked: a night's own build is."""
        if self.built is None:
            warehouse = Warehouse(self.root / f"scratch-{self.mornings}")
            path = saved(self.truth, self.root / "scratch" / "ES.parquet")
            import_file(path, warehouse=warehouse)
            self.built = start(warehouse, "ES")
        return self.built


def noted(build: Build) -> Manifest:
    """What the manifest of a build says of its sessions."""
    return describe(
        build.sessions,
        build.record,
        snapshot_id=build.snapshot_id,
        definitions="",
        built_at="",
        files=[],
        own_mistakes=[],
        replaces=None,
        minutes="",
    )


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StandIn]:
    folder = tmp_path_factory.mktemp("databento")
    with pytest.MonkeyPatch.context() as patch, running_stand_in(folder) as stand_in:
        patch.setenv("REQUESTS_CA_BUNDLE", str(folder / "certificate.pem"))
        yield stand_in


def test_a_fortnight_of_nights_ends_right_every_morning(tmp_path: Path, server: StandIn) -> None:
    nights = Fortnight(tmp_path)
    late_wrong_and_missing(nights)
    corrected_and_missing_again(nights)
    half_day_and_holiday(nights)
    outage(nights, server)
    kill(nights)
    assert nights.mornings == 12
    assert [(alert.session, alert.result) for alert in nights.stage.told] == [
        ("2024-06-26", "wrong file"),
        ("2024-06-27", "wrong file"),
        ("2024-06-27", "missing"),
        ("2024-07-01", "missing"),
        ("2024-07-05", "outage"),
    ]


def late_wrong_and_missing(nights: Fortnight) -> None:
    """Monday is well; Tuesday's file is late, Wednesday's another symbol's, Thursday's in another zone."""
    nights.drop(bars_of_sessions("2024-06-24"))
    nights.tries("2024-06-24 18:30", "ok")
    nights.morning("2024-06-25", "ok  2024-06-24 in, built ")

    nights.tries("2024-06-25 18:30", "late")
    nights.says("STALE  expected 2024-06-25, have 2024-06-24: not there yet at 18:30, next try 02:30")
    nights.drop(bars_of_sessions("2024-06-25"))
    nights.tries("2024-06-26 02:30", "ok")
    nights.morning("2024-06-26", "ok  2024-06-25 in, built ")

    nights.stage.drop(bars_of_sessions("2024-06-26").assign(contract="NQU4"))
    nights.tries("2024-06-26 18:30", "wrong file")
    nights.says("STALE  expected 2024-06-26, have 2024-06-25: wrong file at 18:30, next try 02:30")
    nights.drop(bars_of_sessions("2024-06-26"))
    nights.tries("2024-06-27 02:30", "ok")
    nights.morning("2024-06-27", "ok  2024-06-26 in, built ")

    new_york = bars_of_sessions("2024-06-27")
    nights.stage.drop(new_york.assign(ts=new_york["ts"] - pd.Timedelta(hours=4)))
    nights.tries("2024-06-27 18:30", "wrong file")
    nights.tries("2024-06-28 02:30", "missing")
    nights.morning(
        "2024-06-28",
        "STALE  expected 2024-06-27, have 2024-06-26: missing at 02:30, next try 2024-06-28 18:30",
    )


def corrected_and_missing_again(nights: Fortnight) -> None:
    """Friday brings Thursday too and corrects Tuesday; nothing is due at the weekend; Monday has no file."""
    corrected = bars_of_sessions("2024-06-25")
    corrected["high"] += np.where(corrected.index == 200, 40.0, 0.0)
    nights.drop(bars_of_sessions("2024-06-27", "2024-06-28"), "ES_two_nights.parquet")
    nights.drop(corrected, "ES_corrected.parquet")
    nights.tries("2024-06-28 18:30", "ok")
    nights.morning("2024-06-29", "ok  2024-06-28 in, built ")

    nights.tries("2024-06-29 18:30", "ok")
    nights.tries("2024-06-30 18:30", "ok")
    nights.morning("2024-07-01", "ok  2024-06-28 in, built ")

    nights.tries("2024-07-01 18:30", "late")
    nights.tries("2024-07-02 02:30", "missing")
    nights.morning(
        "2024-07-02",
        "STALE  expected 2024-07-01, have 2024-06-28: missing at 02:30, next try 2024-07-02 18:30",
    )


def half_day_and_holiday(nights: Fortnight) -> None:
    """Tuesday's file does not bring Monday; Wednesday, a half day, does; Thursday is Independence Day."""
    nights.drop(bars_of_sessions("2024-07-02"))
    nights.tries("2024-07-02 18:30", "ok")
    nights.morning("2024-07-03", "INCOMPLETE  2024-07-02 in, built ")
    assert nights.stage.line().endswith("; no bars of 2024-07-01: drop a file that has them")

    nights.drop(bars_of_sessions("2024-07-01"), "ES_monday.parquet")
    nights.drop(bars_of_sessions("2024-07-03"))
    nights.tries("2024-07-03 18:30", "ok")
    nights.morning("2024-07-04", "ok  2024-07-03 in, built ")

    nights.tries("2024-07-04 18:30", "ok")
    nights.tries("2024-07-05 02:30", "ok")
    nights.morning("2024-07-05", "ok  2024-07-03 in, built ")


def outage(nights: Fortnight, server: StandIn) -> None:
    """Friday the provider is down in the evening and back at night."""
    nights.stage.ask(DatabentoProvider("db-key", nights.stage.slept.append, server.gateway))
    server.answer(Reply(503))
    nights.tries("2024-07-05 18:30", "outage")
    nights.says("STALE  expected 2024-07-05, have 2024-07-03: provider outage at 18:30, next try 02:30")
    server.answer(bars_reply(dbn_file(nights.should_have(bars_of_sessions("2024-07-05")), "ESU4")))
    nights.tries("2024-07-06 02:30", "ok")
    nights.morning("2024-07-06", "ok  2024-07-05 in, built ")
    nights.stage.ask(None)


def kill(nights: Fortnight) -> None:
    """Monday's run is killed when the bars are in and nothing is built; the second try finishes."""
    nights.drop(bars_of_sessions("2024-07-08"))
    assert child(lambda: killed_when_imported(nights.stage, "2024-07-08 18:30")) == KILLED
    nights.stage.at("2024-07-08 19:00")
    nights.says("STALE  expected 2024-07-08, have 2024-07-05: the run of 18:30 was cut off, next try 02:30")
    nights.tries("2024-07-09 02:30", "ok")
    nights.morning("2024-07-09", "ok  2024-07-08 in, built ")


def killed_when_imported(stage: Stage, moment: str) -> None:
    """Import what waits and die before anything is built."""
    setattr(core.build.run_build, "run_step", lambda *asked: os._exit(KILLED))  # noqa: B010
    stage.run(moment)
