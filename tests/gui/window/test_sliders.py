"""A slider of the weights is drawn by hand, and the picture of the same step follows it."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QStyle, QStyleOptionSlider

from engine.core.marks import Points
from gui.start.shot import settle
from gui.widgets.forms.form import ParameterForm
from gui.window.main_window import MainWindow
from tests.catalogue import shows
from tests.gui.window.user_input import LEFT, NONE, assert_fresh, boundary, drag, two_blobs


def grip(slider) -> QPoint:
    """The middle of the knob."""
    look = QStyleOptionSlider()
    slider.initStyleOption(look)
    style = slider.style()
    return style.subControlRect(
        QStyle.ComplexControl.CC_Slider, look, QStyle.SubControl.SC_SliderHandle, slider
    ).center()


def field(window: MainWindow, name: str):
    return next(form.fields[name] for form in window.findChildren(ParameterForm) if name in form.fields)


def drawn(window: MainWindow, name: str, by: int):
    """The knob of a slider, drawn by so many pixels in four strokes: the value and the frame after each."""
    slider = field(window, name).slider
    begin = grip(slider)
    QTest.mousePress(slider, LEFT, NONE, begin)
    for stop in np.linspace(0, by, 5)[1:]:
        QTest.mouseMove(slider, begin + QPoint(round(stop), 0))
        settle(window)
        yield getattr(window.session.lane.params, name), window.session.lane.frame
    QTest.mouseRelease(slider, LEFT, NONE, begin + QPoint(by, 0))


@pytest.mark.full
@shows("LR15", "OP11")
def test_picture_follows_the_sliders_of_weights_and_alpha(window: MainWindow) -> None:
    session = window.session
    session.open_data(two_blobs())
    session.choose_algorithm("logistic_by_hand")
    session.go_to(2)
    settle(window)
    first, lengths = boundary(window), []
    for length, frame in drawn(window, "length", 40):
        lengths.append(length)
        assert frame.index == 2 and np.linalg.norm(frame.step.model.weights) == pytest.approx(length)
        now = boundary(window)
        assert now / np.linalg.norm(now[:2]) == pytest.approx(first / np.linalg.norm(first[:2])), "the boundary stays"
        assert f"{length / 4:.4g}" in " ".join(
            label for mark in frame.marks if isinstance(mark, Points) for label in mark.labels
        )
    assert lengths == sorted(set(lengths)) and len(lengths) == 4, "at every stop another one"
    for angle, _ in drawn(window, "angle", 20):
        way = boundary(window)[:2]
        assert np.degrees(np.arctan2(way[1], way[0])) == pytest.approx(angle)
    before = boundary(window)
    for _, frame in drawn(window, "offset", -15):
        assert frame.index == 2
    assert boundary(window)[:2] == pytest.approx(before[:2]) and boundary(window)[2] > before[2], "the bias shifts it"
    assert_fresh(window)

    session.choose_algorithm("convexity")
    session.go_to(3)
    settle(window)
    for share, frame in drawn(window, "share", -30):
        (focus,) = [
            m for m in frame.marks if isinstance(m, Points) and m.role == "focus" and m.surface.x.startswith("α")
        ]
        assert frame.index == 3 and focus.positions[0] == pytest.approx([share, frame.step.height])


def test_dragged_line_keeps_the_weight_length_of_its_slider(window: MainWindow) -> None:
    session = window.session
    session.open_data(two_blobs())
    session.choose_algorithm("logistic_by_hand")
    settle(window)
    drag(window, (0.0, 0.0), (1.0, 0.0))
    settle(window)
    w = boundary(window)
    assert w[:2] == pytest.approx([2.0, 0.0], abs=1e-6) and -w[2] / 2.0 == pytest.approx(1.0, abs=0.1), (
        "moved, as long as before"
    )
    assert not field(window, "offset").isEnabled(), "its place is that of the line now"
    for length, _ in drawn(window, "length", 40):
        assert np.linalg.norm(boundary(window)[:2]) == pytest.approx(length)
    assert -boundary(window)[2] / length == pytest.approx(-w[2] / 2.0), "and there it stays"
