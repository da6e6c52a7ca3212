"""A notice over the picture that says what could not be done, and what to do instead. It leaves by itself."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from gui.look.appearance import Appearance

SHOWN = 15_000
"""How many milliseconds it stays."""


class Overlay(QObject):
    """Lays a strip over the top of a picture: it takes no height, so that no point moves when it comes or goes."""

    COMES = (QEvent.Type.Show, QEvent.Type.LayoutRequest)
    MOVES = (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show)

    def __init__(self, strip: QWidget, picture: QWidget) -> None:
        super().__init__(strip)
        self._strip, self._picture = strip, picture
        strip.setParent(picture.parentWidget())
        strip.hide()
        for widget in (strip, picture):
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (self.MOVES if watched is self._picture else self.COMES):
            self._place()
        return False

    def _place(self) -> None:
        strip, box = self._strip, self._picture.geometry()
        layout = strip.layout()
        if strip.isHidden() or layout is None:
            return
        height = max(layout.totalHeightForWidth(box.width()), layout.totalMinimumSize().height())
        strip.setGeometry(box.x(), box.y(), box.width(), height)
        strip.raise_()


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
