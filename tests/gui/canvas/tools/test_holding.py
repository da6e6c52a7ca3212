"""Whatever can be placed or is drawn can be taken hold of, at every step of a run: each handle of each algorithm."""

from __future__ import annotations

import dataclasses
from functools import cache
from itertools import islice

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.base.params import Choice, specs
from engine.base.snapshot import same
from engine.base.words import figure
from engine.core.algorithm import Algorithm, Handle
from engine.core.marks import Text
from engine.data.dataset import Dataset
from engine.data.toys import generate
from engine.families import algorithms
from engine.maths.evaluation.confusion import crossed
from engine.models.groups import Centres
from engine.models.linear import HeldThreshold
from gui.canvas.surfaces.surface_view import SurfaceView
from gui.canvas.tools.putting import SNAP
from gui.session.placing import positions, seen_data, snaps
from gui.session.reasons import values_in_force
from tests.contract.pool import counted

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


CASES = [
    pytest.param(key, number, id=f"{key}-{number}")
    for key, algorithm in algorithms().items()
    for number in range(len(algorithm.handles))
]


@cache
def suitable_data(key: str, number: int) -> Dataset:
    """Two or three blobs in the plane, whichever suits; where a number is predicted, about how far up a point is; one
    feature alone where the handle is not to be seen otherwise; on which side of 0 points lie, where that is
    asked; counts that grow with the first feature, for methods that predict counts.
    """
    algorithm = algorithms()[key]
    handle = algorithm.handles[number]
    drawn = [generate(name, seed=3, n=60) for name in BLOBS]
    numbered = [data.changed(y=data.X[:, 1] + 0.2 * np.sin(np.arange(data.n)), class_names=()) for data in drawn]
    narrow = [data.changed(X=data.X[:, :1], columns=data.columns[:1]) for data in drawn]
    sided = [data.changed(X=(data.X > 0).astype(float)) for data in drawn]
    counting = [data.changed(y=counted(np.exp(1.0 + 0.2 * data.X[:, 0])), class_names=()) for data in drawn]
    fit = [data for data in (*drawn, *numbered, *narrow, *sided, *counting) if not algorithm.unsuitable(data)]
    return fit[0] if len(fit) == 1 else next((data for data in fit if shows(algorithm, handle, data)), fit[0])


def shows(algorithm: Algorithm, handle: Handle, data: Dataset) -> bool:
    """Whether a model on the way has this handle."""
    *_, step = islice(algorithm.trace(data, **values_for(algorithm, handle)), 4)
    return step.model is None or len(handle.positions(step.model, data)) > 0


BLOBS = ("moons", "blobs")


def values_for(algorithm: Algorithm, handle: Handle) -> dict[str, str]:
    """Parameters with which the handle can be placed."""
    params = algorithm.params()
    if handle.most(params):
        return {}
    return next(
        {name: option}
        for name, spec in specs(algorithm.params).items()
        if isinstance(spec, Choice)
        for option in spec.options
        if handle.most(dataclasses.replace(params, **{name: option}))
    )


@pytest.fixture
def run(canvas, session, settled):
    """Opens the data of a case and steps into the run of its algorithm; the handle and the view that shows it."""

    def begin(key: str, number: int, tool: str, step: int = 2) -> tuple[Handle, SurfaceView]:
        algorithm = algorithms()[key]
        handle = algorithm.handles[number]
        session.open_data(suitable_data(key, number))
        session.add_lane(key, values_for(algorithm, handle))
        session.go_to(step)
        session.view.set_tool(tool)
        settled()
        if session.lane.frame.step.model is None or not shown(handle):  # what is held comes at the end of the run
            session.go_to_end()
            settled()
        canvas.grab()
        canvas.resize(canvas.width(), max(canvas.height(), 1400))  # of three charts none is folded
        settled()
        canvas.setUpdatesEnabled(False)  # of a drag one picture is painted, while it is held: see `drag`
        return handle, next(view for view in canvas.surfaces() if view.surface.name == handle.surface.name)

    def shown(handle: Handle) -> bool:
        return any(view.surface.name == handle.surface.name for view in canvas.surfaces())

    return begin


def pixel(view: SurfaceView, uv) -> QPoint:
    return view.widget.mapFromScene(view.box.mapViewToScene(QPointF(*uv)))


