"""What is shown over the plane: a selection frame, the circle of a brush, cursors, handles; the first words, and what
runs here, for the back row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from gui.canvas.surfaces.plane_widget import PlaneWidget
from gui.painters.painter import Screen, ScreenLayer, View
from gui.painters.text_box import box_of, paint_words
from gui.session.job import Frame
from gui.session.lane import Lane
from gui.session.session import Session

LAYER = 100
HANDLE = 29.0
"""The side of the square around a handle, in pixels: outside of the largest centre."""
CROSS = 11.0
"""Half the size of the keyboard cursor, in pixels."""
SEPARATOR = " · "
ROOM = 10.0
"""Pixels between the edge of the picture and its heading."""
ASKED, BESIDE = "q", 7.0
"""What the point that is asked about is called, and how far from it that stands; what a run is asked is z."""
DOT = 9.0
"""Half the size of a point, with its ring."""
MOST = 10_000
"""Maximum number of points tested for being hidden by the heading."""
PLACES = (0.0, 1.0), (1.0, 1.0), (0.0, 0.0), (0.5, 1.0), (1.0, 0.0), (0.5, 0.0), (0.0, 0.5), (1.0, 0.5)
"""Where it may stand, in parts of the picture: below first, as lines have their words at the top."""


class Underlay(View, Protocol):
    """The view that is drawn over: what is asked about, and what the mouse and the keys are doing."""

    session: Session
    frame: Frame | None
    working: bool

    def occupied(self) -> np.ndarray:
        """(m, 2) where points and curves are."""

    @property
    def widget(self) -> PlaneWidget: ...


class Overlay(ScreenLayer):
    """Set `frame` (two corners (2, 2) on the plane) or `circle` (middle and radius in pixels), and `refresh`."""

    def __init__(self, view: Underlay) -> None:
        super().__init__(view)
        self.under = view
        self.frame: np.ndarray | None = None
        self.circle: tuple[QPointF, float] | None = None
        self.show(LAYER)

    def refresh(self) -> None:
        """Something that is drawn here changed."""
        self.item.update()

    def paint(self, painter: QPainter, screen: Screen) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        accent = QColor(self.theme.accent)
        self._paint_frame(painter, screen, accent)
        self._paint_circle(painter, accent)
        self._paint_handles(painter, screen, accent)
        self._paint_query(painter, screen, accent)
        self._paint_cursor(painter, screen, accent)
        self._paint_invitation(painter, screen)
        self._paint_heading(painter, screen)

    def _paint_frame(self, painter: QPainter, screen: Screen, accent: QColor) -> None:
        if self.frame is not None:
            one, other = screen(self.frame)
            tint = QColor(accent)
            tint.setAlphaF(0.12)
            painter.setPen(QPen(accent, 1.0))
            painter.setBrush(tint)
            painter.drawRect(QRectF(QPointF(*one), QPointF(*other)).normalized())

    def _paint_circle(self, painter: QPainter, accent: QColor) -> None:
        if self.circle is not None:
            painter.setPen(QPen(accent, 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(self.circle[0], self.circle[1], self.circle[1])

    def _paint_handles(self, painter: QPainter, screen: Screen, accent: QColor) -> None:
        """A square around what is held, or was placed by hand as the beginning: its shape and number are seen in it."""
        handles = self.under.widget.tool.handles() if self.under.working else np.zeros((0, 2))
        half = HANDLE / 2 * self.view.appearance.scale
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for x, y in screen(handles).tolist():
            for colour, width in ((QColor(self.theme.paper), 5.0), (accent, 2.0)):
                painter.setPen(QPen(colour, width))
                painter.drawRect(QRectF(x - half, y - half, 2 * half, 2 * half))

    def _paint_query(self, painter: QPainter, screen: Screen, accent: QColor) -> None:
        """The point that is being asked about; None while there are no points."""
        query, data = self.under.session.view.query, self.under.session.table.data
        if query is None or len(query) != data.d or not data.n:
            return
        x, y = screen(self.view.placed(query[None]))[0].tolist()
        if not np.isfinite([x, y]).all():  # the row that is asked about has a gap
            return
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in ((QColor(self.theme.paper), 4.5), (accent, 2.0)):
            painter.setPen(QPen(colour, width))
            painter.drawEllipse(QPointF(x, y), 6.0, 6.0)
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                painter.drawLine(QPointF(x + 6 * dx, y + 6 * dy), QPointF(x + 12 * dx, y + 12 * dy))
        font, paper = self.view.appearance.font("body", weight=600), QColor(self.theme.paper)
        paint_words(painter, QPointF(x + BESIDE, y - BESIDE), ASKED, font, accent, (0.0, 1.0), paper, screen.area)

    def _paint_cursor(self, painter: QPainter, screen: Screen, accent: QColor) -> None:
        cursor = self.under.widget.cursor_uv
        if cursor is None:
            return
        x, y = screen(cursor[None])[0].tolist()
        for colour, width in ((QColor(self.theme.paper), 4.0), (accent, 1.5)):
            painter.setPen(QPen(colour, width))
            painter.drawLine(QPointF(x - CROSS, y), QPointF(x + CROSS, y))
            painter.drawLine(QPointF(x, y - CROSS), QPointF(x, y + CROSS))

    def _paint_invitation(self, painter: QPainter, screen: Screen) -> None:
        """The next action to suggest while there are no points."""
        session, theme = self.under.session, self.theme
        if session.table.data.n:
            return
        clicks = session.view.tool in ("add", "spray")
        name = f"{session.table.data.class_name(session.view.brush)} ({theme.class_word(session.view.brush)})"
        of_class = f" of class {name}" if session.table.data.class_names else ""
        words = f"Click to add points{of_class}, or open data at the left."
        if not clicks:
            words = "Choose the tool Add points and click here, or open data at the left."
        font = self.view.appearance.font("title", weight=500)
        paint_words(painter, screen.area.center(), words, font, QColor(theme.quiet), (0.5, 0.5), within=screen.area)

    def _paint_heading(self, painter: QPainter, screen: Screen) -> None:
        """In presentation mode, where panels are few, what runs and at which step; the active one in the accent."""
        session, frame = self.under.session, self.under.frame
        words = heading(session.lanes, frame) if self.view.appearance.presentation else ""
        if words:
            font, paper = self.view.appearance.font("body", weight=600), QColor(self.theme.paper)
            fits = QFontMetricsF(font).horizontalAdvance(words) <= screen.area.width() - 2 * ROOM
            forms = [*([words] if fits else []), words.replace(SEPARATOR, "\n")]
            active = len(session.lanes) > 1 and frame is not None and session.lane.identity == frame.lane
            ink = QColor(self.theme.accent if active else self.theme.ink)
            form, anchor = self._free_place(screen, forms, font)
            paint_words(painter, _at(screen, anchor), form, font, ink, anchor, paper, screen.area)

    def _free_place(self, screen: Screen, forms: Sequence[str], font: QFont) -> tuple[str, tuple[float, float]]:
        """The first form of the words that hides no point or curve somewhere, and where; else what hides the fewest."""
        uv = self.under.occupied()
        xy, dot = screen(uv[:: len(uv) // MOST + 1]), DOT * self.scale
        choices = [(form, anchor) for form in forms for anchor in PLACES]

        def hidden(choice: tuple[str, tuple[float, float]]) -> int:
            form, anchor = choice
            box = box_of(_at(screen, anchor), form, font, anchor, screen.area).adjusted(-dot, -dot, dot, dot)
            inside = (xy >= (box.left(), box.top())) & (xy <= (box.right(), box.bottom()))
            return int(inside.all(axis=1).sum())

        return next((choice for choice in choices if not hidden(choice)), None) or min(choices, key=hidden)


def _at(screen: Screen, part: tuple[float, float]) -> QPointF:
    """The point of the picture in these parts of its width and its height, not quite at its edge."""
    area = screen.area.adjusted(ROOM, ROOM, -ROOM, -ROOM)
    return QPointF(area.left() + part[0] * area.width(), area.top() + part[1] * area.height())


def heading(lanes: Sequence[Lane], frame: Frame | None) -> str:
    """The algorithm and the step that a frame shows: "K-means · step 5 of 11"."""
    lane = next((lane for lane in lanes if frame is not None and lane.identity == frame.lane), None)
    if lane is None or frame is None or lane.refusal:
        return ""
    return named_step(lane.algorithm.name, frame.index, lane.known - 1 if lane.ending is not None else 0)


def named_step(name: str, index: int, last: int) -> str:
    """A run and where it stands: "K-means · step 5 of 11"; without the last step where that is 0.

    >>> named_step("K-means", 5, 11), named_step("K-means", 1_200, 0)
    ('K-means · step 5 of 11', 'K-means · step 1,200')
    """
    return f"{name}{SEPARATOR}step {index:,}" + (f" of {last:,}" if last else "")
