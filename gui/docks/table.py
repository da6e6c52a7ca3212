"""The points as a table: cells are typed into, copied, pasted and sorted, and the selection is that of the canvas."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from gui.docks.dock import Dock, run_alone
from gui.docks.points_model import Answers, PointsModel, Sorting, same_columns
from gui.docks.points_view import DOWN, UP, PointsView
from gui.look.appearance import Appearance
from gui.session.background_task import BackgroundTask
from gui.session.session import Session
from gui.widgets.number_table import WIDEST
from gui.widgets.ruler import Ruler

MOST_RUNS = 2000
"""Only the first ranges of a larger selection are tinted: Qt compares every range with every other."""
QUIET = 250
"""Milliseconds without an edit before a sorted table is sorted anew."""
QUICK = 50_000
"""Number of rows that are sorted between two frames of the screen."""
LOOKED_AT = 30
"""Number of lines used to measure the width of a column."""
FITTED = 60
"""Number of columns fitted to their contents."""


def runs(rows: Sequence[int] | np.ndarray) -> list[tuple[int, int]]:
    """The first and last of each run of neighbours among ascending rows.

    >>> runs((2, 3, 4, 9))
    [(2, 4), (9, 9)]
    """
    if not len(rows):
        return []
    places = np.asarray(rows)
    gaps = np.flatnonzero(np.diff(places) > 1)
    firsts, lasts = places[np.append(0, gaps + 1)], places[np.append(gaps, len(places) - 1)]
    return list(zip(firsts.tolist(), lasts.tolist(), strict=True))


def answers_of(session: Session) -> Answers | None:
    """What the model of the step in view says of each row, where it says anything."""
    frame = session.lane.frame if session.lanes and not session.lane.refusal else None
    if frame is None or frame.answers is None or np.ndim(frame.answers) != 1:
        return None
    groups = session.lane.algorithm.task == "clustering"
    names = () if groups else session.table.data.class_titles
    said = "Which group the row is in" if groups else "What the model says of the row"
    return Answers(frame.answers, "cluster" if groups else "answer", names, f"{said} at step {frame.index}.")


class TableDock(Dock):
    """The points table, in step with the canvas."""

    title = "Points table"

    def __init__(self, session: Session, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(session, appearance, parent)
        self.model = PointsModel(session, appearance, self)
        self.view = PointsView(session, self.model, self)
        self.message = QLabel(self)
        self.message.setProperty("look", "wrong")
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.setWordWrap(True)
        self.view.selectionModel().selectionChanged.connect(self._select)
        self.view.told.connect(self._say)
        self.model.refused.connect(self._say)
        self.view.horizontalHeader().sectionClicked.connect(self._sort)
        self.view.horizontalScrollBar().valueChanged.connect(self._fit)
        self.view.horizontalScrollBar().rangeChanged.connect(self._fit)
        self._say("")
        self.add = QPushButton("Add a row", self)
        self.add.setProperty("look", "flat")
        self.add.setToolTip("A row of the chosen class, with the values of the last one: type over them, Tab goes on")
        self.add.clicked.connect(self.add_row)
        self.content.addWidget(self.view)
        below = QHBoxLayout()
        below.addWidget(self.add)
        below.addWidget(self.message, 1)
        self.content.addLayout(below)
        self._following = False
        self._fitted, self._worn = 0, appearance.font("body")
        self._quiet = QTimer(self, singleShot=True, interval=QUIET)
        self._quiet.timeout.connect(self._sort_anew)
        self._asked: Sorting | None = None  # what is being sorted beside the window
        self._sorter = BackgroundTask(self)
        self._sorter.ready.connect(self._sorted)
        session.table.data_changed.connect(self.touch)
        session.opened.connect(self._open)
        session.frame_changed.connect(self._answered)
        session.lanes_changed.connect(self._answer)
        session.selection.changed.connect(self._follow)
        self.restyle()

    def refresh(self) -> None:
        self._following = True
        before = self.model.columnCount()
        self.model.show_data(self.session.table.data)
        self._following = False
        if self.model.columnCount() != before:
            self._fitted = 0
        self._fit()
        self._show_order()
        self._say("")
        self._follow()
        if self.model.sorted_by is not None:
            self._quiet.start()

    def showEvent(self, event: QShowEvent) -> None:
        self.session.set_listing(True)
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.session.set_listing(False)

    def _answered(self, lane: int) -> None:
        if lane == self.session.active:
            self._answer()

    def _answer(self) -> None:
        """What the model in view says of the rows stands in a column of its own, while the table is in sight."""
        before = self.model.columnCount()
        if self.isVisible():
            self.model.show_answers(answers_of(self.session))
        if self.model.columnCount() != before:
            self._fitted = min(self._fitted, self.model.own_columns)
            self._fit()

    def _fit(self) -> None:
        """Columns as wide as what they show, but not wider than a long name: each when it is first seen."""
        view, model, top = self.view, self.model, max(self.view.rowAt(0), 0)
        lines = range(top, min(top + LOOKED_AT, model.rowCount()))
        ruler: Ruler | None = None
        for column in range(self._fitted, min(model.columnCount(), FITTED)):
            if view.columnViewportPosition(column) > view.viewport().width():
                break
            self._fitted = column + 1
            if not lines or model.has_icons(column):
                wide = view.sizeHintForColumn(column)
            else:
                ruler = ruler or Ruler(view, model.shown(0, 0))
                wide = ruler.width(model.shown(line, column) for line in lines)
            needed = max(wide + 16, view.horizontalHeader().sectionSizeHint(column) + 8)
            view.setColumnWidth(column, min(needed, round(WIDEST * self.appearance.scale)))

    def restyle(self) -> None:
        font = self.appearance.font("body")
        if font != self._worn:  # of other colours only no column becomes wider
            self._fitted, self._worn = 0, font
        self.model.forget_icons()
        small = self.appearance.font("small")
        for header in (self.view.horizontalHeader(), self.view.verticalHeader()):
            header.setFont(small)
        self.view.setFont(font)
        self.view.verticalHeader().setDefaultSectionSize(self.view.fontMetrics().lineSpacing() + 6)
        super().restyle()

    def _say(self, words: str) -> None:
        """Why something cannot be done in the table, below it."""
        self.message.setText(words)
        self.message.setVisible(bool(words))

    def add_row(self) -> None:
        """One more row, like the last one that is complete, of which the first cell is open to be typed into."""
        data = self.session.table.data
        complete = data.X[np.isfinite(data.X).all(axis=1)]
        self.session.points.add(complete[-1] if len(complete) else np.zeros(data.d), self.session.view.brush)
        if self.session.table.data.n > data.n:  # else it was refused
            self.session.selection.select((data.n,))
            first = self.model.index(int(self.model.lines_of(np.arange(data.n + 1)[-1:])[0]), 0)
            self.view.setCurrentIndex(first)
            self.view.edit(first)

    def _open(self) -> None:
        """Other data stand in their own order."""
        self._asked = None
        self._following = True
        self.model.sort_by(None)
        self._following = False
        self.touch()

    def _sort(self, column: int) -> None:
        """A click on a name sorts by it, a second one downwards, a third one brings back the order of the data."""
        if column >= self.model.own_columns:
            self._show_order()
            return self._say("The rows are sorted by their own columns, and not by what a model says at one step.")
        now = self._asked.by if self._asked else self.model.sorted_by
        self._asked = None
        if now == (column, True):
            self._arrange(partial(self.model.sort_by, None))
        elif self.model.rowCount() <= QUICK:
            self._arrange(partial(self.model.sort_by, column, now == (column, False)))
        else:
            self._ask(Sorting(self.model.data_shown, column, now == (column, False)))
            self._show_order()  # Qt turns the arrow at the click; the rows stand as they did until it is done
        return None

    def _ask(self, request: Sorting) -> None:
        self._asked = request
        self._sorter.ask(request, request.order)

    def _sorted(self, request: Sorting, order: np.ndarray | Exception) -> None:
        """Many rows are sorted; those that were edited meanwhile find their lines when nothing moves any more."""
        if request is not self._asked:
            return
        if self.view.is_typed_into():
            return QTimer.singleShot(QUIET, self, partial(self._sorted, request, order))
        self._asked, data = None, self.model.data_shown
        if isinstance(order, Exception):
            raise order
        if same_columns(request.data, data):
            if len(order) == data.n:
                self._arrange(partial(self.model.take, request.by, order))
                self.touch()
            else:
                self._ask(Sorting(data, *request.by))
        return None

    def _arrange(self, act: Callable[[], None]) -> None:
        """Other lines for the rows; the selection goes along with them."""
        self._following = True
        act()
        self._following = False
        self._show_order()
        self._follow()

    def _sort_anew(self) -> None:
        """After an edit a row goes where it belongs, but not under the hand: when nothing moves or is typed."""
        if self.view.is_typed_into():
            return self._quiet.start()
        if not self.model.in_order:
            self._following = True
            self.view.selectionModel().clearSelection()  # it comes back below: Qt would move it cell by cell
            self.model.put_in_order()
            self._following = False
            self._follow()
        return None

    def _show_order(self) -> None:
        """An arrow beside the name that the rows are sorted by: it points up where the values rise from line to line.

        Fusion draws the arrow of an ascending order downwards.
        """
        column, downwards = self.model.sorted_by or (-1, False)
        self.view.horizontalHeader().setSortIndicator(column, UP if downwards else DOWN)

    def _select(self) -> None:
        if not self._following:
            self._following = True
            chosen = self.view.selectionModel().selectedRows()
            self.session.selection.select([self.model.row_at(index.row()) for index in chosen])
            self._following = False

    def _follow(self) -> None:
        """The selection of the session, brought into view."""
        if self._following or not self.isVisible():
            return
        self._following = True
        chosen, last = QItemSelection(), self.model.columnCount() - 1
        lines = self.model.lines_of(np.asarray(self.session.selection.rows, dtype=np.intp))
        for first, end in runs(lines)[:MOST_RUNS]:
            chosen.select(self.model.index(first, 0), self.model.index(end, last))
        self.view.selectionModel().select(chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        if len(lines):
            self.view.scrollTo(self.model.index(int(lines[0]), 0))
        self._following = False


if __name__ == "__main__":
    run_alone(TableDock, width=700, height=300)
