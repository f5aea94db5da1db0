"""The provider through Databento's official client, against a stand-in for its server."""

import json
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path

import pandas as pd
import pytest

from core.importing.importer import import_file
from core.warehouse.due import NEW_YORK
from core.warehouse.paths import Warehouse
from pipelines.providers import DatabentoProvider, NotYet, Outage, ProviderRefusal, Wanted
from tests.support.databento_stand_in import (
    AVAILABLE_UNTIL,
    Reply,
    StandIn,
    bars_reply,
    refusal,
    running_stand_in,
)
from tests.support.small_warehouse import small_bars
from tests.unit.importing.vendor_packages import dbn_file

KEY = "db-secret-of-the-test"
WANTED = Wanted("ES", date(2024, 6, 21), date(2024, 6, 24), names_contracts=True)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StandIn]:
    folder = tmp_path_factory.mktemp("databento")
    with pytest.MonkeyPatch.context() as patch, running_stand_in(folder) as stand_in:
        patch.setenv("REQUESTS_CA_BUNDLE", str(folder / "certificate.pem"))
        yield stand_in


@pytest.fixture(scope="module")
def bars() -> pd.DataFrame:
    return small_bars("2024-06-24", "2024-06-24")


class Vendor:
    """The provider with a clock that only counts."""

    def __init__(self, server: StandIn, folder: Path) -> None:
        self.slept: list[float] = []
        self.folder = folder
        self.provider = DatabentoProvider(KEY, self.slept.append, server.gateway)

    def ask(self, wanted: Wanted = WANTED) -> Path:
        return self.provider.bars(wanted, self.folder)


@pytest.fixture
def vendor(server: StandIn, tmp_path: Path) -> Vendor:
    return Vendor(server, tmp_path)


def test_the_answer_is_a_file_that_the_ordinary_importer_reads_to_the_bar(
    server: StandIn, vendor: Vendor, bars: pd.DataFrame, tmp_path: Path
) -> None:
    server.answer(bars_reply(dbn_file(bars, "ESU4")))
    path = vendor.ask()
    assert path.name == "databento-ES-2024-06-24.dbn.zst"
    out = tmp_path / "out.parquet"
    import_file(path, symbol="ES", warehouse=Warehouse(tmp_path / "warehouse"), out=out)
    read = pd.read_parquet(out)
    columns = ["ts", "open", "high", "low", "close", "volume", "contract"]
    pd.testing.assert_frame_equal(read[columns], bars[columns], check_dtype=False)


def test_it_asks_for_every_contract_from_the_evening_before_to_the_close(
    server: StandIn, vendor: Vendor, bars: pd.DataFrame
) -> None:
    server.answer(bars_reply(dbn_file(bars, "ESU4")))
    vendor.ask()
    (asked,) = server.asked
    assert asked["path"] == "/v0/timeseries.get_range"
    assert (asked["dataset"], asked["schema"]) == ("GLBX.MDP3", "ohlcv-1m")
    assert (asked["symbols"], asked["stype_in"]) == ("ES.FUT", "parent")
    first, last = (pd.Timestamp(asked[name]).tz_convert("America/New_York") for name in ("start", "end"))
    assert (str(first), str(last)) == ("2024-06-21 18:00:00-04:00", "2024-06-24 17:00:00-04:00")
    assert asked["key"] == KEY


def test_bars_whose_contracts_the_calendar_names_are_asked_as_one_continuous_series(
    server: StandIn, vendor: Vendor, bars: pd.DataFrame
) -> None:
    server.answer(bars_reply(dbn_file(bars, "ES.v.0")))
    vendor.ask(Wanted("ES", date(2024, 6, 21), date(2024, 6, 24), names_contracts=False))
    assert (server.asked[0]["symbols"], server.asked[0]["stype_in"]) == ("ES.v.0", "continuous")


def until(moment: str) -> Wanted:
    """The session of Monday as far as it has gone at a New York time."""
    now = datetime.fromisoformat(moment).replace(tzinfo=NEW_YORK)
    return Wanted("ES", date(2024, 6, 21), date(2024, 6, 24), names_contracts=True, until=now)


def available(end: str) -> Reply:
    return Reply(body=json.dumps({"start": "2010-06-06T00:00:00Z", "end": end}).encode())


