"""What a run is asked lies on top of the rows: a press on it, or within its ring, takes it and no row."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.gui.canvas.tools.mousing import LEFT, NONE, at

RING = 17
"""Pixels from the middle of a query to its ring, where there are few rows."""


@pytest.mark.parametrize("off", [0, 9, RING])
def test_query_over_a_row_is_dragged_and_the_row_stays(canvas, session, settled, two_classes, off):
    session.open_data(two_classes)
    session.add_lane("knn", {"query": tuple(two_classes.X[2])})
    session.go_to(2)
    session.view.set_tool("select")
    settled()
    canvas.grab()
    view, port = canvas.plane_view, canvas.plane_view.widget.viewport()
    middle, before = at(view, *view.to_view(two_classes.X[[2]])[0]), session.table.data.X.copy()
    start, way = middle + QPoint(off, 0), QPoint(60, -40)
    QTest.mouseMove(port, start)
    QApplication.processEvents()
    assert view.widget.cursor().shape() == Qt.CursorShape.OpenHandCursor
    QTest.mousePress(port, LEFT, NONE, start)
    for share in (0.5, 1.0):
        QTest.mouseMove(port, start + way * share)
        QApplication.processEvents()
        settled()
    QTest.mouseRelease(port, LEFT, NONE, start + way)
    assert np.array_equal(session.table.data.X, before), "no row has moved"
    assert session.table.undo.undoText() == "Move the query"
    assert at(view, *view.to_view(session.lane.start.point[None])[0]) != middle
