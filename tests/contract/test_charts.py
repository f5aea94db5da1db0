"""What a chart answer holds of a day: full, half, quarantined, or the first of the data."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient

from core.signals.ama import compute
from core.signals.bar_values import Bars
from tests.contract.chart_calls import GAP_UP, chart, days_of, half_day, refused
from tests.property.markets import random_market
from tests.support.session_bars import KEPT_OF_QUARANTINED, left_out

CUSTOM = {"show_climax": True, "show_outside_bars": True, "zscore_lookback": 50}


def test_without_a_selection_the_latest_matching_day_is_drawn(
    client: TestClient, pro: dict[str, str]
) -> None:
    found = chart(client, pro, filters=GAP_UP)
    days = days_of(client, pro, filters=GAP_UP)
    assert found["navigation"]["availableDates"] == days
    assert found["metadata"]["currentDate"] == found["navigation"]["currentDate"] == days[-1]
    assert (found["navigation"]["currentIndex"], found["navigation"]["totalDates"]) == (
        len(days) - 1,
        len(days),
    )


def test_the_bars_are_yesterday_s_and_the_day_s_in_order(client: TestClient, pro: dict[str, str]) -> None:
    found = chart(client, pro, selected_date="2024-05-03")
    sessions = [bar["session"] for bar in found["bars"]]
    current = [bar for bar in found["bars"] if bar["session"] == "current"]
    previous = [bar for bar in found["bars"] if bar["session"] == "previous"]
    assert sessions == ["previous"] * len(previous) + ["current"] * 81
    assert [bar["index"] for bar in current] == [bar["bar_number"] for bar in current] == list(range(1, 82))
    assert [bar["index"] for bar in previous] == list(range(1 - len(previous), 1))
    assert {bar["date"] for bar in current} == {"2024-05-03"} == {found["metadata"]["currentDate"]}
    assert {bar["date"] for bar in previous} == {found["metadata"]["previousDate"]}
    assert (current[0]["time"], current[0]["time_label"]) == ("2024-05-03T13:30:00Z", "9:30")
    assert (current[80]["time"], current[80]["time_label"]) == ("2024-05-03T20:10:00Z", "4:10")
    assert found["metadata"]["totalBars"] == 81


def test_every_field_of_the_bars_is_what_the_market_gives(client: TestClient, pro: dict[str, str]) -> None:
    market = random_market(1, 160)
    row = int(np.flatnonzero(market.session_date == np.datetime64("2024-05-03"))[0])
    found = chart(client, pro, selected_date="2024-05-03", include_previous_day=False)
    for name in ("open", "high", "low", "close"):
        assert [bar[name] for bar in found["bars"]] == getattr(market, name)[row].tolist()
    assert [bar["bar_range"] for bar in found["bars"]] == (market.high - market.low)[row].tolist()
    ema = [np.nan if bar["ema"] is None else bar["ema"] for bar in found["bars"]]
    assert ema == pytest.approx(market.ema[row].tolist(), abs=1e-6, nan_ok=True)
    levels = {name: getattr(market, name)[row] for name in ("hoy", "loy", "coy", "gxh", "gxl")}
    expected = {name: None if np.isnan(level) else level for name, level in levels.items()}
    assert found["referenceLines"] == expected | {"open": market.open[row, 0]}
    assert (found["metadata"]["tick"], found["metadata"]["price_decimals"]) == (0.25, 2)
    assert found["metadata"]["adr10"] == market.adr10[row]


def test_signals_are_one_per_bar_zeros_included_and_none_when_ama_is_off(
    client: TestClient, pro: dict[str, str]
) -> None:
    found = chart(client, pro, selected_date="2024-05-03", ama_config=CUSTOM)
    labels = [(bar["bar_number"], bar["session"], bar["index"]) for bar in found["bars"]]
    assert [(s["bar_number"], s["session"], s["index"]) for s in found["amaSignals"]] == labels
    current = [s for s in found["amaSignals"] if s["session"] == "current"]
    assert found["metadata"]["amaSignalCount"] == sum(s["signal_type"] != 0 for s in current) > 0
    assert found["metadata"]["amaEnabled"] is True
    assert 0 in {s["signal_type"] for s in current}
    for config in (None, {"enabled": False, "climax_factor": 99}):
        off = chart(client, pro, selected_date="2024-05-03", ama_config=config)
        assert (off["amaSignals"], off["metadata"]["amaEnabled"], off["metadata"]["amaSignalCount"]) == (
            [],
            False,
            0,
        )
        assert len(off["bars"]) == len(found["bars"])


def test_the_day_s_signals_do_not_depend_on_what_is_shown(client: TestClient, pro: dict[str, str]) -> None:
    for config in ({}, CUSTOM):
        both = chart(client, pro, selected_date="2024-05-03", ama_config=config)
        alone = chart(client, pro, selected_date="2024-05-03", ama_config=config, include_previous_day=False)
        assert both["amaSignals"][-81:] == alone["amaSignals"]
        assert both["bars"][-81:] == alone["bars"]
        assert both["metadata"] | {"previousDate": None} == alone["metadata"]


def test_tooltip_values_follow_the_windows_that_were_asked_for(
    client: TestClient, pro: dict[str, str]
) -> None:
    found = chart(client, pro, selected_date="2024-05-03", ama_config={"range_lookback": 2})
    ranges = [bar["bar_range"] for bar in found["bars"]]
    means = [round((a + b) / 2, 4) for a, b in pairwise(ranges)]
    assert [bar["avg_range"] for bar in found["bars"][1:]] == pytest.approx(means)


def test_a_half_day_is_drawn_by_its_date_and_stands_outside_the_navigation(
    client: TestClient, pro: dict[str, str]
) -> None:
    found = chart(client, pro, selected_date=half_day(), ama_config=CUSTOM)
    assert (found["metadata"]["kind"], found["metadata"]["totalBars"]) == ("short", 45)
    assert found["navigation"]["currentIndex"] == -1
    assert half_day() not in found["navigation"]["availableDates"]
    current = [bar for bar in found["bars"] if bar["session"] == "current"]
    assert [bar["bar_number"] for bar in current] == list(range(1, 46))
    day_after = chart(client, pro, selected_date=next_of(found))
    assert day_after["metadata"]["previousDate"] == half_day()
    assert found["metadata"]["adr10"] == day_after["metadata"]["adr10"]
    assert [bar["index"] for bar in day_after["bars"][:45]] == list(range(-44, 1))


def next_of(found: Any) -> str:
    days: list[str] = found["navigation"]["availableDates"]
    return min(day for day in days if day > found["metadata"]["currentDate"])


def test_a_quarantined_session_is_drawn_by_its_date_with_its_reason(
    client: TestClient, pro: dict[str, str]
) -> None:
    day = str(left_out(random_market(1, 160)))
    found = chart(client, pro, selected_date=day, ama_config=CUSTOM)
    metadata = found["metadata"]
    assert (metadata["kind"], metadata["reason"]) == ("quarantined", "6 of 81 bars")
    assert (metadata["previousDate"], metadata["amaSignalCount"]) == (None, 0)
    assert [bar["index"] for bar in found["bars"]] == KEPT_OF_QUARANTINED.tolist()
    assert {bar["ema"] for bar in found["bars"]} == {None}
    assert found["referenceLines"]["hoy"] is None


def test_the_first_session_of_the_data_is_drawn_alone(client: TestClient, pro: dict[str, str]) -> None:
    first = days_of(client, pro)[0]
    found = chart(client, pro, selected_date=first, ama_config={})
    assert (found["metadata"]["previousDate"], len(found["bars"])) == (None, 81)
    assert found["bars"][0]["avg_range"] is None
    assert found["amaSignals"][0]["signal_type"] == 0


def test_what_cannot_be_asked_is_refused_by_its_field(client: TestClient, pro: dict[str, str]) -> None:
    status, code, detail = refused(client, pro, ama_config={"zscore_lookback": 4})
    assert (status, code) == (422, "INVALID_AMA_CONFIG")
    assert detail.startswith("ama_config.zscore_lookback: 4 found; a whole number from 5 to 50")
    assert refused(client, pro, selected_date="03.05.2024")[:2] == (422, "date_format")
    assert refused(client, pro, selected_date=20240503)[:2] == (422, "value_type")
    assert refused(client, pro, symbol="XX")[:2] == (422, "unknown_symbol")
    assert refused(client, pro, filters={"nothing": {"operator": "=", "value": 1}})[:2] == (
        422,
        "unknown_feature",
    )
    compute_refusals = {"features": ["charts"], "ama_config": {"climax_factor": 0}}
    assert refused(client, pro, "/api/compute", **compute_refusals)[1] == "INVALID_AMA_CONFIG"
    late = {"features": ["charts"], "options": {"selected_date": "2030-01-01"}}
    assert refused(client, pro, "/api/compute", **late)[:2] == (404, "date_not_matched")
    assert refused(client, pro, "/api/navigation/navigate", direction="up")[:2] == (422, "value_type")


def test_compute_gives_the_chart_call_s_own_parts(client: TestClient, pro: dict[str, str]) -> None:
    asked = {"filters": GAP_UP, "ama_config": CUSTOM}
    whole = chart(client, pro, **asked)
    day = whole["navigation"]["availableDates"][3]
    for selected in (None, day):
        whole = chart(client, pro, **asked, selected_date=selected, include_previous_day=selected is None)
        options = {"selected_date": selected, "include_previous_day": selected is None}
        body = asked | {"features": ["charts", "navigation"], "options": options}
        data = client.post("/api/compute", headers=pro, json=body).json()["data"]
        assert data["navigation"] == whole["navigation"]
        assert data["charts"] == {part: whole[part] for part in data["charts"]}
        assert data["statistics"] is None


def test_the_answer_s_signals_are_the_engine_s_on_the_answer_s_own_bars(
    client: TestClient, pro: dict[str, str]
) -> None:
    days = days_of(client, pro)[:3]
    bars: list[Any] = []
    for day in days:
        bars += chart(client, pro, selected_date=day, include_previous_day=False)["bars"]
    names = ("open", "high", "low", "close")
    open_, high, low, close = (np.array([bar[name] for bar in bars]) for name in names)
    number, session = np.tile(np.arange(1, 82), 3), np.repeat(np.arange(3), 81)
    expected = compute(Bars(open_, high, low, close, number, session), CUSTOM)
    found = chart(client, pro, selected_date=days[2], ama_config=CUSTOM, include_previous_day=False)
    assert [s["signal_type"] for s in found["amaSignals"]] == expected.signal_type[-81:].tolist()
    assert [s["ft_flag"] for s in found["amaSignals"]] == expected.ft_flag[-81:].tolist()
