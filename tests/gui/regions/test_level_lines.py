"""Lines where the likeliest class has a stated probability."""

from __future__ import annotations

import numpy as np
import pytest

from engine.models.linear import Logistic, Softmax
from engine.models.support_vectors import InnerProduct, SupportVectors
from gui.look.theme import LIGHT
from gui.regions.banded import answered
from gui.regions.level_lines import HALF_WIDTH, LINE_INK, height_pixels, level_pixels
from gui.regions.request import Request
from gui.regions.tinted import picture
from tests.gui.regions.asking import rasterise

RECT = (-4.0, 4.0, -3.0, 3.0)


@pytest.mark.parametrize("exact", [True, False])
def test_p_01_and_09_lines_of_two_classes_are_exact(exact):
    raster = rasterise(Logistic(np.array([2.0, 0.0]), 0.0), None, RECT, 160, 120, "probability", exact)
    rows, columns, opacity = level_pixels(raster.depth, (0.9,))
    middle = np.unique(columns[opacity > 0.9 * opacity.max()])
    x = RECT[0] + (middle + 0.5) * 8 / 160
    assert np.abs(np.abs(x) - np.log(9) / 2).max() < 0.08
    assert {-1.0, 1.0} == set(np.sign(x)) and len(np.unique(rows)) == 120


def test_level_of_three_classes_is_the_largest_probability():
    model = Softmax(np.array([[2.0, 0.0], [0.0, 0.0], [-2.0, 0.0]]), np.zeros(3), np.arange(3))
    raster = rasterise(model, None, RECT, 200, 40, "probability")
    assert raster.classes == 3
    _, columns, _ = level_pixels(raster.depth, (0.8,), raster.classes)
    x = RECT[0] + (np.unique(columns) + 0.5) * 8 / 200
    chances = model.predict_proba(np.column_stack([x, 0 * x])).max(axis=1)
    assert np.abs(chances - 0.8).max() < 0.03


def test_lines_are_computed_only_on_request():
    raster = rasterise(Logistic(np.array([2.0, 0.0]), 0.0), None, RECT, 160, 120, "probability")
    column = round((np.log(9) / 2 - RECT[0]) / 8 * 160 - 0.5)
    without, lined = picture(raster, LIGHT), picture(raster, LIGHT, (0.9,))
    assert lined.pixelColor(column, 60).lightness() < without.pixelColor(column, 60).lightness() - 60
    assert lined.pixelColor(5, 5) == without.pixelColor(5, 5)


def test_constant_certainty_has_no_level_line():
    assert len(level_pixels(np.full((20, 30), 0.5), (0.9,))[0]) == 0
    assert len(level_pixels(np.zeros((1, 30)), (0.9,))[0]) == 0


BUMP = SupportVectors(np.zeros((1, 2)), np.array([4.0]), -2.0, InnerProduct("rbf", 1.0))
"""A score of 2 at the origin that falls to −2: it is 1 where ‖x‖² = ln 4/3, 0 at ln 2 and −1 at ln 4."""


@pytest.mark.parametrize("fine", [True, False])
def test_score_lines_are_at_their_values(fine):
    request = Request(BUMP, None, (-2.0, 2.0, -1.5, 1.5), 240, 180, "auto", LIGHT, heights=(-1.0, 1.0))
    work = answered(request, fine)
    raster = list(request.grid().finer())[-1] if not fine else request.grid().exact()
    rows, columns, opacity = height_pixels(raster.height, (-1.0, 1.0))
    dark = opacity > 0.9 * opacity.max()
    radii = np.hypot(-2 + (columns[dark] + 0.5) / 60, 1.5 - (rows[dark] + 0.5) / 60)
    away = np.abs(radii[:, None] - np.sqrt(np.log([4 / 3, 4.0])))
    assert away.min(axis=1).max() < 0.04 and (away.argmin(axis=1) == 0).any() and (away.argmin(axis=1) == 1).any()
    while True:
        try:
            next(work)
        except StopIteration as end:
            image = end.value.image
            break
    plain = picture(raster, LIGHT)
    column = round((np.sqrt(np.log(4.0)) + 2) * 60 - 0.5)
    assert image.pixelColor(column, 90).lightness() < plain.pixelColor(column, 90).lightness() - 60


def test_scores_are_evaluated_only_for_requested_lines():
    request = Request(BUMP, None, (-2.0, 2.0, -1.5, 1.5), 240, 180, "auto", LIGHT)
    assert request.grid().exact().height is None and not request.same_as(
        Request(BUMP, None, (-2.0, 2.0, -1.5, 1.5), 240, 180, "auto", LIGHT, heights=(1.0,))
    )


@pytest.mark.parametrize("levels", [(0.9,), (0.6, 0.75, 0.9), (1.0,)])
def test_evaluating_pixels_near_a_line_equals_evaluating_all(levels):
    """opacity = clip(1.4 − |depth − level| / |∇depth|, 0, 1), the greatest of all levels, everywhere."""
    rng = np.random.default_rng(0)
    model = Softmax(rng.normal(size=(3, 2)), rng.normal(size=3), np.arange(3))
    depth = rasterise(model, None, RECT, 160, 120, "probability").depth
    depth[50:70, 50:70] = depth.dtype.type((levels[0] - 1 / 3) / (2 / 3))
    slope = np.hypot(*np.gradient(depth.astype(float)))
    wanted = np.zeros(depth.shape)
    for level in levels:
        away = np.abs(depth.astype(float) - (level - 1 / 3) / (2 / 3)) / np.maximum(slope, 1e-9)
        wanted = np.maximum(wanted, np.clip(HALF_WIDTH + 0.5 - away, 0.0, 1.0))
    found = np.zeros(depth.shape)
    rows, columns, darkness = level_pixels(depth, levels, 3)
    found[rows, columns] = darkness / LINE_INK
    np.testing.assert_allclose(found, wanted, atol=1e-9)
    assert (wanted > 0).any()
