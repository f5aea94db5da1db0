"""Exports say what /v2/days and /compute say, in files that other programs open, for the tiers that may."""

import time
from datetime import UTC, date, datetime
from typing import Any

import pytest
from starlette.testclient import TestClient

from core.contracts.requests import MEDIA_TYPES
from service.export.figures import figures_of
from tests.contract.exported import first_cell, open_csv, open_xlsx, pdf_pages

FILTERS = {
    "gap_fill_bar": {"operator": "<=", "value": 40},
    "gap_up_prev": {"operator": "=", "value": True},
}
COLUMNS = ["gap_class", "gap_size_pts", "gap_fill_bar", "gap_up", "gap_size_pct_adr"]
DAYS = {"kind": "days", "filters": FILTERS, "columns": COLUMNS, "sort": {"column": "gap_size_pts"}}
FEATURES = [
    "gap_fill_bar",
    "gap_class",
    "or12_range_pct_adr",
    "ema20_eod_streak",
    "new_high_count",
    "ath_made",
]
STATISTICS = {"kind": "statistics", "filters": FILTERS, "features": FEATURES}


def export(client: TestClient, headers: dict[str, str], body: dict[str, Any], form: str) -> Any:
    answer = client.post("/api/v2/export", headers=headers, json=body | {"format": form})
    assert answer.status_code == 200, answer.text
    return answer


def listed(client: TestClient, headers: dict[str, str], **body: Any) -> Any:
    asked = {key: value for key, value in (DAYS | body).items() if key != "kind"}
    return client.post("/api/v2/days", headers=headers, json=asked | {"page_size": 500}).json()


@pytest.mark.parametrize("form", MEDIA_TYPES)
@pytest.mark.parametrize("body", [DAYS, STATISTICS], ids=["days", "statistics"])
def test_a_file_has_its_type_its_name_and_the_same_bytes_for_the_same_question(
    client: TestClient, pro: dict[str, str], body: dict[str, Any], form: str
) -> None:
    pairs = [[export(client, pro, body, form) for _ in range(2)] for _ in range(2)]
    assert any(first.content == second.content for first, second in pairs), (
        "but for the minute it was made in"
    )
    first = pairs[0][0]
    assert first.headers["content-type"].split(";")[0] == MEDIA_TYPES[form]  # type: ignore[index]
    last = client.get("/api/v2/date-range", headers=pro).json()["max_date"]
    name = f"cad-es-{last}-{body['kind']}.{form}"
    assert first.headers["content-disposition"] == f'attachment; filename="{name}"'


def test_csv_days_are_the_days_of_the_api(client: TestClient, pro: dict[str, str]) -> None:
    days = listed(client, pro)
    opened = open_csv(export(client, pro, DAYS, "csv").content)
    assert [row[0] for row in opened.rows] == [each["session_date"] for each in days["rows"]]
    for row, each in zip(opened.rows, days["rows"], strict=True):
        label, points, bar, up, percent = row[1:]
        assert label == each["gap_class"].replace("_", " ").capitalize()
        assert (float(points), int(bar), up) == (
            each["gap_size_pts"],
            each["gap_fill_bar"],
            str(each["gap_up"]).lower(),
        )
        assert (float(percent) if percent else None) == each["gap_size_pct_adr"]
    assert len(opened.rows) == days["total_days"] > 3
    assert opened.headings[1:3] == ["Gap Class", "Gap Size (pts, signed)"]


