"""The soak's short form: a class at work while a worker and Redis are killed and snapshots are published."""

from qa.soak.run import SHORT, soak

FAULTS = ("Redis stopped", "worker killed", "Redis killed, back empty")


def test_a_class_at_work_gets_every_answer_and_none_that_is_wrong() -> None:
    soaked = soak(SHORT, FAULTS)
    assert soaked.told == []
    assert (soaked.counts["wrong"], soaked.counts["lost"]) == (0, 0)
    assert soaked.counts["checked"] >= SHORT.answers
    assert sum(soaked.faults.values()) >= len(FAULTS)
    assert all(soaked.by_call.values())
