"""Worked examples of the catalogue are entered exactly, with the keys that a student has: W06-A, W43, W44 and W46."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.data.dataset import Dataset
from engine.families.networks.mlp.posing import OUTPUTS
from gui.canvas.painters.graph_links import ends_of
from gui.canvas.surfaces.structure_view import StructureView
from gui.canvas.tools.in_place import InPlaceField
from gui.docks.dataset import DatasetDock
from gui.docks.model import ModelDock
from gui.session.session import Session
from gui.start.shot import settle
from gui.window.main_window import MainWindow
from tests.gui.window.hands import LEFT, NONE, Key, at, tool

CORNERS = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])


@pytest.fixture
def begin() -> Callable[[Session], None]:
    """An empty plane with K-means."""

    def empty(session: Session) -> None:
        session.new_points()
        session.add_lane("kmeans", {"k": 2})

    return empty


def double_click(widget, place: QPoint) -> None:
    for act in (QTest.mouseClick, QTest.mouseDClick, QTest.mouseRelease):
        act(widget, LEFT, NONE, place)


def typed(window: MainWindow, text: str) -> None:
    """Type into the field that is open, and press Return."""
    line = next(one for one in window.findChildren(InPlaceField) if one.isVisible()).line
    QTest.keyClicks(line, text)
    QTest.keyClick(line, Key.Key_Return)
    settle(window)


def set_field(window: MainWindow, name: str, text: str) -> None:
    line = window.findChild(ModelDock).form.fields[name].text
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, text)
    QTest.keyClick(line, Key.Key_Return)
    settle(window)


def network(window: MainWindow) -> StructureView:
    for surface in window.canvas.offered():
        window.canvas.set_wanted(surface, surface.name == "Network")
    settle(window)
    window.grab()
    return next(view for view in window.canvas.surfaces() if isinstance(view, StructureView))


def type_weights(window: MainWindow, *weights: float) -> None:
    """Double-click each line of the network, and type its weight."""
    for number, weight in enumerate(weights):
        view = network(window)
        x0, y0, x1, y1 = ends_of(view.trees[0].graph.links, view.trees[0].cards)[number]
        found = None
        for share in (0.3, 0.2, 0.4, 0.15, 0.6):  # where no other line crosses it
            place = view.box.mapViewToScene(QPointF(x0 + share * (x1 - x0), y0 + share * (y1 - y0)))
            link = view.link_under(place)
            if link is not None and link.number == number:
                found = view.widget.mapFromScene(place)
                break
        assert found is not None
        double_click(view.widget.viewport(), found)
        typed(window, repr(weight))
        assert view.session.lane.algorithm.links.weights(window.session.lane.start)[number] == weight


def type_biases(window: MainWindow, title: str, *biases: float) -> None:
    """Double-click the cells of the biases in the Parameters panel."""
    window.tabs.show_panel("parameters")
    settle(window)
    dock = window.tabs.dock("parameters")
    number = next(i for i, (label, _) in enumerate(dock.tables) if label.text() == title)
    for row, bias in enumerate(biases):
        view = dock.tables[number][1]
        dock_area = view.parent().parent().parent()
        dock_area.ensureWidgetVisible(view)
        view.setCurrentIndex(view.cells.index(row, 1))
        view.setFocus(Qt.FocusReason.TabFocusReason)
        QTest.keyClick(view, Key.Key_Return)
        typed(window, repr(bias))


# -- W06-A -------------------------------------------------------------------------------------------------------------


def test_w06_a_six_points_and_two_starts_are_typed_and_every_half_step_is_exact(window: MainWindow, qtbot) -> None:
    session = window.session
    tool(window, "add", qtbot)
    port = window.canvas.plane_view.widget.viewport()
    points = [[1.0, 1.0], [1.5, 2.0], [3.0, 4.0], [5.0, 7.0], [3.5, 5.0], [4.5, 5.0]]
    for x, y in points:
        double_click(port, QPoint(140, 60))
        typed(window, f"{x} {y}")
    assert session.data.X.tolist() == points
    window.canvas.plane_view.fit()
    tool(window, "start", qtbot)
    for x, y in points[0], points[3]:
        QTest.mouseClick(port, LEFT, NONE, at(window, x, y))  # near the row, which is meant
        settle(window)
    assert session.lane.start.centres.tolist() == [[1.0, 1.0], [5.0, 7.0]]
    halves = []
    for _ in range(12):
        QTest.keyClick(QApplication.focusWidget(), Key.Key_Right)
        settle(window)
        step = session.lane.frame.step
        if step.half in ("assign", "move") and (not halves or halves[-1][0] != step.half):
            halves.append((step.half, step.error))
    assert [half for half, _ in halves] == ["assign", "move", "assign"]
    assert [error for _, error in halves] == pytest.approx([4.125, 1.77777777778, 1.77777777778], abs=1e-9)
    expected = [[1.83333333333, 2.33333333333], [4.33333333333, 5.66666666667]]
    assert session.lane.frame.step.model.centres == pytest.approx(np.array(expected), abs=1e-9)


# -- W43 ---------------------------------------------------------------------------------------------------------------


def test_w43_the_weights_of_a_linear_unit_are_typed_and_one_step_is_exact(window: MainWindow) -> None:
    session = window.session
    session.open_data(Dataset.from_arrays(CORNERS, ["0", "0", "0", "1"]))
    session.choose_algorithm("linear_unit")
    settle(window)
    set_field(window, "rate", "0.1")
    type_weights(window, 0.2, -0.1)
    type_biases(window, "layer 1: biases", 0.1)
    first = session.lane.frame.step
    assert session.lane.frame.index == 0 and first.model.layers[0].packed.tolist() == [[0.1, 0.2, -0.1]]
    assert first.error == pytest.approx(0.37, abs=1e-9)
    session.step(1)
    settle(window)
    step = session.lane.frame.step
    assert step.delta_W[0] == pytest.approx([-0.4, -0.5, -0.8], abs=1e-9)
    assert step.model.layers[0].packed[0] == pytest.approx([0.14, 0.25, -0.02], abs=1e-9)


def test_w43_three_linear_outputs(window: MainWindow) -> None:
    session = window.session
    session.open_data(Dataset.from_arrays(CORNERS, ["a", "b", "c", "b"]))
    session.choose_algorithm("linear_network")
    settle(window)
    type_weights(window, 0.0, 0.2, 0.3, -0.1, 0.1, 0.0)
    type_biases(window, "layer 1: biases", 0.1, 0.0, -0.1)
    assert session.lane.frame.step.model.layers[0].packed.tolist() == [[0.1, 0, 0.2], [0, 0.3, -0.1], [-0.1, 0.1, 0]]
    session.step(1)
    settle(window)
    expected = [[-0.2, 0.4, 0.6], [-1.6, -1.5, -0.9], [-1.2, 0.0, -1.1]]
    assert session.lane.frame.step.delta_W == pytest.approx(np.array(expected), abs=1e-9)


# -- W44 ---------------------------------------------------------------------------------------------------------------


def test_w44_a_network_of_two_layers_is_typed_and_its_signals_are_exact(window: MainWindow) -> None:
    session = window.session
    session.open_data(Dataset.from_arrays([[0.5, -1.0], [3.0, 3.0]], ["1", "0"], class_names=["0", "1"]))
    values = {"hidden": (2.0,), "fed": "as they are", "batch": 1, "optimiser": "gradient descent"}
    values |= {"output": OUTPUTS[1]}
    values |= {"order": "as given", "stop_at": "every layer", "activation": "logistic", "rate": 0.1}
    session.choose_algorithm("mlp", values)
    settle(window)
    type_weights(window, 0.4, -0.2, 0.2, 0.5, -0.4, 0.6)
    type_biases(window, "layer 1: biases", 0.1, -0.3)
    type_biases(window, "layer 2: biases", 0.2)
    layers = session.lane.frame.step.model.layers
    assert layers[0].packed.tolist() == [[0.1, 0.4, -0.2], [-0.3, 0.2, 0.5]]
    assert layers[1].packed.tolist() == [[0.2, -0.4, 0.6]]
    session.step(2)
    settle(window)
    signals = session.lane.frame.step.signals
    assert signals[0].a == pytest.approx([0.5, -0.7], abs=1e-9)
    assert signals[0].h == pytest.approx([0.622459331202, 0.331812227832], abs=1e-9)
    assert signals[1].h == pytest.approx([0.53745560115], abs=1e-9)


def test_w44_xor_of_threshold_units_is_typed(window: MainWindow, qtbot) -> None:
    session = window.session
    session.open_data(Dataset.from_arrays(CORNERS, ["0", "1", "1", "0"]))
    session.choose_algorithm("threshold_network")
    session.go_to_end()
    settle(window)
    tool(window, "select", qtbot)
    plane = window.canvas.plane_view
    for name, text in (("line 1", "1 1 -0.5"), ("line 2", "1 1 -1.5")):
        grip = next(one for one in plane.widget.tool._grips.drawn()[1] if one.handle.label == name)
        middle = plane.pixels(plane.to_view(grip.positions))
        for share in np.linspace(-1.2, 1.2, 25):  # where the other line does not cross it
            place = middle[0] + share * (middle[1] - middle[0])
            found = plane.widget.tool._grips.at(QPointF(*place))
            if found is not None and found.handle.label == name:
                break
        double_click(plane.widget.viewport(), QPoint(*map(round, place)))
        typed(window, text)
        window.grab()
    first = session.lane.start.layers[0]
    assert first.packed.tolist() == [[-0.5, 1, 1], [-1.5, 1, 1]]
    assert session.lane.start.layers[1].packed.tolist() == [[-0.5, 1, -1]]
    session.go_to_end()
    settle(window)
    assert session.lane.frame.step.model.predict(CORNERS).tolist() == [0, 1, 1, 0]


# -- W46 ---------------------------------------------------------------------------------------------------------------

VALIDATION = [
    ["Sunny", "High", "Weak", "No"], ["Sunny", "Normal", "Strong", "No"], ["Sunny", "Normal", "Weak", "No"],
    ["Sunny", "High", "Strong", "No"], ["Overcast", "High", "Weak", "Yes"], ["Rain", "High", "Weak", "Yes"],
    ["Rain", "Normal", "Strong", "No"], ["Rain", "High", "Strong", "No"],
]  # fmt: skip


def test_w46_the_validation_rows_are_typed_and_sunny_is_pruned_first(window: MainWindow, qtbot) -> None:
    session = window.session
    session.open_bundled("play_tennis")
    session.choose_algorithm("pruning", {"criterion": "gain"})
    settle(window)
    tool(window, "add", qtbot)
    window.tabs.show_panel("table")
    settle(window)
    names = [column.name for column in session.data.columns]
    table = window.tabs.dock("table")
    for outlook, humidity, wind, play in VALIDATION:
        QTest.mouseClick(window.canvas.plane_view.widget.viewport(), LEFT, NONE, QPoint(60, 60))
        settle(window)
        row = session.data.n - 1
        cells = {names.index("Outlook"): outlook, names.index("Humidity"): humidity, names.index("Wind"): wind}
        for column, text in (cells | {session.data.d: play}).items():
            view = table.view
            view.setCurrentIndex(view.model().index(row, column))
            view.setFocus(Qt.FocusReason.TabFocusReason)
            QTest.keyClick(view, Key.Key_Return)
            line = QApplication.focusWidget()
            line.selectAll()
            QTest.keyClicks(line, text)
            QTest.keyClick(line, Key.Key_Return)
            settle(window)
    assert session.data.n == 22
    split = window.findChild(DatasetDock).split
    window.findChild(DatasetDock).sections["Split"].heading.click()
    line = split.form.fields["validation"].text
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, "36 %")
    QTest.keyClick(line, Key.Key_Return)
    split.form.fields["shuffle"].box.click()
    settle(window)
    assert session.data_parts().counts == (14, 8, 0)
    session.go_to(0)
    settle(window)
    first = session.lane.frame.step
    assert int(first.judged.before) == 2
    session.step(1)
    settle(window)
    step = session.lane.frame.step
    assert step.kind == "prune" and step.judged.changes.min() == -2
    session.go_to_end()
    settle(window)
    kept = session.data.subset(range(14, 22))
    assert (session.lane.frame.step.model.predict(kept.X) != kept.codes).sum() == 0