def test_the_facts_name_data_filters_matches_and_marks(client: TestClient, pro: dict[str, str]) -> None:
    summary = client.get("/api/v2/summary", headers=pro).json()
    days = listed(client, pro)
    body = DAYS | {"title": "My gaps", "start_date": "2024-02-01", "end_date": "2024-08-30"}
    asked = listed(client, pro, start_date="2024-02-01", end_date="2024-08-30")
    before = datetime.now(UTC).replace(second=0, microsecond=0)
    facts = open_csv(export(client, pro, body, "csv").content).facts
    name, made = facts.pop(3)
    assert name == "Made"
    assert before <= datetime.strptime(made, "%Y-%m-%d %H:%M UTC").replace(tzinfo=UTC) <= datetime.now(UTC)
    assert facts[:6] == [
        ("My gaps", ""),
        ("Symbol", "ES"),
        ("Snapshot", summary["snapshot"]["id"]),
        ("Dates", "2024-02-01 to 2024-08-30"),
        ("Filter", "Gap Fill (bar) <= Bar 40"),
        ("Filter", "Gap Up, previous day equals True"),
    ]
    assert ("Matched", f"{asked['total_days']} of {summary['totalDays']} sessions") in facts
    assert asked["total_days"] < days["total_days"]
    assert "Unknown rolls" in dict(facts)
    assert "Hindsight" in dict(facts)
    assert "Sample data" not in dict(facts)


