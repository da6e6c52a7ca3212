"""The list of steps in the data panel, by mouse and keys."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStyle, QStyleOptionViewItem

from engine.data.dataset import Column, Dataset
from engine.data.preparing import steps
from engine.data.preparing.gaps import DropIncomplete
from engine.data.preparing.outliers import Outliers
from engine.data.preparing.scaling import MinMax, Standardise
from engine.data.preparing.shapes import Log, Rank

LEFT = Qt.MouseButton.LeftButton


def texts(panel) -> list[str]:
    return [panel.list.item(row).text() for row in range(panel.list.count())]


def click(widget) -> None:
    QTest.mouseClick(widget, LEFT)
    QApplication.processEvents()


def tick(panel, row: int) -> None:
    """Click on the box of a step."""
    item = panel.list.item(row)
    option = QStyleOptionViewItem()
    option.rect, option.features = (
        panel.list.visualItemRect(item),
        QStyleOptionViewItem.ViewItemFeature.HasCheckIndicator,
    )
    box = panel.list.style().subElementRect(QStyle.SubElement.SE_ItemViewItemCheckIndicator, option, panel.list)
    QTest.mouseClick(panel.list.viewport(), LEFT, pos=box.center())


def test_every_preparation_step_is_offered_with_its_summary(panel):
    offered = [action.text() for action in panel.add.menu().actions()]
    assert offered == [kind.NAME for kind in steps().values()] and len(offered) > 10
    assert all(action.toolTip().endswith(".") for action in panel.add.menu().actions())


def test_steps_are_added_reordered_disabled_removed_and_undone(panel, session):
    for name in ("Standardise", "Rank"):
        next(action for action in panel.add.menu().actions() if action.text() == name).trigger()
    assert texts(panel) == ["Standardise", "Rank"] and panel.list.currentRow() == 1
    assert session.table.data.X.max() == 1.0 and session.table.undo.undoText() == "Add the step Rank"
    click(panel.up)
    assert texts(panel) == ["Rank", "Standardise"] and panel.list.currentRow() == 0 and not panel.up.isEnabled()
    assert session.table.data.X.std(axis=0) == pytest.approx(1.0)
    tick(panel, 1)
    assert not session.table.preparation.entries[1].on and session.table.data.X.max() == 1.0
    click(panel.out)
    assert texts(panel) == ["Standardise"] and not session.table.preparation.entries[0].on
    for _ in range(3):
        session.table.undo.undo()
    QApplication.processEvents()
    assert texts(panel) == ["Standardise", "Rank"] and all(entry.on for entry in session.table.preparation.entries)


def test_parameters_and_columns_of_a_step_are_changed(panel, session, qtbot):
    panel.append(Rank())
    panel.chosen.form.fields["rule"].set_value("less")
    panel.chosen.form.changed.emit("rule", "less")
    assert session.table.preparation.entries[0].step == Rank(rule="less") and session.table.data.X.max() < 1
    panel.chosen.columns.item(1).setCheckState(Qt.CheckState.Unchecked)
    assert len(session.table.preparation.entries[0].columns) == 3
    assert session.table.data.X[:, 1].max() > 4, "the width of the sepals is as it was"
    panel.append(DropIncomplete())
    assert not panel.chosen.form.isVisible(), "it has no parameter"


def test_a_column_is_shown_before_and_after(panel, session, qtbot):
    panel.append(Log())
    panel.chosen.finish()
    qtbot.waitUntil(lambda: len(panel.chosen.picture.texts()) == 3)
    before, after, _ = panel.chosen.picture.texts()
    assert before.startswith("sepal length") and ", log: from 1.46 to 2.07, skew" in after
    panel.append(next(kind for kind in steps().values() if kind.NAME == "Outliers")(rule="quartiles", k=1.5))
    panel.chosen.looked_at.setCurrentIndex(1)
    panel.chosen.looked_at.activated.emit(1)
    panel.chosen.finish()
    qtbot.waitUntil(lambda: any("far out" in one for one in panel.chosen.picture.texts()))
    picture = panel.chosen.picture.grab().toImage()
    wrong = panel.appearance.theme.wrong
    found = any(
        picture.pixelColor(x, y).name() == wrong.lower()
        for x in range(picture.width())
        for y in range(picture.height())
    )
    assert found, "what lies far out is in the colour of what is wrong"


def test_what_was_made_becomes_the_table(panel, session):
    assert not panel.bake.isVisible()
    panel.append(Standardise())
    made = session.table.data
    click(panel.bake)
    assert session.table.raw is made and not texts(panel) and not panel.bake.isVisible()


def test_impossible_step_is_refused_and_the_list_kept(panel, session):
    told = []
    session.refused.connect(lambda title, words: told.append(words))
    panel.append(Standardise())
    panel.append(Log())
    assert "needs values above 0" in told[0] and texts(panel) == ["Standardise"]
    assert session.table.undo.count() == 1


def test_binary_columns_are_no_outliers_unless_chosen(panel, session):
    X = np.column_stack([np.arange(30.0), np.arange(30) == 3])
    session.open_data(Dataset(X, columns=(Column("size"), Column("colour = red"))))
    QApplication.processEvents()
    panel.append(Outliers(k=2.0))
    assert session.table.data.X[3, 1] == 1.0, "a single 1 among 30 rows is four deviations away, and no slip"
    ticks = [panel.chosen.columns.item(row).checkState() for row in (0, 1)]
    assert ticks == [Qt.CheckState.Checked, Qt.CheckState.Unchecked]
    panel.chosen.columns.item(1).setCheckState(Qt.CheckState.Checked)
    assert session.table.preparation.entries[0].columns == ("size", "colour = red") and session.table.data.X[3, 1] < 1.0
    panel.chosen.columns.item(1).setCheckState(Qt.CheckState.Unchecked)
    assert session.table.preparation.entries[0].columns == () and session.table.data.X[3, 1] == 1.0


def test_notes_cover_the_steps_up_to_the_selected_one(panel, session):
    """Standardising finds a constant column, and so does ranking to 0..1: at the first step nothing of the second."""
    X = np.column_stack([np.arange(30.0), np.full(30, 4.0)])
    session.open_data(Dataset(X, columns=(Column("size"), Column("same"))))
    QApplication.processEvents()
    for step in (Rank(), Standardise(), MinMax()):
        panel.append(step)
    whole = panel.words.text().splitlines()
    assert len(whole) == len(session.table.prepared.warnings) == 2 and all("same is constant" in line for line in whole)
    for row, lines in ((0, 0), (1, 1), (2, 2)):
        place = panel.list.visualItemRect(panel.list.item(row)).center()
        place.setX(panel.list.viewport().width() - 8)  # beside the box that switches it off
        QTest.mouseClick(panel.list.viewport(), LEFT, pos=place)
        assert panel.list.currentRow() == row and panel.words.text().splitlines() == whole[:lines]
        assert panel.words.isHidden() == (not lines)
    tick(panel, 1)
    panel.list.setCurrentRow(2)
    assert panel.words.text().splitlines() == list(session.table.prepared.warnings), "a step that is off finds nothing"
