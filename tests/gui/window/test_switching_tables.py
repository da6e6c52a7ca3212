"""From a table to another with every panel open: what was computed for other classes is gone before it is painted."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import permutations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.data.dataset import Column, Dataset
from engine.data.split import Split
from gui.docks.last_look import LastLook
from gui.lessons.lesson import FOLDER, read
from gui.session.session import Session
from gui.start.shot import settle
from gui.window.main_window import MainWindow

ROWS = np.random.default_rng(2).normal(size=(60, 2))
SUM = ROWS[:, 0] + ROWS[:, 1]
NAMES = ("A", "B", "C")
TEXTS = ("red sun", "blue sea", "sun and sea", "a red sea", "dark red sun", "sea", "sun sun", "blue blue sky")


def table(kind: str) -> Dataset:
    """A table of one kind, with the same name as all others here; of classes, numbers or none with the same rows."""
    if kind == "numbers":
        return Dataset(ROWS, 3.0 * SUM, name="table")
    if kind == "none":
        return Dataset(ROWS, None, name="table")
    if kind == "texts":
        codes = np.arange(len(ROWS)) % len(TEXTS)
        return Dataset(codes[:, None], codes % 3, (Column("message", "text", TEXTS),), class_names=NAMES, name="table")
    if kind == "ratings":
        given = np.where(np.arange(72) % 3 == 1, np.nan, 1.0 + np.arange(72) % 5).reshape(12, 6)
        return Dataset(given, None, tuple(Column(f"film {j}") for j in range(6)), name="table")
    count = int(kind)
    codes = np.argsort(np.argsort(SUM)) * count // len(SUM)
    return Dataset(ROWS, codes.astype(np.int64), class_names=NAMES[:count], name="table")


KINDS = ("2", "3", "numbers", "none", "texts", "ratings")


@pytest.fixture
def begin() -> Callable[[Session], None]:
    def of_three_classes(session: Session) -> None:
        session.open_data(table("3"))
        session.add_lane("kmeans", {"k": 5}, seed=1)

    return of_three_classes


def painted_at_once(window: MainWindow) -> None:
    """Everything is painted before any answer of the worker has come."""
    window.repaint()
    for view in window.canvas.surfaces():
        view.widget.viewport().repaint()
    window.canvas.legend.repaint()


def look(window: MainWindow) -> LastLook:
    """Press the button of the test rows, if it can be pressed."""
    window.tabs.show_panel("evaluation")
    last = window.findChild(LastLook)
    if last.ask.isVisible() and last.ask.isEnabled():
        QTest.mouseClick(last.ask, Qt.MouseButton.LeftButton)
        last.finish()
        settle(window)
    return last


def switch(window: MainWindow, pairs: Iterable[tuple[str, str]]) -> None:
    """Open a table of each kind in turn with every panel open, and look at the test rows of each."""
    session, tabs = window.session, list(window.tabs.buttons)
    for name in window.docks:
        window.panels.open(name)
    window.panels.fold_sections(())
    for place, kind in enumerate(kind for pair in pairs for kind in pair):
        look(window)
        window.tabs.show_panel(tabs[place % len(tabs)])
        session.open_data(table(kind), keep_runs=bool(place % 3))
        painted_at_once(window)
        session.table.set_split(Split(0.2, 0.2))
        session.go_to_end()
        settle(window)
        assert session.table.data == table(kind)


@pytest.mark.full
@pytest.mark.parametrize(
    ("keys", "overlaid"),
    [
        (("knn",), False), (("linear_unit",), True), (("regression_tree",), True), (("knn", "cart"), False),
        (("linear_regression", "regression_tree"), True), (("kmeans", "pca"), False),
        (("knn", "linear_regression", "kmeans"), False),
    ],
    ids=str,
)  # fmt: skip
def test_tables_of_any_target_kind_can_follow_each_other(
    window: MainWindow, keys: tuple[str, ...], overlaid: bool
) -> None:
    for key in keys:
        window.session.add_lane(key)
    window.session.view.set_overlaid(overlaid)
    switch(window, permutations(KINDS, 2))


def test_two_compared_runs_outlive_each_target_kind_once(window: MainWindow) -> None:
    window.session.add_lane("cart")
    switch(window, [("numbers", "2"), ("texts", "ratings"), ("none", "3")])


def test_class_added_after_a_look_at_the_test_rows(window: MainWindow) -> None:
    session = window.session
    session.open_data(table("2"))
    session.choose_algorithm("knn")
    session.table.set_split(Split(0.2, 0.2))
    session.go_to_end()
    settle(window)
    assert look(window).words.isVisible()
    window.canvas.setFocus()
    QTest.keyClick(window, Qt.Key.Key_Plus)
    painted_at_once(window)
    settle(window)
    assert session.table.data.class_names == NAMES
    session.table.undo.undo()
    painted_at_once(window)
    settle(window)


def test_lesson_follows_one_with_unnamed_groups(window: MainWindow) -> None:
    """The decision of a boosted ensemble has two classes, and the points that PCA turns have none."""
    first, second = (next(FOLDER.glob(f"{number}-*.json")) for number in (25, 14))
    window.lessons.open(read(first))
    settle(window)
    assert len(window.canvas.legend.entries) == 2
    window.lessons.open(read(second))
    painted_at_once(window)
    assert not window.canvas.plane_view.marks and window.session.lane.frame is None
    settle(window)
    window.lessons.leave()
