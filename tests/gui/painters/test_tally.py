"""Points that are counted: one that moves changes its own pixels, and the picture is that of counting all again."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from PySide6.QtGui import QImage

from gui.painters import tally
from gui.painters.points import STAMPED
from gui.painters.tally import SPREAD, Tally
from tests.gui.canvas.seeing import pixels

COLOURS = np.array([[200, 30, 0], [0, 90, 250], [10, 220, 60]])


def seen(image: QImage) -> np.ndarray:
    return np.array([[image.pixel(x, y) for x in range(image.width())] for y in range(image.height())])


@pytest.mark.parametrize("n", [500, SPREAD + 1])
def test_moved_points_leave_the_picture_of_a_recount(n):
    rng = np.random.default_rng(0)
    xy, which = rng.uniform(-3, 43, size=(n, 2)), rng.integers(3, size=n)
    xy[:50] = rng.uniform(0, 12, size=(50, 2))
    kept = Tally(np.asarray, xy, which, COLOURS, 40, 30)
    for rows in (np.array([0]), np.arange(40), np.array([5, 7])):
        before = xy[rows], which[rows]
        xy[rows], which[rows] = rng.uniform(-3, 43, size=(len(rows), 2)), rng.integers(3, size=len(rows))
        kept.move(*before, xy[rows], which[rows])
    np.testing.assert_array_equal(seen(kept.image()), seen(Tally(np.asarray, xy, which, COLOURS, 40, 30).image()))


@pytest.mark.parametrize("n", [500, SPREAD + 1])
def test_sums_over_many_groups_equal_counts_of_few(n, monkeypatch):
    rng = np.random.default_rng(3)
    xy, which, colours = rng.uniform(-3, 43, size=(n, 2)), rng.integers(40, size=n), rng.integers(256, size=(40, 3))
    summed = Tally(np.asarray, xy, which, colours, 40, 30)
    assert summed.kept.shape == (2, 42 * 32), "of forty kinds no picture is kept for each"
    monkeypatch.setattr(tally, "FEW", 40)
    counted = Tally(np.asarray, xy, which, colours, 40, 30)
    np.testing.assert_array_equal(seen(summed.image()), seen(counted.image()))
    for one in (summed, counted):
        one.move(xy[:30], which[:30], xy[30:60], which[30:60])
    np.testing.assert_array_equal(seen(summed.image()), seen(counted.image()))


def test_lone_point_is_three_pixels_wide_even_at_the_border():
    image = Tally(np.asarray, np.array([[0.5, 0.5], [20.0, 10.0]]), np.array([0, 1]), COLOURS, 40, 30).image()
    opaque = seen(image) >> 24 != 0
    assert opaque[:2, :2].all() and opaque[9:12, 19:22].all() and opaque.sum() == 4 + 9


@pytest.mark.parametrize(("kinds", "numbers"), [(2, 8), (40, 16)])
def test_memory_is_bytes_per_pixel_and_none_per_point(kinds, numbers):
    """A million points that are opened ask for new memory once, not for each of their colours."""
    rng = np.random.default_rng(4)
    xy, which = rng.uniform(0, 400, size=(SPREAD + 1, 2)), rng.integers(kinds, size=SPREAD + 1)
    tracemalloc.start()
    tally.Tally(np.asarray, xy, which, np.full((kinds, 3), 200.0), 400, 400)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 402 * 402 * (numbers + 4) + 100 * tally.PIECE


@pytest.mark.parametrize("kinds", [3, 40])
def test_blended_colours_are_removed_without_a_trace(kinds):
    """While a class is lit the others are mixed with paper: what is added of them is taken away whole."""
    rng = np.random.default_rng(5)
    xy, which, away = rng.uniform(5, 15, size=(3000, 2)), rng.integers(kinds, size=3000), np.full((3000, 2), -5.0)
    image = Tally(np.asarray, xy, which, rng.uniform(0, 255, size=(kinds, 3)), 20, 20)
    image.move(xy, which, away, which)
    assert not image.kept.any() and not seen(image.image()).any()


def test_drag_of_one_point_counts_no_other_again(plane, two_classes, monkeypatch):
    """What a drag of one of many points shows is what the same data show when they are opened."""
    rng = np.random.default_rng(1)
    X, codes = rng.normal(size=(STAMPED + 1, 2)), rng.integers(2, size=STAMPED + 1)
    plane.session.open_data(two_classes.changed(X=X, y=codes, row_names=()))
    pixels(plane.widget)
    whole = []
    make = tally.Tally._counted
    monkeypatch.setattr(tally.Tally, "_counted", lambda self, *what: whole.append(1) or make(self, *what))
    gesture = plane.session.points.new_gesture()
    for place in ([2.0, 2.0], [2.5, 0.1]):
        plane.session.points.move([7], np.array([place]), gesture)
        moved = pixels(plane.widget)
    assert not whole
    plane.training.restyle()
    plane.draw_data()
    np.testing.assert_array_equal(moved, pixels(plane.widget))
    assert whole


def test_relabelled_point_is_redrawn(empty_many):
    view, X, codes = empty_many
    view.training.show_points(X, "data", codes)
    pixels(view.widget)
    other = codes.copy()
    other[3] = 1 - other[3]
    view.training.show_points(X, "data", other)
    changed = pixels(view.widget)
    view.training.restyle()
    view.training.show_points(X, "data", other)
    np.testing.assert_array_equal(changed, pixels(view.widget))
    assert view.training.markers[view.training.which[3]].code == other[3]


@pytest.fixture
def empty_many(plane, two_classes):
    rng = np.random.default_rng(2)
    X, codes = rng.normal(size=(STAMPED + 1, 2)), rng.integers(2, size=STAMPED + 1)
    plane.session.open_data(two_classes.subset([]).changed(name="empty"))
    return plane, X, codes


def test_point_that_leaves_and_returns_is_removed_and_added(empty_many):
    view, X, codes = empty_many
    for place, count in ((np.nan, STAMPED), (0.0, STAMPED + 1)):
        X = X.copy()
        X[3] = place
        view.training.show_points(X, "data", codes)
        assert len(view.training.uv) == len(view.training.which) == count
