"""What every tool does: hovering names the point under the mouse, the right button relabels and deletes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QMenu, QToolTip

from engine.data.dataset import Dataset
from gui.look.shapes import class_icon

if TYPE_CHECKING:
    from gui.canvas.surfaces.plane_view import PlaneView
    from gui.canvas.surfaces.plane_widget import Pointer

KEYS = "Keyboard: Alt+arrows move the cursor, Enter clicks, M picks up a point."
MOST_CLASSES = 20
"""More classes than this do not fit a menu."""
TOLD = 8
"""How many features a tool tip names."""


class Tool:
    """The base: hovering names the point under the mouse, the right button relabels and deletes."""

    hint = ""
    cursor = Qt.CursorShape.ArrowCursor
    fits_on_double_click = False

    def __init__(self, view: PlaneView) -> None:
        self.view, self.session = view, view.session
        self.shown: QMenu | None = None

    def press(self, pointer: Pointer) -> None:
        """The left button went down."""

    def drag(self, pointer: Pointer) -> None:
        """The mouse moved with the left button down."""

    def release(self, pointer: Pointer) -> None:
        """The left button came up."""

    def cancel(self) -> None:
        """Escape was pressed."""

    def leave(self) -> None:
        """The mouse left the plane."""

    def handles(self) -> np.ndarray:
        """(m, d) as coordinates (m, 2): what the tool shows as small squares."""
        return np.zeros((0, 2))

    def hover(self, pointer: Pointer) -> None:
        """The mouse moved with no button down."""
        row = self.view.row_at(pointer.place)
        self.view.widget.setCursor(self.cursor if row is None else self.cursor_over_point())
        place = self.view.widget.mapToGlobal(pointer.place.toPoint() + QPoint(12, 12))
        QToolTip.showText(place, "" if row is None else told(self.session.data, row), self.view.widget)

    def cursor_over_point(self) -> Qt.CursorShape:
        return self.cursor

    def menu(self, pointer: Pointer, place: QPoint) -> None:
        """The menu of the right button: for the selection if the point belongs to it, else for the point."""
        row = self.view.row_at(pointer.place)
        if row is not None and row not in self.session.selection:
            self.session.select((row,))
        menu = QMenu(self.view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if row is None:
            menu.addAction("Fit to the points", self.view.fit)
        else:
            self._fill(menu, self.session.selection)
        self.shown = menu
        menu.popup(place)

    def _fill(self, menu: QMenu, rows: tuple[int, ...]) -> None:
        data, theme = self.session.data, self.view.appearance.theme
        which = f"Point {data.row_name(rows[0])}" if len(rows) == 1 else f"{len(rows)} points"
        menu.addSection(which)
        ratio = self.view.devicePixelRatioF()
        for code, name in enumerate(data.class_names[:MOST_CLASSES]):
            words = f"Make {name}  ({theme.class_word(code)})"
            icon = QIcon(class_icon(theme, code, 11.0, ratio))
            menu.addAction(icon, words, lambda code=code: self.session.relabel_points(rows, code))
        menu.addSeparator()
        menu.addAction("Delete", lambda: self.session.delete_points(rows))


def told(data: Dataset, row: int) -> str:
    """What a tool tip says of a row: its name, its class and its values."""
    lines = [f"Point {data.row_name(row)}"]
    if data.target == "class":
        lines[0] += f": {data.class_name(int(data.y[row]))}"
    if data.target == "real":
        lines.append(f"{data.target_name} = {data.y[row]:.6g}")
    cells = zip(data.columns[:TOLD], data.X[row], strict=False)
    lines += [f"{column.name} = {column.text(value)}" for column, value in cells]
    if data.d > TOLD:
        lines.append(f"and {data.d - TOLD} more features")
    return "\n".join(lines).replace("= -", "= −")
