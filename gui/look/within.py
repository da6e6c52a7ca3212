"""Windows that are no larger than the screen."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

FRAME = QSize(16, 48)
"""Room that the title and the borders of a window take on the screen."""


def available(window: QWidget) -> QSize:
    """The size of the screen that a window is on, without the bars of the desktop."""
    return window.screen().availableGeometry().size()


def room_for(window: QWidget) -> QSize:
    """How large a window can be on its screen, or in front of the window that it belongs to."""
    around = window.parentWidget()
    room = available(window) - FRAME
    return room if around is None else room.expandedTo(around.window().size() - FRAME)


def open_within(window: QWidget, width: int, height: int) -> None:
    """Give a window this size, as far as there is room."""
    window.resize(QSize(width, height).boundedTo(room_for(window)))
