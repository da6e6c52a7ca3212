"""On the plane a unit is as long on both axes, whatever a hand does to the view; else a caption says that it is not."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.core.marks import Line, Points
from engine.data.bundled import load
from engine.data.dataset import Column, Dataset
from engine.data.preparing.preparation import prepared
from engine.data.toys import TOYS, generate
from gui.canvas.surfaces.caption import EQUALISE, FILL, UNEQUAL
from gui.canvas.surfaces.plane_view import PlaneView
from gui.export.layout import Figure
from gui.export.options import FigureOptions
from tests.gui.canvas.hand_made import frame

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
SAID = UNEQUAL.capitalize()


def stretch(view: PlaneView) -> float:
    """How many times as long a unit is upwards as it is across, in pixels."""
    o, across, up = view.pixels(np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    return float((o[1] - up[1]) / (across[0] - o[0]))


def wheel(view: PlaneView, place: QPointF, clicks: int = 1) -> None:
    none = QPoint(0, 0)
    for _ in range(clicks):
        there = view.widget.mapToGlobal(place)
        turned = QWheelEvent(
            place, there, none, QPoint(0, 120), Qt.MouseButton.NoButton, NONE, Qt.ScrollPhase.NoScrollPhase, False
        )
        QApplication.sendEvent(view.widget.viewport(), turned)


@pytest.mark.parametrize("name", ["iris", "digits", "gate_xor", "film_critics"])
def test_bundled_data_have_equal_scales(plane, name):
    plane.session.open_data(load(name))
    assert stretch(plane) == pytest.approx(1.0) and UNEQUAL not in plane.caption.text().lower()
    assert plane.caption.button.isHidden()


@pytest.mark.parametrize("name", sorted(TOYS))
def test_toy_data_have_equal_scales(plane, name):
    plane.session.open_data(data := generate(name, seed=1))
    assert data.d == 1 or stretch(plane) == pytest.approx(1.0)


def test_dates_and_other_units_have_different_scales(plane):
    days, sizes = 19_700.0 + 60.0 * np.arange(12), 20.0 + 15.0 * (np.arange(12) % 5)
    shop = (Column("opened", "date"), Column("size"))
    plane.session.open_data(Dataset(np.c_[days, sizes], None, shop))
    assert stretch(plane) > 3 and plane.caption.isHidden()  # both fill the view, and no button makes them equal
    plane.session.open_data(Dataset(np.c_[days, days[::-1]], None, (shop[0], Column("closed", "date"))))
    assert stretch(plane) == pytest.approx(1.0)


def test_empty_plane_has_equal_scales_and_no_caption(plane):
    plane.session.new_points()
    assert stretch(plane) == pytest.approx(1.0) and plane.caption.isHidden()


def test_principal_and_fisher_planes_have_equal_scales(plane):
    plane.session.open_data(load("iris"), view="pca")
    assert stretch(plane) == pytest.approx(1.0)
    plane.session.view.choose("fisher")
    assert stretch(plane) == pytest.approx(1.0)


def test_standardised_features_have_equal_scales(plane):
    plane.session.open_data(load("old_faithful"))
    assert plane.caption.text() == SAID and stretch(plane) < 0.2
    plane.session.table.replace(prepared(load("old_faithful"), "Standardise").data, "standardise")
    assert stretch(plane) == pytest.approx(1.0) and plane.caption.isHidden()
    plane.session.table.undo.undo()
    assert plane.caption.text() == SAID


def test_button_equalises_different_scales_and_back(plane):
    plane.session.open_data(load("old_faithful"))
    filled, button = plane.box.viewRect(), plane.caption.button
    assert button.isVisible() and button.text() == EQUALISE
    QTest.mouseClick(button, LEFT)
    assert stretch(plane) == pytest.approx(1.0) and UNEQUAL not in plane.caption.text().lower()
    assert all(plane.box.viewRect().contains(*uv) for uv in plane.uv.tolist())
    assert button.isVisible() and button.text() == FILL
    plane.fit()
    assert stretch(plane) == pytest.approx(1.0)  # what the person chose stays
    QTest.mouseClick(button, LEFT)
    assert plane.box.viewRect() == filled and plane.caption.text() == SAID
    plane.session.open_data(load("iris"))
    assert button.isHidden()


def test_levels_and_single_features_have_no_scale_caption(plane):
    plane.session.open_data(load("play_tennis"))
    assert not plane.equal and UNEQUAL not in plane.caption.text().lower() and plane.caption.button.isHidden()
    plane.session.open_data(Dataset(np.arange(5.0)[:, None], name="one feature"))
    assert not plane.equal and plane.caption.isHidden()


def test_wheel_zooms_around_the_mouse_and_keeps_the_scales(plane):
    plane.session.open_data(load("iris"))
    place = QPointF(700.0, 150.0)
    before = plane.box.mapSceneToView(place)
    width = plane.box.viewRect().width()
    wheel(plane, place, 8)
    after = plane.box.mapSceneToView(place)
    assert plane.box.viewRect().width() < 0.6 * width and stretch(plane) == pytest.approx(1.0)
    assert np.allclose([before.x(), before.y()], [after.x(), after.y()], atol=1e-6 * width)


def test_resize_keeps_scales_centre_and_visible_part(plane):
    plane.session.open_data(load("iris"))
    middle, target = plane.box.viewRect().center(), plane.box.targetRect()
    for width, height in ((500, 700), (1100, 400), (300, 600), (900, 700)):
        plane.resize(width, height)
        QApplication.processEvents()
        assert stretch(plane) == pytest.approx(1.0)
        seen = plane.box.viewRect()
        assert seen.adjusted(-1e-9, -1e-9, 1e-9, 1e-9).contains(target)
        assert np.allclose([seen.center().x(), seen.center().y()], [middle.x(), middle.y()])


def test_edit_moves_no_view_even_if_scales_become_unequal(plane, two_classes):
    plane.session.open_data(two_classes)
    seen = plane.box.viewRect()
    plane.session.points.add(np.array([[0.0, 12.0]]), 0)
    plane.session.points.add(np.array([[0.0, 30.0]]), 0)
    assert plane.box.viewRect() == seen and plane.equal


def test_normal_of_a_line_is_drawn_at_a_right_angle(canvas, settled):
    session = canvas.session
    session.open_data(
        Dataset(np.array([[0.0, 0], [1, 3], [3, 1], [4, 4]]), np.array([0, 0, 1, 1]), class_names=("a", "b"))
    )
    session.add_lane("perceptron")
    session.go_to_end()
    settled()
    view = canvas.plane_view
    mark = next(mark for mark in view.marks if isinstance(mark, Line))
    along = np.array([-mark.weights[1], mark.weights[0]])
    origin, line, normal = view.pixels(np.array([[0.0, 0.0], along, mark.weights]))
    assert abs((line - origin) @ (normal - origin)) < 1e-6 * np.linalg.norm(line - origin) * np.linalg.norm(
        normal - origin
    )


def test_planes_side_by_side_share_scales_and_range(canvas, settled):
    session = canvas.session
    session.open_data(load("old_faithful"))
    session.add_lane("kmeans")
    session.add_lane("kmeans")
    settled()
    one, two = (panel.view for panel in canvas.planes.panels)
    QTest.mouseClick(two.caption.button, LEFT)
    QApplication.processEvents()
    assert one.equal and two.equal and stretch(one) == pytest.approx(1.0) and one.caption.button.text() == FILL
    canvas.planes.setSizes([600, 250])
    QApplication.processEvents()
    assert stretch(one) == pytest.approx(1.0) and stretch(two) == pytest.approx(1.0)
    wheel(one, QPointF(200.0, 200.0), 3)
    assert one.box.targetRect() == two.box.targetRect() and stretch(two) == pytest.approx(1.0)


def test_a_figure_keeps_the_scales(canvas, settled):
    session = canvas.session
    session.open_data(load("old_faithful"))
    mark = Points(session.table.data.X[:1], "focus")
    view = canvas.plane_view
    view.show_marks((mark,), frame(session, (mark,)))
    for wanted in (False, True):
        view.set_equal(wanted)
        figure = Figure(view, FigureOptions(640, 300, "px", 96, legend="none", text=8.25))
        try:
            copy = figure.panels[0].view
            assert isinstance(copy, PlaneView) and copy.equal == wanted
            assert (stretch(copy) == pytest.approx(1.0)) == wanted
            assert (UNEQUAL in copy.caption.text().lower()) != wanted
        finally:
            figure.close()


def test_figure_of_other_proportions_shows_all_visible_points(canvas, settled):
    """With equal scales more is in view than was asked for: points clicked there were cut off in a wide figure."""
    session, view = canvas.session, canvas.plane_view
    session.open_data(load("iris"))
    session.add_lane("kmeans")
    settled()
    seen = view.box.viewRect()
    below = np.array([5.6, seen.top() + 0.06 * seen.height()])  # the box counts upwards
    assert not view.box.targetRect().contains(*below)
    session.points.add(session.view.plane.lift(below[None]), 0)
    settled()
    before = view.box.targetRect()
    figure = Figure(view, FigureOptions(1280, 480, "px", 96, legend="none", text=8.25))
    try:
        copy = figure.panels[0].view
        assert stretch(copy) == pytest.approx(1.0)
        assert all(copy.box.viewRect().contains(*uv) for uv in view.uv.tolist())
    finally:
        figure.close()
    assert view.box.targetRect() == before and view.box.viewRect() == seen


def test_scales_are_equal_only_for_metric_methods(canvas, settled):
    session, view = canvas.session, canvas.plane_view
    session.open_data(load("iris"))
    session.add_lane("cart")
    settled()
    assert not view.equal and view.caption.text().endswith(SAID) and view.caption.button.text() == EQUALISE
    assert filled(view) > 0.7, "the points have the room that they had left empty"
    for key in ("kmeans", "cart", "knn"):
        session.choose_algorithm(key)
        settled()
        assert view.equal == (key != "cart") == (stretch(view) == pytest.approx(1.0)), key
    session.choose_algorithm("cart")
    settled()
    QTest.mouseClick(view.caption.button, LEFT)
    assert stretch(view) == pytest.approx(1.0)
    session.choose_algorithm("random_forest")
    settled()
    assert view.equal, "what the person asked for stays"


def test_one_metric_run_equalises_the_scales_of_all(canvas, settled):
    session = canvas.session
    session.open_data(load("iris"))
    session.add_lane("cart")
    session.add_lane("kmeans")
    settled()
    one, two = (panel.view for panel in canvas.planes.panels)
    assert one.equal and two.equal
    session.remove_lane(1)
    settled()
    assert not one.equal


def test_part_zoomed_by_the_user_stays_visible_when_scales_change(canvas, settled):
    session, view = canvas.session, canvas.plane_view
    session.open_data(load("iris"))
    session.add_lane("cart")
    settled()
    wheel(view, QPointF(300.0, 250.0), 6)
    part = view.box.targetRect()
    session.choose_algorithm("kmeans")
    settled()
    assert view.box.targetRect() == part and stretch(view) == pytest.approx(1.0)


def filled(view: PlaneView) -> float:
    """The share of the plane that the rectangle around the points takes."""
    corners = view.pixels(np.array([view.uv.min(axis=0), view.uv.max(axis=0)]))
    wide, high = np.abs(corners[1] - corners[0])
    return float(wide * high / (view.box.width() * view.box.height()))
