"""The curves dock: what each step measured, where the cursor is, what is shown, and seeking by the mouse."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QColor, QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from engine.data.bundled import load
from engine.data.split import Split
from engine.data.toys import generate
from gui.docks.curves import NOTHING, CurvesDock
from gui.docks.decimated import MOST_POINTS, decimated
from gui.docks.dock import REFUSED
from gui.docks.equal_curves import same
from gui.docks.legend import curve_colours
from gui.lessons.lesson import FOLDER, read
from gui.lessons.player import LessonPlayer
from gui.look.appearance import Appearance
from gui.look.theme import DARK, LIGHT
from gui.session.file import open_session, save_session
from gui.session.session import Session
from tests.catalogue import shows
from tests.gui.docks.placing import settle, two_irises

LEFT = Qt.MouseButton.LeftButton


def spot(dock, step: float):
    """Where a step is in the plot, in pixels of its viewport."""
    QApplication.processEvents()
    low, high = dock.box.viewRange()[1]
    scene = dock.box.mapViewToScene(QPointF(step, (low + high) / 2))
    return dock.plot.mapFromScene(scene)


def test_the_line_is_what_the_run_measured(placed):
    dock = placed(CurvesDock, "kmeans", step=5, width=860)
    measured = np.array(dock.session.lane.curves["E"])
    steps, values = dock.lines[(0, "E")].getData()
    there = np.flatnonzero(np.isfinite(measured))
    assert np.array_equal(steps, there) and np.array_equal(values, measured[there])
    assert dock.here.value() == 5
    assert dock.legend.buttons["E"]._value == f"{measured[5]:.4g}"


def test_a_click_and_a_drag_seek(placed, qtbot):
    dock = placed(CurvesDock, "perceptron", two_irises(), step=0, width=860)
    QTest.mouseClick(dock.plot.viewport(), LEFT, pos=spot(dock, 60))
    settle(dock.session)
    assert abs(dock.session.lane.index - 60) <= 1
    QTest.mousePress(dock.plot.viewport(), LEFT, pos=spot(dock, 60))
    for step in (80, 110, 150):
        QTest.mouseMove(dock.plot.viewport(), spot(dock, step))
        QApplication.processEvents()
    QTest.mouseRelease(dock.plot.viewport(), LEFT, pos=spot(dock, 150))
    settle(dock.session)
    assert abs(dock.session.lane.index - 150) <= 1
    assert dock.here.value() == dock.session.lane.index


@shows("TR16")
def test_both_errors_can_be_plotted_by_number_of_nodes(placed):
    dock = placed(CurvesDock, "cart", load("iris").select([0, 1]), width=860)
    session, along = dock.session, dock.legend.along
    session.table.set_split(Split(validation=0.3))
    session.go_to(4)
    settle(session, whole=True)
    assert [along.itemText(i) for i in range(along.count())] == [
        "by steps",
        "by nodes",
        "by leaves",
    ] and along.isVisible()
    QTest.keyClick(along, Qt.Key.Key_Down)
    QApplication.processEvents()
    nodes = np.array(session.lane.curves["nodes"])
    for name in ("error, training", "error, validation"):
        across, errors = dock.lines[(0, name)].getData()
        assert np.array_equal(across, nodes) and np.array_equal(errors, session.lane.curves[name])
        assert dock.lines[(0, name)].isVisible()
    assert nodes[-1] == 2 * len(nodes) - 1 and dock.here.value() == nodes[4] == 9
    assert dock.box.viewRange()[0][1] > nodes[-1]
    QTest.mouseClick(dock.plot.viewport(), LEFT, pos=spot(dock, nodes[7]))
    settle(session)
    assert session.lane.index == 7 and dock.here.value() == nodes[7]
    session.choose_algorithm("nearest_mean")  # it has no nodes
    settle(session, whole=True)
    assert along.currentText() == "by steps" and not along.isVisible()


def test_a_button_hides_and_shows_its_curve(placed, qtbot):
    dock = placed(CurvesDock, "perceptron", two_irises(), width=860)
    button = dock.legend.buttons["best so far"]
    assert dock.lines[(0, "best so far")].isVisible()
    qtbot.mouseClick(button, LEFT)
    assert not dock.lines[(0, "best so far")].isVisible()
    qtbot.mouseClick(button, LEFT)
    assert dock.lines[(0, "best so far")].isVisible()


def test_ticked_curves_are_restored_with_a_session(placed, qtbot, tmp_path):
    dock = placed(CurvesDock, "perceptron", two_irises(), width=860)
    qtbot.mouseClick(dock.legend.buttons["best so far"], LEFT)
    chosen, session = dict(dock.chosen), dock.session
    save_session(session, tmp_path / "a.learnscope")
    qtbot.mouseClick(dock.legend.buttons["best so far"], LEFT)
    open_session(session, tmp_path / "a.learnscope")
    settle(session, whole=True)
    assert dock.chosen == chosen and not dock.lines[(0, "best so far")].isVisible()
    assert not dock.legend.buttons["best so far"].isChecked()
    session.choose_algorithm("nearest_mean")  # other curves begin as ever
    settle(session, whole=True)
    assert set(dock.chosen).isdisjoint(chosen) or dock.chosen != chosen


def test_curve_style_is_restored_with_a_session(placed, qtbot, tmp_path):
    dock = placed(CurvesDock, "cart", load("iris"), width=860)
    session, legend = dock.session, dock.legend
    settle(session, whole=True)
    QTest.keyClick(legend.along, Qt.Key.Key_Down)
    qtbot.mouseClick(legend.log, LEFT)
    save_session(session, tmp_path / "a.learnscope")
    QTest.keyClick(legend.along, Qt.Key.Key_Up)
    qtbot.mouseClick(legend.log, LEFT)
    assert dock.here.value() == session.lane.index and not legend.log.isChecked()
    open_session(session, tmp_path / "a.learnscope")
    settle(session, whole=True)
    assert legend.along.currentText() == "by nodes" and legend.log.isChecked()
    assert dock.here.value() == session.lane.curves["nodes"][session.lane.index]
    session.choose_algorithm("nearest_mean")  # it has no nodes
    settle(session, whole=True)
    session.choose_algorithm("cart")
    settle(session, whole=True)
    assert legend.along.currentText() == "by nodes"


def test_training_and_validation_errors_are_shown_with_a_split(placed):
    dock = placed(CurvesDock, "perceptron", two_irises(), width=860)
    dock.session.table.set_split(Split(validation=0.3))
    settle(dock.session, whole=True)
    for name in ("error, training", "error, validation"):
        assert dock.lines[(0, name)].isVisible()
        steps, values = dock.lines[(0, name)].getData()
        assert len(steps) == dock.session.lane.known and (values <= 1).all()
    assert not dock.lines[(0, "points on the wrong side")].isVisible()


def test_curves_of_two_runs_overlap_and_a_closed_run_is_removed(placed):
    dock = placed(CurvesDock, "kmeans", width=860)
    dock.session.add_lane("kmeans", {"k": 5})
    settle(dock.session, whole=True)
    assert set(dock.lines) == {(0, "E"), (1, "E")}
    assert dock.lines[(0, "E")].opts["pen"].style() != dock.lines[(1, "E")].opts["pen"].style()
    dock.session.remove_lane(1)
    QApplication.processEvents()
    assert set(dock.lines) == {(0, "E")}


def test_log_scale_omits_nonpositive_values(placed, qtbot):
    dock = placed(CurvesDock, "perceptron", two_irises(), width=860)
    dock.legend.log.click()
    steps, _ = dock.lines[(0, "points on the wrong side")].getOriginalDataset()
    measured = np.array(dock.session.lane.curves["points on the wrong side"])
    assert np.array_equal(steps, np.flatnonzero(measured > 0))
    assert dock.plot.getAxis("left").logMode


def test_a_method_without_a_curve_says_so(placed):
    dock = placed(CurvesDock, "kmeans", width=860)
    assert dock.plot.isVisible() and not dock.empty.isVisible()
    dock.session.lane.progress.curves.clear()
    dock.touch()
    assert dock.empty.isVisible() and not dock.plot.isVisible() and dock.lines == {}
    assert dock.empty.text() == NOTHING


def test_without_points_the_message_does_not_blame_the_method(placed):
    dock = placed(CurvesDock, "kmeans", width=860)
    dock.session.points.delete(range(dock.session.table.data.n))
    settle(dock.session)
    assert dock.empty.isVisible() and dock.empty.text() == REFUSED and not dock.plot.isVisible()
    dock.session.table.undo.undo()
    settle(dock.session)
    assert dock.plot.isVisible() and not dock.empty.isVisible()


@pytest.mark.parametrize("n", [10, MOST_POINTS, 100_000])
def test_decimation_keeps_extremes_and_ends(n):
    values = np.random.default_rng(0).normal(size=n)
    values[n // 3], values[n // 2] = 50.0, np.nan
    steps, kept = decimated(values)
    assert len(kept) <= MOST_POINTS
    assert np.nanmax(kept) == 50.0 and np.min(kept) == np.nanmin(values)
    assert (np.diff(steps) >= 0).all() and steps[0] == 0 and steps[-1] == n - 1
    assert np.isfinite(kept).all()


def test_hover_names_step_and_values_and_click_goes_there(placed):
    dock = placed(CurvesDock, "kmeans", width=860)
    dock.session.add_lane("kmeans", {"k": 2})
    settle(dock.session, whole=True)
    port, lanes = dock.plot.viewport(), dock.session.lanes
    QTest.mouseMove(port, spot(dock, 2))
    QTest.mouseMove(port, spot(dock, 4))
    QApplication.processEvents()
    values = [lane.curves["E"][4] for lane in lanes]
    words = [f"{number + 1}  E: {value:.4g}".replace("nan", "–") for number, value in enumerate(values)]
    assert QToolTip.text().split("\n") == ["Step 4", *words, "Click to go there."]
    QApplication.sendEvent(port, QHelpEvent(QEvent.Type.ToolTip, spot(dock, 4), port.mapToGlobal(spot(dock, 4))))
    QTest.qWait(350)  # Qt hides a tool tip 300 ms after it has been told to
    assert QToolTip.isVisible() and QToolTip.text().startswith("Step 4"), "it stays when the mouse stands still"
    assert dock.crosshair.line.isVisible() and dock.crosshair.line.value() == 4
    x, y = dock.crosshair.dots.getData()
    assert set(x) == {4} and y.tolist() == [value for value in values if np.isfinite(value)] != []
    dock.legend.log.click()
    QApplication.processEvents()
    QTest.mouseMove(port, spot(dock, 3))
    QApplication.processEvents()
    at_3 = np.array([lane.curves["E"][3] for lane in lanes])
    assert dock.crosshair.dots.getData()[1] == pytest.approx(np.log10(at_3[np.isfinite(at_3)]))
    QTest.mouseClick(port, LEFT, pos=spot(dock, 3))
    settle(dock.session)
    assert dock.session.lane.index == 3
    QApplication.sendEvent(dock.plot, QEvent(QEvent.Type.Leave))
    assert not dock.crosshair.line.isVisible() and not dock.crosshair.dots.isVisible()


class Growing(dict):
    """The worker adds a curve while they are being listed."""

    def items(self):
        self.setdefault("measured later", [1.0] * len(self["E"]))
        return super().items()


def test_curve_added_while_drawing_is_drawn_and_read(placed):
    dock = placed(CurvesDock, "kmeans", step=5, width=860)
    progress = dock.session.lane.progress
    progress.curves = Growing({"E": list(progress.curves["E"])})
    dock._drawn.clear()
    dock.touch()
    assert (0, "measured later") in dock.lines
    dock.chosen["measured later"] = True
    progress.curves = Growing({"E": list(progress.curves["E"])})
    assert [reading.name for reading in dock.readings(5)] == ["E", "measured later"]


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_six_curves_have_six_colours(theme):
    assert len({colour.name() for colour in curve_colours(theme)}) == 6


def test_measure_equal_to_the_training_error_is_merged_with_it(placed, qtbot):
    dock = placed(CurvesDock, "mlp", generate("hills", n=60, seed=1), width=860, epochs=8)
    session = dock.session
    settle(session, whole=True)
    dock.refresh()
    assert "RMSE" in dock.legend.buttons, "with no rows held back it is the only one"
    session.table.set_split(Split(validation=0.3))
    settle(session, whole=True)
    dock.refresh()
    curves = session.lane.curves
    assert curves["RMSE"] == pytest.approx(curves["error, training"]) and "RMSE" not in dock.legend.buttons
    assert (0, "RMSE") not in dock.lines and dock.lines[(0, "error, training")].isVisible()
    assert "RMSE" in dock.legend.buttons["error, training"].toolTip()
    assert "RMSE" not in dock.legend.buttons["error, validation"].toolTip()
    session.add_lane("linear_regression")
    settle(session, whole=True)
    dock.refresh()
    assert "RMSE" not in [reading.name[3:] for reading in dock.readings(session.lane.index)]


def test_curves_are_merged_only_if_equal_at_every_common_step():
    nan, falling = float("nan"), [1.0 / (step + 1) for step in range(10_000)]
    assert same(falling, falling) and same([nan, *falling[1:]], falling) and not same([nan, nan], [1.0, 2.0])
    assert not same(falling, [*falling[:-1], 0.5]), "the last step is always asked"
    assert not same([0.0] * 5, [0.0] * 5), "that both are nothing may be chance"


def test_lines_and_buttons_keep_their_colours_for_another_active_run(placed):
    dock = placed(CurvesDock, "logistic_gradient", two_irises(), width=860)
    session = dock.session
    session.add_lane("perceptron")
    settle(session, whole=True)
    dock.refresh()
    assert {number for number, _ in dock.lines} == {0, 1}
    for active in (1, 0, 1):
        session.activate_lane(active)
        dock.refresh()
        colours = curve_colours(dock.appearance.theme)
        for (_, name), line in dock.lines.items():
            assert line.opts["pen"].color() == QColor(colours[dock.names().index(name) % len(colours)]), name


def test_errors_of_a_lesson_have_their_own_scale(qapp: QApplication, qtbot) -> None:
    """Lesson 35, stop 7: beside E of all rows the errors on both parts would lie on the ground."""
    session = Session()
    dock = CurvesDock(session, Appearance())
    qtbot.addWidget(dock)
    LessonPlayer(session).open(read(FOLDER / "35-a-network-for-numbers.json"), 7)
    settle(session, whole=True)
    dock.refresh()
    shown = {name for name, on in dock.chosen.items() if on}
    assert shown == {"error, training", "error, validation"} < set(dock.chosen)
    session.close()
