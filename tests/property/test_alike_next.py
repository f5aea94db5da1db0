"""Days like the next session are those like its day, asked once it is over as of the same bar."""

from dataclasses import replace

import numpy as np
import pytest

from core.contracts.errors import InvalidRequest
from core.contracts.view_requests import AlikeRequest
from core.views.alike import AlikeDays, alike_of
from tests.property.coming_days import before, coming, finished

ROWS = (25, 40, 59)


@pytest.mark.parametrize("bar", [-1, 0, 1, 12, 18, 54, 80])
@pytest.mark.parametrize("seed", [1, 2])
def test_the_next_session_has_the_neighbours_of_its_day(seed: int, bar: int) -> None:
    _, index = finished(seed)
    for row in ROWS:
        asked = AlikeRequest(as_of=bar, n=20)
        visible = index.catalogue.features
        over = AlikeDays(
            index,
            alike_of(asked, row, visible),
            index.layout.bitmap(np.arange(len(index.session_date)) < row),
        )
        day = coming(seed, row, bar, night=True)
        year = {"year": np.full(day.scenarios, index.columns["year"].numbers[row])}
        day = replace(day, values={**day.values, **year})
        following = alike_of(asked, day.index.n_sessions, visible, day)
        earlier = before(seed, row)
        found = AlikeDays(earlier, following, earlier.layout.every_day)
        assert found.days() == over.days()
        assert [each.feature for each in found.outcomes()] == [each.feature for each in over.outcomes()]
        assert found.outcomes() == over.outcomes()


def test_what_was_not_seen_is_not_looked_at() -> None:
    day, visible = coming(1, 40, 0, night=False), finished(1)[1].catalogue.features
    looked_at = {each.name for each in alike_of(AlikeRequest(as_of=0), 40, visible, day).looked_at}
    assert "gap_class" in looked_at
    assert "gx_range_pct_adr" not in looked_at


def test_a_bar_that_is_not_reached_is_refused() -> None:
    day, visible = coming(1, 40, 12, night=True), finished(1)[1].catalogue.features
    with pytest.raises(InvalidRequest, match="known as of bar 12") as refused:
        alike_of(AlikeRequest(as_of=13), 40, visible, day)
    assert refused.value.code == "as_of_not_reached"
