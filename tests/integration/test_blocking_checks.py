"""Every blocking check, and a build that it stops: one that could not fail would be noticed here."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pandas as pd
import pytest

from core.build.build import Build, start
from core.build.checks import CHECKS
from core.build.steps import STEPS, require, run_step
from core.contracts.errors import DataError
from core.contracts.pack import ALIKE_BRIER
from core.features.compute import FeatureColumn
from core.market.sessions import Quarantined
from core.warehouse.durable import write_file
from core.warehouse.paths import Warehouse
from tests.support.small_warehouse import TICK, small_warehouse


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_warehouse(tmp_path_factory.mktemp("checks"), last="2024-06-21").root


@pytest.fixture
def warehouse(template: Path, tmp_path: Path) -> Warehouse:
    return Warehouse(shutil.copytree(template, tmp_path / "warehouse"))


def given(build: Build, **parts: object) -> None:
    """Let the build have these parts in the place of those it would make."""
    build.__dict__.update(parts)


def bar(build: Build, **values: Any) -> None:
    """Another sixth bar."""
    bars = build.bars.copy()
    for name, value in values.items():
        bars.loc[bars.index[5], name] = value
    given(build, _imported=(build.record, bars))


def close_outside_its_bar(build: Build) -> None:
    bar(build, close=build.bars["high"].iloc[5] + TICK)


def a_price_off_the_tick(build: Build) -> None:
    bar(build, low=build.bars["low"].iloc[5] - TICK / 2)


def a_stamp_twice(build: Build) -> None:
    bar(build, ts=build.bars["ts"].iloc[4])


def a_findings_report_cut_short(build: Build) -> None:
    for path in build.warehouse.bars("ES").glob("_findings/*.json"):
        path.write_bytes(path.read_bytes()[:20])


def a_session_without_one_of_its_bars(build: Build) -> None:
    bars = build.sessions.bars
    given(build, sessions=replace(build.sessions, bars=bars.drop(bars.index[bars["bar_number"] == 40][0])))


def more_sessions_quarantined_than_counted(build: Build) -> None:
    counted = len(build.sessions.sessions)
    left_out = tuple(Quarantined(date(2024, 6, 1), "hollow") for _ in range(counted + 1))
    given(build, sessions=replace(build.sessions, quarantined=left_out))


def a_close_thirty_percent_up(build: Build) -> None:
    table = build.sessions.sessions
    close = np.where(np.arange(len(table)) < 5, table.close, table.close * 1.3)
    given(build, sessions=replace(build.sessions, sessions=replace(table, close=close)))


def bars_far_beyond_the_last_session(build: Build) -> None:
    bars = build.sessions.bars
    late = bars.iloc[[-1]].assign(session_date=pd.Timestamp("2024-07-12"), bar_number=1)
    given(build, sessions=replace(build.sessions, bars=pd.concat([bars, late])))


def a_feature_without_its_column(build: Build) -> None:
    given(build, columns={name: each for name, each in build.columns.items() if name != "gap_up"})


def a_signal_of_no_kind(build: Build) -> None:
    signals = build.signals.signal_type.copy()
    signals[7] = 7
    given(build, signals=replace(build.signals, signal_type=signals))


def a_coin_that_gives_another_day(build: Build) -> None:
    turned = FeatureColumn(1 - build.columns["close_above_open"].values)  # noqa: PD011
    given(build, columns={**build.columns, "close_above_open": turned})


def other_coin_days_than_were_packed(build: Build) -> None:
    assert build.pack
    columns = {**build.coin.columns, "close_above_open": build.coin.columns["inside_day"]}
    given(build, coin=replace(build.coin, columns=columns))


def a_score_that_cannot_be(build: Build) -> None:
    scores = np.full_like(build.served_pack.arrays[ALIKE_BRIER], 2)
    pack = replace(build.served_pack, arrays={**build.served_pack.arrays, ALIKE_BRIER: scores})
    given(build, served_pack=pack)


def another_signal_than_was_packed(build: Build) -> None:
    assert build.pack
    signals = build.signals.signal_type.copy()
    signals[7] = 0 if signals[7] else 1
    given(build, signals=replace(build.signals, signal_type=signals))


def another_column_than_was_packed(build: Build) -> None:
    assert build.pack
    given(build, columns={**build.columns, "gap_up": build.columns["gap_down"]})


def a_claim_with_a_day_more(build: Build) -> None:
    first, *others = build.claims
    given(build, claims=[msgspec.structs.replace(first, days=first.days + 1), *others])


def a_module_that_failed(build: Build) -> None:
    result = build.results["gap_up"]
    name, answer = next(iter(result.modules.items()))
    broken = msgspec.structs.replace(answer, status="error")
    failed = msgspec.structs.replace(result, modules={**result.modules, name: broken})
    given(build, results={**build.results, "gap_up": failed})


def answers_of_another_feature(build: Build) -> None:
    others = msgspec.structs.replace(build.results["gap_down"], feature="gap_up")
    given(build, results={**build.results, "gap_up": others})


def a_table_that_changed_on_the_disk(build: Build) -> None:
    path = build.written[0] / "features.parquet"
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def a_pointer_that_somebody_moved(build: Build) -> None:
    write_file(build.published.parent / "CURRENT", b"2024-06-20-0123456789ab\n")


BROKEN: dict[str, Callable[[Build], None]] = {
    "prices_are_sane": close_outside_its_bar,
    "prices_are_on_tick": a_price_off_the_tick,
    "stamps_ascend": a_stamp_twice,
    "findings_are_kept": a_findings_report_cut_short,
    "sessions_have_their_bars": a_session_without_one_of_its_bars,
    "calendar_is_covered": more_sessions_quarantined_than_counted,
    "jumps_are_possible": a_close_thirty_percent_up,
    "last_sessions_count": bars_far_beyond_the_last_session,
    "columns_are_whole": a_feature_without_its_column,
    "signals_are_known": a_signal_of_no_kind,
    "coins_turn_real_days": a_coin_that_gives_another_day,
    "coin_days_are_the_columns": other_coin_days_than_were_packed,
    "days_alike_are_the_service_s": a_score_that_cannot_be,
    "signals_are_the_charts": another_signal_than_was_packed,
    "index_counts_are_column_counts": another_column_than_was_packed,
    "claims_are_counted_again": a_claim_with_a_day_more,
    "modules_answer": a_module_that_failed,
    "evidence_agrees": answers_of_another_feature,
    "snapshot_reads_back": a_table_that_changed_on_the_disk,
    "snapshot_is_current": a_pointer_that_somebody_moved,
}


def test_every_blocking_check_has_a_build_that_it_stops() -> None:
    assert [check.name for check in CHECKS] == list(BROKEN)


@pytest.mark.parametrize("name", BROKEN)
def test_the_check_stops_the_build(warehouse: Warehouse, name: str) -> None:
    (check,) = (each for each in CHECKS if each.name == name)
    (step,) = (each for each in STEPS if each.name == check.step)
    build = start(warehouse, "ES")
    BROKEN[name](build)
    with pytest.raises(DataError, match=f"ES: check {name} failed: ") as stopped:
        require(run_step(step, build), "ES")
    assert not list(warehouse.snapshots("ES").glob(".building-*"))
    assert stopped.value.code == "check_failed"
    assert not stopped.value.detail.endswith("). ")