def shares(view: SurfaceView, across: float, up: float) -> np.ndarray:
    """A position at these shares of what is seen."""
    seen = view.box.viewRect()
    return np.array([seen.left() + across * seen.width(), seen.top() + up * seen.height()])


def drag(view: SurfaceView, start, *stops, after) -> None:
    port = view.widget.viewport()
    QTest.mousePress(port, LEFT, NONE, pixel(view, start))
    for stop in stops:
        QTest.mouseMove(port, pixel(view, stop))
        QApplication.processEvents()
        after()
    view.window().grab()
    QTest.mouseRelease(port, LEFT, NONE, pixel(view, stops[-1]))


def slid(session, handle: Handle, let_go: np.ndarray, unit: np.ndarray) -> bool:
    """Whether the model is what it becomes when a handle, which is held to a line, is put where it was let go."""
    lane, data = session.lane, seen_data(session.lane, session.table.data)
    there = handle.positions(lane.start, data)
    for place in range(len(there)):
        put = np.array(there)
        put[place] = let_go
        moved = handle.positions(handle.make(put, data, lane.params, lane.start), data)
        if not np.allclose(put, moved) and (np.abs(moved - there) <= 2 * unit).all():
            return True
    return False


def assert_follows(session, handle: Handle, view: SurfaceView, seen: list, unit: np.ndarray) -> None:
    """The handle stands where the mouse let it go, and the pictures on the way differ."""
    lane, let_go = session.lane, seen[-1][0]
    there = view.to_view(positions(lane.start, handle, seen_data(lane, session.table.data)))
    if view.surface.kind != "plane" and not handle.rod:  # on a chart it may slide along a curve, as the contract has it
        model = handle.make(let_go[None], session.table.data, lane.params, lane.start)
        let_go = view.to_view(handle.positions(model, session.table.data))[0]
    if snaps(handle) and (row := view.row_at(QPointF(pixel(view, let_go)), SNAP)) is not None:
        let_go = view.to_view(session.table.data.X[[row]])[0]
    if (
        view.surface.kind == "plane" and session.table.data.d == 1
    ):  # along one feature it slides, however high the mouse is
        there[:, 1] = let_go[1]
    if handle.rod and len(there) == 1:  # a threshold stands above and below its place, or to its left and right
        there[:, 1 - handle.level] = let_go[1 - handle.level]
    elif handle.rod:  # it goes through the place
        way = (there[1] - there[0]) / np.hypot(*(there[1] - there[0]))
        there = there[:1] + ((let_go - there[0]) @ way) * way
    near = (np.abs(there - let_go) <= 2 * unit).all(axis=1).any()
    assert near or (view.surface.kind == "plane" and slid(session, handle, let_go, unit))
    assert not same(seen[0][1].marks, seen[-1][1].marks), "the drag is to be seen"


def placed_by_a_click(key: str, number: int) -> bool:
    """Whether a click on an empty place places this handle: no rod, and the first of its picture."""
    handles = algorithms()[key].handles
    return not handles[number].rod and all(one.surface != handles[number].surface for one in handles[:number])


PLACED = [case for case in CASES if placed_by_a_click(*case.values)]


@pytest.mark.full
@pytest.mark.parametrize(("key", "number"), PLACED)
def test_start_tool_drags_a_handle_mid_run(run, session, settled, qtbot, key, number):
    handle, view = run(key, number, "start")
    before, said = session.lane.frame, []
    session.said.connect(said.append)
    seen, stops = [], [shares(view, 0.35, 0.4), shares(view, 0.4, 0.7), shares(view, 0.6, 0.75)]

    def note() -> None:
        settled()
        seen.append((stops[len(seen)], session.lane.frame))

    if view.surface.kind != "plane":  # on a chart a click places it, and then it can be dragged
        QTest.mouseClick(view.widget.viewport(), LEFT, NONE, pixel(view, stops[0]))
        settled()
        view.grab()
        stops = [shares(view, 0.35, 0.4), shares(view, 0.4, 0.7), shares(view, 0.6, 0.75)]  # it has followed its marks
        stops[0] = np.array([*handle.positions(session.lane.start, session.table.data)[0]])
    unit = np.array(view.box.viewPixelSize())  # let go, a chart may follow its marks
    drag(view, stops[0], *stops, after=note)
    assert_follows(session, handle, view, seen, unit)
    shown = session.lane.frame.index
    expected = handle.step(0, before.index, session.table.data, session.lane.params)
    ended = any(frame.ending is not None for frame in (before, *(frame for _, frame in seen)))  # it stays at the end
    assert shown == expected or (shown == session.lane.known - 1 and (ended or shown < expected))
    assert any("Step " in words for words in said) == (
        handle.step(0, before.index, session.table.data, session.lane.params) != before.index
    )
    while session.lane.start is not None:
        session.table.undo.undo()
    settled()
    assert session.lane.frame.index == before.index and same(session.lane.frame.step, before.step)


