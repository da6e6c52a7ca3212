"""Worked examples of the catalogue are entered exactly, with the keys that a student has: W06-A, W43, W44 and W46."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from engine.data.dataset import Dataset
from engine.families.networks.mlp.posing import OUTPUTS
from engine.families.trees.id3.chance import chance_of
from gui.canvas.surfaces.structure_view import StructureView
from gui.canvas.tools.in_place import InPlaceField
from gui.docks.dataset import DatasetDock
from gui.docks.model import ModelDock
from gui.painters.graph_links import ends_of
from gui.session.session import Session
from gui.start.shot import settle
from gui.widgets.forms.choosers import Segments
from gui.widgets.forms.form import ParameterForm
from gui.window.main_window import MainWindow
from tests.gui.window.user_input import LEFT, NONE, Key, at, tool

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
    QTest.keyClick(line, Key.Key_Backspace)
    QTest.keyClicks(line, text)
    QTest.keyClick(line, Key.Key_Return)
    settle(window)


def unfolded(window: MainWindow) -> ParameterForm:
    """The form with all its parameters, the rare ones too."""
    form = window.findChild(ModelDock).form
    form.unfold(True)
    settle(window)
    return form


def tab_to(window: MainWindow, widget: QWidget) -> None:
    """Press Tab until a widget of the form has the focus."""
    form = unfolded(window)
    first = next(iter(form.fields.values())).nextInFocusChain()
    first.setFocus()
    for _ in range(120):
        if widget.hasFocus():
            return
        QTest.keyClick(QApplication.focusWidget(), Key.Key_Tab)
    raise AssertionError(f"Tab does not lead to {widget.accessibleName()}")


def choose(window: MainWindow, name: str, option: str) -> None:
    """Choose an option of a parameter by keys: type how it begins, or press the space bar on its button."""
    chooser = unfolded(window).fields[name].chooser
    if isinstance(chooser, Segments):
        tab_to(window, chooser.buttons[option])
        QTest.keyClick(chooser.buttons[option], Key.Key_Space)
    else:
        tab_to(window, chooser)
        QTest.keyClick(chooser, Key.Key_Home)
        for _ in range(chooser.options.index(option)):
            QTest.keyClick(chooser, Key.Key_Down)
    settle(window)
    assert getattr(window.session.lane.params, name) == option


def tick(window: MainWindow, name: str) -> None:
    box = unfolded(window).fields[name].box
    tab_to(window, box)
    QTest.keyClick(box, Key.Key_Space)
    settle(window)


def type_rows(window: MainWindow, qtbot, rows: np.ndarray, codes: list[int]) -> None:
    """Type points of classes into the empty plane; the digit is the key of the class."""
    window.session.new_points()
    settle(window)
    while len(window.session.table.data.class_names) <= max(codes):
        QTest.keyClick(window.canvas.plane_view.widget.viewport(), Key.Key_Plus)
        settle(window)
    tool(window, "add", qtbot)
    viewport = window.canvas.plane_view.widget.viewport()
    for x, code in zip(rows, codes, strict=True):
        QTest.keyClick(viewport, Key(Key.Key_1.value + code))
        double_click(viewport, QPoint(140, 60))
        typed(window, " ".join(map(repr, x.tolist())))
    assert np.array_equal(window.session.table.data.X, rows) and window.session.table.data.codes.tolist() == codes


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


@pytest.mark.full
def test_w06_a_kmeans_half_steps_from_two_typed_starts_are_exact(window: MainWindow, qtbot) -> None:
    session = window.session
    tool(window, "add", qtbot)
    port = window.canvas.plane_view.widget.viewport()
    points = [[1.0, 1.0], [1.5, 2.0], [3.0, 4.0], [5.0, 7.0], [3.5, 5.0], [4.5, 5.0]]
    for x, y in points:
        double_click(port, QPoint(140, 60))
        typed(window, f"{x} {y}")
    assert session.table.data.X.tolist() == points
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


@pytest.mark.full
def test_w43_one_step_of_a_linear_unit_from_typed_weights_is_exact(window: MainWindow) -> None:
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


@pytest.mark.full
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


@pytest.mark.full
def test_w43_one_output_that_is_a_sigmoid(window: MainWindow, qtbot) -> None:
    session = window.session
    type_rows(window, qtbot, CORNERS, [0, 0, 0, 1])
    session.choose_algorithm("sigmoid_unit")
    settle(window)
    type_weights(window, 0.2, -0.1)
    type_biases(window, "layer 1: biases", 0.1)
    assert session.lane.frame.step.error == pytest.approx(0.529118391191, abs=1e-9)
    session.step(1)
    settle(window)
    expected = [0.284920932644, 0.0290037016865, 0.0135764538634]
    assert session.lane.frame.step.delta_W[0] == pytest.approx(expected, abs=1e-9)


W3 = (0.0, 0.2, 0.3, -0.1, 0.1, 0.0), (0.1, 0.0, -0.1)
"""The weights to three outputs from x and y, and the biases."""


@pytest.mark.full
def test_w43_three_outputs_that_are_sigmoids(window: MainWindow, qtbot) -> None:
    session = window.session
    type_rows(window, qtbot, CORNERS, [0, 1, 2, 1])
    session.choose_algorithm("sigmoid_unit")
    settle(window)
    type_weights(window, *W3[0])
    type_biases(window, "layer 1: biases", *W3[1])
    session.step(1)
    settle(window)
    expected = [
        [0.293312917368, 0.27134447878, 0.280854495646],
        [0.0280041992315, -0.215454610004, 0.0070352630991],
        [0.237541578279, 0.25, -0.00591723095718],
    ]
    assert session.lane.frame.step.delta_W == pytest.approx(np.array(expected), abs=1e-9)


SOFTMAX = {
    OUTPUTS[2]: (1.29329177931, [[0.199302561843, 0.263230142923, 0.301109481967],
                                 [-0.255843621103, -0.441502443692, -0.158969507617],
                                 [0.0565410592599, 0.178272300769, -0.142139974349]]),
    OUTPUTS[0]: (4.26511725778, [[0.492250158764, 0.697851197318, 0.805211701317],
                                 [-0.648689188205, -1.26729740157, -0.371608015008],
                                 [0.156439029441, 0.569446204253, -0.433603686309]]),
}  # fmt: skip


@pytest.mark.full
@pytest.mark.parametrize("output", SOFTMAX)
def test_w43_three_outputs_of_a_softmax(window: MainWindow, qtbot, output: str) -> None:
    session = window.session
    type_rows(window, qtbot, CORNERS, [0, 1, 2, 1])
    session.choose_algorithm("mlp")
    settle(window)
    set_field(window, "hidden", "")
    choose(window, "fed", "as they are")
    choose(window, "output", output)
    choose(window, "pull", "sum")
    set_field(window, "batch", "0")
    type_weights(window, *W3[0])
    type_biases(window, "layer 1: biases", *W3[1])
    assert session.lane.frame.step.error == pytest.approx(SOFTMAX[output][0], abs=1e-9)
    session.step(1)
    settle(window)
    found = session.lane.frame.step.gradient.reshape(3, 3)
    assert found == pytest.approx(np.array(SOFTMAX[output][1]), abs=1e-9)


# -- W44 ---------------------------------------------------------------------------------------------------------------


W44 = {
    OUTPUTS[3]: (0.106973660454, [-0.114987185973, -0.0715748468775, -0.0381541543498],
                 [[0.0108089662237, 0.00540448311185, -0.0108089662237],
                  [-0.0152964836364, -0.00764824181818, 0.0152964836364]]),
    OUTPUTS[1]: (0.620909124904, [-0.46254439885, -0.28791507716, -0.153477887454],
                 [[0.0434798603152, 0.0217399301576, -0.0434798603152],
                  [-0.0615312286169, -0.0307656143084, 0.0615312286169]]),
}  # fmt: skip
"""By the error: E of the row, its gradient of the second layer, and of the first."""


def type_two_layers(window: MainWindow, qtbot, output: str, activation: str) -> None:
    """The network of W44, and its row (0.5, −1) with t = 1 as the first; the second row is there for its class."""
    type_rows(window, qtbot, np.array([[0.5, -1.0], [3.0, 3.0]]), [1, 0])
    window.session.choose_algorithm("mlp")
    settle(window)
    set_field(window, "hidden", "2")
    choose(window, "output", output)
    choose(window, "activation", activation)
    choose(window, "fed", "as they are")
    choose(window, "optimiser", "gradient descent")
    choose(window, "order", "as given")
    choose(window, "stop_at", "every layer")
    set_field(window, "batch", "1")
    set_field(window, "rate", "0.1")
    type_weights(window, 0.4, -0.2, 0.2, 0.5, -0.4, 0.6)
    type_biases(window, "layer 1: biases", 0.1, -0.3)
    type_biases(window, "layer 2: biases", 0.2)
    layers = window.session.lane.frame.step.model.layers
    assert layers[0].packed.tolist() == [[0.1, 0.4, -0.2], [-0.3, 0.2, 0.5]]
    assert layers[1].packed.tolist() == [[0.2, -0.4, 0.6]]


@pytest.mark.full
@pytest.mark.parametrize("output", W44)
def test_w44_signals_and_gradients_of_a_typed_two_layer_network_are_exact(
    window: MainWindow, qtbot, output: str
) -> None:
    session, (error, second, first) = window.session, W44[output]
    type_two_layers(window, qtbot, output, "logistic")
    session.step(2)
    settle(window)
    signals = session.lane.frame.step.signals
    assert signals[0].a == pytest.approx([0.5, -0.7], abs=1e-9)
    assert signals[0].h == pytest.approx([0.622459331202, 0.331812227832], abs=1e-9)
    assert signals[1].a == pytest.approx([0.150103604218], abs=1e-9)
    assert signals[1].h == pytest.approx([0.53745560115], abs=1e-9)
    y = signals[1].h[0]
    assert error == pytest.approx(0.5 * (y - 1) ** 2 if output == OUTPUTS[3] else -np.log(y), abs=1e-9)
    session.step(3)
    settle(window)
    step = session.lane.frame.step
    assert step.kind == "update"
    assert step.gradient.tolist() == pytest.approx([*np.ravel(first), *second], abs=1e-9)


@pytest.mark.full
def test_w44_identity_activations_collapse_to_one_matrix(window: MainWindow, qtbot) -> None:
    type_two_layers(window, qtbot, OUTPUTS[3], "identity")
    one = window.session.lane.frame.step.model.collapsed
    assert one.weights == pytest.approx(np.array([[-0.04, 0.38]]), abs=1e-9)
    assert one.biases == pytest.approx(np.array([-0.02]), abs=1e-9)
    table = next(
        table for table in window.session.lane.frame.story.tables if table.title.startswith("All layers as one")
    )
    assert table.rows[0][1:] == pytest.approx((-0.02, -0.04, 0.38), abs=1e-9)


@pytest.mark.full
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


@pytest.mark.full
def test_w46_sunny_is_pruned_first_on_typed_validation_rows(window: MainWindow, qtbot) -> None:
    session = window.session
    session.open_bundled("play_tennis")
    session.choose_algorithm("pruning", {"criterion": "gain"})
    settle(window)
    tool(window, "add", qtbot)
    window.tabs.show_panel("table")
    settle(window)
    names = [column.name for column in session.table.data.columns]
    table = window.tabs.dock("table")
    for outlook, humidity, wind, play in VALIDATION:
        QTest.mouseClick(window.canvas.plane_view.widget.viewport(), LEFT, NONE, QPoint(60, 60))
        settle(window)
        row = session.table.data.n - 1
        cells = {names.index("Outlook"): outlook, names.index("Humidity"): humidity, names.index("Wind"): wind}
        for column, text in (cells | {session.table.data.d: play}).items():
            view = table.view
            view.setCurrentIndex(view.model().index(row, column))
            view.setFocus(Qt.FocusReason.TabFocusReason)
            QTest.keyClick(view, Key.Key_Return)
            line = QApplication.focusWidget()
            line.selectAll()
            QTest.keyClicks(line, text)
            QTest.keyClick(line, Key.Key_Return)
            settle(window)
    assert session.table.data.n == 22
    split = window.findChild(DatasetDock).split
    window.findChild(DatasetDock).sections["Split"].heading.click()
    line = split.form.fields["validation"].text
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, "36 %")
    QTest.keyClick(line, Key.Key_Return)
    split.form.fields["shuffle"].box.click()
    settle(window)
    assert session.table.data_parts().counts == (14, 8, 0)
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
    kept = session.table.data.subset(range(14, 22))
    assert (session.lane.frame.step.model.predict(kept.X) != kept.codes).sum() == 0


@pytest.mark.full
def test_w46_significance_test_refuses_the_outlook_split(window: MainWindow) -> None:
    session = window.session
    session.open_bundled("play_tennis")
    session.choose_algorithm("id3")
    settle(window)
    tick(window, "test")
    assert session.lane.params.test and session.lane.params.alpha == 0.05
    session.go_to_end()
    settle(window)
    step, story = session.lane.frame.step, session.lane.frame.story
    test = chance_of(step, session.table.data, session.lane.params)
    assert step.why == "by chance" and test.freedom == 2
    assert test.statistic == pytest.approx(3.54666666667, abs=1e-9)
    assert test.p == pytest.approx(0.16976615744, abs=1e-9)
    expected = [[3.21428571429, 1.78571428571], [2.57142857143, 1.42857142857], [3.21428571429, 1.78571428571]]
    assert np.sort(test.expected, axis=1)[:, ::-1] == pytest.approx(np.array(expected), abs=1e-9)
    assert any("= 3.547" in line for line in story.worked)
    assert any(isinstance(one.value, float) and one.value == pytest.approx(test.p) for one in story.numbers)
    set_field(window, "alpha", "0.2")
    session.go_to(1)
    settle(window)
    assert session.lane.frame.step.kind == "split", "with α = 0.2 the split is made"
