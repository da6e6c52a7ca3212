"""A cell of a table that a parameter holds is opened with a double click, typed, and undone."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from engine.data.bundled import load
from engine.data.toys import generate
from gui.painters.matrix import MatrixItem

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def losses(canvas, session, settled):
    """The table of losses at the last step of the expected loss."""
    session.open_data(generate("moons", seed=3, n=20))
    session.add_lane("expected_loss", {"probability": 0.3}, step=None)
    settled()
    canvas.resize(1100, 800)
    canvas.grab()
    return next(view for view in canvas.surfaces() if view.surface.name == "Losses")


def cell(view, number: int, row: int, column: int) -> QPoint:
    """The pixel in the middle of a cell of one of the tables."""
    item = [one for one in view.items_shown() if isinstance(one, MatrixItem)][number]
    return view.widget.mapFromScene(item.mapToScene(item.measures.cell(row, column).center()))


def double_click(view, place: QPoint) -> None:
    """What Qt sends for a real double click."""
    for act in (QTest.mouseClick, QTest.mouseDClick, QTest.mouseRelease):
        act(view.widget.viewport(), LEFT, NONE, place)


def test_typed_cell_updates_the_decision(losses, session, settled):
    assert session.lane.frame.step.risks.argmin() == 1
    double_click(losses, cell(losses, 0, 0, 1))
    (line,) = losses.widget.findChildren(QLineEdit)
    assert line.text() == "1"
    line.setText("10")
    QTest.keyClick(line, Qt.Key.Key_Return)
    settled()
    assert session.lane.params.loss == (0.0, 10.0, 1.0, 0.0)
    assert session.lane.frame.step.risks.argmin() == 0
    assert session.table.undo.undoText() == "Set row class 1, column action 2"
    session.table.undo.undo()
    settled()
    assert session.lane.params.loss == (0.0, 1.0, 1.0, 0.0)


def test_invalid_number_stays_open_and_changes_nothing(losses, session, settled):
    double_click(losses, cell(losses, 0, 1, 0))
    (line,) = losses.widget.findChildren(QLineEdit)
    line.setText("much")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert line.isVisible() and session.lane.params.loss == (0.0, 1.0, 1.0, 0.0)
    QTest.keyClick(line, Qt.Key.Key_Escape)
    settled()
    assert not [one for one in losses.widget.findChildren(QLineEdit) if one.isVisible()]


def test_table_without_a_parameter_is_enlarged_instead(losses, session, settled):
    losses.touched = True
    double_click(losses, cell(losses, 1, 0, 0))
    assert not losses.widget.findChildren(QLineEdit) and not losses.touched


def test_tooltip_and_status_say_that_a_cell_is_editable(losses):
    item = next(one for one in losses.items_shown() if isinstance(one, MatrixItem))
    assert item.told_at(item.measures.cell(0, 1).center()).endswith("Double-click to type it.")
    assert losses.statusTip().startswith("Double-click a cell to type its number")
    assert losses.entry_at(QPointF(-50, -50)) is None and np.isfinite(item.mark.values).all()


@pytest.fixture
def ratings(canvas, session, settled):
    """The table of ratings at the first step of the nearest critic."""
    session.open_data(load("film_critics"))
    session.add_lane("nearest_critic", {}, step=0)
    settled()
    canvas.resize(1100, 800)
    canvas.grab()
    return next(view for view in canvas.surfaces() if view.surface.name == "Ratings")


def test_typed_data_cell_updates_the_run(ratings, session, settled):
    before = session.lane.frame.step.seen.sum()
    double_click(ratings, cell(ratings, 0, 6, 1))  # a gap: u3 has not rated f2
    (line,) = ratings.widget.findChildren(QLineEdit)
    assert line.text() == "?"
    assert line.accessibleName() == "Row u3, column f2"
    line.setText("4.5")
    QTest.keyClick(line, Qt.Key.Key_Return)
    settled()
    assert session.table.data.X[6, 1] == 4.5 and session.lane.frame.step.seen.sum() == before + 1
    session.table.undo.undo()
    settled()
    assert np.isnan(session.table.data.X[6, 1])


@pytest.mark.parametrize("text", ["", "?"])
def test_data_cell_is_cleared_in_place(ratings, session, settled, text):
    double_click(ratings, cell(ratings, 0, 0, 0))
    (line,) = ratings.widget.findChildren(QLineEdit)
    line.setText(text)
    QTest.keyClick(line, Qt.Key.Key_Return)
    settled()
    assert np.isnan(session.table.data.X[0, 0])
    assert ratings.statusTip().startswith("Double-click a cell to type its number")
    item = next(one for one in ratings.items_shown() if isinstance(one, MatrixItem))
    assert item.told_at(item.measures.cell(0, 0).center()).endswith("Double-click to type it.")


def test_a_gap_of_a_heat_map_is_hatched(ratings):
    item = next(one for one in ratings.items_shown() if isinstance(one, MatrixItem))
    middles = [item.mapToScene(item.measures.cell(*at).center()) for at in ((6, 2), (0, 2))]
    gap, known = map(ratings.widget.mapFromScene, middles)
    image = ratings.widget.grab().toImage()
    shades = [{image.pixel(at.x() + x, at.y() + 12) for x in range(-12, 13)} for at in (gap, known)]
    assert len(shades[0]) > 1 and len(shades[1]) == 1