@pytest.mark.parametrize(("key", "number"), CASES)
def test_select_tool_drags_the_model_and_continues_the_run(run, session, settled, key, number):
    handle, view = run(key, number, "select", step=3)
    before, said = session.lane.frame, []
    session.said.connect(said.append)
    grip = view.to_view(handle.positions(before.step.model, session.table.data))[0]
    if handle.anchor is not None:  # an arrow, whose tip may lie outside of what is seen
        fixed = view.to_view(handle.anchor(before.step.model, session.table.data)[None])[0]
        grip = fixed + 0.4 * (grip - fixed)
    seen, stops = [], [shares(view, 0.3, 0.6), shares(view, 0.7, 0.55)]

    def note() -> None:
        settled()
        seen.append((stops[len(seen)], session.lane.frame))

    unit = np.array(view.box.viewPixelSize())
    drag(view, grip, *stops, after=note)
    assert_follows(session, handle, view, seen, unit)
    shown = handle.step(0, before.index if handle.question else 0, session.table.data, session.lane.params)
    assert session.lane.frame.index == shown
    begun = [f"A new run goes on from the model of step {before.index}. Undo takes it back."]
    asked = [f"Step {shown} shows what you hold: the run went there from step {before.index}."]
    assert said == (begun if not handle.question else asked if shown != before.index else [])
    assert session.table.undo.count() == 1 and session.table.undo.undoText().startswith(("Move ", "Turn "))
    session.table.undo.undo()
    settled()
    assert (
        session.lane.start is None
        and session.lane.frame.index == before.index
        and same(session.lane.frame.step, before.step)
    )


def test_point_on_a_constraint_is_dragged_with_its_gradients(run, session, settled):
    handle, view = run("lagrange", 0, "select", step=1)
    place, stops = handle.positions(session.lane.frame.step.model, session.table.data)[0], [shares(view, 0.7, 0.3)]
    slopes = []

    def note() -> None:
        settled()
        slopes.append(session.lane.frame.step.slope_g)

    before = session.lane.frame.step.slope_g
    drag(view, view.to_view(place[None])[0], *stops, after=note)
    assert session.lane.frame.index == 1 and np.abs(slopes[-1] - before).max() > 0.5


def test_line_moves_by_its_middle_and_turns_by_its_ends(run, session, settled):
    handle, view = run("perceptron", 1, "select", step=10)
    line = session.lane.frame.step.model
    middle, second = handle.positions(line, session.table.data)
    out, normal = middle + 1.6 * (second - middle), line.weights / np.linalg.norm(line.weights)
    drag(view, middle, middle + 0.1 * normal, middle + 0.3 * normal, after=settled)
    moved = session.lane.start
    assert moved.weights == pytest.approx(line.weights, rel=1e-6), "only moved"
    assert moved.decision_function(middle[None])[0] == pytest.approx(-0.3 * np.linalg.norm(line.weights), abs=0.1)
    session.table.undo.undo()
    settled()
    drag(view, out, out - 0.3 * normal, out - 0.6 * normal, after=settled)
    turned = session.lane.start
    assert np.linalg.norm(turned.weights) == pytest.approx(np.linalg.norm(line.weights))
    size = np.linalg.norm(line.weights)
    assert np.abs(turned.decision_function(np.array([middle, out - 0.6 * normal]))).max() < 0.1 * size
    assert turned.weights @ line.weights > 0 and session.table.undo.undoText() == "Turn the line"


@pytest.mark.parametrize("tool", ["select", "start"])
def test_hidden_coordinates_of_a_centre_are_kept(canvas, session, settled, tool):
    session.open_bundled("iris")
    session.view.choose((2, 3))
    session.add_lane("kmeans")
    session.go_to_end()
    settled()
    centres = session.lane.frame.step.model.centres
    if tool == "start":
        session.set_start(Centres(centres))
        session.view.set_tool("start")
        settled()
    canvas.grab()
    view, end = canvas.plane_view, centres[0, 2:] + [0.4, 0.3]
    drag(view, centres[0, 2:], end, after=settled)
    assert np.array_equal(session.lane.start.centres[0, :2], centres[0, :2])
    assert session.lane.start.centres[0, 2:] == pytest.approx(end, abs=0.03)
    assert np.array_equal(session.lane.start.centres[1:], centres[1:])


