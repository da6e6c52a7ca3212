"""The surface of tables, heat maps, grey pictures and texts: each mark says in which row and column it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from pyqtgraph.GraphicsScene.mouseEvents import MouseClickEvent
from PySide6.QtCore import QPointF, QRectF, Qt

from engine.core.marks import Matrix
from engine.data.dataset import Dataset
from gui.canvas.surfaces.sheet_view import MARGIN, SheetView
from gui.canvas.tools.in_place import Entry, open_field
from gui.painters import Drawn
from gui.painters.matrix import PICTURE, MatrixItem
from gui.painters.passage import PassageItem
from gui.session.coordinates import Coordinate
from gui.session.job import Frame
from gui.session.rows import NO_ROWS, Rows

LARGE = 0.75
"""In presentation, where text is large, so much smaller than else before something is out of view."""
GAP = 28.0
"""Pixels between two matrices at the usual text size."""
FEW, SMALL, SMALLEST = 6, 0.6, 0.4
"""More pictures than this are so much smaller, or still smaller, so that most of them are seen at once."""


class TableView(SheetView):
    """Several matrices and texts on a sheet, in rows and columns like the cells of a table."""

    largest, smallest = 1.25, 0.7
    hint = "Drag to move the table, turn the wheel to enlarge it, double-click to see all of it."
    typed_hint = "Double-click a cell to type its number; drag to move the table, turn the wheel to enlarge it."

    def _prepare_plot(self) -> None:
        super()._prepare_plot()
        self.subscribe(self.session.selection.changed, self.follow_row)
        self.subscribe(self.session.selection.pointed_changed, self.follow_row)
        self.plot.scene().sigMouseMoved.connect(self._hovered)

    def _hovered(self, place: QPointF) -> None:
        """The two rows that a cell under the mouse is of are lit where the points are."""
        item = next((one for one in self.items_shown() if one.contains(one.mapFromScene(place))), None)
        of_two = isinstance(item, MatrixItem) and item.mark.columns is not None
        meant = item.meant_at(item.mapFromScene(place)) if item is not None and of_two else None
        if self.frame is None or meant is None or meant.rows is None:
            self.session.selection.hint(NO_ROWS)
        else:
            self.session.selection.hint(Rows(self.frame.rows[meant.rows]))

    def _clicked(self, event: MouseClickEvent) -> None:
        """A double click on a cell that is a number of a parameter opens it to be typed; beside it shows the whole."""
        place = event.scenePos()
        entry = self.entry_at(place) if event.double() and event.button() == Qt.MouseButton.LeftButton else None
        if entry is None:
            super()._clicked(event)
            return
        event.accept()
        pixel = QPointF(self.widget.mapFromScene(place))
        open_field(self.widget, self.session, self.appearance, entry, pixel)

    def entry_at(self, place: QPointF) -> Entry | None:
        """What can be typed at a position of the scene: a cell that a parameter holds, or one of the data."""
        for item in self.items_shown():
            cell = item.cell_at(item.mapFromScene(place)) if isinstance(item, MatrixItem) else None
            if cell is not None and isinstance(item, MatrixItem) and item.is_typed(*cell):
                return self._entry(item, *cell) if item.mark.parameter else self._data_entry(item, *cell)
        return None

    def _entry(self, item: MatrixItem, row: int, column: int) -> Entry:
        mark, name = item.mark, item.cell_named(row, column)

        def take(values: np.ndarray) -> None:
            cells = np.array(mark.values, dtype=float)
            cells[row, column] = float(values[0])
            self.session.set_param(mark.parameter, tuple(cells.ravel().tolist()), f"set {name}")

        value = Coordinate(name, float(mark.values[row, column]))
        return Entry(name, (value,), np.zeros(2), take)

    def _data_entry(self, item: MatrixItem, row: int, column: int) -> Entry | None:
        """A cell of the data, or a gap in it: what is typed there is an edit of the table."""
        mark, frame, data = item.mark, self.frame, self.session.table.data
        if mark.cells is None or frame is None or frame.data.d != data.d:
            return None
        of, feature = mark.cells[row, column].tolist()
        at, shown = int(frame.rows[of]), data.columns[feature]
        name = item.cell_named(row, column)

        def take(values: np.ndarray) -> None:
            text = replace(value, value=float(values[0])).text
            self.session.points.set_cell(at, feature, text)

        value = Coordinate(name, float(data.X[at, feature]), shown.levels, shown.is_date, gap=True)
        return Entry(name, (value,), np.zeros(2), take)

    def show_marks(self, marks: Sequence[Drawn], frame: Frame | None) -> None:
        typed = any(isinstance(mark, Matrix) and (mark.parameter or mark.cells is not None) for mark in marks)
        self.setStatusTip(self.typed_hint if typed else self.hint)
        super().show_marks([self._followed(mark, frame) for mark in marks], frame)
        self.marks = tuple(marks)

    def _refit(self) -> None:
        """As wide as the surface is now."""
        if not self.touched:
            self.arrange()
        super()._refit()

    def follow_row(self) -> None:
        """Pictures of a row are those of the row that is pointed at or selected; the cell of two has a rim."""
        followed = (mark for mark in self.marks if isinstance(mark, Matrix))
        if any(mark.of_row is not None or mark.columns is not None for mark in followed):
            self.show_marks(self.marks, self.frame)

    def _followed(self, mark: Drawn, frame: Frame | None) -> Drawn:
        """What a mark is at this step, to which no click leads, and for the row that is looked at."""
        if isinstance(mark, Matrix) and mark.steps is not None and frame is not None:
            mark = replace(mark, steps=np.where(mark.steps == frame.index, -1, mark.steps))
        if isinstance(mark, Matrix) and mark.columns is not None and mark.rows is not None and frame is not None:
            few = self.session.selection.rows if len(self.session.selection.rows) == 2 else NO_ROWS
            chosen = np.flatnonzero(np.isin(frame.rows, np.asarray(few)))
            if len(chosen) == 2:
                pair = np.isin(mark.rows, chosen)[:, None] & np.isin(mark.columns, chosen)
                mark = replace(mark, lit=pair & (mark.rows[:, None] != mark.columns))
        data, row = self.session.table.data, self.session.selection.looked_at
        if (
            not isinstance(mark, Matrix)
            or mark.of_row is None
            or frame is None
            or row is None
            or frame.data.d != data.d
        ):
            return mark
        title = mark.title if mark.rows is None else called(data, row)
        return replace(mark, values=mark.of_row(data.X[row]), title=title)

    @property
    def _least(self) -> float:
        """So small may all be: large text can be read though it is smaller than usual."""
        return self.smallest * (LARGE if self.appearance.presentation else 1.0)

    def scale_for(self, whole: QRectF) -> float:
        room = (self.box.width() - 2 * MARGIN) / whole.width(), (self.box.height() - 2 * MARGIN) / whole.height()
        return float(max(min(*room, self.largest), self._least))

    def arrange(self) -> None:
        """Give every row of matrices the height of its highest, and every column the width of its widest.

        Where that is wider than what can be seen at once, each stands below the one before, and a heat map that is too
        wide by itself has no numbers in it. Pictures then stand in so many columns as let most of them be seen.
        """
        shown = [item for item in self.items_shown() if isinstance(item, (MatrixItem, PassageItem))]
        grey = [item for item in shown if isinstance(item, MatrixItem) and item.mark.style == "image"]
        if len(grey) < len(shown):
            return self._put(shown)
        for size in (1.0,) if len(grey) <= FEW else (SMALL, SMALLEST):
            for picture in grey:
                picture.sized(size * PICTURE)
            self._put(shown, grey)
            if self._least * self.bounds().height() <= self.box.height() - 2 * MARGIN:
                break
        return None

    def _put(self, shown: Sequence[MatrixItem | PassageItem], grey: Sequence[MatrixItem] = ()) -> None:
        """Put each in its place; `grey` are all of them where they are pictures."""
        for item in shown if self.box.width() > 2 * MARGIN else ():
            item.fit_into((self.box.width() - 2 * MARGIN) / self._least)
        places = [item.mark.place for item in shown]
        sizes, gap = [item.boundingRect().size() for item in shown], GAP * self.appearance.scale
        lefts = _starts([place[1] for place in places], [size.width() for size in sizes], gap)
        if self._least * (lefts[-1] - gap) > self.box.width() - 2 * MARGIN > 0:
            order = sorted(range(len(places)), key=lambda number: places[number])
            across = self._columns(grey, gap) if grey else 1
            places = [divmod(order.index(number), across) for number in range(len(places))]
            lefts = _starts([place[1] for place in places], [size.width() for size in sizes], gap)
        tops = _starts([place[0] for place in places], [size.height() for size in sizes], gap)
        for item, (row, column) in zip(shown, places, strict=True):
            item.setPos(lefts[column], tops[row])

    def _columns(self, shown: Sequence[MatrixItem], gap: float) -> int:
        """In how many columns so many pictures are seen largest, of those in which they are not too wide."""
        wide, high = (max(side) + gap for side in zip(*map(_sides, shown), strict=True))
        room = self.box.width() - 2 * MARGIN + gap, self.box.height() - 2 * MARGIN + gap

        def scale(columns: int) -> float:
            return float(min(room[0] / (columns * wide), room[1] / (-(-len(shown) // columns) * high)))

        fitting = [columns for columns in range(1, len(shown) + 1) if self._least * columns * wide <= room[0]]
        most = max(fitting, default=1)
        return most if scale(most) < self._least else max(fitting, key=scale)


def _sides(item: MatrixItem) -> tuple[float, float]:
    size = item.boundingRect().size()
    return size.width(), size.height()


def called(data: Dataset, row: int) -> str:
    """A row by its name, with its class."""
    known = data.target == "class" and data.y is not None
    return f"row {data.row_name(row)}" + (f" ({data.class_name(int(data.codes[row]))})" if known else "")


def _starts(lines: list[int], sizes: list[float], gap: float) -> np.ndarray:
    """Where each line of matrices begins; a line without any takes no room.

    >>> _starts([0, 0, 2], [10.0, 30.0, 20.0], 5.0).tolist()
    [0.0, 35.0, 35.0, 60.0]
    """
    largest = np.zeros(max(lines, default=-1) + 1)
    for line, size in zip(lines, sizes, strict=True):
        largest[line] = max(largest[line], size)
    return np.concatenate([[0.0], np.cumsum(largest + gap * (largest > 0))])
