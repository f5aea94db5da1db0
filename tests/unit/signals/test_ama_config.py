"""AMA settings: what is read, what stands in for what is not sent, and what is refused by name."""

import math
from dataclasses import asdict, fields, replace
from typing import Any

import pytest

from core.signals.ama_config import OFF, AmaConfig, InvalidAmaConfig, normalise
from tests.oracles.ama import DEFAULTS

BIG_BY_Z = {"show_big_breakouts": 2}
BOOLEANS = [each.name for each in fields(AmaConfig) if each.type is bool] + ["compare_range2range"]


def test_nothing_sent_is_off_and_an_empty_map_is_the_server_s_defaults() -> None:
    assert normalise(None) == OFF
    assert not OFF.enabled
    assert asdict(normalise({})) == {"enabled": True} | DEFAULTS


def test_switched_off_nothing_else_is_looked_at() -> None:
    assert normalise({"enabled": False, "climax_factor": "much"}) == OFF
    assert normalise({"enabled": 0}) == OFF


def test_null_is_the_default() -> None:
    assert normalise({"show_climax": None, "zscore_lookback": None}) == AmaConfig()


@pytest.mark.parametrize(
    ("name", "remedy"),
    [("show_climx", "did you mean show_climax"), ("?", "the settings are ")],
)
def test_a_misspelled_setting_is_refused_with_its_nearest_name(name: str, remedy: str) -> None:
    with pytest.raises(InvalidAmaConfig) as refused:
        normalise({"enabled": False, name: True})
    assert f"ama_config.{name}: not a setting; {remedy}" in refused.value.detail


@pytest.mark.parametrize("name", ["bl_signal_ibs", "br_signal_ibs", "bl_ft_bar_ibs", "br_ft_bar_ibs"])
def test_null_switches_an_ibs_threshold_off(name: str) -> None:
    assert getattr(normalise({name: None}), name) == -1
    assert getattr(normalise({name: 100}), name) == 100


@pytest.mark.parametrize("name", BOOLEANS)
@pytest.mark.parametrize("value", ["true", 2, 1.0, [], {}])
def test_a_switch_is_true_false_one_or_nought(name: str, value: object) -> None:
    assert normalise({name: 1}) == normalise({name: True})
    with pytest.raises(InvalidAmaConfig, match=rf"ama_config\.{name}: .* found; true or false expected"):
        normalise({name: value})


@pytest.mark.parametrize(
    ("name", "lowest", "highest", "outside"),
    [
        ("climax_factor", 1.0, 3.0, [0.99, 3.01]),
        ("big_breakout_range_factor", 1.0, 3.0, [0.99, 3.01]),
        ("zscore_threshold", 0.5, 3.0, [0.49, 3.01]),
        ("zscore_lookback", 5, 50, [4, 51]),
        ("range_lookback", 1, 20, [0, 21]),
        ("show_big_breakouts", 0, 2, [-1, 3]),
        ("bl_signal_ibs", -1, 100, [-2, 101]),
        ("br_signal_ibs", -1, 100, [-2, 101]),
        ("bl_ft_bar_ibs", -1, 100, [-2, 101]),
        ("br_ft_bar_ibs", -1, 100, [-2, 101]),
        ("range_filter", 0, 3.0, [-0.1, 3.01]),
    ],
)
def test_numbers_have_limits_that_belong_to_them(
    name: str, lowest: float, highest: float, outside: list[float]
) -> None:
    for value in (lowest, highest):
        assert getattr(normalise({name: value}), name) == value
    for wrong in (*outside, math.inf, math.nan, "1", [2]):
        with pytest.raises(InvalidAmaConfig, match=rf"ama_config\.{name}: .* expected") as refused:
            normalise({name: wrong})
        assert (refused.value.status, refused.value.code) == (422, "INVALID_AMA_CONFIG")


@pytest.mark.parametrize("name", ["zscore_lookback", "range_lookback", "bl_signal_ibs", "show_big_breakouts"])
@pytest.mark.parametrize("value", [10.5, True])
def test_a_count_is_a_whole_number(name: str, value: object) -> None:
    with pytest.raises(InvalidAmaConfig, match=name):
        normalise({name: value})


@pytest.mark.parametrize(("sent", "factor"), [(False, 0), (True, 1), (0, 0), (1.2, 1.2), (3, 3)])
def test_the_range_filter_is_a_switch_or_a_factor(sent: object, factor: float) -> None:
    assert normalise({"range_filter": sent}).range_filter == factor


@pytest.mark.parametrize(
    ("sent", "by_body"),
    [
        ({}, False),
        ({"compare_body2body": True}, True),
        ({"compare_body2body": False}, False),
        ({"compare_range2range": False}, True),
        ({"compare_range2range": True, "compare_body2body": False}, False),
        ({"compare_range2range": False, "compare_body2body": True}, True),
        ({"compare_range2range": None, "compare_body2body": True}, True),
    ],
)
def test_of_two_ways_to_compare_one_sent_alone_decides(sent: dict[str, Any], by_body: bool) -> None:
    assert normalise(BIG_BY_Z | sent).compare_body2body == by_body


@pytest.mark.parametrize("both", [True, False])
def test_both_ways_to_compare_or_neither_are_refused_only_where_they_count(both: bool) -> None:
    sent = {"compare_range2range": both, "compare_body2body": both}
    with pytest.raises(InvalidAmaConfig, match=r"compare_range2range: (both|neither) found; exactly one"):
        normalise(BIG_BY_Z | sent)
    for mode in (0, 1):
        assert normalise(sent | {"show_big_breakouts": mode}) == AmaConfig(show_big_breakouts=mode)


@pytest.mark.parametrize(
    ("sent", "shown", "strict"),
    [
        ({"ob_behavior": 0}, False, False),
        ({"ob_behavior": "disabled"}, False, False),
        ({"ob_behavior": 1, "strict_outside_bars": True}, True, False),
        ({"ob_behavior": "normal"}, True, False),
        ({"ob_behavior": 2}, True, True),
        ({"ob_behavior": "strict"}, True, True),
        ({"ob_behavior": "strict", "show_outside_bars": False}, False, False),
        ({"ob_behavior": 0, "show_outside_bars": True}, True, False),
        ({"ob_behavior": 2, "show_outside_bars": None}, True, True),
    ],
)
def test_the_demo_s_outside_bars_count_where_the_switch_is_not_sent(
    sent: dict[str, Any], shown: bool, strict: bool
) -> None:
    found = normalise(sent)
    assert (found.show_outside_bars, found.strict_outside_bars) == (shown, strict)


@pytest.mark.parametrize("value", [3, "other", True, 1.0, []])
def test_another_outside_bar_behaviour_is_refused(value: object) -> None:
    with pytest.raises(InvalidAmaConfig, match="ob_behavior"):
        normalise({"ob_behavior": value})


def test_equal_settings_have_one_key_and_others_another() -> None:
    assert (
        normalise({"climax_factor": 2}).key() == normalise({"climax_factor": 2.0, "show_climax": None}).key()
    )
    unlike = [replace(AmaConfig(), **{each.name: _other(each.default)}) for each in fields(AmaConfig)]
    assert len({config.key() for config in (AmaConfig(), *unlike)}) == len(unlike) + 1


def _other(value: Any) -> Any:
    return not value if isinstance(value, bool) else value + 1
