"""What every tool does, and what it needs of the ground it works on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QLabel, QMenu, QToolTip, QWidgetAction

from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from gui.canvas.tools.answers import Answers
from gui.canvas.tools.holding import AnyGrip
from gui.canvas.tools.in_place import Entry
from gui.look.announced import announce
from gui.look.appearance import Appearance
from gui.look.plain import plain
from gui.look.shapes import class_icon
from gui.session.job import Frame
from gui.session.session import Session

KEYS = "Keyboard: Alt+arrows move the cursor, Enter clicks, or types what is there, M picks up a point."
MOST_CLASSES = 20
"""More classes than this do not fit a menu."""
NO_CLASS = -1
"""The code of a row without a class, as most methods do not take it, and those that learn from few labels do."""
TOLD = 8
"""How many features a tool tip names."""


@dataclass(frozen=True)
class Pointer:
    """Where the mouse, or the keyboard cursor, is: on the plane (2,), in pixels, and with which keys held.

    free  Alt is held: what is put somewhere stays there, and is not put onto a row that is near
    """

    uv: np.ndarray
    place: QPointF
    shift: bool = False
    free: bool = False


class Sketch(Protocol):
    """What a tool shows over the plane while it works.

    frame   two corners (2, 2) on the plane;   circle  middle and radius in pixels
    """

    frame: np.ndarray | None
    circle: tuple[QPointF, float] | None

    def refresh(self) -> None:
        """Something of it changed."""


class Ground(Protocol):
    """The plane as far as a tool needs it.

    session  what the tool asks for things;   uv  (n, 2) where the points of its data are on the plane
    frame    the step that is drawn;   folded  whether its heading alone is seen
    box      the part of the plane in view;   widget  what the mouse is over;   overlay  what is sketched on it
    """

    surface: Surface
    session: Session
    appearance: Appearance
    uv: np.ndarray
    frame: Frame | None
    folded: bool

    @property
    def box(self) -> pg.ViewBox: ...

    @property
    def widget(self) -> pg.PlotWidget: ...

    @property
    def overlay(self) -> Sketch: ...

    @property
    def enlarged(self) -> float:
        """The relative area of the rings drawn around points."""

    def placed(self, positions: np.ndarray, rows: np.ndarray | None = None) -> np.ndarray: ...

    def bring_into_view(self, uv: np.ndarray) -> None: ...

    def to_view(self, positions: np.ndarray, targets: np.ndarray | None = None) -> np.ndarray:
        """(m, 2) coordinates on the plane of points (m, d), where the target goes up at these targets (m,)."""

    def said_at(self, positions: np.ndarray) -> np.ndarray | None:
        """(m,) what the model in view says at points (m, d), where the target goes up."""

    def targets_at(self, uv: np.ndarray) -> np.ndarray | None:
        """(m,) the targets at coordinates (m, 2), where the target goes up; None on any other plane."""

    def to_space(self, uv: np.ndarray) -> np.ndarray:
        """(m, d) the points of the feature space at coordinates (m, 2)."""

    def pixels(self, uv: np.ndarray) -> np.ndarray:
        """(m, 2) pixels of coordinates (m, 2)."""

    def row_at(self, place: QPointF, radius: float = 10.0) -> int | None:
        """The row whose point is nearest to a pixel, if it is within `radius` pixels."""

    def rows_within(self, place: QPointF, radius: float) -> np.ndarray:
        """The rows whose points lie within `radius` pixels of a pixel, the nearest first."""

    def fit(self) -> None:
        """Show all points."""

    def group_names(self) -> tuple[str, ...]:
        """What the groups are called that a step puts in the place of the classes; () for the classes."""


class Tool:
    """The base: hovering names the point under the mouse, the right button relabels and deletes."""

    hint = ""
    cursor = Qt.CursorShape.ArrowCursor
    fits_on_double_click = False
    frees = False
    """Whether Alt puts something freely: for the other tools it moves the view."""

    def __init__(self, view: Ground) -> None:
        self.view, self.session = view, view.session
        self.shown: QMenu | None = None
        self._words = ""
        self._over: tuple[Pointer, int] | None = None
        self._answers = Answers(view.widget, self._tell_answer)
        self._on = self._ground()

    def begin_on(self) -> None:
        """The gesture works on what is there now."""
        self._on = self._ground()

    @property
    def lost(self) -> bool:
        """Whether other data, or another run, took the place of what the gesture works on: it must not move those."""
        (data, run), (now, running) = self._on, self._ground()
        return data is not now or run != running

    def _ground(self) -> tuple[Dataset, tuple[int, str] | None]:
        lane = self.session.lane if self.session.lanes else None
        return self.session.table.data, None if lane is None else (lane.identity, lane.key)

    def press(self, pointer: Pointer) -> None:
        """The left button went down."""

    def drag(self, pointer: Pointer) -> None:
        """The mouse moved with the left button down."""

    def release(self, pointer: Pointer) -> None:
        """The left button came up."""

    def entry(self, pointer: Pointer) -> Entry | None:
        """The editable object under the pointer."""
        return None

    def cancel(self) -> None:
        """Escape was pressed."""

    def leave(self) -> None:
        """The mouse left the plane."""
        self._over = None
        self.session.selection.point_at(None)

    def handles(self) -> np.ndarray:
        """(m, d) as coordinates (m, 2): what the tool shows as small squares."""
        return np.zeros((0, 2))

    def hover(self, pointer: Pointer) -> None:
        """The mouse moved with no button down."""
        row = self.view.row_at(pointer.place)
        self.view.widget.setCursor(self.cursor if row is None else self.cursor_over_point())
        self.session.selection.point_at(row)
        self._over = None if row is None else (pointer, row)
        self.show_words(pointer, "" if row is None else self.words_of(row))

    def _tell_answer(self) -> None:
        """What the model says has come: it is told as well while the row still is."""
        if self._over is not None and self._is_said():
            pointer, row = self._over
            self.show_words(pointer, self.words_of(row))

    @property
    def says(self) -> bool:
        """Whether there are words beside the pointer."""
        return bool(self._words)

    def _is_said(self) -> bool:
        return bool(self._words) and QToolTip.isVisible() and QToolTip.text() == self._words

    def show_words(self, pointer: Pointer, words: str) -> None:
        """A tool tip beside the pointer."""
        place = self.view.widget.mapToGlobal(pointer.place.toPoint() + QPoint(12, 12))
        before, self._words = self._words, plain(words)
        if self._words != before:
            announce(self.view.widget, words)
        QToolTip.showText(place, plain(self._words), self.view.widget)

    def unsay(self) -> None:
        """The data are others: what the tool tip tells of them is so no more."""
        self._over = None
        if self._is_said():
            QToolTip.hideText()

    def words_of_grip(self, grip: AnyGrip) -> str:
        """What is told of something that can be held: its name, its place, and what a drag does."""
        return grip.told(self.session.table.data.feature_names[:TOLD], self.session.table.data)

    def words_of(self, row: int) -> str:
        """What is told of a row: its values, and what the model in view says of it, once that is known."""
        data = self.session.table.data
        answer = self._answers.of(self.view.frame, data, row, self.view.group_names())
        return "\n".join(filter(None, (told(data, row), answer)))

    def cursor_over_point(self) -> Qt.CursorShape:
        return self.cursor

    def menu(self, pointer: Pointer, place: QPoint) -> None:
        """The menu of the right button: for the selection if the point belongs to it, else for the point."""
        row = self.view.row_at(pointer.place)
        if row is not None and row not in self.session.selection.rows:
            self.session.selection.select((row,))
        menu = QMenu(self.view.widget)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if row is None:
            menu.addAction("Fit to the points", self.view.fit)
        else:
            self._fill(menu, self.session.selection.rows)
        self.shown = menu
        menu.popup(place)

    def _fill(self, menu: QMenu, rows: Sequence[int]) -> None:
        data, theme = self.session.table.data, self.view.appearance.theme
        which = f"Point {data.row_name(rows[0])}" if len(rows) == 1 else f"{len(rows)} points"
        menu.addAction(_heading(menu, which))
        ratio = self.view.widget.devicePixelRatioF()
        for code, name in enumerate(data.class_titles[:MOST_CLASSES]):
            words = f"Make {name}  ({theme.class_word(code)})"
            icon = QIcon(class_icon(theme, code, 11.0, ratio))
            menu.addAction(icon, words, lambda code=code: self.session.points.relabel(rows, code))
        if data.target == "class":
            menu.addAction("Take the class away", lambda: self.session.points.relabel(rows, NO_CLASS))
        menu.addSeparator()
        menu.addAction("Delete", lambda: self.session.points.delete(rows))


def _heading(menu: QMenu, words: str) -> QWidgetAction:
    """What a menu is about, above its entries: the style sheet paints no words in a line between them."""
    heading, label = QWidgetAction(menu), QLabel(words, menu)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("look", "heading")
    label.setContentsMargins(12, 4, 24, 4)
    heading.setText(words)
    heading.setDefaultWidget(label)
    return heading


def told(data: Dataset, row: int) -> str:
    """What a tool tip says of a row: its name, its class and its values."""
    lines = [f"Point {data.row_name(row)}"]
    if data.target == "class" and data.y is not None:
        lines[0] += f": {data.class_name(int(data.y[row]))}"
    if data.target == "real" and data.y is not None:
        lines.append(f"{data.target_column.title} = {data.target_column.text(float(data.y[row]))}")
    cells = zip(data.columns[:TOLD], data.X[row], strict=False)
    lines += [f"{column.name} = {column.text(value)}" for column, value in cells]
    if data.d > TOLD:
        lines.append(f"and {data.d - TOLD} more features")
    return "\n".join(lines).replace("= -", "= −")
