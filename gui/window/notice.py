"""A notice over the picture that says what could not be done, and what to do instead. It leaves by itself."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from gui.look.appearance import Appearance

SHOWN = 15_000
"""How many milliseconds it stays."""


class Overlay(QObject):
    """Lays strips over the top of a picture, below its heading with the legend: they take no height, so that no point
    moves when one comes or goes.
    """

    COMES = (QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.LayoutRequest)
    MOVES = (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show)

    def __init__(self, framed: QWidget, picture: QWidget, *strips: QWidget) -> None:
        super().__init__(framed)
        self._strips, self._framed, self._picture = strips, framed, picture
        for strip in strips:
            strip.setParent(framed.parentWidget())
            strip.hide()
        for widget in (framed, picture, *strips):
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (self.COMES if watched in self._strips else self.MOVES):
            self._place()
        return False

    def _place(self) -> None:
        """One below the other."""
        box, top = self._framed.geometry(), self._framed.y() + self._picture.mapTo(self._framed, QPoint(0, 0)).y()
        for strip in self._strips:
            layout = strip.layout()
            if not strip.isHidden() and layout is not None:
                height = max(layout.totalHeightForWidth(box.width()), layout.totalMinimumSize().height())
                strip.setGeometry(box.x(), top, box.width(), height)
                strip.raise_()
                top += height


class Notice(QWidget):
    """A strip with a heading and a sentence; hidden until there is something to say."""

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.appearance = appearance
        self.setProperty("look", "notice")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.title, self.words = QLabel(self), QLabel(self)
        self.title.setProperty("look", "wrong")
        self.words.setWordWrap(True)
        for label in (self.title, self.words):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self._close = QToolButton(self)
        self._close.setToolTip("Close this notice")
        self._close.setAccessibleName("Close this notice")
        self._close.clicked.connect(self.hide)
        text = QVBoxLayout()
        text.setSpacing(2)
        text.addWidget(self.title)
        text.addWidget(self.words)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 8, 8, 8)
        layout.addLayout(text, 1)
        layout.addWidget(self._close, 0, Qt.AlignmentFlag.AlignTop)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.hide)
        appearance.changed.connect(self._dress)
        self._dress()
        self.hide()

    def show_words(self, title: str, words: str) -> None:
        """Say it."""
        self.title.setText(title)
        self.words.setText(words)
        self.show()
        self._timer.start(SHOWN)

    def _dress(self) -> None:
        self._close.setIcon(self.appearance.icon("close"))
        self._close.setIconSize(self.appearance.icon_size() * 0.8)