def test_threshold_line_is_draggable_anywhere_and_shows_its_value(run, session, settled):
    _, view = run("fisher", 2, "select", step=6)
    rule, model = session.lane.frame.step.wrong, session.lane.frame.step.model
    there = np.array([-model.bias, shares(view, 0, 0.8)[1]])
    QTest.mouseMove(view.widget.viewport(), pixel(view, there))
    QApplication.processEvents()
    told = view.widget.toolTip()
    assert told.startswith(
        f"The threshold\nw · x = {figure(-model.bias)}\nPoints with w · x from there on are classified as B"
    )
    assert view.widget.cursor().shape() == Qt.CursorShape.OpenHandCursor
    drag(view, there, np.add(there, (0.2, 0.0)), np.add(there, (0.5, -1.0)), after=settled)
    lane = session.lane
    assert isinstance(lane.start, HeldThreshold) and np.array_equal(lane.start.weights, model.weights)
    assert -lane.start.bias == pytest.approx(-model.bias + 0.5, abs=2 * view.box.viewPixelSize()[0])
    wrong = int((lane.start.predict(session.table.data.X) != session.table.data.codes).sum())
    assert wrong > rule and f": {wrong} points of 60 on the wrong side" in lane.frame.story.sentence
    decided = {one.parameter for one in lane.algorithm.decided if one.when(lane.start, lane.params)}
    assert "threshold" in decided
    session.go_to_end()
    settled()
    assert lane.frame.step.wrong == wrong and lane.frame.step.model.bias == pytest.approx(lane.start.bias)
    session.set_param("penalty", 1.0)
    settled()
    assert isinstance(lane.start, HeldThreshold), "another parameter leaves it"


def test_horizontal_threshold_is_draggable_anywhere(run, session, settled):
    _, view = run("agglomerative", 0, "select", step=60)
    lane = session.lane
    model, known = lane.frame.step.model, lane.known
    there = np.array([shares(view, 0.8, 0.5)[0], model.cut])
    QTest.mouseMove(view.widget.viewport(), pixel(view, there))
    QApplication.processEvents()
    told = view.widget.toolTip()
    assert told.startswith(f"The cut\ndistance, average linkage = {figure(model.cut)}\nMerges above it do not count")
    assert view.widget.cursor().shape() == Qt.CursorShape.OpenHandCursor
    lower = (model.heights[-6] + model.heights[-5]) / 2
    drag(view, there, np.add(there, (-9.0, 0.1)), np.array([there[0] - 20.0, lower]), after=settled)
    assert lane.frame.index == 60 and lane.known == known and lane.frame.step.held
    assert lane.start.cut == pytest.approx(lower, abs=2 * view.box.viewPixelSize()[1])
    assert lane.frame.step.model.K == 6 and lane.frame.story.sentence.startswith("Cut at ")
    dots = next(mark for mark in lane.frame.marks if getattr(mark, "role", "") == "data")
    assert np.array_equal(dots.groups, lane.start.groups) and dots.groups.max() == 5
    assert {one.parameter for one in lane.algorithm.decided if one.when(lane.start, lane.params)} >= {"cut", "groups"}


def test_dragged_radius_updates_the_form(run, session, settled):
    _, view = run("dbscan", 0, "select", step=10)
    lane = session.lane
    assert "radius" not in values_in_force(lane), "it is chosen automatically"
    there = np.array([shares(view, 0.5, 0.5)[0], lane.frame.step.model.radius])
    drag(view, there, there * (1.0, 1.2), there * (1.0, 1.5), after=settled)
    assert values_in_force(lane)["radius"] == lane.start.radius == lane.frame.step.model.radius
    assert lane.start.radius == pytest.approx(1.5 * there[1], abs=2 * view.box.viewPixelSize()[1])


