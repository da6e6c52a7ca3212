"""A number that is guessed to be the target is said to be one, and one click makes it a feature."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.gui.window.test_import_doubts import Opened, looked, opened, read

__all__ = ["opened"]
POINTS = "x;y\n0.5;1.25\n1.5;2.75\n2.5;0.25\n3.5;4.5\n"
FLOWERS = "length;species\n0.5;setosa\n1.5;virginica\n2.5;setosa\n3.5;virginica\n"


def test_y_as_target_is_mentioned_and_one_click_makes_it_a_feature(opened: Opened, qtbot) -> None:
    dialog = opened(POINTS)
    assert dialog.guessed.isVisible() and "Column y is taken as the target" in dialog.guessed.words.text()
    QTest.mouseClick(dialog.guessed.decline, Qt.MouseButton.LeftButton)
    looked(dialog)
    assert not dialog.guessed.isVisible()
    data = read(dialog, qtbot)
    assert data.feature_names == ("x", "y") and data.y is None


def test_chosen_target_and_classes_are_not_asked_about(opened: Opened, qtbot) -> None:
    assert not opened(FLOWERS).guessed.isVisible()
    dialog = opened(POINTS)
    dialog.set_roles([0], "target")
    looked(dialog)
    assert not dialog.guessed.isVisible()
    assert read(dialog, qtbot).feature_names == ("y",)
