"""Level lines: where they run, and which levels are chosen."""

from __future__ import annotations

import numpy as np
import pytest

from gui.regions.levels import relief, suitable_levels
from tests.gui.canvas.hand_made import bowl


def test_lines_lie_at_their_level():
    made = relief(bowl, (-3.0, 5.0, -1.0, 5.0), (0.5, 2.0))
    for level, pieces in zip(made.levels, made.lines, strict=True):
        assert len(pieces) == 1
        assert bowl(pieces[0]) == pytest.approx(level, abs=0.02)


def test_rings_of_a_bowl_are_equally_spaced():
    made = relief(lambda uv: (uv**2).sum(axis=1) + 7.0, (-1.0, 1.0, -1.0, 1.0))
    radii = np.sqrt(np.array(made.levels[:8]) - 7.0)
    assert 8 <= len(made.levels) <= 10
    assert np.diff(radii).max() < 1.6 * np.diff(radii).min()


def test_levels_have_few_digits_and_are_inside_the_range():
    rng = np.random.default_rng(0)
    for scale in (1e-6, 1.0, 1e7):
        heights = scale * rng.gamma(1.0, size=(50, 50)) + 3 * scale
        levels = suitable_levels(heights)
        assert len(levels) >= 6 and all(heights.min() < level < heights.max() for level in levels)
        assert all(len(f"{level / scale:.6g}") <= 6 for level in levels)


def test_flat_or_unknown_function_has_no_lines():
    assert suitable_levels(np.ones((5, 5))) == () == suitable_levels(np.full((5, 5), np.nan))
    assert relief(lambda uv: np.full(len(uv), np.nan), (0, 1, 0, 1), fill=True).lines == ()
    with_gap = relief(lambda uv: np.log(uv[:, 0]), (-1.0, 1.0, 0.0, 1.0), (-1.0,))
    assert with_gap.lines[0][0][:, 0] == pytest.approx(np.exp(-1), abs=0.02)


def test_tinted_areas_cover_the_picture():
    made = relief(bowl, (-3.0, 5.0, -1.0, 5.0), fill=True)
    assert len(made.areas) == len(made.levels) + 1

    def area(ring):
        x, y = ring.T
        return float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum() / 2)

    total = sum(abs(sum(area(ring) for ring in rings)) for rings in made.areas)
    assert total == pytest.approx(8 * 6, rel=1e-6)
