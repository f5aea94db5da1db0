"""The worked examples E1 to E6 of design/ama.md, figure by figure."""

from typing import Any

import numpy as np
import pytest

from core.signals.ama import AmaResult, compute
from core.signals.bar_values import Bars

Rows = list[tuple[float, float, float, float]]

E1: Rows = [
    (5000, 5004, 4999, 5002),
    (5002, 5006, 5001, 5005.5),
    (5005.5, 5009, 5005, 5008),
    (5008, 5010, 5006, 5008.5),
    (5008.5, 5012, 5007.5, 5011.5),
    (5011.5, 5013, 5007, 5007.75),
    (5007.75, 5008, 5002, 5002.5),
    (5002.5, 5003, 5000, 5001.75),
    (5001.75, 5004, 5000.5, 5003.5),
]
E2: Rows = [
    (5000, 5003, 4999, 5002),
    (5002, 5003.5, 4999.5, 5002.25),
    (5002.25, 5008, 5000, 5007),
    (5007, 5010, 5006, 5009.5),
    (5009.5, 5009.75, 5007, 5008),
    (5008, 5015, 5007.25, 5014.5),
]
E3: Rows = [
    (5000, 5004, 5000, 5002),
    (5002, 5005, 4998, 4998.5),
    (4998.5, 4999, 4995, 4996),
    (4996, 5000, 4995, 4999.5),
    (4999.5, 5002, 4993, 4997.5),
]
E4: Rows = [
    (5000, 5002, 5000, 5001),
    (5001, 5003, 5001, 5001.5),
    (5001.5, 5004, 5001.5, 5003),
    (5003, 5005, 5002, 5002.5),
    (5002.5, 5010.5, 5002.25, 5009.75),
    (5009.75, 5013, 5008, 5012.5),
    (5012.5, 5020, 5012, 5013),
]
E4_BY_BAR_DIR: Rows = [
    (5000, 5002, 5000, 5001),
    (5001, 5002, 5000, 5001),
    (5001, 5003, 5000.5, 5001.5),
    (5001.5, 5003, 5001, 5002),
    (5003, 5011, 5001.5, 5002.5),
]
E5: Rows = [
    (5000, 5001, 4999, 5000.5),
    (5000.5, 5001.5, 4999.5, 5000.5),
    (5000.5, 5002, 4999.75, 5001.75),
    (5001.75, 5005.5, 5001.5, 5005.25),
    (5005.25, 5006.75, 5004.75, 5006.5),
    (5006.5, 5011, 5006, 5010.5),
]
E6: Rows = [
    (4990, 4992, 4988, 4989),
    (4989, 4994, 4988.5, 4993.5),
    (5002, 5006, 5001, 5005),
    (5005, 5008, 5004, 5007.5),
]


def run(rows: Rows, config: dict[str, Any], yesterday: int = 0) -> AmaResult:
    """The bars as one session, or the first `yesterday` of them as the session before."""
    open_, high, low, close = np.array(rows, dtype=np.float64).T
    session = (np.arange(len(rows)) >= yesterday).astype(np.int64)
    number = np.arange(len(rows)) - yesterday * session + 1
    return compute(Bars(open_, high, low, close, number, session), config)


@pytest.mark.parametrize(
    ("config", "expected", "ft"),
    [
        ({}, [1, 10, 0, 1, 0, -1, -10, 1], [0, 1, 0, 0, 0, 0, -1, 0]),
        (
            {"ft_bar_must_bo": True, "ft_bar_must_close_beyond": False},
            [1, 10, 10, 10, 0, -1, -10, 1],
            [0, 1, 1, 1, 0, 0, -1, 0],
        ),
        ({"paint_ft_bar": False}, [1, 1, 0, 1, 0, -1, 0, 1], [0] * 8),
        ({"br_ft_bar_ibs": 40}, [1, 10, 0, 1, 0, -1, 0, 1], [0, 1, 0, 0, 0, 0, 0, 0]),
    ],
    ids=["default", "must_bo", "no_ft", "ft_ibs"],
)
def test_e1_breakout_chain_and_same_leg(config: dict[str, Any], expected: list[int], ft: list[int]) -> None:
    found = run(E1, config)
    assert found.signal_type[1:].tolist() == expected
    assert found.ft_flag[1:].tolist() == ft
    assert found.ibs[1:].round(2).tolist() == [90, 75, 62.5, 88.89, 12.5, 8.33, 58.33, 85.71]
    assert found.bar_dir[1:].tolist() == [1, 1, 1, 1, -1, -1, 1, 1]
    assert found.bo_dir[1:].tolist() == [1, 1, 1, 1, 0, -1, -1, 1]
    assert found.is_outside_bar[1:].tolist() == [each == 5 for each in range(1, 9)]


