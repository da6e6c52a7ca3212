"""A parameter that is a class is chosen by its name."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.base.params import Whole
from gui.widgets.forms.class_field import ClassField
from gui.widgets.forms.form import field_of

NAMES = ("setosa", "versicolor", "virginica")


@pytest.fixture
def field(qtbot) -> ClassField:
    made = ClassField(Whole(2, "", low=1, high=1000, of_classes=True))
    qtbot.addWidget(made)
    made.show_classes(NAMES)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_field_has_the_class_names_and_shows_its_value(field):
    assert [field.list.itemText(place) for place in range(3)] == list(NAMES)
    assert field.list.currentText() == "versicolor"
    field.set_value(1)
    assert field.list.currentText() == "setosa"


def test_class_chosen_by_keys_gives_its_code(field):
    edited = []
    field.edited.connect(edited.append)
    field.list.setFocus()
    QTest.keyClick(field.list, Qt.Key.Key_Down)
    assert edited == [3] and field.value() == 3


def test_more_than_there_are_is_the_last(field):
    field.set_value(1000)
    assert field.list.currentText() == "virginica" and field.value() == 1000
    field.show_classes(NAMES[:2])
    assert field.list.currentText() == "versicolor" and field.value() == 1000


def test_without_classes_the_field_is_a_number(qtbot):
    made = field_of(Whole(2, "", low=1, high=9, of_classes=True), None)
    qtbot.addWidget(made)
    made.show_classes(())
    assert made.list.currentText() == "class 2" and made.value() == 2


def test_wheel_does_nothing_without_the_focus(field):
    field.list.clearFocus()
    place = QPointF(5.0, 5.0)
    none, phase = Qt.MouseButton.NoButton, Qt.ScrollPhase.NoScrollPhase
    event = QWheelEvent(place, place, QPoint(), QPoint(0, -120), none, Qt.KeyboardModifier.NoModifier, phase, False)
    QApplication.sendEvent(field.list, event)
    assert field.value() == 2
