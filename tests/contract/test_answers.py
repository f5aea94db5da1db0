"""What compute, probabilities, days and the live count promise each other."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient
from statsmodels.stats.multitest import multipletests

from core.warehouse.serving.pack import Pack
from service.snapshots import question
from tests.support.service_client import bearer, running
from tests.support.snapshots import baseline_of, publish_random

FILTERS = {"gap_fill_bar": {"operator": "<=", "value": 40}, "gap_up": {"operator": "=", "value": True}}
AS_LIST = [{"feature": name} | condition for name, condition in reversed(FILTERS.items())]
UNCACHED = {"options": {"cache": False}}


def ask(client: TestClient, headers: dict[str, str], path: str, **body: Any) -> Any:
    answer = client.post(f"/api{path}", headers=headers, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.fixture
def names(client: TestClient, pro: dict[str, str]) -> list[str]:
    return [each["name"] for each in client.get("/api/features", headers=pro).json()["features"]]


def results(client: TestClient, headers: dict[str, str], names: list[str], **body: Any) -> Any:
    answer = ask(client, headers, "/compute", statistics_features=names, **(UNCACHED | body))
    return answer["data"]["statistics"]["features"]


def test_the_unfiltered_answer_is_the_baseline_and_the_baseline_is_the_computed_one(
    client: TestClient, pro: dict[str, str], names: list[str], tmp_path: Path
) -> None:
    publish_random(tmp_path)
    pack = Pack.open(next(tmp_path.glob("snapshots/ES/*/serving")))
    assert results(client, pro, names) == msgspec.to_builtins(baseline_of(pack))


def test_dates_that_hold_every_session_are_unfiltered(
    client: TestClient, pro: dict[str, str], names: list[str]
) -> None:
    wide = {"start_date": "2001-01-01", "end_date": "2099-01-01"}
    assert results(client, pro, names, **wide) == results(client, pro, names)


def test_one_card_reads_the_same_alone_in_a_batch_and_from_both_calls(
    client: TestClient, pro: dict[str, str], names: list[str]
) -> None:
    batch = results(client, pro, names, filters=FILTERS)
    for name in names[::7]:
        alone = results(client, pro, [name], filters=FILTERS)[name]
        assert unadjusted(alone) == unadjusted(batch[name])
    other_call = ask(client, pro, "/v2/probabilities", features=names, filters=AS_LIST)
    assert other_call["probabilities"] == batch


def unadjusted(part: Any) -> Any:
    """An answer without what its verdicts say of all that is asked for together."""
    if isinstance(part, list):
        return [unadjusted(each) for each in part]
    if not isinstance(part, dict):
        return part
    of_family = {"adjusted_p", "family_size", "code", "words"} if "against" in part else set()
    return {name: unadjusted(each) for name, each in part.items() if name not in of_family}


def beside_others(answer: Any) -> dict[tuple[str, str], tuple[float, float]]:
    """The p-value and the adjusted one of each outcome that is tested against the other days."""
    found = {}
    for name, result in answer.items():
        for module in result["modules"].values():
            data = module["data"]
            outcomes = {each["value"]: each["others"] for each in data.get("labels", ())}
            if "occurrence_days" in data:
                outcomes["occurrence"] = data["others"]
            for outcome, others in outcomes.items():
                if others is not None and others["verdict"]["p"] is not None:
                    found[name, outcome] = others["verdict"]["p"], others["verdict"]["adjusted_p"]
    return found


def test_adjusted_p_values_range_over_the_features_of_one_call(
    client: TestClient, pro: dict[str, str]
) -> None:
    names = ["hoy_bo_bar", "or12_bo_up_bar", "nr7"]
    asked = {"filters": {"gap_fill_bar": FILTERS["gap_fill_bar"]}}
    found = beside_others(results(client, pro, names, **asked))
    assert {name for name, _ in found} == {*names}
    p_values, adjusted = zip(*found.values(), strict=True)
    assert adjusted == pytest.approx(multipletests(p_values, method="holm")[1], abs=1e-5)
    alone = beside_others(results(client, pro, names[:1], **asked))
    assert alone == {key: (p, p) for key, (p, _) in found.items() if key[0] == names[0]}


@pytest.mark.parametrize(("features", "on_the_loop"), [(20, True), (21, False)])
@pytest.mark.parametrize("path", ["/compute", "/v2/probabilities"])
def test_a_long_answer_is_made_beside_the_event_loop(
    client: TestClient,
    pro: dict[str, str],
    names: list[str],
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    features: int,
    on_the_loop: bool,
) -> None:
    made: list[bool] = []
    results_of = question.results

    def results(*asked: Any) -> Any:
        made.append(is_on_the_loop())
        return results_of(*asked)

    monkeypatch.setattr("service.answers.compute.results", results)
    is_compute = path == "/compute"
    field, more = ("statistics_features", UNCACHED) if is_compute else ("features", {})
    ask(client, pro, path, **{field: names[:features], "filters": FILTERS}, **more)
    ask(client, pro, path, **{field: names}, **more)
    assert made == [on_the_loop, False], "also where nothing is filtered"


def is_on_the_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def test_a_list_and_a_map_ask_the_same_and_share_the_kept_answer(
    client: TestClient, pro: dict[str, str]
) -> None:
    client.post("/api/cache/clear", headers=pro)
    first = ask(client, pro, "/compute", filters=FILTERS, statistics_features=["gap_class"])
    asked = {"filters": AS_LIST, "features": ["statistics"], "statistics_features": ["gap_class"]}
    second = ask(client, pro, "/compute", **asked)
    assert (first["metadata"]["from_cache"], second["metadata"]["from_cache"]) == (False, True)
    assert first | {"metadata": None} == second | {"metadata": None}


def test_cache_false_answers_anew(client: TestClient, pro: dict[str, str]) -> None:
    for _ in range(2):
        assert ask(client, pro, "/compute", filters=FILTERS, **UNCACHED)["metadata"]["from_cache"] is False


def test_a_kept_answer_is_never_given_to_another_tier(
    client: TestClient, pro: dict[str, str], lite: dict[str, str]
) -> None:
    asked = {"filters": FILTERS, "statistics_features": ["gap_class"], "end_date": "2024-04-04"}
    kept = [
        ask(client, headers, "/compute", **asked)["metadata"]["from_cache"] for headers in (pro, lite, lite)
    ]
    assert kept == [False, False, True]


def test_clearing_forgets_the_caller_s_own_answers_only(client: TestClient) -> None:
    mine, hers = bearer(client, user_id="mine"), bearer(client, user_id="hers")
    client.post("/api/cache/clear", headers=mine)
    ask(client, mine, "/compute", start_date="2024-01-09")
    ask(client, hers, "/compute", start_date="2024-01-11")
    assert client.post("/api/cache/clear", headers=mine).json() == {"cleared": 1}
    assert ask(client, hers, "/compute", start_date="2024-01-11")["metadata"]["from_cache"] is True
    stats = client.get("/api/cache/stats", headers=mine).json()
    assert stats["hit_ratio"] == round(stats["hits"] / (stats["hits"] + stats["misses"]), 6)


def test_parts_that_were_not_asked_for_are_null(client: TestClient, pro: dict[str, str]) -> None:
    parts: list[Any] = [[], {"statistics": False}, ["navigation"], {"statistics": False, "charts": True}]
    given = []
    for features in parts:
        answer = ask(client, pro, "/compute", features=features, statistics_features=["gap_up"])
        given.append([part for part, value in answer["data"].items() if value is not None])
    assert given == [[], [], ["navigation"], ["charts"]]


def test_every_count_of_one_question_is_the_same(client: TestClient, pro: dict[str, str]) -> None:
    computed = ask(client, pro, "/compute", filters=FILTERS)
    live = ask(client, pro, "/v2/filtered", filters=FILTERS)
    days = ask(client, pro, "/v2/days", filters=FILTERS, page_size=500)
    matched = computed["total_days"]
    assert 0 < matched < 160
    assert computed["total_rows"] == matched * 81
    assert live["filtered_data"]["total_days"] == days["total_days"] == len(days["rows"]) == matched
    assert (live["total_days"], live["percentage"]) == (160, round(100 * matched / 160, 6))
    metadata = computed["data"]["statistics"]["metadata"]
    assert (metadata["baseline_days"], metadata["others_days"]) == (160, 160 - matched)


def test_the_filters_come_back_in_one_spelling_with_their_sentences(
    client: TestClient, pro: dict[str, str]
) -> None:
    applied = ask(client, pro, "/compute", filters=AS_LIST, end_date="2024-03-01")["filters_applied"]
    assert [each["feature"] for each in applied] == ["Date_Range", "gap_fill_bar", "gap_up"]
    assert applied[0]["value"] == ["2024-01-02", "2024-03-01"]
    assert applied[1]["sentence"] == "Gap Fill (bar) <= Bar 40"


def test_a_filter_s_value_comes_back_exactly(client: TestClient, pro: dict[str, str]) -> None:
    filters = {"gap_size_pts": {"operator": ">", "value": -0.123456789}}
    assert ask(client, pro, "/compute", filters=filters)["filters_applied"][0]["value"] == -0.123456789


def test_baseline_and_others_are_counted_within_the_dates(client: TestClient, pro: dict[str, str]) -> None:
    days = [row["session_date"] for row in ask(client, pro, "/v2/days", filters={}, page_size=500)["rows"]]
    dates = {"start_date": sorted(days)[30], "end_date": sorted(days)[109]}
    answer = ask(client, pro, "/v2/probabilities", features=["gap_up"], filters=FILTERS, **dates)
    matched = ask(client, pro, "/v2/filtered", filters=FILTERS, **dates)["filtered_data"]["total_days"]
    assert 0 < matched < 80
    metadata = answer["metadata"]
    assert (metadata["total_days"], metadata["baseline_days"]) == (matched, 80)
    assert metadata["others_days"] == 80 - matched


def test_the_printed_bins_count_the_printed_values(
    client: TestClient, pro: dict[str, str], names: list[str]
) -> None:
    columns = [name for name in names if name.endswith(("_pct_adr", "_pct"))]
    asked = {"filters": {"gap_fill_bar": FILTERS["gap_fill_bar"]}}
    found = results(client, pro, columns, **asked)
    checked = 0
    for name in columns:
        data = found[name]["modules"].get("basic_distribution", {}).get("data")
        if data is None or "histogram" not in data:
            continue
        listed = ask(client, pro, "/v2/days", columns=[name], page_size=500, **asked)
        values = [row[name] for row in listed["rows"] if row[name] is not None]
        for each in data["histogram"]:
            low, high = each["lower"], each["upper"]
            inside = [v for v in values if (low is None or v >= low) and (high is None or v < high)]
            assert len(inside) == each["count"], (name, each)
            checked += 1
    assert checked > 100


def test_look_ahead_is_marked_on_the_answer_and_on_the_card(client: TestClient, pro: dict[str, str]) -> None:
    def asked(**filters: Any) -> Any:
        body = {"features": ["gap_up", "gap_fill_bar"], "filters": filters}
        return ask(client, pro, "/v2/probabilities", **body)

    late = asked(close_vs_gx={"operator": "=", "value": "inside"})
    assert (late["metadata"]["look_ahead"], late["metadata"]["hindsight"]) == (True, True)
    assert late["probabilities"]["gap_up"]["metadata"]["look_ahead"] == ["close_vs_gx"]
    early = asked(gap_down={"operator": "=", "value": True})
    assert (early["metadata"]["look_ahead"], early["metadata"]["hindsight"]) == (False, False)


@pytest.mark.parametrize("descending", [False, True])
def test_days_of_one_value_are_in_the_order_of_their_dates_both_ways(
    client: TestClient, pro: dict[str, str], descending: bool
) -> None:
    sort = {"column": "gap_up", "descending": descending}
    rows = ask(client, pro, "/v2/days", columns=["gap_up"], sort=sort, page_size=500)["rows"]
    for value in (True, False):
        dates = [row["session_date"] for row in rows if row["gap_up"] is value]
        assert len(dates) > 2
        assert dates == sorted(dates)


def test_days_are_sorted_with_nulls_last_both_ways(client: TestClient, pro: dict[str, str]) -> None:
    for descending in (True, False):
        sort = {"column": "gap_size_pct_adr", "descending": descending}
        rows = ask(client, pro, "/v2/days", columns=["gap_size_pct_adr"], sort=sort, page_size=500)["rows"]
        values = [row["gap_size_pct_adr"] for row in rows]
        known = [value for value in values if value is not None]
        assert None in values
        assert values == sorted(known, reverse=descending) + [None] * (len(values) - len(known))


def test_pages_hold_every_day_once(client: TestClient, pro: dict[str, str]) -> None:
    first = ask(client, pro, "/v2/days", page_size=33)
    pages = [ask(client, pro, "/v2/days", page_size=33, page=i + 1)["rows"] for i in range(first["pages"])]
    dates = [row["session_date"] for page in pages for row in page]
    assert dates == sorted(set(dates), reverse=True)
    assert len(dates) == 160
    assert ask(client, pro, "/v2/days", page_size=33, page=99)["rows"] == []


def test_days_can_be_narrowed_to_given_dates(client: TestClient, pro: dict[str, str]) -> None:
    dates = ["2024-01-05", "2024-02-01", "1999-01-01"]
    rows = ask(client, pro, "/v2/days", dates=dates, sort={"descending": False})["rows"]
    assert [row["session_date"] for row in rows] == dates[:2]


def test_a_number_s_bounds_are_those_of_the_data(client: TestClient, pro: dict[str, str]) -> None:
    feature = client.get("/api/features/gap_size_pts", headers=pro).json()
    values = client.get("/api/v2/features/gap_size_pts_prev/values", headers=pro).json()["values"]
    assert feature["business_logic"]["value_range"] == {"min": values[0], "max": values[-1]}
    validation = feature["ui_schema"]["filter_component"]["validation"]
    assert (validation["minimum"], validation["maximum"]) == (values[0], values[-1])


def test_the_summary_says_adr10_of_the_last_session(
    client: TestClient, lite: dict[str, str], pro: dict[str, str]
) -> None:
    summary = client.get("/api/v2/summary", headers=lite).json()
    body = {"filters": {}, "columns": ["adr10_pts"], "page": 1, "page_size": 500}
    rows = client.post("/api/v2/days", headers=pro, json=body).json()["rows"]
    last = max(rows, key=lambda row: row["session_date"])
    assert (last["session_date"], last["adr10_pts"]) == (summary["max_date"], summary["adr10_pts"])
    assert summary["adr10_pts"] > 0


def test_gets_are_tagged_and_not_sent_twice(
    client: TestClient, pro: dict[str, str], lite: dict[str, str]
) -> None:
    for path in ("/api/features", "/api/v2/summary", "/api/v2/date-range"):
        first = client.get(path, headers=pro)
        again = client.get(path, headers=pro | {"If-None-Match": f'W/"x", {first.headers["etag"]}'})
        assert (again.status_code, again.content) == (304, b"")
        assert first.headers["cache-control"] == "private, no-cache"
    tags = [client.get("/api/features", headers=headers).headers["etag"] for headers in (pro, lite)]
    assert tags[0] != tags[1]


def test_the_time_is_split_in_a_header(client: TestClient, pro: dict[str, str]) -> None:
    body = {"filters": FILTERS, "statistics_features": ["gap_up"]} | UNCACHED
    header = client.post("/api/compute", headers=pro, json=body).headers["server-timing"]
    assert [part.split(";")[0] for part in header.split(", ")] == ["parse", "filter", "statistics", "encode"]


def test_the_log_holds_no_token_and_nobody(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    headers = bearer(client, user_email="secret@example.com")
    client.get("/api/features?profile=lite&x=secret", headers=headers | {"X-Session-ID": "tab-1"})
    client.get("/api/features", headers=headers | {"X-Session-ID": "bad\tid"})
    lines = [record.getMessage() for record in caplog.records if record.name.startswith("service")]
    assert len(lines) == 3
    assert "session=tab-1" in lines[1]
    assert "session=-" in lines[2]
    for hidden in ("secret", headers["Authorization"].split()[1]):
        assert hidden not in "".join(lines)


def test_the_page_answers_its_own_addresses_and_hashed_files_are_kept(tmp_path: Path) -> None:
    web = tmp_path / "web"
    (web / "assets").mkdir(parents=True)
    (web / "index.html").write_text("<title>Almanac</title>")
    (web / "assets" / "app-1a2b.js").write_text("1")
    with running(tmp_path, web=web) as client:
        for path in ("/", "/dashboard", "/methods?user_id=1"):
            answer = client.get(path)
            assert "Almanac" in answer.text
            assert answer.headers["cache-control"] == "no-store"
        asset = client.get("/assets/app-1a2b.js")
        assert "immutable" in asset.headers["cache-control"]
        assert client.get("/assets/gone.js").json()["code"] == "not_found"
        assert client.get("/../settings.py").json()["code"] == "not_found"
        assert client.get("/api/nowhere").json()["code"] == "not_found"
        assert client.post("/dashboard").status_code == 405
