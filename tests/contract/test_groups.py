"""A question of groups in every part of an answer: its words, its marks, its file, its days."""

from typing import Any

from starlette.testclient import TestClient

from tests.contract.exported import open_csv, open_xlsx, pdf_pages

GAP_UP = {"feature": "gap_up", "operator": "=", "value": True}
EARLIER = {"feature": "close_above_open_prev2", "operator": "=", "value": True}
ANY = {"any_of": [GAP_UP, EARLIER]}
FIRST = {"feature": "gap_fill_by_b12", "operator": "=", "value": True, "first_in": 3}
WORDS = [
    "Gap Filled in First Hour equals True, first time in 3 days",
    "(Bull Day (close above open), 2 days before equals True or Gap Up equals True)",
]


def post(client: TestClient, headers: dict[str, str], path: str, **body: Any) -> Any:
    answer = client.post(f"/api{path}", headers=headers, json=body)
    assert answer.status_code == 200, answer.text
    return answer


def test_the_filters_of_an_answer_are_in_canonical_form_with_their_words(
    client: TestClient, pro: dict[str, str]
) -> None:
    applied = post(client, pro, "/compute", filters=[ANY, FIRST]).json()["filters_applied"]
    assert [each["sentence"] for each in applied] == WORDS
    assert applied[0] == FIRST | {"by_bar": None, "sentence": WORDS[0]}
    assert applied[1]["any_of"] == [EARLIER, GAP_UP]


def test_every_form_and_order_is_one_answer(client: TestClient, pro: dict[str, str]) -> None:
    rest = {key: value for key, value in FIRST.items() if key != "feature"}
    spellings: list[Any] = [
        [ANY, FIRST],
        [FIRST, {"any_of": [EARLIER, GAP_UP, GAP_UP], "none_of": None}, ANY],
        {"any_of": [GAP_UP, EARLIER], "gap_fill_by_b12": rest},
    ]
    bodies = [post(client, pro, "/compute", filters=filters).json() for filters in spellings]
    assert [each["metadata"]["from_cache"] for each in bodies[1:]] == [True, True]
    assert all(each["filters_applied"] == bodies[0]["filters_applied"] for each in bodies)


def test_a_file_words_groups_and_what_they_decide(client: TestClient, pro: dict[str, str]) -> None:
    body = {"kind": "statistics", "format": "csv", "features": ["gap_up"], "filters": [ANY, FIRST]}
    exported = post(client, pro, "/v2/export", **body).content
    found = open_csv(exported)
    assert [value for name, value in found.facts if name == "Filter"] == WORDS
    assert all("decided by Bull Day (close above open), Gap Up" in str(row) for row in found.rows)
    whole = post(client, pro, "/v2/export", **(body | {"format": "xlsx"})).content
    assert [value for name, value in open_xlsx(whole).facts if name == "Filter"] == WORDS


def test_a_printed_file_tells_a_long_group_to_its_end(client: TestClient, pro: dict[str, str]) -> None:
    far = [{"feature": "gap_size_pts", "operator": ">", "value": -value} for value in range(1, 40)]
    group = {"at_least": {"count": 2, "of": far}}
    body = {"kind": "statistics", "format": "pdf", "features": ["gap_up"], "filters": [group]}
    first = pdf_pages(post(client, pro, "/v2/export", **body).content)[0]
    [applied] = post(client, pro, "/compute", filters=[group]).json()["filters_applied"]
    assert applied["sentence"].replace(" ", "") in first.replace(" ", "").replace("\n", "")
