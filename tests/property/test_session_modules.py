"""What holds of the modules that read sessions in their order, on any days, gaps, nulls and filters."""

from dataclasses import dataclass
from dataclasses import replace as changed

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from core.build.pack.build_pack import assemble_pack
from core.contracts.results.sessions import ExtremeTiming, StreakAnalysis
from core.features.compute import compute_features
from core.features.registry import catalogue_of
from core.figures.kinds import Feature
from core.figures.kinds.sessions import ath_analysis, ema_accumulation, extreme_timing, streak_analysis
from core.market.market import Market
from core.question.filters import parse_query
from core.question.index import SnapshotIndex, groups_of, results_of
from core.warehouse.serving.load_index import load_index
from tests.property.markets import markets
from tests.property.test_modules import is_plain
from tests.support.sizes import examples
from tests.unit.figures.small_features import define, session_view

SIGNED = define("run", "integer count", "streak_analysis", value_range=(-3, 3))
GAP = "gap_up"


@dataclass(frozen=True, slots=True)
class Story:
    """Sessions in order: values, which of them match, and before which a session is absent."""

    values: list[int | None]
    matched: list[bool]
    after_a_gap: list[int]

    def view(self, matched: list[bool] | None) -> Feature:
        return session_view(SIGNED, self.values, matched, after_a_gap=self.after_a_gap)


@st.composite
def stories(draw: st.DrawFn) -> Story:
    """Few different values, so that runs are common."""
    value = st.sampled_from([1, 1, 2, -1, -1, 0, None])
    values = draw(st.lists(value, max_size=40))
    size = len(values)
    matched = draw(st.lists(st.sampled_from([True, True, True, False]), min_size=size, max_size=size))
    gaps = draw(st.lists(st.sampled_from([True, False, False, False]), min_size=size, max_size=size))
    return Story(values, matched, [place for place, gap in enumerate(gaps) if gap])


def lengths(answer: StreakAnalysis) -> dict[int, int]:
    return {int(length): count for length, count in answer.streak_distribution.items()}


@settings(deadline=None)
@given(stories())
def test_streaks_share_out_the_active_days(story: Story) -> None:
    answer = streak_analysis(story.view(story.matched))
    kept = [value for value, wanted in zip(story.values, story.matched, strict=True) if wanted]
    known = [value for value in kept if value is not None]
    assert answer.below is not None
    assert (answer.active_days, answer.below.active_days) == (
        sum(value > 0 for value in known),
        sum(value < 0 for value in known),
    )
    for side in (answer, answer.below):
        assert sum(length * count for length, count in lengths(side).items()) == side.active_days
        assert side.total_days == len(known)
        assert (side.streak_stats.max_streak or 0) == max(lengths(side), default=0) == len(side.continuation)


@settings(deadline=None)
@given(stories())
def test_fewer_streaks_stand_at_each_further_length_and_unfiltered_none_goes_on_past_the_longest(
    story: Story,
) -> None:
    answer = streak_analysis(story.view(story.matched))
    streaks = [each.streaks for each in answer.continuation]
    assert streaks == sorted(streaks, reverse=True)
    assert sum(lengths(answer).values()) >= max(streaks, default=0)
    for each, following in zip(answer.continuation, answer.continuation[1:], strict=False):
        went_on = round((each.probability or 0) * each.streaks)
        assert went_on >= sum(count for length, count in lengths(answer).items() if length > each.length)
        assert went_on >= following.streaks
    assert answer.baseline is not None
    if answer.baseline.continuation:
        assert not answer.baseline.continuation[-1].probability


def went_on_by_length(story: Story) -> dict[int, tuple[int, int]]:
    """Day by day: by how long a streak stands, days whose next session has a value, and is active."""
    found: dict[int, tuple[int, int]] = {}
    standing = 0
    for place, value in enumerate(story.values):
        standing = 0 if place in story.after_a_gap else standing
        if standing and value is not None:
            of, on = found.get(standing, (0, 0))
            found[standing] = (of + 1, on + int(value > 0))
        standing = standing + 1 if story.matched[place] and value is not None and value > 0 else 0
    return found


@settings(deadline=None)
@given(stories())
def test_a_streak_goes_on_as_often_as_counted_day_by_day(story: Story) -> None:
    found = went_on_by_length(story)
    for each in streak_analysis(story.view(story.matched)).continuation:
        of, on = found.get(each.length, (0, 0))
        assert (each.streaks, each.probability) == (of, on / of if of else None)


@settings(deadline=None)
@given(stories())
def test_a_filter_only_ever_cuts_streaks(story: Story) -> None:
    answer = streak_analysis(story.view(story.matched))
    assert answer.baseline == replace(streak_analysis(story.view(None)), baseline=None)
    assert (answer.streak_stats.max_streak or 0) <= (answer.baseline.streak_stats.max_streak or 0)
    assert answer.active_days <= answer.baseline.active_days