@pytest.mark.parametrize(("after_cx", "third"), [(True, 10), (False, 1)])
def test_e2_climax(after_cx: bool, third: int) -> None:
    found = run(E2, {"show_climax": True, "climax_factor": 1.5, "ft_after_cx": after_cx})
    assert found.signal_type[1:].tolist() == [0, 2, third, 0, 1]
    assert found.is_inside_bar[1:].tolist() == [False, False, False, True, False]


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        ({}, [-3, -10, 3, -3]),
        ({"strict_outside_bars": True}, [-3, -10, 1, -3]),
        ({"ft_after_ob": False}, [-3, -1, 3, -3]),
        ({"do_not_ibs_filter_ob": False}, [-3, -10, 3, 0]),
    ],
    ids=["normal", "strict", "not_after_ob", "ibs"],
)
def test_e3_outside_bars(config: dict[str, Any], expected: list[int]) -> None:
    assert run(E3, {"show_outside_bars": True} | config).signal_type[1:].tolist() == expected


@pytest.mark.parametrize(
    "config",
    [
        {"show_big_breakouts": 2, "zscore_lookback": 5, "zscore_threshold": 1.05},
        {
            "show_big_breakouts": 1,
            "range_lookback": 5,
            "big_breakout_range_factor": 1.8,
            "zscore_lookback": 5,
        },
    ],
    ids=["z_score", "range"],
)
def test_e4_big_breakout(config: dict[str, Any]) -> None:
    found = run(E4, config)
    assert found.signal_type.tolist() == [0, 0, 0, 0, 5, 10, 0]
    assert found.ft_flag.tolist() == [0, 0, 0, 0, 0, 1, 0]
    assert found.z_score_full[4:6].round(3).tolist() == [1.767, 0.332]


@pytest.mark.parametrize(("by_bardir", "last"), [(True, -5), (False, 0)])
def test_e4_big_breakout_by_bar_direction(by_bardir: bool, last: int) -> None:
    config = {"show_big_breakouts": 2, "zscore_lookback": 5, "paint_bigbo_by_bardir": by_bardir}
    found = run(E4_BY_BAR_DIR, config)
    assert found.signal_type[-1] == last
    assert (found.z_score_full[-1].round(3), found.ibs[-1].round(2)) == (1.785, 10.53)


@pytest.mark.parametrize(
    ("config", "expected"),
    [({}, [0, 0, 1, 10, 10]), ({"ft_bar_not_range_limited": False}, [0, 0, 1, 0, 1])],
    ids=["ft_exempt", "ft_limited"],
)
def test_e5_range_filter(config: dict[str, Any], expected: list[int]) -> None:
    found = run(E5, {"range_filter": 1.2, "range_lookback": 3} | config)
    assert found.signal_type[1:].tolist() == expected
    limits = 1.2 * found.avg_range
    assert np.isnan(limits[:2]).all()
    assert limits[2:].tolist() == pytest.approx([2.5, 3.3, 3.3, 4.4])


@pytest.mark.parametrize(("ignored", "expected"), [(False, [1, 10, 10]), (True, [1, 1, 10])])
def test_e6_opening_gap(ignored: bool, expected: list[int]) -> None:
    found = run(E6, {"ignore_open_gap": ignored}, yesterday=2)
    assert found.signal_type[1:].tolist() == expected
