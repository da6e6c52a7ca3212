"""The base of all docks: a flat panel under a small heading that folds it away."""

from __future__ import annotations

import sys

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication, QFrame, QPushButton, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from gui.look.appearance import Appearance
from gui.session.session import Session


class Section(QWidget):
    """A small heading that opens and closes what stands under it: `section.content` is the layout to fill."""

    folded = Signal(bool)

    def __init__(self, title: str, appearance: Appearance, parent: QWidget | None = None, inner: bool = False) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self.heading = QPushButton(title, self)
        self.heading.setProperty("look", "heading")
        if inner:  # flush with the words below it
            self.heading.setStyleSheet("padding-left: 0; margin-left: 0;")
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
        self.is_folded = False
        self._restyle()
        appearance.changed.connect(self._restyle)

    def fold(self, away: bool) -> None:
        """Show the heading only, or everything."""
        if away != self.is_folded:
            self.is_folded = away
            self.body.setVisible(not away)
            self._restyle()
            self.folded.emit(away)

    def _restyle(self) -> None:
        self.heading.setIcon(
            self._appearance.icon("chevron_right" if self.is_folded else "chevron_down", self._appearance.theme.quiet)
        )
        self.heading.setIconSize(self._appearance.icon_size() * 0.7)


class Dock(QWidget):
    """A panel of the window. A subclass fills `self.content`, and says in `refresh` what it shows.

    `touch()` refreshes at once if the dock can be seen, else when it is next seen: a hidden tab costs nothing.
    """

    title = ""

    def __init__(self, session: Session, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session, self.appearance = session, appearance
        self._stale = True
        self.setProperty("look", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.section = Section(self.title, appearance, self)
        self.content = self.section.content
        self.content.setContentsMargins(8, 0, 8, 8)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.section)
        self.section.folded.connect(self._folded)
        appearance.changed.connect(self.restyle)

    def refresh(self) -> None:
        """Show what the session says now."""

    def restyle(self) -> None:
        """The theme or the size of the text has changed."""
        self.touch()

    def touch(self) -> None:
        """Something that this dock shows has changed."""
        self._stale = not self.section.body.isVisible()
        if not self._stale:
            self.refresh()

    def show_heading(self, on: bool) -> None:
        """Without its heading when it stands under a tab that says the same."""
        self.section.heading.setVisible(on)

    def fold(self, away: bool) -> None:
        self.section.fold(away)

    def _folded(self, away: bool) -> None:
        """A folded dock is as low as its heading."""
        vertical = QSizePolicy.Policy.Maximum if away else QSizePolicy.Policy.Preferred
        self.setSizePolicy(QSizePolicy.Policy.Preferred, vertical)
        if not away and self._stale:
            self.touch()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.touch()


def scrolled(widget: QWidget) -> QScrollArea:
    """The widget in an area that scrolls up and down only."""
    widget.setProperty("look", "panel")
    area = QScrollArea()
    area.setWidget(widget)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return area


def run_alone(kind: type[Dock], data: str = "iris", width: int = 320, height: int = 640) -> None:
    """Open one dock by itself on a bundled data set: what stands under `__main__` in the file of every dock."""
    app = QApplication.instance() or QApplication(sys.argv)
    appearance = Appearance()
    appearance.install(app)
    session = Session()
    session.open_bundled(data)
    session.add_lane()
    dock = kind(session, appearance)
    dock.resize(width, height)
    dock.show()
    code = app.exec()
    session.close()
    sys.exit(code)
