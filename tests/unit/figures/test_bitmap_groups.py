"""Days counted by group, and masks unpacked, are those of the plain masks."""

import numpy as np
import pytest

from core.figures.bitmap import Layout


@pytest.mark.parametrize("size", [8, 24, 96])
def test_groups_and_masks_are_those_of_the_days(size: int) -> None:
    draw = np.random.default_rng(size)
    span = np.arange("2001-01-01", "2006-01-01", dtype="datetime64[D]")
    dates = np.sort(draw.choice(span, 700, replace=False))
    layout = Layout(np.repeat(dates, size))
    masks = draw.random((5, 700 * size)) < 0.3
    words = np.ascontiguousarray(layout.pack(masks).T)
    np.testing.assert_array_equal(layout.unpack(words), masks.T)
    np.testing.assert_array_equal(layout.unpack(words[:, 0]), masks[0])
    np.testing.assert_array_equal(layout.by_group(words, size), masks.reshape(5, 700, size).sum(axis=2).T)
