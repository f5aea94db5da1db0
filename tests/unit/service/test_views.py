"""Shared views in SQLite and in Redis: kept for their time, one link for one view, the oldest goes first."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from core.contracts.errors import UnknownName
from core.contracts.next_answers import ViewFigures
from core.contracts.view_requests import ViewRequest
from service.notes import views as rules
from service.notes.views import KEPT_FOR, checked_address
from tests.support.blocking import RecordStore, Views
from tests.support.clock import Clock

ADA, BEA = "7", "9"
THEN = ViewFigures("2025-05-06-000000000001", "2025-05-06", 412, 252, 400, 0.63)


@pytest.fixture
def views(store: RecordStore, clock: Clock) -> Views:
    return Views(store, clock)


def asked(address: str = "/days") -> ViewRequest:
    filters = [{"feature": "gap_up", "operator": "=", "value": True}]
    return ViewRequest(address=address, filters=filters, symbol="ES", as_of=18, feature="half_gap_fill_bar")


def test_a_view_comes_back_as_it_was_made(views: Views) -> None:
    made = views.make(ADA, asked(), THEN)
    assert views.find(made.id) == made
    assert (made.request, made.then, made.person) == (asked(), THEN, ADA)


def test_a_view_is_kept_for_its_days_and_not_longer(views: Views, clock: Clock) -> None:
    made = views.make(ADA, asked(), THEN)
    clock.seconds += KEPT_FOR - 1
    assert views.find(made.id) == made
    clock.seconds += 1
    with pytest.raises(UnknownName) as found:
        views.find(made.id)
    assert found.value.code == "view_unknown"
    again = views.make(ADA, asked(), THEN)
    assert again.id != made.id
    assert views.find(again.id) == again


def test_a_clock_that_is_put_back_loses_no_view(views: Views, clock: Clock) -> None:
    clock.seconds += KEPT_FOR
    made = views.make(ADA, asked(), THEN)
    clock.seconds -= KEPT_FOR
    assert views.find(made.id) == made
    assert views.make(ADA, asked(), THEN) == made


def test_one_view_has_one_link_whoever_comes_at_once(views: Views) -> None:
    with ThreadPoolExecutor(8) as threads:
        made = list(threads.map(lambda _: views.make(ADA, asked(), THEN).id, range(16)))
    assert len(set(made)) == 1
    assert views.make(BEA, asked(), THEN).id not in made


def test_the_oldest_of_a_person_goes(views: Views, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "MOST_VIEWS", 2)
    other = views.make(BEA, asked(), THEN)
    first, second, third = (views.make(ADA, asked(f"/days?n={number}"), THEN) for number in range(3))
    with pytest.raises(UnknownName):
        views.find(first.id)
    for kept in (second, third, other):
        assert views.find(kept.id) == kept


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/?filters=%5B%5D&only=all",
        "/dashboard?view=by-value&by=gap_size_pts#a",
        "/curve?by=gap_size_pts",
    ],
)
def test_the_page_s_own_addresses_pass(address: str) -> None:
    assert checked_address(address) == address
