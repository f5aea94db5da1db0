"""However bars go missing, a day counts exactly when none of its own is gone."""

from hypothesis import given, settings
from hypothesis import strategies as st

from core.market.instruments import instrument
from core.market.sessions import build_sessions
from tests.support.sizes import examples
from tests.unit.market.bar_builder import joined, rth

DAYS = {"2024-07-01": 81, "2024-07-02": 81, "2024-07-03": 45, "2024-07-05": 81, "2024-07-08": 81}
WEEK = joined([rth(day, last="13:10" if count == 45 else "16:10") for day, count in DAYS.items()])
LOCAL_DAYS = WEEK["ts"].dt.tz_convert("America/New_York").dt.strftime("%Y-%m-%d")


@settings(max_examples=examples(60), deadline=None)
@given(st.sets(st.integers(0, len(WEEK) - 1), max_size=4), st.sets(st.sampled_from(sorted(DAYS))))
def test_a_day_counts_exactly_with_all_its_bars(gone: set[int], closed: set[str]) -> None:
    kept = ~(WEEK.index.isin(gone) | LOCAL_DAYS.isin(closed))
    left = LOCAL_DAYS[kept].value_counts().to_dict()
    build = build_sessions(WEEK[kept].reset_index(drop=True), instrument("ES"))
    counted = [str(day) for day in build.sessions.session_date]
    assert counted == [day for day, bars in DAYS.items() if left.get(day) == bars]
    quarantined = [str(fault.session_date) for fault in build.quarantined]
    assert quarantined == [day for day, bars in DAYS.items() if 0 < left.get(day, 0) < bars]
    seen = sorted(left)
    inside = [day for day in DAYS if seen and seen[0] < day < seen[-1] and day not in left]
    assert [str(day) for day in build.missing] == inside
    assert build.sessions.previous.tolist() == plain_previous(counted)


def plain_previous(counted: list[str]) -> list[int]:
    order = list(DAYS)
    before = [order[order.index(day) - 1] if order.index(day) else None for day in counted]
    return [counted.index(day) if day in counted else -1 for day in before]
