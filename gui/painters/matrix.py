"""Numbers in cells: printed as a table, tinted as a heat map, or shown as a grey picture."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QImage, QPainter, QPainterPath
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from engine.base.dates import date_text
from engine.base.words import counted, minus
from engine.core.marks import Matrix
from gui.look.appearance import Appearance
from gui.look.numerals import aligned
from gui.painters.matrix_measures import Measures, folded, printed, shortened
from gui.painters.painter import View
from gui.painters.sheet_item import Meant, SheetItem, SheetPainter, height_of, legible, sheet_font, widest
from gui.painters.tints import picture

PICTURE = 180.0
"""The longer side of a grey picture, in pixels at the usual text size."""
CROWDED = 24
"""A heat map with more rows or columns than this is tinted without numbers, in small cells."""
LONGEST = 96.0
"""Where there is no room for numbers, longer names are cut; the tip has them whole."""
SAMPLED = 2000
"""The width of a column is measured on this many of its cells."""


class MatrixItem(SheetItem):
    """One matrix with its title and labels, laid out from its upper left corner; hidden until it has been given one.

    tinted  a heat map is without its numbers though it is no large one: with them it would be wider than there is room
    side    the longer side of a picture, in pixels at the usual text size
    """

    mark: Matrix
    tinted = False
    side = PICTURE

    def __init__(self) -> None:
        super().__init__()
        self.setFlag(self.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    def show_matrix(self, mark: Matrix, look: Appearance) -> None:
        self.mark, self.look = mark, look
        self.tinted = False
        self._lay_out()

    def sized(self, side: float) -> None:
        """A picture whose longer side is so many pixels at the usual text size."""
        if side != self.side:
            self.side = side
            self._lay_out()

    def fit_into(self, width: float) -> None:
        """A heat map that is wider has small cells that are tinted alone; the tip tells the number of each."""
        if self.tinted:
            self.show_matrix(self.mark, self.look)
        if self.mark.style == "heat" and self._has_numbers() and self._bounds.width() > width:
            self.tinted = True
            self._lay_out()

    def _lay_out(self) -> None:
        mark, look = self.mark, self.look
        self.text, self.label = sheet_font(look.font("body")), sheet_font(look.font("small"))
        self.heading = sheet_font(look.font("body", weight=600))
        self.unit = height_of(self.label)
        dates = [None] * mark.values.shape[1] if mark.dates is None else mark.dates.T
        columns = zip(mark.values.T, dates, strict=True)
        self.texts = [printed(*column) for column in columns] if self._has_numbers() else []
        if mark.style == "table":
            self.texts = [aligned(column) for column in self.texts]
        self.heads, self.names = list(mark.column_labels), list(mark.row_labels)
        if self.tinted:
            room = LONGEST * look.scale
            self.heads, self.names = (shortened(texts, self.label, room) for texts in (self.heads, self.names))
        self.upright = self.mark.style == "heat" and not self._has_numbers()
        self.reach = 0.0 if self._has_numbers() else self.unit if self.upright else widest(self.label, self.heads)
        self.measures = self._measured(mark)
        wide = max(float(self.measures.lefts[-1]), widest(self.heading, [mark.title]))
        high = self.measures.top + self.measures.row_height * len(mark.values)
        self.resized(QRectF(0, 0, wide, high).adjusted(-2, -2, 2, 2))
        self.picture = picture(mark, look) if mark.style != "table" else None

    @property
    def crowded(self) -> bool:
        return bool(max(self.mark.values.shape) > CROWDED)

    def _has_numbers(self) -> bool:
        return self.mark.style == "table" or (self.mark.style == "heat" and not self.crowded and not self.tinted)

    def _measured(self, mark: Matrix) -> Measures:
        head = 1.7 * self.unit if mark.title else 0.0
        widths, height = self._cells(mark)
        margin = widest(self.label, self.names[:SAMPLED])
        margin += (1.4 if mark.style == "table" else 0.8) * self.unit if margin else 0.0
        labels = (0.4 + 1.1 * max((text.count("\n") + 1 for text in self.heads), default=0)) * self.unit
        labels = widest(self.label, self.heads) + 0.6 * self.unit if self.upright else labels
        labels = labels if mark.column_labels else 0.0
        return Measures(margin + np.concatenate([[0.0], np.cumsum(widths)]), height, head, labels, margin)

    def _cells(self, mark: Matrix) -> tuple[np.ndarray, float]:
        """The widths of the columns and the height of a row."""
        rows, columns = mark.values.shape
        if not self._has_numbers():
            limit = self.side if mark.style == "image" else 1.6 * PICTURE
            side = limit * self.look.scale / max(rows, columns, 1)
            return np.full(columns, side), side
        numbers = [widest(self.text, column[:SAMPLED]) for column in self.texts]
        heat = mark.style == "heat"  # all its columns are equally wide, and its rows are high enough for two lines
        room = [max(numbers, default=0.0)] * columns if heat else numbers
        self.heads = [folded(text, self.label, wide) for text, wide in zip(self.heads, room, strict=False)]
        self.names = [folded(text, self.label, room[0]) for text in self.names] if heat and columns else self.names
        lines = [text.split("\n") for text in self.heads]
        names = [widest(self.label, one) for one in lines] or [0.0] * columns
        widths = np.maximum(numbers, names) + 1.6 * self.unit
        if heat:
            return np.full(columns, max(widths.max(initial=0.0), 3.2 * self.unit)), 2.4 * self.unit
        return widths, 1.9 * self.unit

    # -- the mouse -----------------------------------------------------------------------------------------------------

    def cell_at(self, place: QPointF) -> tuple[int, int] | None:
        """The row and the column of the cell under a position."""
        sizes, (rows, columns) = self.measures, self.mark.values.shape
        row = int((place.y() - sizes.top) // sizes.row_height)
        column = int(np.searchsorted(sizes.lefts, place.x(), side="right")) - 1
        return (row, column) if 0 <= row < rows and 0 <= column < columns else None

    def told_at(self, place: QPointF) -> str:
        """Row, column and number of a cell, with all its digits, and what a click on it does."""
        cell = self.cell_at(place)
        if cell is None:
            return ""
        row, column = cell
        told = f"{self.cell_named(row, column)}: {self._told_cell(row, column)}"
        typed = "Double-click to type it." if self.is_typed(row, column) else ""
        lines = [self.mark.title, told[:1].upper() + told[1:], _click(self.meant_at(place)), typed]
        return "\n".join(filter(None, lines))

    def is_typed(self, row: int, column: int) -> bool:
        """Whether a cell is typed where it is drawn: it is a number of a parameter, or a cell of the data."""
        cells = self.mark.cells
        return bool(self.mark.parameter) or (cells is not None and bool((cells[row, column] >= 0).all()))

    def cell_named(self, row: int, column: int) -> str:
        """The row and the column of a cell, by their labels."""
        heads = zip(("row", "column"), (self.mark.row_labels, self.mark.column_labels), (row, column), strict=True)
        return ", ".join(f"{head} {labels[place] if labels else place + 1}" for head, labels, place in heads)

    def _told_cell(self, row: int, column: int) -> str:
        value = float(self.mark.values[row, column])
        if self.mark.dates is not None and self.mark.dates[row, column]:
            return date_text(value)
        return "nothing" if np.isnan(value) else minus(format(value, ".10g"))

    def meant_at(self, place: QPointF) -> Meant | None:
        cell = self.cell_at(place)
        if cell is None:
            return None
        rows, step = self._rows_of(*cell), _of(self.mark.steps, *cell)
        return None if rows is None and step is None else Meant(step, rows)

    def _rows_of(self, row: int, column: int) -> np.ndarray | None:
        """The rows of the data that a cell counts, the two that it is of, or the one that its row is."""
        if self.mark.members is not None:
            found = np.flatnonzero(self.mark.members == row * self.mark.values.shape[1] + column)
            return found if len(found) else None
        ends = _of(self.mark.rows, row), None if self.mark.columns is None else _of(self.mark.columns, column)
        found = np.unique([one for one in ends if one is not None])
        return found if len(found) else None

    # -- painting ------------------------------------------------------------------------------------------------------

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        rows, columns = self._visible(option.exposedRect)
        if self.picture is not None:
            self._paint_picture(painter, self.picture)
        else:
            self._paint_ground(painter, rows)
        for row, *column in [] if self.mark.lit is None else np.argwhere(self.mark.lit).tolist():
            self._paint_rim(painter, row, "ink", 1.5, *column)
        rim = self.mark.style == "heat" or self.mark.chosen_column is not None
        if self.mark.chosen_row is not None and rim:
            self._paint_rim(painter, self.mark.chosen_row, "accent", 2.5, self.mark.chosen_column)
        self._paint_labels(painter, rows, columns)
        if self.texts and legible(painter, self.text):
            self._paint_numbers(painter, rows)

    def _visible(self, exposed: QRectF) -> tuple[range, range]:
        """The rows and the columns of which something can be seen."""
        height, top, lefts = self.measures.row_height, self.measures.top, self.measures.lefts
        first, last = int((exposed.top() - top) // height), int((exposed.bottom() - top) // height) + 1
        left, right = np.searchsorted(lefts, [exposed.left() - self.reach, exposed.right() + self.reach]).tolist()
        rows = range(max(first, 0), min(last, len(self.mark.values)))
        return rows, range(max(left - 1, 0), min(right, len(lefts) - 1))

    def _paint_picture(self, painter: QPainter, picture: QImage) -> None:
        """Every cell one pixel of an image, enlarged without smoothing."""
        lefts, rows = self.measures.lefts, len(self.mark.values)
        place = QRectF(lefts[0], self.measures.top, lefts[-1] - lefts[0], rows * self.measures.row_height)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.drawImage(place, picture)
        if self.mark.style == "heat" and self._has_numbers():
            self._paint_gaps(painter)
        painter.strokePath(_box(place), self._colour("line"))

    def _paint_gaps(self, painter: QPainter) -> None:
        """Missing cells are hatched: what is not known is no pale 0."""
        for row, column in np.argwhere(np.isnan(self.mark.values)).tolist():
            painter.fillRect(self.measures.cell(row, column), QBrush(self._colour("line"), Qt.BrushStyle.BDiagPattern))

    def _paint_ground(self, painter: QPainter, rows: Sequence[int]) -> None:
        """A line under the heads, a fine one under every row, and the chosen row tinted."""
        left, right = 0.0, float(self.measures.lefts[-1])
        for row in rows:
            whole = self.measures.cell(row, None).adjusted(-self.measures.margin, 0, 0, 0)
            if row == self.mark.chosen_row:
                painter.fillPath(_box(whole, 0.25 * self.unit), self._tint("accent", 0.84))
                edge = QRectF(left, whole.top(), 3 * self.look.scale, whole.height())
                painter.fillPath(_box(edge), self._colour("accent"))
            _stroke(painter, whole.bottomLeft(), whole.bottomRight(), self._colour("line"))
        top = self.measures.top
        _stroke(painter, QPointF(left, top), QPointF(right, top), self._tint("quiet", 0.4))

    def _paint_rim(self, painter: QPainter, row: int, colour: str, width: float, column: int | None = None) -> None:
        path = _box(self.measures.cell(row, column))
        pen = painter.pen()
        pen.setColor(self._colour(colour))
        pen.setWidthF(width * self.look.scale)
        painter.strokePath(path, pen)

    def _paint_labels(self, painter: QPainter, rows: range, columns: range) -> None:
        """The title, and as many heads and names as find room beside each other."""
        mark, sizes, flag = self.mark, self.measures, Qt.AlignmentFlag
        if mark.title:
            place = QRectF(0, 0, self._bounds.width(), sizes.head)
            self._write(painter, place, flag.AlignLeft | flag.AlignTop, mark.title, self.heading, "ink")
        if not legible(painter, self.label):
            return
        align, inset = (flag.AlignRight, 0.8 * self.unit) if mark.style == "table" else (flag.AlignHCenter, 0.0)
        for column in spaced(columns, self.reach, sizes.lefts[1] - sizes.lefts[0]) if self.heads else ():
            cell = sizes.cell(0, column)
            place = QRectF(cell.left(), sizes.head, cell.width() - inset, sizes.labels)
            if self.upright:
                self._write_up(painter, cell.center().x(), self.heads[column])
                continue
            self._write(painter, place, align | flag.AlignBottom, self.heads[column], self.label, "quiet")
        for row in spaced(rows, self.unit, sizes.row_height) if mark.row_labels else ():
            cell = sizes.cell(row, 0)
            start = 0.6 * self.unit if mark.style == "table" else 0.0
            place = QRectF(start, cell.top(), sizes.margin - start, cell.height())
            colour = "ink" if row == mark.chosen_row else "quiet"
            self._write(painter, place, flag.AlignLeft | flag.AlignVCenter, self.names[row], self.label, colour)

    def _paint_numbers(self, painter: QPainter, rows: Sequence[int]) -> None:
        """Right-aligned in a table, so that the decimal points stand under each other; centred on a heat map."""
        table, flag = self.mark.style == "table", Qt.AlignmentFlag
        flags = flag.AlignVCenter | (flag.AlignRight if table else flag.AlignHCenter)
        inset = 0.8 * self.unit if table else 0.0
        for column, texts in enumerate(self.texts):
            for row in rows:
                place = self.measures.cell(row, column).adjusted(0, 0, -inset, 0)
                self._write(painter, place, flags, texts[row], self.text, "ink")

    def _write_up(self, painter: QPainter, x: float, text: str) -> None:
        """A head from the foot of the line of heads upwards."""
        painter.save()
        painter.translate(x, self.measures.top - 0.3 * self.unit)
        painter.rotate(-90)
        place = QRectF(0, -self.unit / 2, self.measures.labels, self.unit)
        self._write(painter, place, Qt.AlignmentFlag.AlignVCenter, text, self.label, "quiet")
        painter.restore()

    def _write(
        self, painter: QPainter, place: QRectF, flags: Qt.AlignmentFlag, text: str, font: QFont, colour: str
    ) -> None:
        painter.setFont(font)
        painter.setPen(self._colour(colour))
        painter.drawText(place, flags | Qt.TextFlag.TextDontClip, text)

    def _colour(self, name: str) -> QColor:
        return QColor(getattr(self.look.theme, name))

    def _tint(self, name: str, paper: float) -> QColor:
        return QColor(self.look.theme.mixed(getattr(self.look.theme, name), self.look.theme.paper, paper))


def _of(numbers: np.ndarray | None, row: int, column: int = 0) -> int | None:
    """The number of a cell, of its row, or the only one there is; None where it is none."""
    if numbers is None:
        return None
    found = int(numbers[row, column] if numbers.ndim == 2 else numbers[0 if len(numbers) == 1 else row])
    return found if found >= 0 else None


def _click(meant: Meant | None) -> str:
    """What a click does, in words."""
    if meant is None:
        return ""
    does = [] if meant.rows is None else [f"select {counted(len(meant.rows), 'row')}"]
    does += [] if meant.step is None else [f"go to step {meant.step}"]
    return f"Click to {' and '.join(does)}."


def _box(place: QRectF, radius: float = 0.0) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(place, radius, radius) if radius else path.addRect(place)
    return path


def _stroke(painter: QPainter, start: QPointF, end: QPointF, colour: QColor) -> None:
    path = QPainterPath(start)
    path.lineTo(end)
    painter.strokePath(path, colour)


class MatrixPainter(SheetPainter[Matrix, MatrixItem]):
    """Tables, heat maps and grey pictures."""

    def __init__(self, view: View) -> None:
        super().__init__(view, MatrixItem())

    def draw(self, mark: Matrix) -> None:
        self.item.show_matrix(mark, self.view.appearance)
        self.item.show()


def spaced(places: range, size: float, room: float) -> range:
    """Every so many of some places in a row that what is written at them, of a size, does not overlap."""
    every = max(ceil(size / max(room, size / len(places))), 1) if places else 1
    return range(places.start - places.start % every, places.stop, every)
