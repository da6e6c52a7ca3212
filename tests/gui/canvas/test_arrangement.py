"""Panes stand where the data are drawn largest, until a hand drags a border."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.data.bundled import load
from engine.data.toys import generate
from gui.canvas.arrangement import BETTER, Arrangement, Room, best
from gui.canvas.canvas import Canvas
from gui.canvas.surfaces.plane_view import PlaneView

LEFT = Qt.MouseButton.LeftButton
SIZES = ((762.0, 623.0), (886.0, 803.0), (1340.0, 983.0), (520.0, 900.0), (1300.0, 420.0))


@pytest.mark.parametrize("planes, others", list(product((1, 2, 3, 4, 6), (0, 1, 2))))
def test_no_other_arrangement_draws_the_data_much_larger(planes: int, others: int) -> None:
    for size, shape in product(SIZES, (None, 0.4, 1.0, 2.5, 5.0)):
        room = Room(size, planes, others, 0.42 if others else 0.0, shape)
        chosen, fit = best(room), [one for one in room.tried() if room.fits(one)]
        assert room.fits(chosen) or not fit
        assert all(room.drawn(one) <= BETTER * room.drawn(chosen) for one in fit), (size, shape, chosen)


def test_equal_scale_data_that_fill_the_plane_are_not_put_into_a_column() -> None:
    """Two moons, nearly twice as wide as high, stand above two surfaces and not in a tall column beside them."""
    room = Room((860.0, 740.0), 1, 2, 0.5)
    assert best(room).side == "right" and best(replace(room, shape=1.7)).side == "below"
    assert best(replace(room, shape=0.6)).side == "right"


def test_every_surface_has_its_own_place() -> None:
    room = Room((900.0, 700.0), 3, 1, 0.42, 1.0)
    assert {(one.columns, one.side) for one in room.tried()} == {
        (3, "right"), (3, "below"), (2, "corner"), (1, "right"), (1, "below"),
    }  # fmt: skip
    for one in room.tried():
        (wide, high), (its_wide, its_high) = room.plane(one), room.other(one)
        assert 3 * wide * high + its_wide * its_high == pytest.approx(900.0 * 700.0)


def drawn(canvas: Canvas) -> float:
    """The pixels of the rectangles around the points of all planes."""
    views = [view for view in canvas.surfaces() if isinstance(view, PlaneView)]
    return sum(float(np.prod(np.abs(np.ptp(view.pixels(corners(view.uv)), axis=0)))) for view in views)


def corners(uv: np.ndarray) -> np.ndarray:
    return np.array([uv.min(axis=0), uv.max(axis=0)])


def let_be_laid_out(canvas: Canvas) -> None:
    for _ in range(3):
        QApplication.processEvents()
        canvas.splitter.settle(canvas.surfaces())


@pytest.mark.full
@pytest.mark.parametrize(
    "data, keys", [("iris", ("pca",)), ("iris", ("kmeans", "knn", "pca")), ("moons", ("knn",) * 3)]
)
def test_arrangement_draws_points_largest_of_all_tried(canvas, settled, data, keys) -> None:
    session = canvas.session
    session.open_data(generate(data) if data == "moons" else load(data))
    for key in keys:
        session.add_lane(key, step=None)
    settled()
    let_be_laid_out(canvas)
    chosen, room, most = canvas.splitter.stands, canvas.splitter._room, drawn(canvas)
    for one in room.tried():
        if room.fits(one):
            canvas.splitter._stand(one, room)
            let_be_laid_out(canvas)
            assert drawn(canvas) <= 1.1 * most, (one, chosen)
    assert room.fits(chosen)


def test_wide_data_are_above_the_chart_in_high_windows_and_beside_it_in_low_ones(canvas, settled) -> None:
    session = canvas.session
    session.open_data(load("iris"))
    session.add_lane("pca", step=None)
    settled()
    assert (
        canvas.splitter.stands == Arrangement(1, "below") and canvas.splitter.orientation() == Qt.Orientation.Vertical
    )
    canvas.resize(1200, 380)
    let_be_laid_out(canvas)
    assert canvas.splitter.stands == Arrangement(1, "right")
    canvas.resize(900, 700)
    let_be_laid_out(canvas)
    assert canvas.splitter.stands == Arrangement(1, "below")


def test_dragged_border_is_kept_at_other_sizes(canvas, settled) -> None:
    session = canvas.session
    session.open_data(load("iris"))
    session.add_lane("pca", step=None)
    settled()
    let_be_laid_out(canvas)
    border = canvas.splitter.handle(1)
    at = border.rect().center()
    QTest.mousePress(border, LEFT, pos=at)
    QTest.mouseMove(border, at + QPoint(0, 80))
    QTest.mouseRelease(border, LEFT, pos=at + QPoint(0, 80))
    share = canvas.splitter.by_hand["below"]
    assert share < 0.35
    for size in ((1200, 500), (700, 900), (900, 700)):
        canvas.resize(*size)
        let_be_laid_out(canvas)
        planes, others = canvas.splitter.sizes()
        assert canvas.splitter.stands.side == "below" and abs(others / (planes + others) - share) < 0.06
    session.add_lane("pca", step=None)
    session.activate_lane(0)
    settled()
    planes, others = canvas.splitter.sizes()
    assert canvas.splitter.stands.side == "below" and abs(others / (planes + others) - share) < 0.02


def test_focused_plane_keeps_the_focus_when_it_moves(canvas, settled) -> None:
    session = canvas.session
    session.open_data(generate("moons"))
    for _ in range(3):
        session.add_lane("knn", step=None)
    settled()
    view = canvas.planes.panels[2].view
    view.widget.setFocus()
    canvas.planes.arrange(3)
    assert view.widget.hasFocus() and len(canvas.planes.columns) == 3
    canvas.planes.arrange(1)
    assert view.widget.hasFocus() and [canvas.planes.columns[0].widget(row) for row in range(3)] == canvas.planes.panels