@pytest.mark.parametrize("body", [DAYS, STATISTICS], ids=["days", "statistics"])
def test_a_file_says_utc_wherever_the_service_runs(
    client: TestClient, pro: dict[str, str], body: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as elsewhere:
        elsewhere.setenv("TZ", "Pacific/Kiritimati")  # UTC+14
        time.tzset()
        before = datetime.now(UTC).replace(second=0, microsecond=0)
        made = dict(open_csv(export(client, pro, body, "csv").content).facts)["Made"]
    time.tzset()
    assert before <= datetime.strptime(made, "%Y-%m-%d %H:%M UTC").replace(tzinfo=UTC) <= datetime.now(UTC)


def test_xlsx_holds_dates_numbers_booleans_and_no_formula(client: TestClient, pro: dict[str, str]) -> None:
    days = listed(client, pro)["rows"]
    opened = open_xlsx(export(client, pro, DAYS | {"title": "=1+1"}, "xlsx").content)
    assert opened.facts[0][0] == "=1+1"
    for row, each in zip(opened.rows, days, strict=True):
        assert isinstance(row[0], datetime)
        assert row[0].date() == date.fromisoformat(each["session_date"])
        assert row[2:5] == [each["gap_size_pts"], each["gap_fill_bar"], each["gap_up"]]
        assert isinstance(row[4], bool)
        assert (row[5] or None) == (each["gap_size_pct_adr"] or None)


@pytest.mark.parametrize("start", "=+-@")
def test_no_text_becomes_a_formula(client: TestClient, pro: dict[str, str], start: str) -> None:
    titled = DAYS | {"title": f'{start}HYPERLINK("http://x")'}
    assert open_csv(export(client, pro, titled, "csv").content).facts[0][0] == f"'{titled['title']}"
    cell = first_cell(export(client, pro, titled, "xlsx").content)
    assert (cell.data_type, cell.value) == ("s", titled["title"])


def test_numbers_below_zero_stay_numbers(client: TestClient, pro: dict[str, str]) -> None:
    rows = open_csv(export(client, pro, DAYS, "csv").content).rows
    assert any(row[2].startswith("-") for row in rows)


def test_a_pdf_says_the_same_on_numbered_pages_with_its_headings_and_true_minus_signs(
    client: TestClient, pro: dict[str, str]
) -> None:
    body = {"kind": "days", "columns": COLUMNS, "sort": {"column": "gap_size_pts", "descending": False}}
    days = client.post(
        "/api/v2/days", headers=pro, json={"columns": COLUMNS, "sort": body["sort"], "page_size": 500}
    ).json()["rows"]
    pages = pdf_pages(export(client, pro, body, "pdf").content)
    assert len(pages) > 1
    for number, page in enumerate(pages, 1):
        assert f"Page {number} of {len(pages)}" in page
        assert "Gap Class" in page.replace("\n", " ")
    text = "\n".join(pages)
    dates = [line for line in text.split("\n") if line.startswith("20") and len(line) == 10]
    assert dates == [each["session_date"] for each in days]
    assert days[0]["gap_size_pts"] < 0
    assert f"\u2212{-days[0]['gap_size_pts']:.2f}" in text


def test_a_wide_pdf_goes_on_behind_and_repeats_the_date(client: TestClient, pro: dict[str, str]) -> None:
    features = client.get("/api/features", headers=pro).json()["features"][:24]
    body = {"kind": "days", "filters": FILTERS, "columns": [each["name"] for each in features]}
    pages = pdf_pages(export(client, pro, body, "pdf").content)
    assert len(pages) > 1
    day = listed(client, pro)["rows"][0]["session_date"]
    assert all(day in page for page in pages)
    text = " ".join(pages).replace("\n", " ").replace("  ", " ")
    assert all(each["displayName"] in text for each in features)


def test_statistics_are_the_answers_of_compute(client: TestClient, pro: dict[str, str]) -> None:
    body = {"filters": FILTERS, "statistics_features": FEATURES}
    answer = client.post("/api/compute", headers=pro, json=body).json()["data"]["statistics"]
    opened = open_xlsx(export(client, pro, STATISTICS, "xlsx").content)
    rows = {tuple(row[:3]): dict(zip(opened.headings, row, strict=True)) for row in opened.rows}
    assert len(rows) == len(opened.rows), "each figure stands once"
    result = answer["features"]["gap_fill_bar"]
    data = result["modules"]["occurrence"]["data"]
    row = rows["Gap Fill (bar)", "Occurrence", "Occurrence"]
    assert (row["n"], row["Value"], row["Others"]) == (
        data["total_days"],
        data["occurrence"],
        data["others"]["occurrence"],
    )
    limits = data["confidence_interval"]
    assert (row["95% from"], row["95% to"]) == (limits["lower"], limits["upper"])
    year = data["years"][0]
    row = rows["Gap Fill (bar)", "Occurrence", f"Year {year['year']}"]
    limits = year["confidence_interval"]
    assert (row["n"], row["Value"], row["95% from"]) == (year["days"], year["occurrence"], limits["lower"])
    row = rows["Gap Class", "Basic Distribution", "Full up"]
    label = next(
        each
        for each in answer["features"]["gap_class"]["modules"]["basic_distribution"]["data"]["labels"]
        if each["value"] == "full_up"
    )
    assert row["Value"] == pytest.approx(label["pct"] / 100)
    assert row["Grade"] == answer["features"]["gap_class"]["metadata"]["sample_size"]["grade"]
    late = answer["features"]["gap_class"]["metadata"]["look_ahead"]
    assert row["Look-ahead"] == ", ".join(titles(client, pro)[name] for name in late) != ""
    assert {side.split(":")[0] for _, _, side in rows if ":" in side} == {"Above", "Below"}


def test_statistics_say_whether_the_years_and_the_last_days_differ(
    client: TestClient, pro: dict[str, str]
) -> None:
    body = {"statistics_features": ["gap_fill_bar"]}
    answer = client.post("/api/compute", headers=pro, json=body).json()["data"]["statistics"]
    data = answer["features"]["gap_fill_bar"]["modules"]["occurrence"]["data"]
    difference = {"value": -0.03, "lower": -0.09, "upper": 0.02}
    before = {"occurrence": 0.65, "occurrence_days": 65, "total_days": 100}
    said = {"words": "Could be chance.", "p": None, "adjusted_p": None, "family_size": None}
    recent = {"days": 250, "occurrence": 0.62, "before": before, "difference": difference, "verdict": said}
    found = {each.name: each for each in figures_of("occurrence", data | {"recent": recent}, "", 100)}
    years = found["Years against one another"]
    assert years.verdict == data["years_verdict"]["words"] == "All days are of one year."
    last = found["Last 250 days against all before"]
    assert (last.value, last.difference, last.verdict) == (0.62, difference, "Could be chance.")


def test_a_rate_and_a_label_have_the_verdict_on_other_days(client: TestClient, pro: dict[str, str]) -> None:
    body = {"filters": FILTERS, "statistics_features": FEATURES}
    features = client.post("/api/compute", headers=pro, json=body).json()["data"]["statistics"]["features"]
    opened = open_xlsx(export(client, pro, STATISTICS, "xlsx").content)
    rows = {tuple(row[:3]): dict(zip(opened.headings, row, strict=True)) for row in opened.rows}
    rate = features["gap_fill_bar"]["modules"]["occurrence"]["data"]["others"]
    labels = features["gap_class"]["modules"]["basic_distribution"]["data"]["labels"]
    compared = {("Gap Class", "Basic Distribution", each["label"]): each["others"] for each in labels}
    compared["Gap Fill (bar)", "Occurrence", "Occurrence"] = rate
    for place, others in compared.items():
        row, said = rows[place], others["verdict"]
        assert (row["p"] or None, row["Adjusted p"] or None) == (said["p"], said["adjusted_p"])
        assert row["Verdict"] == said["words"]
        assert (row["Others"], row["Difference"]) == (others["occurrence"], others["difference"])
    lift = rows["Gap Fill (bar)", "Occurrence", "Lift"]
    assert (lift["Value"] or None, lift["95% from"] or None) == (rate["lift"], rate["lift_interval"]["lower"])


def titles(client: TestClient, headers: dict[str, str]) -> dict[str, str]:
    features = client.get("/api/features", headers=headers).json()["features"]
    return {each["name"]: each["displayName"] for each in features}


def test_a_row_says_what_decides_its_figure_and_which_bars_it_shares(
    client: TestClient, pro: dict[str, str]
) -> None:
    filters = {
        name: {"operator": "=", "value": value} for name, value in (("gap_up", True), ("or12_dir", "bull"))
    }
    names = ["gap_class", "or12_dir", "close_above_open", "rod_dir_b18", "ath_made"]
    body = {"filters": filters, "statistics_features": names}
    found = client.post("/api/compute", headers=pro, json=body).json()["data"]["statistics"]["features"]
    title, expected = titles(client, pro), {}
    for name in names:
        about = found[name]["metadata"]
        notes, shared = [], about["shared_bars"]
        if about["decided_by"]:
            notes.append("decided by " + ", ".join(title[each] for each in about["decided_by"]))
        if shared:
            filtered = ", ".join(title[each] for each in shared["filters"])
            notes.append(f"shares bars {shared['first_bar']} to {shared['last_bar']} with {filtered}")
        expected[title[name]] = "; ".join(notes)
    opened = open_csv(
        export(client, pro, STATISTICS | {"filters": filters, "features": names}, "csv").content
    )
    place = opened.headings.index("Note")
    assert {(row[0], row[place]) for row in opened.rows} == set(expected.items())
    assert expected[title["gap_class"]] == f"decided by Gap Up, {title['or12_dir']}"
    assert expected[title["close_above_open"]] == f"shares bars 1 to 12 with {title['or12_dir']}"
    assert expected[title["rod_dir_b18"]] == ""


@pytest.mark.parametrize("filters", [{}, {"gap_up": {"operator": "=", "value": True}}])
def test_heat_has_rows_for_filled_and_for_unfilled_days(
    client: TestClient, pro: dict[str, str], filters: dict[str, Any]
) -> None:
    name = "gap_adverse_pct_adr"
    body = {"features": [name], "filters": filters}
    answer = client.post("/api/v2/probabilities", headers=pro, json=body).json()["probabilities"][name]
    parts = answer["modules"]["basic_distribution"]["data"]["parts"]
    opened = open_csv(export(client, pro, STATISTICS | body, "csv").content)
    rows = {row[2]: dict(zip(opened.headings, row, strict=True)) for row in opened.rows}
    assert [part["label"] for part in parts] == ["Gap filled", "Gap not filled"]
    fields = {"Lower quartile": "q1", "Median": "median", "Upper quartile": "q3"}
    for part in parts:
        for figure, field in fields.items():
            row = rows[f"{part['label']}: {figure}"]
            others = repr(part["others"][field]) if filters else ""
            assert (row["Unit"], row["n"]) == ("%", str(part["matched"]["n"]))
            assert (row["Value"], row["Others"]) == (repr(part["matched"][field]), others)


def test_each_result_bears_its_unit(client: TestClient, pro: dict[str, str]) -> None:
    features = client.get("/api/features", headers=pro).json()["features"]
    units = {each["name"]: each["metadata"]["unit"] for each in features if each["type"] != "date"}
    body = {"features": list(units), "filters": FILTERS}
    found = client.post("/api/v2/probabilities", headers=pro, json=body).json()["probabilities"]
    assert {name: each["metadata"]["unit"] for name, each in found.items()} == units
    assert {"pts", "%", None} <= set(units.values())


def test_statistics_have_the_six_decimals_of_an_answer(client: TestClient, pro: dict[str, str]) -> None:
    features = client.get("/api/features", headers=pro).json()["features"]
    names = [each["name"] for each in features if each["type"] != "date"]
    opened = open_csv(export(client, pro, STATISTICS | {"features": names}, "csv").content)
    numbers = [cell for row in opened.rows for cell in row[4:14] if cell]
    assert [cell for cell in numbers if round(float(cell), 6) != float(cell)] == []
    assert any(len(cell.partition(".")[2]) == 6 for cell in numbers)


def test_every_figure_bears_its_unit_and_a_name_s_values_theirs(
    client: TestClient, pro: dict[str, str]
) -> None:
    body = STATISTICS | {"features": ["adr10_pts", "gap_size_pct_adr", "gap_fill_bar"]}
    opened = open_csv(export(client, pro, body, "csv").content)
    assert all(row[3] for row in opened.rows)
    units = {"ADR10 (pts)": " pts", "Absolute Gap (% of ADR10)": " %", "Gap Fill (bar)": ""}
    named = [row for row in opened.rows if row[2].startswith(("Days ", "At or "))]
    assert {row[0] for row in named} == {"ADR10 (pts)", "Absolute Gap (% of ADR10)"}
    assert [row[2] for row in named if not row[2].endswith(units[row[0]])] == []


def test_the_drawdown_of_days_without_a_high_counts_those_days(
    client: TestClient, pro: dict[str, str]
) -> None:
    body = {"features": ["ath_made"], "filters": {}}
    module = client.post("/api/v2/probabilities", headers=pro, json=body).json()["probabilities"]["ath_made"]
    module = module["modules"]["ath_analysis"]
    opened = open_csv(export(client, pro, STATISTICS | body, "csv").content)
    counted = {row[2]: row[4] for row in opened.rows if row[1] == module["display_name"]}
    assert module["data"]["ath_days"] > 0
    assert counted["All-time-high days"] == str(module["metadata"]["n"])
    assert counted["Drawdown when not, median"] == str(module["metadata"]["n"] - module["data"]["ath_days"])


def test_every_module_of_every_feature_has_rows(client: TestClient, pro: dict[str, str]) -> None:
    features = client.get("/api/features", headers=pro).json()["features"]
    named = {each["name"]: each for each in features if each["type"] != "date"}
    for filters in ({}, FILTERS, {"gap_fill_bar": {"operator": "=", "value": 80}}):
        body = {"kind": "statistics", "filters": filters, "features": list(named)}
        opened = open_csv(export(client, pro, body, "csv").content)
        found = {(row[0], row[1]) for row in opened.rows}
        assert len(found) == sum(len(each["metadata"]["statistical_method"]) for each in named.values())


def test_a_bar_s_days_are_exported_as_they_are_listed(client: TestClient, pro: dict[str, str]) -> None:
    part = {"feature": "gap_fill_bar", "module": "period_probability", "place": "Morning"}
    opened = open_csv(export(client, pro, DAYS | {"part": part}, "csv").content)
    assert [row[0] for row in opened.rows] == [
        each["session_date"] for each in listed(client, pro, part=part)["rows"]
    ]
    assert ("Bar", "Gap Fill (bar), Period Probability: Morning") in opened.facts


def test_a_question_without_days_is_a_file_without_rows(client: TestClient, pro: dict[str, str]) -> None:
    nothing = {"kind": "days", "filters": {"gap_up": {"operator": "=", "value": True}}, "dates": []}
    assert open_csv(export(client, pro, nothing, "csv").content).rows == []
    assert open_xlsx(export(client, pro, nothing, "xlsx").content).rows == []
    assert "Page 1 of 1" in pdf_pages(export(client, pro, nothing, "pdf").content)[0]
