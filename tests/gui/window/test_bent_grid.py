"""The plane as the hidden layer bends it has the grid lines of the plane in view: of a slice, of made features too."""

from __future__ import annotations

import numpy as np
import pytest

from engine.core.mesh import Mesh
from engine.data.preparing.preparation import Entry, Preparation
from engine.data.preparing.terms import Products
from engine.data.toys import generate
from gui.canvas.surfaces.chart_view import ChartView
from gui.painters.mesh import ALONG, APART, LINES, MeshPainter, apart, grid_of
from gui.start.shot import settle
from gui.window.main_window import MainWindow
from tests.gui.canvas.seeing import where

SMALL: dict[str, object] = {"hidden": (4.0, 2.0), "epochs": 3}
NAME = "The plane as the hidden layer bends it"


def opened(window: MainWindow) -> ChartView:
    """The chart of the bent plane of a small network on what is open."""
    window.session.choose_algorithm("mlp", SMALL)
    window.session.go_to_end()
    settle(window)
    (view,) = [one for one in window.canvas.surfaces() if one.surface.name == NAME]
    assert isinstance(view, ChartView)
    return view


def mesh(view: ChartView) -> MeshPainter:
    (painter,) = view.painters_of(Mesh)
    assert isinstance(painter, MeshPainter) and painter.item.isVisible()
    return painter


def assert_bent(window: MainWindow, view: ChartView) -> np.ndarray:
    """That its lines are those of the plane in view; the points (m, d) of the features that they are of."""
    plane, drawn = window.session.view.plane, mesh(view).uv.reshape(2 * LINES, ALONG + 1, 2)
    assert np.isnan(drawn[:, -1]).all() and np.isfinite(drawn[:, :-1]).all()
    uv = plane.project(window.session.table.data.X)
    low, high = uv.min(axis=0), uv.max(axis=0)
    along = np.linspace(low, high, ALONG)
    upright = np.column_stack([np.full(ALONG, low[0]), along[:, 1]])
    level = np.column_stack([along[:, 0], np.full(ALONG, high[1])])
    lifted = plane.lift(np.vstack([upright, level]))
    frame = window.session.lane.frame
    assert frame is not None
    bent = frame.step.model.hidden_outputs(lifted)
    assert np.vstack([drawn[0, :-1], drawn[-1, :-1]]) == pytest.approx(bent, abs=1e-9)
    return lifted


def test_two_features_show_the_plane_itself_with_every_point_inside(window: MainWindow) -> None:
    window.session.open_data(generate("moons", seed=1, n=60))
    view = opened(window)
    assert_bent(window, view)
    assert view.caption.text() == "" and view.box.viewRect().isValid()
    low, high = (end(mesh(view).uv, axis=0) for end in (np.nanmin, np.nanmax))
    seen = view.box.viewRect()
    assert seen.contains(low[0], low[1]) and seen.contains(high[0], high[1])


def test_features_that_follow_are_bent_along(window: MainWindow) -> None:
    window.session.open_data(generate("circles", n=40))
    window.session.table.prepare(Preparation((Entry(Products()),)), "products")
    view = opened(window)
    lifted = assert_bent(window, view)
    names = window.session.table.data.feature_names
    assert names[:3] == ("x1", "x2", "x1²") and lifted[:, 2] == pytest.approx(lifted[:, 0] ** 2)
    assert view.caption.text() == "The grid is the plane in view: here x1², x1·x2 and x2² follow from x1 and x2."


def test_no_corner_is_visible_in_a_line_bent_by_steep_units() -> None:
    """Two units of tanh over squares: most places of a line come to two corners, few to its way between."""
    grid = grid_of(np.array([[-2.6, -1.5], [2.7, 1.6]]))
    squared = np.column_stack([grid, grid**2])
    steep = np.tanh(squared @ np.array([[-1.2, 1.8, 0.9, 1.9], [-0.9, 1.0, -1.2, -2.0]]).T + np.array([-1.4, 1.1]))
    drawn = apart(steep * 170.0, APART)
    ways = np.diff(drawn, axis=0)
    long = np.hypot(*ways.T)
    turn = (ways[1:] * ways[:-1]).sum(axis=1) / (long[1:] * long[:-1])
    seen = np.minimum(long[1:], long[:-1]) > 8.0
    assert seen.any() and np.degrees(np.arccos(np.clip(turn[seen], -1.0, 1.0))).max() < 8.0
    assert len(drawn) < 0.7 * len(grid) and np.isnan(drawn).any(axis=1).sum() == 2 * LINES


def test_simplified_line_keeps_its_ends_and_stays_within_a_pixel() -> None:
    lines = np.array([[0.0, 0.0], [1.0, 0.0], [2.5, 0.0], [np.nan, np.nan], [7.0, 0.0], [7.1, 0.0], [np.nan, np.nan]])
    assert np.array_equal(apart(lines, 3.0)[:, 0], [0.0, 2.5, np.nan, 7.0, 7.1, np.nan], equal_nan=True)
    assert np.array_equal(apart(lines, 1e-9), lines, equal_nan=True)
    assert apart(lines[:0], 3.0).shape == (0, 2)


@pytest.mark.parametrize("said", ["slice through the mean", "first two principal components"])
def test_caption_says_which_slice_or_oblique_plane_it_is(window: MainWindow, said: str) -> None:
    window.session.open_bundled("iris")
    view = opened(window)
    window.session.view.choose("pca" if "principal" in said else (0, 3))
    settle(window)
    assert_bent(window, view)
    assert said in view.caption.text() and window.session.view.plane.caption in view.caption.text()


def test_another_plane_bends_other_lines_without_a_step(window: MainWindow) -> None:
    window.session.open_bundled("iris")
    window.session.view.choose((0, 1))
    view = opened(window)
    before, frame = mesh(view).uv, view.frame
    window.session.view.choose((2, 3))
    assert view.frame is frame and not np.allclose(mesh(view).uv, before, equal_nan=True)
    assert_bent(window, view)


def test_agreeing_units_squeeze_the_grid_into_a_band_that_hides_no_point(window: MainWindow) -> None:
    window.session.open_data(generate("moons", seed=0))
    window.session.choose_algorithm("mlp", {"hidden": (2.0,), "batch": 4, "stop_at": "every update"})
    window.session.go_to(100)
    settle(window)
    (view,) = [one for one in window.canvas.surfaces() if one.surface.name == NAME]
    assert isinstance(view, ChartView)
    grid, theme = mesh(view), window.appearance.theme

    def coloured() -> list[int]:
        return [len(where(view.widget, theme.class_colour(code).name(), 8)) for code in (0, 1)]

    across, up = (view.pixels(grid.uv)[:, axis] for axis in (0, 1))
    assert np.nanmax(across) - np.nanmin(across) > 150 and np.nanmax(up) - np.nanmin(up) > 100
    seen = coloured()
    grid.item.hide()
    assert seen == coloured() and min(seen) > 300, "every point is seen as if there were no grid"