@settings(deadline=None)
@given(stories())
def test_streaks_read_backwards_are_as_long(story: Story) -> None:
    size = len(story.values)
    gaps = [size - place for place in story.after_a_gap if place]
    turned = Story(story.values[::-1], story.matched[::-1], gaps)
    assert lengths(streak_analysis(turned.view(turned.matched))) == lengths(
        streak_analysis(story.view(story.matched))
    )


@settings(deadline=None)
@given(stories(), st.integers(0, 40))
def test_an_absent_session_is_a_border_between_two_snapshots(story: Story, cut: int) -> None:
    cut = min(cut, len(story.values))
    joined = changed(story, after_a_gap=[*story.after_a_gap, *([cut] if cut < len(story.values) else [])])
    first = Story(story.values[:cut], story.matched[:cut], [p for p in story.after_a_gap if p < cut])
    second = Story(story.values[cut:], story.matched[cut:], [p - cut for p in story.after_a_gap if p >= cut])
    whole = streak_analysis(joined.view(joined.matched))
    parts = [streak_analysis(part.view(part.matched)) for part in (first, second)]
    for length in range(1, 41):
        assert lengths(whole).get(length, 0) == sum(lengths(part).get(length, 0) for part in parts)
    for place, each in enumerate(whole.continuation):
        found = [part.continuation[place] for part in parts if place < len(part.continuation)]
        assert each.streaks == sum(part.streaks for part in found)


def asked(index: SnapshotIndex, name: str, filtered: bool) -> Feature:
    filters = {GAP: {"operator": "=", "value": True}} if filtered else {}
    query = parse_query(filters, None, None, index.catalogue, first=index.first_date, last=index.last_date)
    question = groups_of(index, query, index.sessions.select(query), [name])
    return next(index.engine.features(question, [name], exact=True))


def index_of(market: Market) -> SnapshotIndex:
    return load_index(assemble_pack(catalogue_of(market), market, compute_features(market)))


def counts_of(answer: ExtremeTiming) -> list[int]:
    """Every count of an answer that adds over days."""
    periods = answer.period_analysis.values()
    new, final = (
        [getattr(each, kind).count for each in periods] for kind in ("new_extremes", "final_extremes")
    )
    return [*new, *final, *answer.final_by_bar_days]


@settings(deadline=None, max_examples=examples(20))
@given(markets())
def test_extremes_of_matched_and_others_add_to_all_days(market: Market) -> None:
    index = index_of(market)
    for name in ("hod_bar", "lod_bar", "first_extreme_bar", "new_high_count", "new_low_count"):
        here, everything = extreme_timing(asked(index, name, True)), extreme_timing(asked(index, name, False))
        assert here.others is not None
        beside = zip(counts_of(here), counts_of(here.others), strict=True)
        assert [one + other for one, other in beside] == counts_of(everything)
        assert sum(counts_of(everything)[3:6]) == everything.final_by_bar_days[-1] == len(market)


@settings(deadline=None, max_examples=examples(20))
@given(markets())
def test_the_two_sides_of_the_ema_never_hold_more_than_the_day(market: Market) -> None:
    index = index_of(market)
    answer = ema_accumulation(asked(index, "ema20_day_regime", True))
    assert answer.below is not None
    for side, alone in ((answer, "ema20_bars_above"), (answer.below, "ema20_bars_below")):
        assert replace(side, below=None, baseline=None) == replace(
            ema_accumulation(asked(index, alone, True)), baseline=None
        )
        longest = side.regime_persistence.max_streak or 0
        assert longest <= (side.streak_stats.max_streak_in_data or 0)
        assert bool(longest == 81) == bool(side.regime_persistence.full_day_regime_prob)
    means = (answer.regime_balance.mean_bars, answer.below.regime_balance.mean_bars)
    assert sum(mean or 0 for mean in means) <= 81


@settings(deadline=None, max_examples=examples(20))
@given(markets())
def test_both_features_of_all_time_highs_tell_the_same(market: Market) -> None:
    index = index_of(market)
    of_days, of_bars = (ath_analysis(asked(index, name, True)) for name in ("ath_made", "ath_first_bar"))
    assert of_days == of_bars
    assert of_days.next_sessions <= of_days.ath_days


READERS = ("extreme_timing", "hod_lod_analysis", "streak_analysis", "ema_accumulation", "ath_analysis")


@settings(deadline=None, max_examples=examples(10))
@given(markets(), st.integers(0, 23), st.integers(0, 2))
def test_no_one_and_two_days_are_answered_with_finite_numbers_or_nulls(
    market: Market, first: int, days: int
) -> None:
    index = index_of(market)
    names = [each.name for each in index.catalogue.features if set(READERS) & set(each.modules)]
    last = min(first + max(days, 1), len(market)) - 1
    start, end = (str(index.session_date[row]) for row in (first, last))
    filters = {} if days else {"new_high_count": {"operator": ">", "value": 81}}
    query = parse_query(filters, start, end, index.catalogue, first=index.first_date, last=index.last_date)
    results = results_of(index, query, index.sessions.select(query), names, exact=True)
    for name, result in results.items():
        assert {module.status for module in result.modules.values()} == {"success"}, name
        assert is_plain(result), name
        assert result.metadata.sample_size.days <= days
