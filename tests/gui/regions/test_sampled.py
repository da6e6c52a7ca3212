"""A function along a line: stairs stand upright, bends are followed, and a gap stays a gap."""

from __future__ import annotations

import numpy as np
import pytest

from gui.regions.sampled import Sampled, sampled

ACROSS, UP, PIXELS = (-3.0, 3.0), (-2.0, 2.0), (600.0, 400.0)
"""A pixel is a hundredth, across and up."""


def one(function, up=UP) -> Sampled:
    with np.errstate(all="ignore"):
        return sampled(lambda u: function(u)[:, None], ACROSS, up, PIXELS)


def test_straight_line_needs_few_vertices_and_reaches_both_edges():
    line = one(lambda u: 0.3 * u)
    assert (line.u[0], line.u[-1]) == ACROSS and len(line.u) <= 301
    assert line.values[:, 0] == pytest.approx(0.3 * line.u)


def test_jump_of_a_step_function_is_vertical_to_a_hundredth_of_a_pixel():
    thresholds = np.array([-1.23456, 0.1, 0.11, 2.71828])
    line = one(lambda u: (u[:, None] > thresholds).sum(axis=1).astype(float) - 1.0)
    risers = np.flatnonzero(np.diff(line.u) == 0)
    assert line.u[risers] == pytest.approx(thresholds, abs=1e-4)
    assert line.values[risers, 0].tolist() == [-1.0, 0.0, 1.0, 2.0]
    assert (line.values[risers + 1, 0] - line.values[risers, 0]).tolist() == [1.0] * 4
    slanted = (np.diff(line.u) > 0) & (np.diff(line.values[:, 0]) != 0)
    assert not slanted.any()


def test_sine_is_traced_to_a_tenth_of_a_pixel():
    line = one(lambda u: np.sin(9 * u))
    between = np.linspace(*ACROSS, 5000)
    assert np.abs(np.interp(between, line.u, line.values[:, 0]) - np.sin(9 * between)).max() < 0.002
    assert (np.diff(line.u) > 0).all()


def test_undefined_values_leave_a_gap():
    line = one(lambda u: np.log(u - 0.505))
    first = line.u[np.isfinite(line.values[:, 0])][0]
    assert 0.505 < first < 0.5052 and np.isnan(line.values[line.u <= 0.505, 0]).all()


def test_curve_is_not_traced_outside_the_picture():
    asked = []
    sampled(lambda u: asked.append(len(u)) or np.exp(20 * u)[:, None], ACROSS, UP, PIXELS)
    assert sum(asked) < 1500


def test_several_functions_share_their_vertices():
    both = sampled(lambda u: np.column_stack([np.floor(u), np.cos(u)]), ACROSS, UP, PIXELS)
    assert both.values.shape == (len(both.u), 2)
    at = np.flatnonzero(np.diff(both.u) == 0)
    assert both.values[at, 1] == pytest.approx(both.values[at + 1, 1], abs=1e-3)


def test_infinite_and_huge_values_are_drawn_without_error():
    line = one(lambda u: np.where(u < 0, 1e308, np.inf))
    assert len(line.u) < 400 and not np.isnan(line.u).any()
