"""A frame around a picture that the keyboard has led to: a list or a button shows by itself that it has the focus."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QRegion
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

THICK = 2


class FocusRing(QWidget):
    """Lies over the edge of one widget at a time, and takes nothing of the mouse."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._around: QWidget | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def lie_around(self, widget: QWidget | None) -> None:
        """Show it around this widget, or not at all."""
        if self._around is not None and isValid(self._around):
            self._around.removeEventFilter(self)
        self._around = widget
        self.setVisible(widget is not None)
        if widget is not None:
            widget.installEventFilter(self)
            self._place()

    def _place(self) -> None:
        window = self.parentWidget()
        if self._around is None or window is None:
            return
        whole = QRect(self._around.mapTo(window, self._around.rect().topLeft()), self._around.size())
        self.setGeometry(whole)
        self.setMask(QRegion(self.rect()) - QRegion(self.rect().adjusted(THICK, THICK, -THICK, -THICK)))
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show):
            self._place()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(QPen(self.palette().highlight(), 2 * THICK))
        painter.drawRect(self.rect())
        painter.end()
