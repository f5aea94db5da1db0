"""Any sequence of imports of overlapping bars gives what a dict that is filled bar by bar gives."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from hypothesis import given, settings
from hypothesis import strategies as st

from core.importing.merge import changed_fields, changes, merged
from core.warehouse.schemas import FIELDS
from core.warehouse.sidecars import SourcedBars
from tests.support.sizes import examples

START = pd.Timestamp("2024-03-11T13:30Z").as_unit("us")
PRIORITIES = {"first": 0, "second": 3, "third": -1}
CONTRACTS = (None, "ESH4", "ESM4")


@dataclass(frozen=True)
class Bar:
    close: float
    volume: int
    contract: str | None
    source: str = ""


FILES = st.lists(
    st.tuples(
        st.sampled_from(["first", "second", "third", "unheard-of"]),
        st.dictionaries(
            st.integers(0, 12),
            st.builds(Bar, st.sampled_from([1.0, 2.0]), st.integers(0, 1), st.sampled_from(CONTRACTS)),
            min_size=1,
        ),
    ),
    max_size=8,
)


def frame_of(bars: dict[int, Bar]) -> pd.DataFrame:
    rows = sorted(bars.items())
    close = [bar.close for _, bar in rows]
    prices = {name: np.array(close, dtype=float) for name in ("open", "high", "low", "close")}
    ts = pd.Series([START + pd.Timedelta(minutes=5 * at) for at, _ in rows], dtype="datetime64[us, UTC]")
    contract = pd.Series([bar.contract for _, bar in rows], dtype="str")
    volume = np.array([bar.volume for _, bar in rows], dtype=np.int64)
    return pd.DataFrame({"ts": ts, **prices, "volume": volume, "contract": contract})


def nothing() -> SourcedBars:
    return SourcedBars(frame_of({}), (), np.zeros(0, dtype=np.int64))


def put(kept: dict[int, Bar], source: str, bars: dict[int, Bar]) -> tuple[int, int, int]:
    """The merge as a person would do it on paper; bars added, replaced and held."""
    added = replaced = held = 0
    for at, bar in bars.items():
        before = kept.get(at)
        if before is not None and PRIORITIES.get(source, 0) < PRIORITIES.get(before.source, 0):
            held += 1
            continue
        added, replaced = added + (before is None), replaced + (before is not None)
        contract = bar.contract if bar.contract or before is None else before.contract
        kept[at] = Bar(bar.close, bar.volume, contract, source)
    return added, replaced, held


def found_in(bars: SourcedBars) -> dict[int, Bar]:
    at = ((bars.frame["ts"] - START) // pd.Timedelta(minutes=5)).tolist()
    contracts = [None if pd.isna(name) else name for name in bars.frame["contract"]]
    rows = zip(
        at,
        bars.frame["close"].tolist(),
        bars.frame["volume"].tolist(),
        contracts,
        bars.sources(np.arange(len(at))).tolist(),
        strict=True,
    )
    return {stamp: Bar(*values) for stamp, *values in rows}


@settings(max_examples=examples(60), deadline=None)
@given(FILES)
def test_imports_in_any_order_give_the_merge_done_by_hand(files: list[tuple[str, dict[int, Bar]]]) -> None:
    bars, kept = nothing(), dict[int, Bar]()
    for source, part in files:
        before = dict(kept)
        merge = merged(bars, frame_of(part), source, PRIORITIES)
        assert (merge.added, merge.replaced, merge.held) == put(kept, source, part)
        assert found_in(merge.bars) == kept
        assert merge.bars.frame["ts"].is_monotonic_increasing
        assert_changes(bars, merge.bars, before, kept)
        bars = merge.bars


def assert_changes(old: SourcedBars, new: SourcedBars, before: dict[int, Bar], after: dict[int, Bar]) -> None:
    def values(bar: Bar) -> tuple[object, ...]:
        return (bar.close, bar.volume, bar.contract)

    expected = [at for at in sorted(before) if values(before[at]) != values(after[at])]
    found = changes(old, new)
    assert ((found["ts"] - START) // pd.Timedelta(minutes=5)).tolist() == expected
    assert found["source_before"].tolist() == [before[at].source for at in expected]
    assert found["source_after"].tolist() == [after[at].source for at in expected]
    assert found["close_before"].tolist() == [before[at].close for at in expected]
    assert found["close_after"].tolist() == [after[at].close for at in expected]
    differ = sum(before[at].volume != after[at].volume for at in expected)
    assert changed_fields(found).get("volume", 0) == differ


@settings(max_examples=examples(25), deadline=None)
@given(FILES)
def test_a_merge_done_twice_changes_nothing_more(files: list[tuple[str, dict[int, Bar]]]) -> None:
    bars = nothing()
    for source, part in files:
        once = merged(bars, frame_of(part), source, PRIORITIES).bars
        twice = merged(once, frame_of(part), source, PRIORITIES).bars
        assert found_in(twice) == found_in(once)
        assert changes(once, twice).empty
        bars = once


def test_every_field_of_a_bar_can_change() -> None:
    assert FIELDS == ("open", "high", "low", "close", "volume", "contract")