@pytest.mark.parametrize("key", ["perceptron", "logistic_newton", "fisher"])
def test_boundary_of_one_feature_is_a_draggable_threshold(canvas, session, settled, key):
    session.open_data(Dataset.from_arrays([[0.0], [1.0], [2.0], [5.0], [6.0], [7.5]], [0, 0, 1, 0, 1, 1]))
    session.add_lane(key)
    session.go_to(4)
    settled()
    canvas.grab()
    view, model = canvas.plane_view, session.lane.frame.step.model
    there = view.to_view(np.array([[-model.bias / model.weights[0]]]))[0]
    high = np.array([there[0], shares(view, 0.5, 0.8)[1]])
    drag(view, high, np.add(high, (0.2, 0.0)), np.add(high, (0.7, 0.0)), after=settled)
    start = session.lane.start
    assert -start.bias / start.weights[0] == pytest.approx(there[0] + 0.7, abs=2 * view.box.viewPixelSize()[0])
    assert session.table.undo.undoText().startswith("Move the ") and session.lane.frame.index == 0


def test_dragging_the_probability_threshold_updates_the_confusion_table(canvas, session, settled):
    session.open_data(Dataset.from_arrays([[0.0], [1.0], [2.0], [5.0], [6.0], [7.5]], [0, 0, 1, 0, 1, 1]))
    session.add_lane("logistic_newton")
    session.go_to_end()
    settled()
    canvas.grab()
    view = next(one for one in canvas.surfaces() if one.surface.name == "Probability")
    model, axis = session.lane.frame.step.model, session.table.data.feature_names[0]
    there = np.array([-model.bias / model.weights[0], shares(view, 0, 0.8)[1]])
    QTest.mouseMove(view.widget.viewport(), pixel(view, there))
    QApplication.processEvents()
    assert view.widget.toolTip().startswith(f"The threshold\n{axis} = {figure(there[0])}\nThere both classes have")
    end = np.array([1.5, there[1]])
    drag(view, there, (there + end) / 2, end, after=settled)
    start, frame = session.lane.start, session.lane.frame
    assert -start.bias / start.weights[0] == pytest.approx(1.5, abs=2 * view.box.viewPixelSize()[0])
    assert start.weights == pytest.approx(model.weights) and frame.index == 0
    found = crossed(session.table.data.codes, frame.step.model.predict(session.table.data.X), 2, 2)
    assert found.counts.tolist() == [[2, 1], [0, 3]], (
        "one of the first class is on the wrong side now, and none of the other"
    )
    seen = next(one for one in view.marks if isinstance(one, Text) and "½" in one.text)
    assert seen.position[0] == pytest.approx(-start.bias / start.weights[0]), "the picture is that of the step"
    session.table.undo.undo()
    settled()
    assert session.lane.start is None


def test_line_of_a_threshold_network_is_draggable(run, session, settled):
    """A run does not change its lines: the step in view stays, and with it the lines that came later."""
    handle, view = run("threshold_network", 0, "select", step=1)
    network = session.lane.frame.step.model
    grip = view.to_view(handle.positions(network, session.table.data))[0]
    drag(view, grip, shares(view, 0.4, 0.6), after=settled)
    now = session.lane.frame
    assert now.index == 1 and now.step.count == 2
    first, second = now.step.model.layers[0].weights, network.layers[0].weights
    assert not np.allclose(now.step.model.layers[0].biases[0], network.layers[0].biases[0])
    assert np.array_equal(first[1], second[1])


def test_dragged_line_not_yet_applied_is_kept_when_another_is_dragged(run, session, settled):
    """At step 0 only the first line is drawn: the second waits where it was put."""
    second, view = run("threshold_network", 1, "select", step=1)
    usual = session.lane.frame.step.model
    grip = view.to_view(second.positions(usual, session.table.data))[0]
    drag(view, grip, grip + 0.1 * (shares(view, 1, 1) - shares(view, 0, 0)), after=settled)
    put = session.lane.frame.step.model.first
    assert not np.allclose(put.biases[1], usual.first.biases[1])
    session.go_to(0)
    settled()
    first = session.lane.algorithm.handles[0]
    grip = view.to_view(first.positions(session.lane.frame.step.model, session.table.data))[0]
    drag(view, grip, grip + 0.1 * (shares(view, 1, 1) - shares(view, 0, 0)), after=settled)
    assert session.lane.frame.index == 0 and session.lane.frame.step.model.first.biases[0] != put.biases[0]
    session.go_to(1)
    settled()
    now = session.lane.frame.step.model.first
    assert now.biases[1] == put.biases[1] and np.array_equal(now.weights[1], put.weights[1])
