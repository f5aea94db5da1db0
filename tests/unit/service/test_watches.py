"""Watches in SQLite and in Redis: whose they are, and that of an alert one message leaves."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from core.contracts.errors import InvalidRequest, UnknownName
from core.contracts.view_requests import WatchRequest
from service.database.kinds import KINDS
from service.database.records import Alert, OffLink, State, User, Watch, WatchesOf
from service.notes import watches as rules
from service.notes.watches import KEPT_FOR, MOST_WATCHES, PAUSES, REMOVED_KEPT_FOR
from service.outgoing.failure import NotSent
from tests.support.blocking import RecordStore, Watches
from tests.support.clock import Clock

ADA = User("7", "Ada", "standard", "course", email="ada@example.com", course_id="dev-cad-std")
BEA = User("9", "Bea", "pro", "code", email="bea@example.com")
MAIL = "ada@example.com"
FRIDAY, MONDAY = "2026-11-27", "2026-11-30"
REFUSED = NotSent("the hook answered 500", is_certain=True)
UNKNOWN = NotSent("the hook did not answer in time", is_certain=False)


@pytest.fixture
def watches(store: RecordStore, clock: Clock) -> Watches:
    return Watches(store, clock)


def asked(name: str = "Gap and go", symbol: str = "ES", value: bool = True) -> WatchRequest:
    filters = [{"feature": "gap_up", "operator": "=", "value": value}]
    return WatchRequest(name=name, channel="email", filters=filters, symbol=symbol)


def put(watches: Watches, user: User = ADA, **more: object) -> Watch:
    made: Watch = watches.put(user, asked(**more), MAIL)  # type: ignore[arg-type]
    return made


def only(watches: Watches, user: User = ADA) -> Watch:
    (watch,) = watches.of(user.user_id)
    return watch  # type: ignore[no-any-return]


def last(watches: Watches) -> Alert:
    alert = only(watches).alert
    assert alert is not None
    return alert


def test_watches_are_their_user_s_by_name(watches: Watches) -> None:
    second, first = put(watches, name="b"), put(watches, name="A")
    other = put(watches, BEA)
    assert watches.of(ADA.user_id) == (first, second)
    assert watches.of(BEA.user_id) == (other,)
    assert watches.of("nobody") == ()
    assert (first.user.username, first.user.email, first.user.course_id, first.to) == ("", None, None, MAIL)
    assert {of.user_id for of in watches.everyone()} == {ADA.user_id, BEA.user_id}


def test_a_name_is_watched_once_and_another_symbol_s_is_another(watches: Watches) -> None:
    first = put(watches, name=" Gap\n and go ")
    again = put(watches, name="gap and GO", value=False)
    assert (again.id, again.request.filters[0]["value"]) == (first.id, False)
    assert watches.of(ADA.user_id) == (again,)
    put(watches, symbol="NQ")
    assert len(watches.of(ADA.user_id)) == 2


@pytest.mark.parametrize("name", ["", "  \n", "a\x07b"])
def test_a_name_has_something_to_print(watches: Watches, name: str) -> None:
    with pytest.raises(InvalidRequest, match="name: expected 1 to 200"):
        put(watches, name=name)


def test_watches_are_so_many_and_no_more_also_at_once(watches: Watches) -> None:
    def tried(number: int) -> bool:
        try:
            put(watches, name=f"{number}")
        except InvalidRequest as error:
            return error.code != "too_many_watches"
        return True

    with ThreadPoolExecutor(6) as threads:
        assert sum(threads.map(tried, range(MOST_WATCHES + 5))) == MOST_WATCHES
    assert len(watches.of(ADA.user_id)) == MOST_WATCHES
    kept = watches.of(ADA.user_id)[0]
    put(watches, name=kept.request.name, value=False)


def test_nobody_removes_another_s(watches: Watches) -> None:
    own, other = put(watches), put(watches, BEA)
    for removed in (other.id, "x"):
        with pytest.raises(UnknownName) as found:
            watches.remove(ADA.user_id, removed)
        assert found.value.code == "watch_unknown"
    assert watches.remove(ADA.user_id, own.id) == own
    assert watches.of(ADA.user_id) == ()
    assert only(watches, BEA) == other


def test_of_many_who_would_send_one_does(watches: Watches) -> None:
    watch = put(watches)
    with ThreadPoolExecutor(8) as threads:
        tokens = list(threads.map(lambda _: watches.claim(ADA.user_id, watch.id, FRIDAY), range(16)))
    assert len([token for token in tokens if token is not None]) == 1


def test_who_dies_between_claim_and_result_has_sent_it_for_good(watches: Watches, clock: Clock) -> None:
    watch = put(watches)
    assert watches.claim(ADA.user_id, watch.id, FRIDAY)
    clock.seconds += 10 * 3600
    assert watches.claim(ADA.user_id, watch.id, FRIDAY) is None
    assert last(watches).state == "sending"
    assert watches.claim(ADA.user_id, watch.id, MONDAY)


def test_what_was_sent_is_not_sent_again_before_the_next_session(watches: Watches, clock: Clock) -> None:
    watch = put(watches)
    watches.claim(ADA.user_id, watch.id, FRIDAY)
    watches.note_sent(ADA.user_id, watch.id, FRIDAY)
    clock.seconds += 3600
    assert watches.claim(ADA.user_id, watch.id, FRIDAY) is None
    put(watches, value=False)
    assert watches.claim(ADA.user_id, watch.id, FRIDAY) is None, "the same preset, asked otherwise"
    watches.refuse(ADA.user_id, watch.id, FRIDAY, "why")
    assert (last(watches).state, last(watches).why) == ("sent", None)
    assert watches.claim(ADA.user_id, watch.id, MONDAY)


def test_what_surely_did_not_arrive_is_tried_again_after_growing_pauses(
    watches: Watches, clock: Clock
) -> None:
    watch = put(watches)
    state = watches.state()
    for tries, pause in enumerate(PAUSES, start=1):
        assert watches.claim(ADA.user_id, watch.id, FRIDAY)
        watches.note_failed(ADA.user_id, watch.id, FRIDAY, REFUSED)
        alert = last(watches)
        assert (alert.state, alert.tries, alert.why) == ("trying", tries, REFUSED.reason)
        clock.seconds += pause - 1
        assert watches.claim(ADA.user_id, watch.id, FRIDAY) is None
        clock.seconds += 1
    assert watches.state() != state, "every process is to look at it again"
    assert watches.claim(ADA.user_id, watch.id, FRIDAY)
    watches.note_failed(ADA.user_id, watch.id, FRIDAY, REFUSED)
    clock.seconds += 24 * 3600
    assert watches.claim(ADA.user_id, watch.id, FRIDAY) is None
    assert (last(watches).state, last(watches).tries) == ("failed", 3)
    assert list(PAUSES) == sorted(set(PAUSES))
    assert watches.claim(ADA.user_id, watch.id, MONDAY)
    watches.note_sent(ADA.user_id, watch.id, MONDAY)
    assert last(watches).tries == 1


def test_what_may_have_arrived_is_not_sent_again(watches: Watches, clock: Clock) -> None:
    watch = put(watches)
    watches.claim(ADA.user_id, watch.id, FRIDAY)
    watches.note_failed(ADA.user_id, watch.id, FRIDAY, UNKNOWN)
    clock.seconds += 24 * 3600
    assert watches.claim(ADA.user_id, watch.id, FRIDAY) is None
    assert (last(watches).state, last(watches).why) == ("failed", UNKNOWN.reason)


def test_what_could_not_be_asked_may_still_be_sent(watches: Watches) -> None:
    watch = put(watches)
    watches.refuse(ADA.user_id, watch.id, FRIDAY, "the list is gone")
    assert (last(watches).state, last(watches).why) == ("failed", "the list is gone")
    assert watches.claim(ADA.user_id, watch.id, FRIDAY)
    assert last(watches).tries == 1


def test_a_link_ends_its_watch_and_says_so_again(watches: Watches, clock: Clock) -> None:
    watch, other = put(watches), put(watches, name="another")
    token = watches.claim(ADA.user_id, watch.id, FRIDAY)
    later = watches.claim(ADA.user_id, watch.id, MONDAY)
    assert len(token) == 22
    assert token != later
    for _ in range(2):
        assert watches.end_by(token).name == "Gap and go"
        assert watches.of(ADA.user_id) == (other,)
    assert watches.end_by(later).name == "Gap and go"
    fresh = put(watches)
    assert watches.end_by(token).name == "Gap and go"
    assert fresh in watches.of(ADA.user_id), "a watch that was made anew is not the link's"
    clock.seconds += KEPT_FOR
    for unknown in (token, "A" * 22, "", "é" * 5000):
        with pytest.raises(UnknownName) as found:
            watches.end_by(unknown)
        assert found.value.code == "watch_link_unknown"


def test_a_watch_that_was_removed_is_not_sent(watches: Watches) -> None:
    watch = put(watches)
    watches.remove(ADA.user_id, watch.id)
    assert watches.claim(ADA.user_id, watch.id, FRIDAY) is None
    again = put(watches)
    watches.claim(ADA.user_id, again.id, FRIDAY)
    watches.remove(ADA.user_id, again.id)
    watches.note_sent(ADA.user_id, again.id, FRIDAY)
    watches.note_failed(ADA.user_id, again.id, FRIDAY, REFUSED)
    assert watches.of(ADA.user_id) == ()


def test_a_watch_that_is_added_again_goes_on_from_its_last_alert(watches: Watches, clock: Clock) -> None:
    """Sent, under way or to be tried again: whatever became of it, and however it was removed."""
    first = put(watches)
    token = watches.claim(ADA.user_id, first.id, FRIDAY)
    watches.end_by(token)
    second = put(watches, name="GAP and  go", value=False)
    assert second.id != first.id
    assert watches.claim(ADA.user_id, second.id, FRIDAY) is None, "nobody knows whether it was sent"
    watches.note_failed(ADA.user_id, second.id, FRIDAY, REFUSED)
    watches.remove(ADA.user_id, second.id)
    third = put(watches)
    assert watches.claim(ADA.user_id, third.id, FRIDAY) is None
    clock.seconds += PAUSES[0]
    assert watches.claim(ADA.user_id, third.id, FRIDAY)
    assert last(watches).tries == 2
    watches.note_sent(ADA.user_id, third.id, FRIDAY)
    watches.remove(ADA.user_id, third.id)
    other = put(watches, symbol="NQ")
    assert watches.claim(ADA.user_id, other.id, FRIDAY), "another symbol's is another"
    fourth = put(watches)
    assert watches.claim(ADA.user_id, fourth.id, FRIDAY) is None
    assert watches.claim(ADA.user_id, fourth.id, MONDAY)


def test_what_is_kept_of_a_removed_watch_is_little_and_ends(
    store: RecordStore, watches: Watches, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "MOST_REMOVED", 2)
    quiet = put(watches, name="never sent")
    watches.remove(ADA.user_id, quiet.id)
    assert store.texts(KINDS[WatchesOf]) == []
    for name in ("a", "b", "c", "b"):
        watch = put(watches, name=name)
        watches.claim(ADA.user_id, watch.id, FRIDAY)
        watches.remove(ADA.user_id, watch.id)
        clock.seconds += 1
    (kept,) = watches.everyone()
    assert (kept.watches, [each.name for each in kept.removed]) == ((), ["b", "c"])
    assert ADA.email not in store.texts(KINDS[WatchesOf])[0][1]
    clock.seconds += REMOVED_KEPT_FOR
    assert watches.everyone() == []
    put(watches, name="another")
    assert watches.everyone()[0].removed == ()


def test_a_receiver_s_longer_pause_is_kept(watches: Watches, clock: Clock) -> None:
    watch = put(watches)
    for tries, (asked_for, pause) in enumerate([(5000, 5000), (5, PAUSES[1])], start=1):
        watches.claim(ADA.user_id, watch.id, FRIDAY)
        busy = NotSent("the hook answered 429", is_certain=True, retry_after=asked_for)
        watches.note_failed(ADA.user_id, watch.id, FRIDAY, busy)
        assert (last(watches).tries, last(watches).next_at) == (tries, int(clock.seconds) + pause)
        clock.seconds += pause


def test_the_store_keeps_no_token(store: RecordStore, watches: Watches) -> None:
    watch = put(watches)
    token = watches.claim(ADA.user_id, watch.id, FRIDAY)
    texts = [text for kind in (WatchesOf, OffLink, State) for _, text in store.texts(KINDS[kind])]
    assert texts
    assert not any(token in text for text in texts)


def test_watches_end_when_nothing_was_watched_for_long(watches: Watches, clock: Clock) -> None:
    watch = put(watches)
    clock.seconds += KEPT_FOR - 1
    watches.claim(ADA.user_id, watch.id, FRIDAY)
    assert len(watches.of(ADA.user_id)) == 1
    clock.seconds += 1
    assert watches.of(ADA.user_id) == ()
    assert watches.everyone() == []
