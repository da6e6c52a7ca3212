"""The source dock lights what ran for the step in view, a moment after its picture, and says what variables have."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

import engine
from gui.docks.dock import REFUSED
from gui.docks.source import GRACE, SourceDock
from gui.widgets.code import Code
from tests.gui.docks.placing import settle, two_irises
from tests.gui.session.waiting import until

LEFT = Qt.MouseButton.LeftButton


def lit(dock: SourceDock) -> SourceDock:
    """Wait until it is known what ran for the step in view."""
    settle(dock.session)
    lane = dock.session.lane
    until(lambda: lane.seen_running is not None and dock.view.ran is lane.seen_running)
    return dock


def go(dock: SourceDock, step: int) -> SourceDock:
    dock.session.go_to(step)
    return lit(dock)


def strong(code: Code) -> str:
    """The words of the rows that are lit most, without what stands beside them."""
    return " ".join(row.text[: row.values].strip() for row in code.rows if code.is_strong(row)).strip()


def on_screen(code: Code) -> str:
    """The rows that can be seen."""
    top, high = code.firstVisibleBlock().blockNumber(), code.fontMetrics().lineSpacing()
    return "\n".join(row.text for row in code.rows[top : top + code.viewport().height() // high])


def test_executed_lines_are_highlighted_and_the_model_change_visible(placed):
    dock = go(placed(SourceDock, "kmeans", step=4, width=900), 4)
    loop, found = dock.view.loop, engine.trace("kmeans", engine.load("iris")).ran(4)
    assert {row.line for row in loop.rows if loop.ran(row)} == set(found.loop.lines)
    assert strong(loop) == "centres = moved(X, z, centres)"
    assert "centres = moved(X, z, centres)" in on_screen(loop)
    assert dock.view.place.text() == "kmeans/loop.py, run()"
    rows = [row for row in loop.rows if loop.ran(row)]
    backgrounds = [look for look in loop.extraSelections() if look.format.background().style() != Qt.BrushStyle.NoBrush]
    assert len(backgrounds) == len(rows)


def test_called_function_is_shown_beside_the_loop(placed):
    dock = go(placed(SourceDock, "kmeans", step=4, width=900), 4)
    called = dock.view.called
    assert called.isVisible() and strong(called) == "means[k] = sums[k] / sizes[k]"
    assert called.x() > dock.view.loop.x() and dock.view.functions.text() == "moved() ▾"


def test_the_values_are_those_of_the_step(placed):
    dock = go(placed(SourceDock, "perceptron", two_irises(), step=4, width=900), 4)
    line = dock.session.lane.frame.step.model
    told = next(row.text for row in dock.view.loop.rows if "line ←" in row.text.replace("\u00a0", " "))
    w = f"({line.weights[0]:.4g}, {line.weights[1]:.4g})".replace("-", "−")
    assert w in told.replace("\u00a0", " ")


def test_each_step_lights_its_own_lines(placed):
    dock = placed(SourceDock, "kmeans", step=3, width=900)
    assert strong(go(dock, 3).view.loop) == "z, squares, ties = assigned(X, centres)"
    assert strong(go(dock, 4).view.loop) == "centres = moved(X, z, centres)"
    assert strong(go(dock, 5).view.loop) == "z, squares, ties = assigned(X, centres)"
    assert strong(go(dock, 3).view.loop) == "z, squares, ties = assigned(X, centres)"


def test_loop_in_a_shared_file_is_shown(placed):
    dock = go(placed(SourceDock, "logistic_gradient", two_irises(), step=5, width=900), 5)
    assert dock.view.place.text() == "parts/descending.py, descent()"
    assert strong(dock.view.loop) == "w = w + delta" and dock.view.called.passage.name == "next_move"


def test_function_chosen_by_mouse_stays_chosen(placed, qtbot):
    dock = go(placed(SourceDock, "kmeans", step=4, width=900), 4)
    chosen = next(action for action in dock.view.menu.actions() if "mean_square" in action.text())
    dock.view.menu.popup(dock.mapToGlobal(dock.view.functions.geometry().bottomLeft()))
    qtbot.mouseClick(dock.view.menu, LEFT, pos=dock.view.menu.actionGeometry(chosen).center())
    assert dock.view.called.passage.name == "mean_square" and strong(dock.view.called).startswith("return mean(")
    go(dock, 5)
    assert dock.view.called.passage.name == "mean_square" and dock.view.functions.text() == "mean_square() ▾"


def test_function_that_did_not_run_keeps_its_place_unhighlighted(placed):
    dock = placed(SourceDock, "perceptron", two_irises(), step=1, width=900, stop_at="examples")
    go(dock, 1)
    assert dock.view.called.passage.name == "corrected" and strong(dock.view.called)
    go(dock, 2)
    assert dock.session.lane.frame.step.mistake is False
    assert dock.view.called.isVisible() and dock.view.called.passage.lines == ()


def test_wide_code_is_wrapped_not_cut(placed):
    dock = go(placed(SourceDock, "perceptron", two_irises(), step=4, width=300), 4)
    for code in (dock.view.loop, dock.view.called):
        assert code.columns() < 60 and max(len(row.text) for row in code.rows) <= code.columns()
        assert code.horizontalScrollBar().maximum() == 0
        numbers = [row.line for row in code.rows if row.begins]
        assert numbers == list(range(code.passage.first, code.passage.last + 1))
    assert dock.view.called.y() > dock.view.loop.y(), "in a narrow panel one stands above the other"


@pytest.mark.parametrize("key", ["logistic_newton", "pocket"])
def test_formatter_comments_are_hidden(placed, key):
    dock = go(placed(SourceDock, key, two_irises(), step=2, width=1200), 2)
    passages = dock.view.ran.passages
    marked = [one for one in passages if "# fmt" in "".join(_source(one)[one.first : one.last])]
    assert marked
    for passage in marked:
        dock.view.called.show_passage(passage)
        assert "# fmt" not in dock.view.called.toPlainText()


def _source(passage):
    return Path(passage.file).read_text(encoding="utf-8").split("\n")


def test_highlights_are_cleared_until_the_executed_lines_are_known(placed, monkeypatch, qtbot):
    dock = go(placed(SourceDock, "kmeans", step=4, width=900), 4)
    monkeypatch.setattr(dock.session.runner, "_tell_what_ran", lambda request, most=None: None)
    dock.session.step(1)
    settle(dock.session)
    assert strong(dock.view.loop), "for a moment, so that nothing flickers"
    qtbot.wait(GRACE + 50)
    assert not strong(dock.view.loop) and dock.view.loop.passage.lines == ()
    assert "centres = moved(X, z, centres)" in dock.view.loop.toPlainText()


def test_another_algorithm_or_refusal_removes_the_source(placed):
    dock = go(placed(SourceDock, "kmeans", step=4, width=900), 4)
    dock.session.choose_algorithm("perceptron")  # three classes: it refuses
    until(lambda: dock.session.lane.refusal)
    assert not dock.view.loop.toPlainText() and not dock.view.called.isVisible()
    assert dock.view.place.text() == REFUSED
    dock.session.choose_algorithm("kmeans")
    assert lit(dock).view.place.text() == "kmeans/loop.py, run()"


def test_a_hidden_source_panel_costs_nothing(placed, qtbot):
    dock = go(placed(SourceDock, "kmeans", step=4, width=900), 4)
    told = []
    dock.session.runner.ran.connect(lambda *ran: told.append(ran))
    dock.hide()
    assert not dock.session.reading
    for _ in range(4):
        dock.session.step(1)
        settle(dock.session)
    qtbot.wait(100)
    assert not told
    dock.show()
    assert strong(lit(dock).view.loop)


def test_source_follows_a_playing_run(placed, qtbot):
    dock = go(placed(SourceDock, "perceptron", two_irises(), step=1, width=900), 1)
    seen = set()
    dock.session.source_ran.connect(lambda lane: seen.add(dock.session.lanes[lane].ran[1]))
    for _ in range(10):
        dock.session.step(1)
        qtbot.wait(60)
    lit(dock)
    assert len(seen) >= 5 and max(seen) == 11


def test_executed_lines_of_an_old_run_are_not_shown_for_a_new_one(placed):
    dock = go(placed(SourceDock, "kmeans", step=4, width=900), 4)
    before = dock.session.lane.seen_running
    dock.session.set_param("k", 2)
    assert dock.session.lane.seen_running is None
    assert lit(dock).view.ran is not before


def test_shown_code_is_copied_by_keyboard(placed, qtbot):
    dock = go(placed(SourceDock, "kmeans", step=4, width=900), 4)
    qtbot.keyClick(dock.view.called, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(dock.view.called, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert "means = np.array(centres.centres)" in QApplication.clipboard().text()


def test_distant_step_is_highlighted_once_the_run_is_known(placed, qtbot):
    dock = placed(SourceDock, "perceptron", two_irises(), step=0, width=900, stop_at="examples")
    dock.session.set_seed(3)
    dock.session.go_to(4_000)
    known = []
    dock.session.source_ran.connect(lambda lane: known.append((dock.session.lane.ran[1], dock.session.lane.known)))
    lit(dock)
    assert known[-1] == (4_000, len(dock.session.lane.events)) and dock.session.lane.ending is not None
