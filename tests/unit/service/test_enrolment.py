"""How long the course platform's word counts, and how it is left alone while it is away."""

import pytest

from service.members.entry import enrolment
from service.members.entry.learnworlds import Member, PlatformDown
from service.members.errors import EntryUnavailable
from tests.support.blocking import Enrolment

ADA = Member("ada@example.com", frozenset({"dev-cad-std"}))
ENDED = Member("eve@example.com", frozenset({"cooking"}))


class School:
    """Says what it is told to say, and counts how often it is asked; `moment` is the time."""

    def __init__(self) -> None:
        self.says: Member | PlatformDown | None = ADA
        self.asked = 0
        self.moment = 1000.0

    def member(self, user_id: str) -> Member | None:
        self.asked += 1
        if isinstance(self.says, PlatformDown):
            raise self.says
        return self.says


@pytest.fixture
def school() -> School:
    return School()


@pytest.fixture
def kept(school: School) -> Enrolment:
    return Enrolment(school.member, ["dev-cad-std"], "LearnWorlds", lambda: school.moment)


@pytest.mark.parametrize(("said", "seconds"), [(ADA, 300), (ENDED, 60), (None, 60)])
def test_an_answer_counts_for_its_time_and_no_longer(
    school: School, kept: Enrolment, said: Member | None, seconds: int
) -> None:
    school.says = said
    for later, asked in ((0, 1), (seconds - 1, 1), (seconds, 2)):
        school.moment = 1000.0 + later
        assert kept.member("7") == said
        assert school.asked == asked


def test_members_are_remembered_apart(school: School, kept: Enrolment) -> None:
    kept.member("7")
    school.says = ENDED
    assert (kept.member("8"), kept.member("7")) == (ENDED, ADA)


@pytest.mark.parametrize(("down", "pause"), [(PlatformDown("429", 42, for_all=True), 42)])
def test_after_a_refusal_for_all_nobody_new_is_asked_about(
    school: School, kept: Enrolment, down: PlatformDown, pause: int
) -> None:
    kept.member("7")
    school.says = down
    for later, asked in ((0, 2), (pause - 1, 2), (pause, 3)):
        school.moment = 1000.0 + later
        with pytest.raises(EntryUnavailable) as refused:
            kept.member("8")
        assert (school.asked, kept.member("7")) == (asked, ADA)
        assert 1 <= refused.value.retry_after <= pause + 1


def test_one_member_s_odd_answer_stops_nobody_else(school: School, kept: Enrolment) -> None:
    school.says = PlatformDown("500: an error")
    with pytest.raises(EntryUnavailable):
        kept.member("8")
    school.says = ADA
    assert kept.member("7") == ADA


def test_a_failure_is_never_remembered_as_an_answer(school: School, kept: Enrolment) -> None:
    school.says = PlatformDown("500: an error")
    with pytest.raises(EntryUnavailable):
        kept.member("7")
    school.says = ADA
    assert kept.member("7") == ADA


def test_memory_is_bounded(school: School, kept: Enrolment, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enrolment, "MOST", 3)
    for user in "abcd":
        kept.member(user)
    asked = school.asked
    kept.member("d")
    kept.member("a")
    assert school.asked == asked + 1
