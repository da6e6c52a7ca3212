"""What a column is and is used as is changed in the data panel, by mouse and by keys, and undone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

import engine
from engine.data.preparing.scaling import Standardise
from gui.docks.dataset import DatasetDock
from gui.docks.level_order import LevelOrder
from gui.widgets.section import Section
from tests.gui.docks.placing import shown

LEFT, Key = Qt.MouseButton.LeftButton, Qt.Key


@pytest.fixture
def features(qtbot, session):
    dock = shown(qtbot, DatasetDock, session, 260, 900)
    next(one for one in dock.findChildren(Section) if one.heading.text() == "Features").fold(False)
    QApplication.processEvents()
    yield dock.features


def lines(features) -> list[str]:
    return [f"{item.text(0)}: {item.text(1)[:-2]}" for item in features._items()]


def later(*keys) -> None:
    """Keys for the menu that is about to open."""

    def hit() -> None:
        menu = QApplication.activePopupWidget()
        assert menu is not None, "no menu opened"
        for key in keys:
            QTest.keyClick(menu, key)

    QTimer.singleShot(60, hit)


def choose(features, row: int, *keys) -> None:
    """A click on the second half of a line, and keys in its menu."""
    place = features.list.visualRect(features.list.model().index(row, 1)).center()
    later(*keys)
    QTest.mouseClick(features.list.viewport(), LEFT, pos=place)
    QApplication.processEvents()


def test_kind_role_and_target_change_by_mouse_and_keys(features, session):
    iris = session.table.data
    assert lines(features)[3:] == ["petal width (cm): numbers", "species: target"]
    choose(features, 3, Key.Key_C)
    assert session.table.raw.columns[3].kind == "categorical" and session.table.raw.columns[3].levels[0] == "0.1"
    features.list.setFocus()
    features.list.setCurrentItem(features.list.topLevelItem(3))
    later(Key.Key_N)
    QTest.keyClick(features.list, Key.Key_Return)
    assert session.table.raw == iris and features.list.currentIndex().row() == 3
    session.table.undo.undo()
    session.table.undo.undo()
    assert session.table.raw == iris and not session.table.undo.canUndo()
    session.table.prepare(session.table.preparation.with_step(Standardise()), "standardise")
    choose(features, 3, Key.Key_T)
    assert session.table.raw.target_name == "petal width (cm)" and session.table.raw.target == "real"
    assert lines(features)[3:] == ["species: categories", "petal width (cm): target"]
    assert session.table.prepared is not None and session.table.data.columns[0].done == ("standardised",)
    choose(features, 4, Key.Key_F)
    assert (
        lines(features)[3:] == ["species: categories", "petal width (cm): numbers"] and session.table.raw.target is None
    )
    choose(features, 3, Key.Key_T)
    choose(features, 0, Key.Key_L)
    assert session.table.raw.target_name == "species" and session.table.raw.d == 3


def test_illegal_kinds_show_a_message_and_columns_are_renamed(features, session):
    said = []
    session.refused.connect(lambda *words: said.append(words[1]))
    choose(features, 4, Key.Key_N)
    assert session.table.raw == engine.load("iris") and said == [
        "Column species cannot be numbers: its level 'setosa' is none."
    ]
    choose(features, 0, Key.Key_R)
    assert session.table.raw.row_names[0] == "5.1" and lines(features)[-1] == "5.1, …: names of the rows"
    choose(features, 4, Key.Key_F)
    assert (
        lines(features)[-2:] == ["sepal length (cm): numbers", "species: target"] and session.table.raw.X[0, 3] == 5.1
    )


def test_levels_are_ordered_in_a_dialog(features, session, qtbot):
    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, LevelOrder)
        next(one for one in dialog.findChildren(QPushButton) if one.text() == "&Later").click()
        QTest.keyClick(dialog, Key.Key_Return)

    QTimer.singleShot(200, answer)
    choose(features, 4, Key.Key_O)
    assert session.table.raw.class_names == ("versicolor", "setosa", "virginica")
    assert session.table.raw.codes[0] == 1
