"""Taking hold of things in the whole window: the last stop of the Fisher lesson, a centre in mid-run, Ctrl+Z."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.base.snapshot import same
from engine.core.marks import Region, Text
from gui.lessons.lesson import read
from gui.lessons.library import bundled
from gui.start.shot import settle
from tests.gui.window.user_input import CONTROL, Key, stroke


def said_of_J(window) -> str:
    marks = window.session.lane.frame.marks
    return next(m.text for m in marks if isinstance(m, Text) and m.surface.name == "Projected classes")


def test_dragging_the_direction_of_the_fisher_lesson_updates_j(window):
    path = next(entry.path for entry in bundled() if entry.title == "Fisher: from where to look")
    window.lessons.open(read(path), None)
    settle(window)
    assert window.session.view.tool == "start" and window.session.lane.frame.index == 1
    before, seen, said = said_of_J(window), [], []
    window.session.said.connect(said.append)
    for _ in stroke(window, (2.5, -0.8), (0.5, -1.4), stops=4):
        settle(window)
        seen.append(said_of_J(window))
    settle(window)
    assert window.session.lane.frame.index == 0 and len({before, *seen}) == 5
    assert said == ["Step 0 shows what you hold: the run went there from step 1."]
    QTest.keyClick(window.canvas.plane_view.widget, Key.Key_Z, CONTROL)
    settle(window)
    assert said_of_J(window) == before and window.session.lane.frame.index == 1


def test_centre_dragged_mid_run_is_undone_by_ctrl_z(window):
    window.session.go_to(5)
    settle(window)
    frame = window.session.lane.frame
    view, said = window.canvas.plane_view, []
    window.session.said.connect(said.append)
    centre = view.to_view(frame.step.model.centres)[1]
    for _ in stroke(window, centre, centre + np.array([0.3, 0.2])):
        settle(window)
    lane = window.session.lane
    assert lane.frame.index == 0
    assert view.to_view(lane.frame.step.model.centres)[1] == pytest.approx(centre + np.array([0.3, 0.2]), abs=0.03)
    assert np.array_equal(lane.start.centres[[0, 2]], frame.step.model.centres[[0, 2]])
    assert said == ["A new run goes on from the model of step 5. Undo takes it back."]
    assert window.status.hint.text() == said[0]
    QTest.keyClick(view.widget, Key.Key_Z, CONTROL)
    settle(window)
    assert window.status.hint.text() not in ("", *said), "it does not hold any more"
    assert lane.start is None and same(lane.frame.step, frame.step) and lane.frame.index == 5


def test_drag_readout_of_a_presentation_disappears_on_undo(window):
    window.session.go_to(3)
    window.appearance.set_presentation(True)
    settle(window)
    view = window.canvas.plane_view
    centre = view.to_view(window.session.lane.frame.step.model.centres)[1]
    for _ in stroke(window, centre, centre + np.array([0.3, 0.2])):
        settle(window)
    assert window.timeline.words._news.startswith("A new run goes on from the model of step 3.")
    QTest.keyClick(view.widget, Key.Key_Z, CONTROL)
    settle(window)
    assert window.timeline.words._news == ""


def test_dragged_query_updates_its_neighbours_at_the_same_step(window):
    window.session.choose_algorithm("knn")
    window.session.go_to_end()
    settle(window)
    frame = window.session.lane.frame
    view, seen = window.canvas.plane_view, []
    start = view.to_view(frame.step.model.point[None])[0]
    for _ in stroke(window, start, start + np.array([1.2, 0.9]), stops=4):
        settle(window)
        seen.append(window.session.lane.frame)
    lane = window.session.lane
    assert {one.index for one in seen} == {frame.index}
    assert view.to_view(lane.frame.step.model.point[None])[0] == pytest.approx(start + np.array([1.2, 0.9]), abs=0.05)
    assert lane.frame.step.near.tolist() != frame.step.near.tolist()
    regions = [next(mark.model for mark in one.marks if isinstance(mark, Region)) for one in seen]
    assert all(model is regions[0] for model in regions), "the areas are those of the rows, wherever the query is"
    QTest.keyClick(view.widget, Key.Key_Z, CONTROL)
    settle(window)
    assert lane.start is None and same(lane.frame.step, frame.step)


def chosen_in_the_list(window, key: str) -> None:
    """Another method, by a click on its name."""
    tree, item = window.model.list.tree, window.model.list.items[key]
    tree.scrollToItem(item)
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=tree.visualItemRect(item).center())
    settle(window)
    assert window.session.lane.key == key and not window.session.lane.refusal


def test_placed_query_is_kept_by_another_method_with_a_query(window):
    chosen_in_the_list(window, "knn")
    view = window.canvas.plane_view
    start = view.to_view(window.session.lane.frame.step.model.point[None])[0]
    for _ in stroke(window, start, start + np.array([1.2, 0.9])):
        settle(window)
    put = window.session.lane.start.point
    for key in ("parzen", "kd_search", "mahalanobis_distance"):
        chosen_in_the_list(window, key)
        assert window.session.lane.start.point.tolist() == put.tolist()
    chosen_in_the_list(window, "kmeans")
    assert window.session.lane.start is None
    chosen_in_the_list(window, "knn")
    assert window.session.lane.start is None, "what was dropped once does not come back"


def test_query_kept_by_another_method_is_undone_stepwise(window):
    chosen_in_the_list(window, "knn")
    view, lane = window.canvas.plane_view, window.session.lane
    start = view.to_view(lane.frame.step.model.point[None])[0]
    first, second = start + np.array([1.2, 0.9]), start + np.array([0.2, 0.4])
    for held, put in ((start, first), (first, second)):
        for _ in stroke(window, held, put):
            settle(window)
    chosen_in_the_list(window, "parzen")
    puts = [view.to_view(lane.start.point[None])[0]]
    for _ in range(3):
        QTest.keyClick(view.widget, Key.Key_Z, CONTROL)
        settle(window)
        puts.append(None if lane.start is None else view.to_view(lane.start.point[None])[0])
        assert lane.key == "knn" and lane.frame is not None and not lane.refusal
    assert puts[:2] == [pytest.approx(second, abs=0.05)] * 2
    assert puts[2] == pytest.approx(first, abs=0.05) and puts[3] is None
    QTest.keyClick(view.widget, Key.Key_Y, CONTROL)
    settle(window)
    assert view.to_view(lane.start.point[None])[0] == pytest.approx(first, abs=0.05)


def test_query_dropped_by_a_method_returns_with_the_earlier_one(window):
    chosen_in_the_list(window, "knn")
    view, lane = window.canvas.plane_view, window.session.lane
    start = view.to_view(lane.frame.step.model.point[None])[0]
    first = start + np.array([1.2, 0.9])
    for held, put in ((start, first), (first, start + np.array([0.2, 0.4]))):
        for _ in stroke(window, held, put):
            settle(window)
    chosen_in_the_list(window, "kmeans")
    chosen_in_the_list(window, "parzen")
    for key in ("kmeans", "knn"):
        assert lane.start is None
        QTest.keyClick(view.widget, Key.Key_Z, CONTROL)
        settle(window)
        assert lane.key == key
    assert view.to_view(lane.start.point[None])[0] == pytest.approx(start + np.array([0.2, 0.4]), abs=0.05)


def test_placed_centres_are_dropped_with_their_method(window):
    window.session.go_to(5)
    settle(window)
    view = window.canvas.plane_view
    centre = view.to_view(window.session.lane.frame.step.model.centres)[1]
    for _ in stroke(window, centre, centre + np.array([0.3, 0.2])):
        settle(window)
    assert window.session.lane.start is not None
    chosen_in_the_list(window, "gaussian_mixture")
    assert window.session.lane.start is None
