"""Each class of records is declared once, with the fields that name a member."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import get_args, get_type_hints

import pytest

from service.database import records
from service.database.kinds import KINDS

NAMING = {"user_id", "username", "person", "session_id", "updated_by", "email"}
"""Fields that name a member."""


def named_by(record: type) -> Iterator[str]:
    """The fields of a record, also of what it holds."""
    hints = get_type_hints(record)
    for each in fields(record):
        yield each.name
        for held in (hints[each.name], *get_args(hints[each.name])):
            if is_dataclass(held) and isinstance(held, type):
                yield from named_by(held)


@pytest.mark.parametrize("record", KINDS)
def test_a_record_that_names_a_member_is_declared_to_belong_to_one(record: type) -> None:
    names = set(named_by(record))
    assert set(KINDS[record].owners) <= names
    assert KINDS[record].owners or not names & NAMING


def test_no_two_classes_share_a_name_in_the_store() -> None:
    assert max(Counter(kind.name for kind in KINDS.values()).values()) == 1


def test_every_class_that_the_store_keeps_is_declared_among_the_records() -> None:
    assert {record.__module__ for record in KINDS} == {records.__name__}
