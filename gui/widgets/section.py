"""A flat panel with a small heading that folds, and what scrolls."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from gui.look.appearance import Appearance

LOWEST = 58
"""The least height of what scrolls: that of Qt is from its bars, and kept from before or after they were styled."""


class Section(QWidget):
    """A small heading that opens and closes what stands under it: `section.content` is the layout to fill.

    What may never be looked at is filled in when it is first `opened`.
    """

    folded = Signal(bool)
    opened = Signal()
    """What stands under the heading is about to be seen."""

    def __init__(self, title: str, appearance: Appearance, parent: QWidget | None = None, inner: bool = False) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self.is_folded = False
        self.heading = QPushButton(title, self)
        self.heading.setProperty("look", "heading")
        if inner:  # flush with the words below it
            self.heading.setStyleSheet("padding: 2px 4px 2px 0; margin-left: 0;")
        self.heading.setToolTip("Click to fold or unfold")
        self.heading.clicked.connect(lambda: self.fold(not self.is_folded))
        self.body = QWidget(self)
        self.content = QVBoxLayout(self.body)
        self.content.setContentsMargins(0, 0, 0, 0)
        self.content.setSpacing(6)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.heading)
        whole.addWidget(self.body, 1)
        self._restyle()
        appearance.changed.connect(self._restyle)

    def fold(self, away: bool) -> None:
        """Show the heading only, or everything."""
        if away != self.is_folded:
            self.is_folded = away
            if not away:
                self.opened.emit()
            self.body.setVisible(not away)
            self._restyle()
            self.folded.emit(away)

    def put_beside(self, widget: QWidget) -> None:
        """Put a widget into the line of the heading, at its end. Its place stays when it goes."""
        whole, line = self.layout(), QHBoxLayout()
        assert isinstance(whole, QVBoxLayout)
        whole.removeWidget(self.heading)
        line.addWidget(self.heading, 1)
        line.addWidget(Place(widget))
        whole.insertLayout(0, line)

    def _restyle(self) -> None:
        self.heading.setIcon(
            self._appearance.icon("chevron_right" if self.is_folded else "chevron_down", self._appearance.theme.quiet)
        )
        self.heading.setIconSize(self._appearance.icon_size() * 0.7)


class Place(QWidget):
    """Room for a widget that comes and goes. There is no layout that this would set going, and all around it."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self._widget = widget
        widget.setParent(self)
        widget.installEventFilter(self)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)  # no words are cut for it

    def sizeHint(self) -> QSize:
        return self._widget.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._widget.resize(self.size())

    def event(self, event: QEvent) -> bool:
        """It is told when the widget needs another room, as in other letters."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._make_room()
        return super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """No signal for the changed letters of what is hidden; it is emitted when shown."""
        if event.type() == QEvent.Type.ShowToParent:
            self._make_room()
        return super().eventFilter(watched, event)

    def _make_room(self) -> None:
        if self._widget.sizeHint() != self.size():
            self.updateGeometry()


class ScrollArea(QScrollArea):
    """Shows its bar only where the widget does not fit in the whole width.

    Qt asks whether it fits in the width beside the bar that is shown: a line that wraps there keeps the bar for ever.
    """

    def __init__(self) -> None:
        super().__init__()
        self.verticalScrollBar().rangeChanged.connect(self._look_again)

    def _look_again(self) -> None:
        room, widget = self.maximumViewportSize(), self.widget()
        if widget is None or not widget.hasHeightForWidth():
            return
        fits = widget.heightForWidth(room.width()) <= room.height()
        needed = Qt.ScrollBarPolicy.ScrollBarAlwaysOff if fits else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        self.setVerticalScrollBarPolicy(needed)


def scrolled(widget: QWidget) -> QScrollArea:
    """The widget in an area that scrolls up and down only."""
    widget.setProperty("look", "panel")
    area = ScrollArea()
    area.setWidget(widget)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Tab goes to what stands in it
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setMinimumHeight(LOWEST)
    return area


def cleared(layout: QBoxLayout) -> None:
    """Take everything out of a layout; the widgets go for good."""
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()
