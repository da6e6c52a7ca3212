"""The weights of a drawn network are dragged by hand, and a run goes on from there."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.base.snapshot import same
from engine.base.words import figure
from engine.data.toys import generate
from gui.canvas.surfaces.structure_view import StructureView
from gui.painters.graph_links import ends_of
from tests.gui.canvas.seeing import where

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def opened(canvas, session, settled):
    """Opens a network of two hidden units at its third step; the view it is drawn on."""

    def begin(key: str = "mlp", **values: object) -> StructureView:
        session.open_data(generate("xor", seed=0, n=60))
        session.add_lane(key, {"hidden": (2.0,)} | values if key == "mlp" else values)
        session.go_to(3)
        settled()
        for surface in canvas.offered():
            canvas.set_wanted(surface, surface.name == "Network")
        canvas.grab()
        return next(view for view in canvas.surfaces() if isinstance(view, StructureView))

    return begin


def on(view: StructureView, number: int, share: float = 0.3) -> QPoint:
    """A pixel so far along a line of the network."""
    x0, y0, x1, y1 = ends_of(view.trees[0].graph.links, view.trees[0].cards)[number]
    place = QPointF(x0 + share * (x1 - x0), y0 + share * (y1 - y0))
    return view.widget.mapFromScene(view.box.mapViewToScene(place))


def drag(view: StructureView, number: int, *ups: int, after) -> None:
    port, start = view.widget.viewport(), on(view, number)
    QTest.mousePress(port, LEFT, NONE, start)
    for up in ups:
        QTest.mouseMove(port, start - QPoint(0, up))
        QApplication.processEvents()
        after()
    QTest.mouseRelease(port, LEFT, NONE, start - QPoint(0, ups[-1]))


@pytest.mark.parametrize("number", [0, 3, 6])
def test_dragging_a_line_up_increases_its_weight_and_continues_the_run(opened, session, settled, number):
    view = opened()
    before, said, seen = session.lane.frame, [], []
    session.said.connect(said.append)
    weights = session.lane.algorithm.links.weights(before.step.model)

    def note() -> None:
        settled()
        seen.append((session.lane.frame, view.trees[0].graph.links[number].weight))

    drag(view, number, 20, 50, after=note)
    span = max(1.0, np.abs(weights).max())
    expected = weights.copy()
    expected[number] += 0.5 * span
    for (frame, drawn), by in zip(seen, (0.2, 0.5), strict=True):
        assert drawn == pytest.approx(weights[number] + by * span)
        assert frame.index == 0 and drawn == session.lane.algorithm.links.weights(frame.step.model)[number]
    assert session.lane.algorithm.links.weights(session.lane.start) == pytest.approx(expected)
    assert same(session.lane.start.layers[0].biases, before.step.model.layers[0].biases)
    assert said == ["A new run goes on from the model of step 3. Undo takes it back."]
    assert session.table.undo.count() == 1 and session.table.undo.undoText() == "Drag w"
    session.table.undo.undo()
    settled()
    assert session.lane.start is None and same(session.lane.frame.step, before.step) and session.lane.index == 3


def test_hovered_line_is_highlighted_and_named_with_its_weight(opened, session):
    view = opened()
    accent = view.appearance.theme.accent
    before, link = len(where(view.widget, accent)), view.trees[0].graph.links[2]
    QTest.mouseMove(view.widget.viewport(), on(view, 2))
    QApplication.processEvents()
    assert link.end == 3
    assert view.lit_link.toolTip().startswith(f"From x1 to h₂: w = {figure(link.weight)}\nDrag it up or down")
    assert view.lit_link.isVisible() and len(where(view.widget, accent)) > before + 50
    assert view.widget.viewport().cursor().shape() == Qt.CursorShape.SizeVerCursor
    QTest.mouseMove(view.widget.viewport(), QPoint(3, 3))
    QApplication.processEvents()
    assert not view.lit_link.isVisible()


def test_dragged_line_stays_highlighted(opened, settled):
    view, lit = opened(), []

    def note() -> None:
        settled()
        accent = where(view.widget, view.appearance.theme.accent)
        chip = view.lit_link.mapRectToScene(view.lit_link.chip)
        lit.append(sum(chip.contains(*map(float, place)) for place in accent))
        assert view.lit_link.isVisible()
        assert view.lit_link.weight == figure(view.trees[0].graph.links[1].weight), "its weight stands on it"

    drag(view, 1, 30, after=note)
    assert lit[0] > 50 and view.widget.held is None


def test_a_linear_network_is_dragged_too(opened, session, settled):
    view = opened("linear_network")
    weights = session.lane.algorithm.links.weights(session.lane.frame.step.model)
    drag(view, 1, -40, after=settled)
    after = session.lane.algorithm.links.weights(session.lane.start)
    assert after[1] < weights[1] and np.array_equal(np.delete(after, 1), np.delete(weights, 1))


def test_press_beside_the_lines_pans_the_sheet(opened, session):
    view = opened()
    port, left = view.widget.viewport(), view.box.viewRect().left()
    QTest.mousePress(port, LEFT, NONE, QPoint(10, 10))
    for step in range(1, 6):
        QTest.mouseMove(port, QPoint(10 + 12 * step, 10))
        QTest.qWait(5)
    QTest.mouseRelease(port, LEFT, NONE, QPoint(70, 10))
    assert view.box.viewRect().left() < left and session.lane.start is None


def test_drawing_of_another_model_cannot_be_dragged(opened, session, settled):
    """All layers as one is not what a run begins from."""
    view = opened(activation="identity")
    other = next(one for one in view.parent().parent().findChildren(StructureView) if one.surface.name != "Network")
    assert other.trees and other.trees[0].graph.links and other.link_under(QPointF(on(other, 0))) is None
    assert view.link_under(QPointF(on(view, 0))) is not None