@pytest.mark.parametrize(
    ("end", "asked_to"),
    [
        ("2024-06-24T14:11:37.000000000Z", "2024-06-24 10:10:00-04:00"),
        ("2024-06-24T23:00:00.000000000Z", "2024-06-24 10:30:00-04:00"),
    ],
)
def test_a_session_so_far_is_asked_for_in_whole_bars_up_to_what_is_open_to_the_account(
    server: StandIn, vendor: Vendor, bars: pd.DataFrame, end: str, asked_to: str
) -> None:
    server.answer(available(end), bars_reply(dbn_file(bars.iloc[:200], "ESU4")))
    assert vendor.ask(until("2024-06-24 10:32")).exists()
    range_asked, asked = server.asked
    assert range_asked["path"] == "/v0/metadata.get_dataset_range"
    assert str(pd.Timestamp(asked["end"]).tz_convert("America/New_York")) == asked_to


def test_a_session_of_which_nothing_is_open_to_the_account_is_not_there_yet(
    server: StandIn, vendor: Vendor
) -> None:
    server.answer(available("2024-06-21T21:00:00.000000000Z"))
    with pytest.raises(NotYet, match="no bars of ES for 2024-06-24 yet"):
        vendor.ask(until("2024-06-24 10:32"))
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    ("status", "case"),
    [
        (401, "auth_authentication_failed"),
        (402, "account_insufficient_funds"),
        (403, "auth_account_locked"),
        (422, "symbology_invalid_request"),
    ],
)
def test_a_no_is_not_asked_twice_and_names_what_to_look_at_but_not_the_key(
    server: StandIn, vendor: Vendor, status: int, case: str
) -> None:
    server.answer(refusal(status, case, f"the key {KEY} will not do"))
    with pytest.raises(ProviderRefusal, match=f"{status} {case}.*DATABENTO_API_KEY") as told:
        vendor.ask()
    assert KEY not in str(told.value)
    assert (len(server.asked), vendor.slept) == (1, [])


@pytest.mark.parametrize(
    ("status", "case"),
    [
        (422, "data_end_after_available_end"),
        (422, "data_start_after_available_end"),
        (422, "dataset_unavailable_range"),
        (403, "license_not_found_unauthorized"),
    ],
)
def test_a_span_that_is_not_open_yet_is_no_fault(
    server: StandIn, vendor: Vendor, status: int, case: str
) -> None:
    server.answer(refusal(status, case, AVAILABLE_UNTIL))
    with pytest.raises(NotYet, match="available up to"):
        vendor.ask()
    assert (len(server.asked), vendor.slept) == (1, [])


def test_an_empty_night_is_not_there_yet(server: StandIn, vendor: Vendor, bars: pd.DataFrame) -> None:
    one, two = dbn_file(bars.iloc[:1], "ESU4"), dbn_file(bars.iloc[:2], "ESU4")
    server.answer(bars_reply(one[: 2 * len(one) - len(two)]))
    with pytest.raises(NotYet, match=r"no bars of ES\.FUT for 2024-06-24 yet"):
        vendor.ask()
    assert list(vendor.folder.iterdir()) == []


def test_too_many_questions_wait_as_long_as_the_vendor_says(
    server: StandIn, vendor: Vendor, bars: pd.DataFrame
) -> None:
    busy = refusal(429, "rate_limit", Retry_After="7")
    patient = refusal(429, "rate_limit", Retry_After="86400")
    server.answer(busy, patient, bars_reply(dbn_file(bars, "ESU4")))
    assert vendor.ask().exists()
    assert vendor.slept == [7.0, 120.0]


def test_a_server_that_stays_down_is_an_outage_after_four_questions(server: StandIn, vendor: Vendor) -> None:
    server.answer(Reply(503, b"no JSON here"))
    with pytest.raises(Outage, match=r"503.*asked 4 times"):
        vendor.ask()
    assert (len(server.asked), vendor.slept) == (4, [2.0, 10.0, 30.0])
    assert list(vendor.folder.iterdir()) == []


@pytest.mark.parametrize("kept", [0, 40, 4_000])
def test_a_cut_connection_is_asked_again_and_leaves_no_half_file(
    server: StandIn, vendor: Vendor, bars: pd.DataFrame, kept: int
) -> None:
    whole = bars_reply(dbn_file(bars, "ESU4"))
    server.answer(Reply(body=whole.body, cut=kept), Reply(body=whole.body[:kept]), whole)
    path = vendor.ask()
    assert path.read_bytes() == whole.body
    assert (list(vendor.folder.iterdir()), len(server.asked)) == ([path], 3)


def test_a_server_that_is_not_there_is_an_outage(server: StandIn, tmp_path: Path) -> None:
    slept: list[float] = []
    gone = DatabentoProvider(KEY, slept.append, "https://127.0.0.1:1")
    with pytest.raises(Outage, match="asked 4 times"):
        gone.bars(WANTED, tmp_path)
    assert len(slept) == 3
